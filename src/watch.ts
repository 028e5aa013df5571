/** How a page starts the watcher that came with its code. In a moment of the past nothing runs. */
import { createContext, useContext } from 'react';
import type { Planner } from '@espalier/core';

type Watch = Planner['watch'];

export const WatchContext = createContext<Watch>(() => undefined);
export const useWatch = (): Watch => useContext(WatchContext);
