import type { GlobalId, Label } from '../types.ts';
import { withLabel } from './labels.ts';

/** Changes of an item's labels: what is ticked in a picker, what of it makes a difference, and what is sent. */

/** What is added and what is removed; whatever it does not name stays as it is. */
export interface LabelChange {
  readonly add: readonly Label[];
  readonly remove: readonly GlobalId[];
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
 * EP-08.3: the ticks that make a difference: labels that the item lacks are added; unticked ones that it has are removed, and so are those that another label
 * of their scope replaces. Null where there is no difference.
 */
export const labelsToSave = (labels: readonly Label[], change: LabelChange): LabelChange | null =>
  labelsBetween(labels, changedLabels(labels, change));

/** EP-08.5: labels whose titles contain a text, ignoring case; all for blank text. */
export function labelsMatching(labels: readonly Label[], search: string): readonly Label[] {
  const text = search.trim().toLowerCase();
  return text === '' ? labels : labels.filter(({ title }) => title.toLowerCase().includes(text));
}
