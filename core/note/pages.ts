import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { DiscussionPartsFragment, ThreadPartsFragment } from '../api/generated/operations.ts';
import { call } from 'typed-redux-saga';
import {
  DiscussionNotesOperation,
  EpicNotesOperation,
  ItemNotesOperation,
  NewestEpicNotesOperation,
  NewestItemNotesOperation,
} from '../api/generated/operations.ts';
import { cursorOfNext, nodesOf, workItemId, type Nodes } from '../api/wire-parts.ts';
import { abortable } from '../store/effects.ts';
import type { NotesOf } from './queries.ts';

/** Pages of lists that are read on from the oldest note, or back from the newest one (WI-10.63). Each throws the port's rejection. */

interface Paged {
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly endCursor: string | null;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
  };
}

/** The cursor of the page that follows; null: there is none. */
export const cursorAfter = (page: Paged | null, newestFirst: boolean): string | null =>
  !newestFirst ? cursorOfNext(page) : page?.pageInfo.hasPreviousPage === true ? page.pageInfo.startCursor : null;

export type DiscussionPage = DiscussionPartsFragment | null;

/** 20 discussions. Only the widget of items of projects knows a filter, and it reads on from the oldest one only. */
export function* readDiscussions(
  { graphql }: Ports,
  { id, epic, filter, newestFirst }: NotesOf,
  cursor: string | null,
): SagaGenerator<Answer<DiscussionPage>> {
  if (epic !== null) {
    const answer = yield* call(() =>
      abortable(
        newestFirst
          ? graphql.request(NewestEpicNotesOperation, { ...epic, before: cursor })
          : graphql.request(EpicNotesOperation, { ...epic, after: cursor }),
      ),
    );
    return { ...answer, data: answer.data.group?.epic?.discussions ?? null };
  }
  if (newestFirst) {
    const answer = yield* call(() => abortable(graphql.request(NewestItemNotesOperation, { id, before: cursor })));
    return { ...answer, data: answer.data.issue?.discussions ?? null };
  }
  const variables = { id: workItemId(id), filter, after: cursor };
  const answer = yield* call(() => abortable(graphql.request(ItemNotesOperation, variables)));
  const widgets = answer.data.workItem?.widgets ?? [];
  return {
    ...answer,
    data: widgets.flatMap((each) => ('discussions' in each ? (each.discussions ?? []) : []))[0] ?? null,
  };
}

/** WI-10.90: the notes of the discussion of this note from a cursor on, at most so many pages, and the cursor that follows them. None, if it is gone. */
export function* readReplies({ graphql }: Ports, noteId: string, from: string, most = Infinity) {
  const read: NonNullable<NonNullable<ThreadPartsFragment['nodes']>[number]>[] = [];
  let next: string | null = from;
  for (let page = 0; page < most && next !== null; page += 1) {
    const variables = { id: noteId, after: next };
    const { data } = yield* call(() => abortable(graphql.request(DiscussionNotesOperation, variables)));
    const further = data.note?.discussion?.notes;
    read.push(...nodesOf(further));
    next = cursorOfNext(further);
  }
  return { read, next };
}

/** The arguments of a page of 100 notes. */
export type NotePageArgs = Readonly<
  Partial<Record<'first' | 'last', number> & Record<'after' | 'before', string | null>>
>;

/** All notes of an item, a hundred by a hundred, as far as these go. */
export function* readNotes<P extends Paged & NonNullable<Nodes<{ readonly id: string }>>>(
  read: (args: NotePageArgs) => SagaGenerator<Answer<P | null>>,
  newestFirst: boolean,
  ids: ReadonlySet<string>,
): SagaGenerator<Answer<readonly (P | null)[]>> {
  const left = new Set(ids);
  const pages: (P | null)[] = [];
  for (let cursor: string | null = null; ;) {
    const args: NotePageArgs = newestFirst ? { last: 100, before: cursor } : { first: 100, after: cursor };
    const answer: Answer<P | null> = yield* call(read, args);
    pages.push(answer.data);
    for (const { id } of nodesOf(answer.data)) left.delete(id);
    cursor = cursorAfter(answer.data, newestFirst);
    if (cursor === null || left.size === 0) return { ...answer, data: pages };
  }
}
