import type { QueryRoot } from '../query/index.ts';
import type { ItemPlace } from '../work-item/slice.ts';
import type { Person } from '../work-item/types.ts';
import type { NotesRoot } from './mutations.ts';
import type { Discussion, Note, NoteForm } from './types.ts';
import { createSelector, lruMemoize } from 'reselect';
import { sameData } from '../entities/index.ts';
import { selectVisible } from '../mutation/index.ts';
import { IDLE, selectQuery } from '../query/index.ts';
import { get } from '../table/index.ts';
import { notesOf, notesRead } from './queries.ts';
import { canSend } from './rules.ts';
import { noteAnchor } from './texts.ts';

type InPlace = readonly [state: NotesRoot & QueryRoot, place: ItemPlace];

export interface NoteModel extends Omit<Note, 'author' | 'editedBy'> {
  /** Null: a deleted user. */
  readonly author: Person | null;
  readonly editedBy: Person | null;
  /** `note_12`; null: it is on its way. */
  readonly anchor: string | null;
}

export interface DiscussionModel {
  readonly id: string;
  /** There is at least one. */
  readonly notes: readonly NoteModel[];
  readonly mayReply: boolean;
}

const reading = (...[state, place]: InPlace) => {
  const subject = state.note[place];
  return subject === null ? IDLE : selectQuery(state, notesRead, notesOf(state.note, subject));
};

/** What the section in this place shows (WI-10.61). */
export const selectActivity = createSelector(
  [
    (...[{ note }, place]: InPlace) => note[place],
    (...[state, place]: InPlace) => get(selectVisible(state).discussions, state.note[place]?.id ?? ''),
    (...[state]: InPlace) => selectVisible(state).notes,
    (...[state]: InPlace) => selectVisible(state).users,
    (...[{ access }]: InPlace) => access.session.user !== null,
    (...[{ note }]: InPlace) => note.filter,
    (...[{ note }]: InPlace) => note.newestFirst,
    reading,
  ],
  (subject, list, notes, users, signedIn, filter, newestFirst, { status, error, loadingMore, next }) => {
    const person = (id: string | null): Person | null => (id === null ? null : (get(users, id) ?? null));
    const model = (note: Note): NoteModel => ({
      ...note,
      author: person(note.author),
      editedBy: person(note.editedBy),
      anchor: noteAnchor(note.id),
    });
    const discussion = ({ id, notes: ids }: Discussion): readonly DiscussionModel[] => {
      const models = ids.flatMap((each) => get(notes, each) ?? []).map(model);
      const [first] = models;
      return first === undefined
        ? []
        : [{ id, notes: models, mayReply: signedIn && !first.system && first.createdAt !== null }];
    };
    const discussions = (list ?? []).flatMap(discussion);
    return {
      itemId: subject?.id ?? null,
      status,
      error,
      signedIn,
      filter,
      newestFirst,
      discussions: newestFirst ? discussions.toReversed() : discussions,
      hasMore: next !== null,
      loadingMore,
    };
  },
  { memoize: lruMemoize, memoizeOptions: { maxSize: 2, resultEqualityCheck: sameData } },
);

const NO_FORM = { body: '', error: null } as const;

/** The form of a target; `open` false: nobody writes there. */
export const selectNoteForm = createSelector(
  [({ note }: Pick<NotesRoot, 'note'>, target: string): NoteForm | undefined => note.forms[target]],
  (form) => {
    const { body, error } = form ?? NO_FORM;
    return { open: form !== undefined, body, error, canSend: canSend(body) };
  },
);
