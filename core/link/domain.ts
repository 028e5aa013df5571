import { foldLinks } from './confirmed.ts';
import { linkMutations } from './mutations.ts';
import { linkReducer } from './slice.ts';

/** What the planner wires. */
export const linkDomain = {
  name: 'link',
  reducer: linkReducer,
  mutations: linkMutations,
  tables: ['linkedItems'],
  foldConfirmed: foldLinks,
} as const;
