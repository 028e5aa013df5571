import type { CivilDate } from '../../work-item/types.ts';
import { isCivilDate } from '../../calendar/rules.ts';
import { INVALID_COLOR, parseColor, TITLE_BLANK } from '../../work-item/rules.ts';

export type DateEntry =
  { readonly ok: true; readonly day: CivilDate | null } | { readonly ok: false; readonly error: string };

/** EP-07.33: a typed date: blank text is no date, `YYYY-MM-DD` of the calendar is one, anything else is refused. */
export function dateEntry(text: string): DateEntry {
  const day = text.trim();
  if (day === '') return { ok: true, day: null };
  return isCivilDate(day) ? { ok: true, day } : { ok: false, error: SIDEBAR_ERRORS.invalidDate };
}

/** EP-09.4: what closing the editor saves: a valid colour that differs from the one before; else null. */
export function colorToSave(before: string | null, text: string): string | null {
  const color = parseColor(text);
  return color === null || color === parseColor(before ?? '') ? null : color;
}

/** What a failed edit says, and what a field or form says of invalid input. Those of the error catalogue come first; the others follow its wording. */
export const SIDEBAR_ERRORS = {
  addTodo: 'There was an error adding a To Do.',
  deleteTodo: 'There was an error deleting the To Do.',
  updateColor: 'An error occurred while updating color.',
  start: 'Something went wrong while setting epic start date.',
  due: 'Something went wrong while setting epic due date.',
  updateLabels: 'An error occurred while updating labels.',
  createLabel: 'Error creating label.',
  confidentiality: 'Something went wrong while setting epic confidentiality.',
  subscription: 'Something went wrong while setting epic notifications.',
  invalidDate: 'Enter a date as YYYY-MM-DD.',
  invalidColor: INVALID_COLOR,
  blankTitle: TITLE_BLANK,
} as const;
