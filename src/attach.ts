/** How a page brings the domain that came with its code into the planner (docs/adr/0011). In a moment of the past nothing is attached: its log did that. */
import { createContext, useContext } from 'react';
import type { Planner } from '@espalier/core';

type Attach = Planner['attach'];

export const AttachContext = createContext<Attach>(() => undefined);
export const useAttach = (): Attach => useContext(AttachContext);
