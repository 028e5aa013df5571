import { foldLinks, linkIntents } from './intents.ts';
import { linkReducer } from './slice.ts';

/** What the planner wires. */
export const linkDomain = {
  name: 'link',
  reducer: linkReducer,
  intents: linkIntents,
  tables: ['linkedItems'],
  foldConfirmed: foldLinks,
} as const;
