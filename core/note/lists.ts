import type { Draft } from '../mutation/index.ts';
import type { NotesOf } from './queries.ts';
import type { Discussion, NoteReading, NotesConfirmed, Resolution } from './types.ts';
import { takeReading, type Schema } from '../entities/index.ts';

/** The discussions of items, among what is confirmed. */

export const NOTES = {
  table: 'notes',
  parts: {},
  references: { author: 'users', editedBy: 'users' },
} as const satisfies Schema;

interface DiscussionReading extends Pick<Discussion, 'id' | 'more'> {
  readonly notes: readonly NoteReading[];
  /** Null: it is open. */
  readonly resolved: Resolution | null;
}

/** A reading of an item's activity: from where it begins, or one further page. */
export interface NotesPage {
  readonly discussions: readonly DiscussionReading[];
  /** The cursor of the next page; null: there is none. */
  readonly next: string | null;
}

/**
 * WI-10.63: a reading from the beginning brings all that is known, but for what was begun here beyond the pages that are read, where comments are shown. Where
 * the newest stand first it is never beyond them.
 */
export function listAfter(
  known: readonly Discussion[],
  { discussions, next }: NotesPage,
  isFurther: boolean,
  { filter, newestFirst }: Pick<NotesOf, 'filter' | 'newestFirst'>,
): readonly Discussion[] {
  const read = discussions.map(({ notes, resolved, ...discussion }) => ({
    ...discussion,
    notes: notes.map((note) => note.id),
    ...(resolved && { resolved }),
  }));
  const brought = new Set(read.map(({ id }) => id));
  const others = known.filter(({ id }) => !brought.has(id));
  const own = next === null || newestFirst || filter === 'ONLY_ACTIVITY' ? [] : others.filter((each) => each.own);
  return isFurther ? [...others.filter((each) => !own.includes(each)), ...read, ...own] : [...read, ...own];
}

/** WI-10.80: the discussion is resolved, or open (null). */
export function withResolution(
  draft: Draft<NotesConfirmed>,
  itemId: string,
  id: string,
  resolved: Resolution | null,
): void {
  const list = draft.get('discussions', itemId);
  const changed = ({ resolved: _, ...each }: Discussion): Discussion => ({ ...each, ...(resolved && { resolved }) });
  if (list !== undefined)
    draft.set(
      'discussions',
      itemId,
      list.map((each) => (each.id === id ? changed(each) : each)),
    );
}

/** The note is the last one of its discussion; twice is once. A list that is not known stays unknown. */
export function withNote(draft: Draft<NotesConfirmed>, itemId: string, discussionId: string, id: string): void {
  const list = draft.get('discussions', itemId);
  if (list === undefined || list.some(({ notes }) => notes.includes(id))) return;
  const isKnown = list.some((each) => each.id === discussionId);
  draft.set(
    'discussions',
    itemId,
    isKnown
      ? list.map((each) => (each.id === discussionId ? { ...each, notes: [...each.notes, id] } : each))
      : [...list, { id: discussionId, notes: [id], own: true }],
  );
}

/** The note is in no discussion, and a discussion without notes is not there. */
export function withoutNote(draft: Draft<NotesConfirmed>, itemId: string, id: string): void {
  const list = draft.get('discussions', itemId);
  if (list?.some(({ notes }) => notes.includes(id)) !== true) return;
  const left = list.map((each) => ({ ...each, notes: each.notes.filter((note) => note !== id) }));
  draft.set(
    'discussions',
    itemId,
    left.filter(({ notes }) => notes.length > 0),
  );
}

export const takeNote = (draft: Draft<NotesConfirmed>, note: NoteReading): void => takeReading(draft, NOTES, note);
