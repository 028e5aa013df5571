import { textMutations } from './mutations.ts';
import { textReducer } from './slice.ts';

/** What the planner wires; the watcher comes with the form. */
export const textDomain = { name: 'text', reducer: textReducer, mutations: textMutations } as const;
