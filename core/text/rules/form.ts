import type { WorkItem } from '../../work-item/entity.ts';
import type { TextField, TextForm, TextVersion } from '../types.ts';
import { merge } from './merge.ts';

/** A form and what others make of its text. */

export const TEXT_FIELDS: readonly TextField[] = ['title', 'description'];

/** The text of an item; null where it was not read. The fields of browsers know no `\r`. */
export function versionOf(item: WorkItem | undefined): TextVersion | null {
  const { title, description, lockVersion } = item ?? {};
  if (title === undefined || description === undefined || lockVersion === undefined) return null;
  return { title, description: description.replaceAll('\r\n', '\n'), lockVersion };
}

export const newForm = (id: string, base: TextVersion, field: TextField): TextForm => ({
  id,
  title: base.title,
  description: base.description,
  base,
  field,
  conflict: null,
  takenOver: 0,
  asking: false,
  failure: null,
  restored: false,
});

/** What others left last, as far as the form knows. */
const seen = ({ conflict, base }: TextForm): TextVersion => conflict?.theirs ?? base;

/** WI-08.46, IE-05.42: the form after others have saved; the same form if they did not. */
export function withTheirs(form: TextForm, theirs: TextVersion): TextForm {
  const before = seen(form);
  const isSame = TEXT_FIELDS.every((field) => before[field] === theirs[field]);
  if (theirs.lockVersion < before.lockVersion || (isSame && theirs.lockVersion === before.lockVersion)) return form;
  const merged = TEXT_FIELDS.map((field) => ({ field, ...merge(form.base[field], form[field], theirs[field]) }));
  const clean = merged.filter(({ conflicts }) => conflicts === 0);
  const fields = merged.filter(({ conflicts }) => conflicts > 0).map(({ field }) => field);
  const taken = clean.some(({ field, text }) => text !== form[field]);
  return {
    ...form,
    // mutant: text-theirs-over-mine
    ...Object.fromEntries(clean.map(({ field, text }) => [field, text])),
    base: {
      ...form.base,
      ...Object.fromEntries(clean.map(({ field }) => [field, theirs[field]])),
      ...(fields.length === 0 && { lockVersion: theirs.lockVersion }),
    },
    conflict: fields.length === 0 ? null : { fields, theirs },
    takenOver: form.takenOver + Number(taken),
  };
}

export type Choice = 'kept' | 'theirsTaken' | 'mergedByHand';

/** IE-05.43: the form after a conflict was settled; the same form if there was none. */
export function settled(form: TextForm, choice: Choice): TextForm {
  const { conflict, base } = form;
  if (conflict === null) return form;
  const { fields, theirs } = conflict;
  const text = (field: TextField): string => {
    if (choice === 'theirsTaken') return theirs[field];
    // A title has one line.
    return field === 'title'
      ? `${form.title} / ${theirs.title}`
      : merge(base[field], form[field], theirs[field]).marked;
  };
  const texts = choice === 'kept' ? {} : Object.fromEntries(fields.map((field) => [field, text(field)]));
  return { ...form, ...texts, base: theirs, conflict: null, failure: null, restored: false };
}
