/** The form for the title and the description of items and epics. Its code comes with the form; what the planner wires is in domain.ts. */
export { textActions } from './actions.ts';
export { mapCaret } from './rules/caret.ts';
export { textSaga } from './saga.ts';
export { selectMayEditText, selectTextForm, textSubject, type ShownConflict, type TextFormModel } from './select.ts';
export { isTextOpen, selectIsWriting } from './slice.ts';
export { TEXT_TEXTS } from './texts.ts';
export type { FormType, TextField } from './types.ts';
