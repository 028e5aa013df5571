export * from './looks.ts';
export { pipelineLook, stateLook, type LinkRow } from './rows.ts';
export * from './rules.ts';
export { linkActions, linkAnswers, type LinkAddition, type LinkRemoval } from './actions.ts';
export { linkedOf } from './lists.ts';
export { linkSaga } from './saga.ts';
export { linkList, LINKS_INTERVAL } from './queries.ts';
export {
  selectBlockers,
  selectClosing,
  selectIsFreeToClose,
  selectLinkForm,
  selectLinkSection,
  selectLinkStatus,
  type BlockersModel,
  type LinkFormModel,
  type LinkRoot,
  type LinkSection,
} from './select.ts';
export type * from './types.ts';
