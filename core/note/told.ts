import type { ChangedNoteQuery } from '../api/generated/operations.ts';
import type { Ports } from '../ports/index.ts';
import type { Told } from '../query/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { NotesRoot } from './mutations.ts';
import type { NotesPage } from './lists.ts';
import type { Discussion, NoteReading } from './types.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { call } from 'typed-redux-saga';
import { ChangedNoteOperation } from '../api/generated/operations.ts';
import { abortable } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { noteIn, globalId } from '../work-item/rules.ts';
import { awardsOf, isOlder, noteOf } from './wire.ts';

/** WI-10.97: after pushes that name what has changed, only that is read of the comments. */

/** More of them are not read one by one. */
const MOST = 10;

/** Changes of an item that leave its comments, and what may be done with them, as they are. */
const BESIDE: ReadonlySet<string> = new Set([
  ...['title', 'description', 'state', 'dates', 'labels', 'assignees', 'milestone', 'iteration', 'weight'],
  ...['healthStatus', 'progress', 'timeTracking', 'zoomLink', 'color', 'parent', 'links', 'awards', 'tree', 'counts'],
]);

/** The comments that have changed; null: any may have. */
export function notesIn(told: Told): ReadonlySet<GlobalId> | null {
  if (told === null) return null;
  const ids = new Set<GlobalId>();
  for (const kind of told) {
    const id = noteIn(kind);
    if (id === null || (id === undefined && kind !== 'notes' && !BESIDE.has(kind))) return null;
    if (id !== undefined) ids.add(globalId('Note', id));
  }
  return ids.size > MOST || (told.has('notes') && ids.size === 0) ? null : ids;
}

/** What has become of them. Which of them are gone `ids` tells. */
export interface Changed {
  readonly ids: ReadonlySet<GlobalId>;
  readonly notes: readonly (NoteReading & { readonly discussionId: GlobalId | undefined })[];
}

export function* readChanged({ graphql }: Ports, ids: ReadonlySet<GlobalId>): SagaGenerator<Changed> {
  const notes: Changed['notes'][number][] = [];
  for (const id of ids) {
    const { data } = yield* call(() => abortable(graphql.request(ChangedNoteOperation, { id })));
    if (data.note) notes.push(readingOf(data.note));
  }
  return { ids, notes };
}

const readingOf = ({ awardEmoji, discussion, ...note }: NonNullable<ChangedNoteQuery['note']>) => ({
  ...noteOf(note),
  awards: awardsOf(awardEmoji),
  discussionId: discussion?.id,
});

/** The notes of a discussion behind those at its beginning, which were read again; null: they have to be read, too. */
export function behind(
  { confirmed }: Pick<NotesRoot, 'confirmed'>,
  known: Discussion | undefined,
  first: readonly GlobalId[],
  changed: Changed | null,
): readonly GlobalId[] | null {
  const last = known?.notes.indexOf(first.at(-1) ?? '') ?? -1;
  if (known === undefined || known.more !== undefined || changed === null || last < 0) return null;
  const ids = known.notes.slice(last + 1).filter((id) => !changed.ids.has(id));
  const now = new Map(changed.notes.map((note) => [note.id, note]));
  for (const note of changed.notes) {
    if (note.discussionId !== known.id || first.includes(note.id)) continue;
    const at = ids.findLastIndex((id) => isOlder(now.get(id) ?? get(confirmed.notes, id), note)) + 1;
    ids.splice(at, 0, note.id);
  }
  return ids;
}

/** Those of them that stand on the page. */
export function shownOf({ notes }: Changed, { discussions }: NotesPage): readonly NoteReading[] {
  const shown = new Set(discussions.flatMap((each) => [...each.notes.map(({ id }) => id), ...(each.behind ?? [])]));
  return notes.filter(({ id }) => shown.has(id)).map(({ discussionId: _, ...note }) => note);
}
