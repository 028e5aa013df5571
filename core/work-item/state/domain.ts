import { itemStateReducer } from './slice.ts';

/** What the planner wires: closing and reopening. Nothing of it is optimistic (WI-02.4). */
export const itemStateDomain = {
  name: 'itemState',
  reducer: itemStateReducer,
} as const;
