import { afterReduce, commandReducer } from './slice.ts';

/** What the planner wires. */
export const commandDomain = {
  name: 'command',
  reducer: commandReducer,
  afterReduce,
} as const;
