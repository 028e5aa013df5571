import type { Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import type { NoteForm, NotesConfirmed, NoteState } from './types.ts';
import { onlyHeld, sameData, withReadings } from '../entities/index.ts';
import { entries, get, set } from '../table/index.ts';
import { noteActions, noteAnswers } from './actions.ts';
import { listAfter, NOTES } from './lists.ts';
import type { NotesRoot } from './mutations.ts';
import { awardsRead, notesRead } from './queries.ts';
import { ITEM_PLACES } from '../work-item/slice.ts';
import { noteReducer, withStray } from './slice.ts';

/** What the planner wires; the watcher comes with what shows it, and what is written with `core/note` (or `core/keep`). */
export const noteDomain = {
  name: 'note',
  reducer: noteReducer,
  tables: ['notes', 'discussions'],
  reduceConfirmed,
  holds: ({ confirmed }: { readonly confirmed: NotesConfirmed }) =>
    [...entries(confirmed.notes)].flatMap(([, { author, editedBy }]) => [author, editedBy].filter((id) => id !== null)),
  leaves: [noteActions.closed.type],
  afterReduce: (note: NoteState, action: Stamped, step: Step<NotesRoot, NotesConfirmed>): NoteState =>
    withStrays(keepUnsent(note, action, step), action, step.after),
} as const;

/** WI-10.68: what answers a discussion, or edits a comment, that is gone by now stands in the form of its item. */
function withStrays(note: NoteState, action: Stamped, { confirmed }: NotesRoot): NoteState {
  const { received } = notesRead;
  const tells = received.match(action)
    ? action.payload.data.next === null && action.payload.params.filter === 'ALL_NOTES'
    : noteActions.commented.refused.match(action) || noteActions.edited.refused.match(action);
  if (!tells) return note;
  // A note may be among those that were not read; a discussion was read.
  const isThere = ({ itemId, target }: NoteForm): boolean =>
    target === itemId ||
    (get(confirmed.discussions, itemId)?.some(
      ({ id, notes, more }) => (more && target.includes('/Note/')) || id === target || notes.includes(target),
    ) ??
      true);
  const strays = Object.values(note.forms).filter((form) => !isThere(form));
  return strays.reduce((state, stray) => withStray(state, stray), note);
}

/** WI-10.66: what is not sent stays in its form; only an edit that changes nothing closes it. */
function keepUnsent(
  note: NoteState,
  action: Stamped,
  { before, after, visible }: Step<NotesRoot, NotesConfirmed>,
): NoteState {
  const isAsked = noteActions.commented.match(action) || noteActions.edited.match(action);
  if (!isAsked || before.pending !== after.pending) return note;
  const { target } = action.payload;
  const known = get(visible(after).notes, target);
  return known !== undefined && known.body === before.note.forms[target]?.body ? note : before.note;
}

/** The activity of what is shown nowhere any more is forgotten. */
function reduceConfirmed<C extends NotesConfirmed>(
  confirmed: C,
  action: Stamped,
  { note }: { readonly note: NoteState },
): C {
  if (notesRead.received.match(action)) {
    const { params, data, cursor } = action.payload;
    const known = withReadings(
      confirmed,
      NOTES,
      data.discussions.flatMap(({ notes }) => notes),
    );
    const before = get(known.discussions, params.id);
    const after = listAfter(before ?? [], data, cursor !== null);
    return sameData(before, after) ? known : withList(known, set(known.discussions, params.id, after));
  }
  if (noteAnswers.threadRead.match(action)) {
    const { itemId, notes, discussions } = action.payload;
    const known = withReadings(confirmed, NOTES, notes);
    return withList(known, set(known.discussions, itemId, discussions));
  }
  if (awardsRead.received.match(action)) {
    const comments = action.payload.data.filter(({ id }) => get(confirmed.notes, id)?.system === false);
    return withReadings(confirmed, NOTES, comments);
  }
  if (!noteActions.closed.match(action) && !noteActions.opened.match(action)) return confirmed;
  const now = noteReducer(note, action);
  const shown = ITEM_PLACES.flatMap((place) => now[place]?.id ?? []);
  const discussions = onlyHeld(confirmed.discussions, shown);
  return discussions === confirmed.discussions ? confirmed : withList(confirmed, discussions);
}

/** With other lists, and the notes that stand in them. */
const withList = <C extends NotesConfirmed>(confirmed: C, discussions: NotesConfirmed['discussions']): C => ({
  ...confirmed,
  discussions,
  notes: onlyHeld(
    confirmed.notes,
    [...entries(discussions)].flatMap(([, list]) => list.flatMap(({ notes }) => notes)),
  ),
});
