import type { Viewer } from '../access/viewer.ts';
import { noteKind } from '@espalier/core/work-item/rules';
import { EVENT_KINDS, type EventKind, type NoteChange } from '../command/events.ts';
import type { Cause } from './operations.ts';
import type { Subscription } from './registry.ts';
import { type Group, mayReadNote, maySee, maySeeGroup, type Subject, tellable } from './subjects.ts';
import type { Happened } from './windows.ts';

/** What of that which happened is for whom. */

/** What may have happened while nothing was heard; of what is gone nothing can be told. */
export const ANYTHING: readonly EventKind[] = EVENT_KINDS.filter(
  (kind) => kind !== 'created' && kind !== 'deleted' && kind !== 'internalNotes',
);

/** Of these kinds those that the subscription asks for, and none where its id names an item of the other sort. */
export function ofInterest(subscription: Subscription, subject: Subject, kinds: Iterable<EventKind>): EventKind[] {
  const { topic } = subscription.plan;
  if (!('kinds' in topic) || isOtherSort(subscription, subject)) return [];
  return [...kinds].filter((kind) => topic.kinds === null || topic.kinds.has(kind));
}

/** AP-07.4: an epic's number names no item of a project, nor the reverse. */
export const isOtherSort = ({ plan: { topic } }: Subscription, subject: Subject): boolean =>
  'item' in topic && topic.of !== null && (topic.of === 'epic') !== (subject.projectId === null);

export const itemOf = ({ plan: { topic } }: Subscription): number => ('item' in topic ? topic.item : 0);

/** WI-10.98: so many notes are named one by one. */
const NAMED_MOST = 10;

/** WI-10.98: with the comments that this person may read and that changed; `named` null, or none: any may have. */
export function withNotes(
  kinds: readonly EventKind[],
  viewer: Viewer,
  subject: Subject,
  named: readonly NoteChange[] | null,
): readonly string[] {
  if (!kinds.includes('notes')) return kinds;
  const ids = new Set(named?.filter((note) => mayReadNote(viewer, subject, note)).map(({ id }) => id));
  const isKnown = ids.size > 0 && ids.size <= NAMED_MOST;
  return [...kinds, ...(isKnown ? [...ids] : [null]).map(noteKind)];
}

export const causeOf = (kinds: readonly string[]): readonly Cause[] => (kinds.length === 0 ? [] : [{ kinds }]);

/** What this person may be told of what happened in a group. */
export function kindsOf(
  viewer: Viewer,
  { whole, path, items, gone }: Happened,
  { subjects, groups }: { subjects: ReadonlyMap<number, Subject>; groups: ReadonlyMap<string, Group> | null },
): EventKind[] {
  const kinds = new Set<EventKind>();
  const group = whole ? groups?.get(path) : undefined;
  if (group !== undefined && maySeeGroup(viewer, group)) for (const kind of ANYTHING) kinds.add(kind);
  for (const [id, happened] of items) {
    // AP-07.11: whoever sees much of it need not be asked about each of a hundred thousand items.
    if ([...happened].every((kind) => kinds.has(kind))) continue;
    const subject = subjects.get(id) ?? gone.get(id);
    if (subject !== undefined && maySee(viewer, subject))
      for (const kind of tellable(viewer, subject, happened)) kinds.add(kind);
  }
  return [...kinds];
}
