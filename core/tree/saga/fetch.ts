import type { PollAnswer } from '../../query/index.ts';
import type { GlobalId, WorkItem } from '../../work-item/types.ts';
import type { ChildrenAnswer } from '../actions.ts';
import type { ItemFlags, PageMark } from '../state.ts';
import type { TreeSlices } from '../state.ts';
import type { Session } from './session.ts';
import { nodesOf } from '../../api/adapter.ts';
import { EpicChildrenOperation, WorkItemTreeOperation } from '../../api/generated/operations.ts';
import { abortable } from '../../store/effects.ts';
import { get } from '../../table/index.ts';
import { call, select, type SagaGenerator } from 'typed-redux-saga';
import { CHILDREN_PAGE_SIZE } from '../rules.ts';
import { flagsOf } from '../slice.ts';

/** Where a page of children is asked for. */
export type ParentPlace =
  | { readonly kind: 'epic'; readonly fullPath: string; readonly iid: string }
  | { readonly kind: 'workItem'; readonly id: GlobalId };

/** What to read: nothing of a kind, its first page, or the one behind a cursor. */
export interface Wanted {
  readonly epics: { readonly after: string | null } | null;
  readonly issues: { readonly after: string | null } | null;
}

export const FIRST_PAGE: Wanted = { epics: { after: null }, issues: { after: null } };

/** TR-06.21: the next page of each kind that has one. */
export const nextPage = ({ epics, issues }: Pick<ItemFlags, 'epics' | 'issues'>): Wanted => ({
  epics: epics.hasMore ? { after: epics.endCursor } : null,
  issues: issues.hasMore ? { after: issues.endCursor } : null,
});

/** One answer: the page, and what polling wants to know. `answer` null: the parent does not exist for the viewer. */
export interface Page {
  readonly answer: Omit<ChildrenAnswer, 'read'> | null;
  readonly poll: PollAnswer;
}

const NOTHING: PageMark = { endCursor: null, hasMore: false };

interface Connection {
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

const mark = (connection: Connection | null | undefined, before: PageMark): PageMark =>
  connection === null || connection === undefined
    ? before
    : { endCursor: connection.pageInfo.endCursor, hasMore: connection.pageInfo.hasNextPage };

/** The place of a parent; null for the root before its first answer means the root. */
export function* placeOf(id: GlobalId | null): SagaGenerator<ParentPlace | null> {
  const { tree, confirmed } = yield* select((state: TreeSlices) => state);
  const { root } = tree;
  if (root === null) return null;
  if (id === null || id === root.id) {
    if (root.kind === 'epic') return { kind: 'epic', fullPath: root.fullPath, iid: root.iid };
    return root.id === null ? null : { kind: 'workItem', id: root.id };
  }
  const item = get(confirmed.items, id);
  if (item === undefined) return null;
  if (item.type !== 'epic') return { kind: 'workItem', id };
  return { kind: 'epic', fullPath: item.group?.fullPath ?? root.fullPath, iid: item.iid };
}

/** Asks for one page of each wanted kind. The rejection is the port's. */
export function* fetchPage(
  session: Session,
  place: ParentPlace,
  wanted: Wanted,
  marks: { readonly epics: PageMark; readonly issues: PageMark } = { epics: NOTHING, issues: NOTHING },
  offset = 0,
): SagaGenerator<Page> {
  return place.kind === 'epic'
    ? yield* fetchEpic(session, place, wanted, marks)
    : yield* fetchWorkItem(session, place, wanted, offset);
}

function* fetchEpic(
  { ports, adapter }: Session,
  place: Extract<ParentPlace, { kind: 'epic' }>,
  wanted: Wanted,
  marks: { readonly epics: PageMark; readonly issues: PageMark },
): SagaGenerator<Page> {
  const answer = yield* call(() =>
    abortable(
      ports.graphql.request(EpicChildrenOperation, {
        fullPath: place.fullPath,
        iid: place.iid,
        pageSize: CHILDREN_PAGE_SIZE,
        epicEndCursor: wanted.epics?.after ?? null,
        // mutant: first-page-again
        issueEndCursor: wanted.issues?.after ?? null,
        withEpics: wanted.epics !== null,
        withIssues: wanted.issues !== null,
      }),
    ),
  );
  const group = answer.data.group;
  const epic = group?.epic ?? null;
  if (group === null || epic === null) return { answer: null, poll: answer };
  const items: WorkItem[] = [
    ...nodesOf(epic.children).map((node) => adapter.epic(node)),
    ...nodesOf(epic.issues).map((node) => adapter.issue(node)),
  ];
  return {
    answer: {
      parentId: epic.id,
      parent: adapter.parent(epic, group.id, place.fullPath),
      items,
      epics: mark(epic.children, marks.epics),
      // mutant: marks-of-the-other-kind
      issues: mark(epic.issues, marks.issues),
      defaultProject: epic.defaultProjectForIssueCreation,
      iterationId: null,
    },
    poll: answer,
  };
}

/** TR-19.21: children of a work item come in one list, in its order; their place in it is their position. */
function* fetchWorkItem(
  { ports, adapter }: Session,
  place: Extract<ParentPlace, { kind: 'workItem' }>,
  wanted: Wanted,
  offset: number,
): SagaGenerator<Page> {
  const variables = { id: place.id, first: CHILDREN_PAGE_SIZE, after: wanted.issues?.after ?? null };
  const answer = yield* call(() => abortable(ports.graphql.request(WorkItemTreeOperation, variables)));
  const item = answer.data.workItem;
  if (item === null) return { answer: null, poll: answer };
  const hierarchy = item.widgets?.find((one) => 'children' in one);
  const children = hierarchy !== undefined && 'children' in hierarchy ? hierarchy.children : null;
  const iteration = item.widgets?.find((one) => 'iteration' in one);
  return {
    answer: {
      parentId: item.id,
      parent: adapter.workItem(item, null),
      items: nodesOf(children).map((node, index) => adapter.workItem(node, offset + index)),
      epics: NOTHING,
      issues: mark(children, NOTHING),
      defaultProject: null,
      iterationId: iteration !== undefined && 'iteration' in iteration ? (iteration.iteration?.id ?? null) : null,
    },
    poll: answer,
  };
}

/** How many children of each kind a parent shows now. */
export function loadedCounts(
  { confirmed }: TreeSlices,
  parentId: GlobalId,
): { readonly epics: number; readonly issues: number } {
  const ids = get(confirmed.orders, parentId)?.ids ?? [];
  const epics = ids.filter((id) => get(confirmed.items, id)?.type === 'epic').length;
  return { epics, issues: ids.length - epics };
}

export const flagsFor =
  (id: GlobalId) =>
  ({ tree }: TreeSlices): ItemFlags =>
    flagsOf(tree, id);
