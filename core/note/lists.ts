import type { Draft } from '../mutation/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { Discussion, NoteReading, NotesConfirmed, Resolution } from './types.ts';
import { takeReading, type Schema } from '../entities/index.ts';

/** The discussions of items, among what is confirmed. */

export const NOTES = {
  table: 'notes',
  parts: {},
  references: { author: 'users', editedBy: 'users' },
} as const satisfies Schema;

interface DiscussionReading extends Omit<Discussion, 'notes' | 'own'> {
  readonly notes: readonly NoteReading[];
  /** WI-10.97: all notes, of which only those were read. Absent: what was read is all, or `more` says where the rest begins. */
  readonly ids?: readonly GlobalId[];
}

/** A reading of an item's activity: from where it begins, or one further page. */
export interface NotesPage {
  readonly discussions: readonly DiscussionReading[];
  /** The cursor of the next page; null: there is none. */
  readonly next: string | null;
  /** What was begun here may stand beyond it. */
  readonly beyond: boolean;
  /** WI-10.97: what has changed was read, with its reactions. Absent: everything was. */
  readonly told?: true;
}

/** WI-10.63: a reading from the beginning brings all that is known, but for what was begun here beyond it. */
export function listAfter(
  known: readonly Discussion[],
  { discussions, beyond }: NotesPage,
  isFurther: boolean,
): readonly Discussion[] {
  const read = discussions.map(({ notes, ids = notes.map(({ id }) => id), ...each }) => ({
    ...each,
    notes: ids,
  }));
  const brought = new Set(read.map(({ id }) => id));
  const others = known.filter(({ id }) => !brought.has(id));
  const own = others.filter((each) => beyond && each.own);
  return [...others.filter((each) => isFurther && !own.includes(each)), ...read, ...own];
}

type List = readonly Discussion[];

/** A list that is not known stays unknown. */
function change(draft: Draft<NotesConfirmed>, itemId: string, to: (list: List) => List): void {
  const list = draft.get('discussions', itemId);
  if (list !== undefined) draft.set('discussions', itemId, to(list));
}

/** WI-10.80: the discussion is resolved, or open (null). */
export function withResolution(
  draft: Draft<NotesConfirmed>,
  itemId: string,
  id: string,
  resolved: Resolution | null,
): void {
  const changed = ({ resolved: _, ...each }: Discussion): Discussion => ({ ...each, ...(resolved && { resolved }) });
  change(draft, itemId, (list) => list.map((each) => (each.id === id ? changed(each) : each)));
}

const has = (list: List, id: string): boolean => list.some(({ notes }) => notes.includes(id));

/** The note is the last one of its discussion; twice is once. */
export function withNote(draft: Draft<NotesConfirmed>, itemId: string, discussionId: string, id: string): void {
  change(draft, itemId, (list) => {
    if (has(list, id)) return list;
    return list.some((each) => each.id === discussionId)
      ? list.map((each) => (each.id === discussionId ? { ...each, notes: [...each.notes, id] } : each))
      : [...list, { id: discussionId, notes: [id], own: true }];
  });
}

/** The note is in no discussion, and a discussion without notes is not there. */
export function withoutNote(draft: Draft<NotesConfirmed>, itemId: string, id: string): void {
  change(draft, itemId, (list) =>
    has(list, id)
      ? list
          .map((each) => ({ ...each, notes: each.notes.filter((note) => note !== id) }))
          .filter(({ notes }) => notes.length > 0)
      : list,
  );
}

export const takeNote = (draft: Draft<NotesConfirmed>, note: NoteReading): void => takeReading(draft, NOTES, note);
