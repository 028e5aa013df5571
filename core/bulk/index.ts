/** Items selected together. What edits them comes with the bar (`@espalier/core/bulk/edit`). */
export {
  bulkActions,
  bulkReducer,
  isSelected,
  selectSelected,
  selectListSelects,
  selectSelecting,
  type BulkChange,
  type BulkField,
  type BulkRoot,
  type BulkState,
  type OptionSearch,
} from './slice.ts';
export { leftOf, rangeOf, rangeTo, selectionKey, selectionStep, type SelectionStep } from './selection.ts';
