import type { NoteAwardPartsFragment } from '../api/generated/operations.ts';
import type { Answer, Ports } from '../ports/index.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import type { NotesRoot } from './mutations.ts';
import type { NoteAwards, NoteSubject } from './types.ts';
import { call, select } from 'typed-redux-saga';
import { EpicNoteAwardsOperation, ItemNoteAwardsOperation } from '../api/generated/operations.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { observe, query } from '../query/index.ts';
import { abortable } from '../store/effects.ts';
import { get } from '../table/index.ts';
import type { AnyAction } from '../store/action.ts';
import type { GlobalId } from '../work-item/types.ts';
import { ITEM_PLACES } from '../work-item/slice.ts';
import { noteActions, noteAnswers } from './actions.ts';
import { readNotes, type NotePageArgs } from './pages.ts';
import { awardsKey, awardsRead, notesRead } from './queries.ts';
import { Heard } from './told.ts';
import { awardsOf } from './wire.ts';

/** Reads the reactions to the comments that are known. */

type Page = NoteAwardPartsFragment | null;

interface Reactions {
  readonly pages: readonly Page[];
  readonly newer: ReadonlySet<GlobalId>;
}

function* readOne({ graphql }: Ports, { id, epic }: NoteSubject, args: NotePageArgs): SagaGenerator<Answer<Page>> {
  if (epic === null) {
    const answer = yield* call(() => abortable(graphql.request(ItemNoteAwardsOperation, { id, ...args })));
    return { ...answer, data: answer.data.issue?.notes ?? null };
  }
  const answer = yield* call(() => abortable(graphql.request(EpicNoteAwardsOperation, { ...epic, ...args })));
  return { ...answer, data: answer.data.group?.epic?.notes ?? null };
}

/** The comments of an item that a list has brought. */
const commentsOf = ({ confirmed: { discussions, notes } }: Pick<NotesRoot, 'confirmed'>, id: string): Set<string> =>
  new Set(
    get(discussions, id)?.flatMap((each) => each.notes.filter((note) => get(notes, note)?.system === false)) ?? [],
  );

/** WI-10.89: as far as there are comments that are known. */
const awards = query<NoteSubject, Reactions, readonly NoteAwards[], null>(awardsRead, {
  *read(ports: Ports, asked): SagaGenerator<Answer<Reactions>> {
    const newer = Heard.by(ports)?.awardsBegin(asked.id) ?? new Set();
    const root = yield* select((state: NotesRoot) => state);
    const all = commentsOf(root, asked.id);
    const answer = yield* readNotes((args) => readOne(ports, asked, args), root.note.newestFirst, all);
    return { ...answer, data: { pages: answer.data, newer } };
  },
  decode: ({ pages, newer }) =>
    pages.includes(null)
      ? null
      : pages
          .flatMap(nodesOf)
          .filter(({ id }) => !newer.has(id))
          .map(({ id, awardEmoji }) => ({ id, awards: awardsOf(awardEmoji) })),
  readsVersionsOf: ({ id }) => [awardsKey(id)],
});

/** The item of which a list, or a long discussion to its end, was read; null: of none. With single notes come their reactions. */
function bringsNotesOf(action: AnyAction): GlobalId | null {
  if (notesRead.received.match(action)) return action.payload.data.told === true ? null : action.payload.params.id;
  return noteAnswers.threadRead.match(action) && action.payload.isWhole ? action.payload.itemId : null;
}

/** Each reading of the comments is followed by one of their reactions; pushes and polls are the list's. */
export function* awardsSaga(ports: Ports): Generator {
  yield* observe(ports, awards, {
    params: (root: NotesRoot) =>
      ITEM_PLACES.flatMap((place) => root.note[place] ?? []).filter(({ id }) => commentsOf(root, id).size > 0),
    changes: [noteActions.closed.type, noteActions.opened.type, notesRead.received.type],
    again: (action) => bringsNotesOf(action) !== null,
    concerns: ({ id }, action) => bringsNotesOf(action) === id,
  });
}
