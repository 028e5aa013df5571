import { linkDraft } from './drafts.ts';
import { foldLinks, linkIntents } from './intents.ts';
import { linkSaga } from './saga.ts';
import { linkReducer } from './slice.ts';

export * from './rules.ts';
export { linkActions, linkAnswers, type LinkRemoval } from './actions.ts';
export { LINKS_INTERVAL } from './saga-read.ts';
export {
  selectBlockers,
  selectClosing,
  selectIsFreeToClose,
  selectLinkForm,
  selectLinkSection,
  type BlockersModel,
  type LinkFormModel,
  type LinkRoot,
  type LinkRow,
  type LinkSection,
} from './select.ts';
export { initialLinkState } from './slice.ts';
export type * from './types.ts';

/** What is attached to the planner when linked items or blockers are shown for the first time (`planner.attach`). */
export const linkDomain = {
  name: 'link',
  reducer: linkReducer,
  saga: linkSaga,
  intents: linkIntents,
  drafts: [linkDraft],
  tables: ['linkedItems'],
  foldConfirmed: foldLinks,
} as const;
