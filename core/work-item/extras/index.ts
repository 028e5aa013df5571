/** What is read once an item is shown. Its code comes with what shows it; what the planner wires is in mutations.ts. */
export { extrasActions, ownEdits, type ExtrasSubject } from './actions.ts';
export {
  hiddenTooltip,
  NO_TIME,
  selectIsHidden,
  selectItemParticipants,
  selectTime,
  selectZoomLink,
} from './background.ts';
export { itemExtrasSaga } from './read.ts';
export { selectExtrasFailed, selectOwn, selectReactions } from './select.ts';
export { reactionsOf, type ShownReactions } from './reactions.ts';
