/** The fields of an item's page. Its code comes with the page; what the planner wires is in mutations.ts. */
export { itemEdits, itemFieldActions, type DateFact, type PickerField, type TypedField } from './actions.ts';
export { itemFieldsSaga } from './saga.ts';
export {
  selectFieldRights,
  selectFieldValues,
  selectItemConfidentiality,
  selectItemPicker,
  selectMayChangeType,
  selectSavingFields,
  selectSelf,
  selectTitleForm,
  type ItemEdit,
  type ShownPicker,
} from './select.ts';
export { selectTypeChoices, TYPE_TEXTS, type TypeChoice } from './select-type.ts';
export { FIELD_ERRORS, FIELD_TEXTS, HEALTH_CHOICES, milestoneTitle, readProgress } from './texts.ts';
