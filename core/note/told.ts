import type { ChangedNoteQuery } from '../api/generated/operations.ts';
import type { Ports } from '../ports/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { NotesRoot } from './mutations.ts';
import type { NotesPage } from './lists.ts';
import type { Discussion, NoteReading } from './types.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { call } from 'typed-redux-saga';
import { ChangedNoteOperation } from '../api/generated/operations.ts';
import { abortable } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { globalId } from '../work-item/rules/ids.ts';
import { noteIn } from '../work-item/rules/note-kinds.ts';
import { awardsOf, isOlder, noteOf } from './wire.ts';

/** WI-10.97: after pushes that name what has changed, only that is read of the comments. */

/** More of them are not read one by one. */
const MOST = 10;

/** Changes of an item that leave its comments, and what may be done with them, as they are. */
const BESIDE: ReadonlySet<string> = new Set([
  ...['title', 'description', 'state', 'dates', 'labels', 'assignees', 'milestone', 'iteration', 'weight'],
  ...['healthStatus', 'progress', 'timeTracking', 'zoomLink', 'color', 'parent', 'links', 'awards', 'tree', 'counts'],
]);

/** The kinds of what has changed; null: it is not known. */
export type Told = ReadonlySet<string> | null;

/** What both tell; undefined: nothing. */
const both = (one: Told | undefined, other: Told | undefined): Told | undefined =>
  one === null || other === null ? null : one && other ? new Set([...one, ...other]) : (one ?? other);

/** What one reading is for. */
export interface Hearing {
  readonly told: Told;
  /** It is taken in, as this page. */
  takenIn(page: NotesPage): void;
}

/** What pushes have told of each item: since its last reading began, and what that one is for as long as it has not been taken in. */
export class Heard {
  static readonly #all = new WeakMap<Ports, Heard>();
  readonly #told = new Map<GlobalId, Told | undefined>();
  readonly #reading = new Map<GlobalId, Hearing>();
  readonly #alone = new Map<GlobalId, Set<GlobalId>>();

  constructor(ports: Ports) {
    Heard.#all.set(ports, this);
  }

  static by(ports: Ports): Heard | undefined {
    return Heard.#all.get(ports);
  }

  hear(id: GlobalId, kinds?: readonly string[]): void {
    this.#told.set(id, both(this.#told.get(id), kinds === undefined ? null : new Set(kinds)));
  }

  /** Something may not have been heard. */
  miss(): void {
    // mutant: note-gap-not-minded
    for (const id of this.#told.keys()) this.#told.set(id, null);
  }

  /** A reading begins. Null, too, where nothing was told: it has another reason. RP-02.470: the one before, if it was not taken in, was for nothing. */
  take(id: GlobalId): Hearing {
    // mutant: note-told-once
    const told = both(this.#reading.get(id)?.told, this.#told.get(id)) ?? null;
    const hearing: Hearing = { told, takenIn: (page) => this.#takeIn(id, hearing, page) };
    this.#told.set(id, undefined);
    this.#reading.set(id, hearing);
    return hearing;
  }

  #takeIn(id: GlobalId, hearing: Hearing, { discussions, told }: NotesPage): void {
    // RP-02.471: what a later one is for goes on.
    if (this.#reading.get(id) === hearing) this.#reading.delete(id);
    const alone = told === true ? this.#alone.get(id) : undefined;
    for (const note of alone ? discussions.flatMap(({ notes }) => notes) : [])
      if (note.awards !== undefined) alone?.add(note.id);
  }

  /** RP-02.472: a reading of all reactions begins. Gives the comments that come with theirs before it ends, which are newer. */
  awardsBegin(id: GlobalId): ReadonlySet<GlobalId> {
    const alone = new Set<GlobalId>();
    this.#alone.set(id, alone);
    return alone;
  }
}

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
  // mutant: note-named-not-read
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

/** The page with the notes that were read by themselves in their places. */
export function withChanged(page: NotesPage, changed: Changed): NotesPage {
  const now = new Map(changed.notes.map(({ discussionId: _, ...note }) => [note.id, note]));
  const discussions = page.discussions.map((each) => {
    const read = new Set(each.notes.map(({ id }) => id));
    const others = (each.ids ?? []).flatMap((id) => (read.has(id) ? [] : (now.get(id) ?? [])));
    return { ...each, notes: [...each.notes.map((note) => now.get(note.id) ?? note), ...others] };
  });
  return { ...page, discussions, told: true };
}
