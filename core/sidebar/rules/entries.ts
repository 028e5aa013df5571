import type { CivilDate, Label } from '../../work-item/types.ts';
import type { LabelChange } from '../../epic/actions.ts';
import { isCivilDate } from '../../calendar/rules.ts';
import { parseColor, withLabel } from '../../work-item/rules.ts';

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

export const NO_LABEL_CHANGE: LabelChange = { add: [], remove: [] };

/** The default colour of a new label, which is the wire's default, too. */
export const NEW_LABEL_COLOR = '#6699cc';

/** EP-08.2: labels after a change. An added label replaces those of its scope (BD-11.5). Idempotent. */
export function changedLabels(labels: readonly Label[], { add, remove }: LabelChange): readonly Label[] {
  const kept = labels.filter(({ id }) => !remove.includes(id));
  const fresh = add.filter(({ id }) => !kept.some((label) => label.id === id));
  if (kept.length === labels.length && fresh.length === 0) return labels;
  // mutant: sidebar-scoped-label-stays
  return fresh.reduce<readonly Label[]>(withLabel, kept);
}

/** EP-08.1: a label is ticked or unticked; of one scope the last one that was ticked counts. */
export function withTick({ add, remove }: LabelChange, label: Label, ticked: boolean): LabelChange {
  const others = add.filter(({ id }) => id !== label.id);
  return ticked
    ? { add: withLabel(others, label), remove: remove.filter((id) => id !== label.id) }
    : { add: others, remove: remove.includes(label.id) ? remove : [...remove, label.id] };
}

/** The change that makes `after` of these labels; null where there is none. */
export function labelsBetween(before: readonly Label[], after: readonly Label[]): LabelChange | null {
  const lacks = (labels: readonly Label[]) => (label: Label) => !labels.some(({ id }) => id === label.id);
  const [add, remove] = [after.filter(lacks(before)), before.filter(lacks(after)).map(({ id }) => id)];
  return add.length === 0 && remove.length === 0 ? null : { add, remove };
}

/**
 * EP-08.3: the ticks that make a difference: labels that the epic lacks are added; unticked ones that it has are removed, and so are those that another label
 * of their scope replaces. Null where there is no difference.
 */
export const labelsToSave = (labels: readonly Label[], change: LabelChange): LabelChange | null =>
  labelsBetween(labels, changedLabels(labels, change));

/** EP-08.5: labels whose titles contain a text, ignoring case; all for blank text. */
export function labelsMatching(labels: readonly Label[], search: string): readonly Label[] {
  const text = search.trim().toLowerCase();
  return text === '' ? labels : labels.filter(({ title }) => title.toLowerCase().includes(text));
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
  invalidColor: 'Enter a color as # and 3 or 6 hexadecimal digits.',
  blankTitle: "Title can't be blank",
} as const;
