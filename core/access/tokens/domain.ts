import { tokensReducer } from './slice.ts';

/** What the planner wires. */
export const tokensDomain = {
  name: 'tokens',
  reducer: tokensReducer,
} as const;
