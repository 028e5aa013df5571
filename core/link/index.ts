export * from './rules.ts';
export { linkActions, linkAnswers, type LinkRemoval } from './actions.ts';
export { linkSaga } from './saga.ts';
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
