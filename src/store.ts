/** The bridges between components and the planner: subscribe, dispatch, and ask once at the time of an event. */

import { createContext, useContext } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { Planner, RootState } from '@espalier/core';

export const useAppSelector = useSelector.withTypes<RootState>();

export const useAppDispatch = useDispatch.withTypes<AppStore['dispatch']>();

export type AppStore = Planner['store'];

export const useAppStore = useStore.withTypes<AppStore>();

type Watch = Planner['watch'];

/** How a page starts the watcher that came with its code. In a past moment nothing runs. */
export const WatchContext = createContext<Watch>(() => undefined);
export const useWatch = (): Watch => useContext(WatchContext);
