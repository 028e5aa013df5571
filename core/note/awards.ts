import type { NoteAwardPartsFragment } from '../api/generated/operations.ts';
import type { Answer, Ports } from '../ports/index.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import type { NotesRoot } from './mutations.ts';
import type { NoteAwards, NoteSubject } from './types.ts';
import { call, select } from 'typed-redux-saga';
import { EpicNoteAwardsOperation, ItemNoteAwardsOperation } from '../api/generated/operations.ts';
import { cursorOfNext, nodesOf } from '../api/wire-parts.ts';
import { observe, query } from '../query/index.ts';
import { abortable } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { ITEM_PLACES } from '../work-item/slice.ts';
import { noteActions } from './actions.ts';
import { awardsKey, awardsRead, notesRead } from './queries.ts';

/** Reads the reactions to the comments that are known. */

type Page = NoteAwardPartsFragment | null;

function* readOne({ graphql }: Ports, { id, epic }: NoteSubject, after: string | null): SagaGenerator<Answer<Page>> {
  if (epic === null) {
    const answer = yield* call(() => abortable(graphql.request(ItemNoteAwardsOperation, { id, after })));
    return { ...answer, data: answer.data.issue?.notes ?? null };
  }
  const answer = yield* call(() => abortable(graphql.request(EpicNoteAwardsOperation, { ...epic, after })));
  return { ...answer, data: answer.data.group?.epic?.notes ?? null };
}

/** The comments of an item that a list has brought. */
const commentsOf = ({ confirmed: { discussions, notes } }: Pick<NotesRoot, 'confirmed'>, id: string): Set<string> =>
  new Set(
    get(discussions, id)?.flatMap((each) => each.notes.filter((note) => get(notes, note)?.system === false)) ?? [],
  );

/** WI-10.89: the oldest first, as far as there are comments that are known. */
const awards = query<NoteSubject, readonly Page[], readonly NoteAwards[], null>(awardsRead, {
  *read(ports: Ports, asked): SagaGenerator<Answer<readonly Page[]>> {
    const left = commentsOf(yield* select((root: NotesRoot) => root), asked.id);
    const pages: Page[] = [];
    for (let after: string | null = null; ;) {
      const answer: Answer<Page> = yield* call(readOne, ports, asked, after);
      pages.push(answer.data);
      for (const { id } of nodesOf(answer.data)) left.delete(id);
      after = answer.data && cursorOfNext(answer.data);
      if (after === null || left.size === 0) return { ...answer, data: pages };
    }
  },
  decode: (pages) =>
    pages.includes(null)
      ? null
      : pages.flatMap(nodesOf).map(({ id, awardEmoji }) => ({
          id,
          awards: nodesOf(awardEmoji).map(({ name, user }) => ({ emoji: name, userId: user.id, name: user.name })),
        })),
  readsVersionsOf: ({ id }) => [awardsKey(id)],
});

/** Each reading of the comments is followed by one of their reactions; pushes and polls are the list's. */
export function* awardsSaga(ports: Ports): Generator {
  yield* observe(ports, awards, {
    params: (root: NotesRoot) =>
      ITEM_PLACES.flatMap((place) => root.note[place] ?? []).filter(({ id }) => commentsOf(root, id).size > 0),
    changes: [noteActions.closed.type, noteActions.opened.type, notesRead.received.type],
    again: notesRead.received.type,
    concerns: ({ id }, action) => notesRead.received.match(action) && action.payload.params.id === id,
  });
}
