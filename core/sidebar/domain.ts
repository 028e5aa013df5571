import { foldSidebar, sidebarIntents } from './intents.ts';
import { sidebarReducer } from './slice.ts';

/** What the planner wires. */
export const sidebarDomain = {
  name: 'sidebar',
  reducer: sidebarReducer,
  intents: sidebarIntents,
  tables: ['sidebarEpics'],
  foldConfirmed: foldSidebar,
} as const;
