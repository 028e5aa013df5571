/** Editing what is selected: the bar and its watcher load it when something is selected. */
export { bulkSaga } from './saga.ts';
export { selectBulkBar, selectBulkOptions, selectOptionPlace, type BulkBar, type Share } from './select.ts';
export {
  CHANGE_TEXTS,
  NO_PLACE,
  SHARE_TEXTS,
  STATE_CHANGES,
  tickedChange,
  tickOf,
  VISIBILITY_CHANGES,
  type Ticks,
} from './texts.ts';
