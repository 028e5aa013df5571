import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../../ports/index.ts';
import type { ItemReading } from '../../work-item/entity.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { ChildrenAnswer, NextPage } from '../reads.ts';
import type { TreeSlices } from '../state.ts';
import { nodesOf, TreeAdapter } from '../../api/adapter.ts';
import { itemId, workItemId } from '../../api/wire-parts.ts';
import { EpicChildrenOperation, WorkItemTreeOperation } from '../../api/generated/operations.ts';
import { abortable } from '../../store/effects.ts';
import { get } from '../../table/index.ts';
import { call, select } from 'typed-redux-saga';
import { inPlace, type Place } from '../../store/place.ts';
import { CHILDREN_PAGE_SIZE } from '../rules.ts';

/** Where a page of children is asked for. */
type ParentPlace =
  | { readonly kind: 'epic'; readonly fullPath: string; readonly iid: string }
  | { readonly kind: 'workItem'; readonly id: GlobalId };

/** Null: it is not known. */
function placeOf({ tree: { root }, confirmed }: TreeSlices, parentId: GlobalId | null): ParentPlace | null {
  if (root === null) return null;
  const id = parentId ?? root.id;
  if (id === root.id) {
    if (root.kind === 'epic') return { kind: 'epic', fullPath: root.fullPath, iid: root.iid };
    return id === null ? null : { kind: 'workItem', id };
  }
  const item = id === null ? undefined : get(confirmed.items, id);
  if (item === undefined) return null;
  if (item.type !== 'epic') return { kind: 'workItem', id: item.id };
  return { kind: 'epic', fullPath: item.group?.fullPath ?? root.fullPath, iid: item.iid };
}

/** What answers bring; an answer without it: the parent does not exist for the viewer. */
export interface Page extends Omit<ChildrenAnswer, 'takenFrom' | 'next'> {
  readonly next: NextPage;
}

/** What of which kind is asked for; `after` null: from the first one on. Without a kind nothing of it is asked for. */
interface Asked {
  readonly epics?: { readonly after: string | null };
  readonly issues?: { readonly after: string | null };
}

const FIRST_PAGE: Asked = { epics: { after: null }, issues: { after: null } };

/** TR-06.21: only the kinds that have a next page, each with its own cursor. */
export const pageAt = ({ epics, issues }: NextPage): Asked => ({
  ...(epics !== null && { epics: { after: epics } }),
  ...(issues !== null && { issues: { after: issues } }),
});

interface Connection {
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

const endOf = (list: Connection | null | undefined): string | null =>
  list?.pageInfo.hasNextPage === true ? list.pageInfo.endCursor : null;

function* fetchEpic(
  { graphql }: Ports,
  adapter: TreeAdapter,
  { fullPath, iid }: Extract<ParentPlace, { kind: 'epic' }>,
  { epics, issues }: Asked,
): SagaGenerator<Answer<Page | null>> {
  const variables = {
    fullPath,
    iid,
    pageSize: CHILDREN_PAGE_SIZE,
    epicEndCursor: epics?.after ?? null,
    // mutant: first-page-again
    issueEndCursor: issues?.after ?? null,
    withEpics: epics !== undefined,
    withIssues: issues !== undefined,
  };
  const answer = yield* call(() => abortable(graphql.request(EpicChildrenOperation, variables)));
  const { group } = answer.data;
  const epic = group?.epic ?? null;
  if (group === null || epic === null) return { ...answer, data: null };
  const items: readonly ItemReading[] = [
    ...nodesOf(epic.children).map((node) => adapter.epic(node)),
    ...nodesOf(epic.issues).map((node) => adapter.issue(node)),
  ];
  return {
    ...answer,
    data: {
      parentId: epic.id,
      parent: adapter.parent(epic, group.id, fullPath),
      items,
      // mutant: marks-of-the-other-kind
      next: { epics: endOf(epic.children), issues: endOf(epic.issues) },
      defaultProject: epic.defaultProjectForIssueCreation,
      iterationId: null,
    },
  };
}

/** TR-19.21: children of a work item come in one list, in its order; their place in it is their position. */
function* fetchWorkItem(
  { graphql }: Ports,
  adapter: TreeAdapter,
  { id }: Extract<ParentPlace, { kind: 'workItem' }>,
  { issues }: Asked,
  offset: number,
): SagaGenerator<Answer<Page | null>> {
  const variables = { id: workItemId(id), first: CHILDREN_PAGE_SIZE, after: issues?.after ?? null };
  const answer = yield* call(() => abortable(graphql.request(WorkItemTreeOperation, variables)));
  const item = answer.data.workItem;
  if (item === null) return { ...answer, data: null };
  const hierarchy = item.widgets?.find((one) => 'children' in one);
  const list = hierarchy !== undefined && 'children' in hierarchy ? hierarchy.children : null;
  const iteration = item.widgets?.find((one) => 'iteration' in one);
  return {
    ...answer,
    data: {
      parentId: itemId(item.id),
      parent: adapter.workItem(item, null),
      items: nodesOf(list).map((node, index) => adapter.workItem(node, offset + index)),
      next: { epics: null, issues: endOf(list) },
      defaultProject: null,
      iterationId: iteration !== undefined && 'iteration' in iteration ? (iteration.iteration?.id ?? null) : null,
    },
  };
}

/** TR-05.23: as many of each kind as are wanted, page by page from `from` on, as one answer. Null: nobody knows where to ask. */
export function* fetchChildren(
  ports: Ports,
  { parentId, place: at }: { readonly parentId: GlobalId | null; readonly place?: Place },
  wanted: { readonly epics: number; readonly issues: number },
  from: Asked = FIRST_PAGE,
  offset = 0,
): SagaGenerator<Answer<Page | null> | null> {
  const place = yield* select((state: TreeSlices) => placeOf(inPlace(state, at), parentId));
  if (place === null) return null;
  const adapter = new TreeAdapter();
  let items: readonly ItemReading[] = [];
  let next: NextPage = { epics: null, issues: null };
  for (let asked = from; ;) {
    const answer: Answer<Page | null> =
      place.kind === 'epic'
        ? yield* fetchEpic(ports, adapter, place, asked)
        : yield* fetchWorkItem(ports, adapter, place, asked, offset + items.length);
    const page = answer.data;
    if (page === null) return answer;
    items = withNewer(items, page.items);
    // A page says nothing about a kind that it was not asked for.
    next = {
      epics: asked.epics === undefined ? next.epics : page.next.epics,
      issues: asked.issues === undefined ? next.issues : page.next.issues,
    };
    const epics = items.filter(({ type }) => type === 'epic').length;
    const left = {
      // mutant: refresh-of-the-first-page-only
      epics: epics < wanted.epics ? next.epics : null,
      issues: items.length - epics < wanted.issues ? next.issues : null,
    };
    if (left.epics === null && left.issues === null) return { ...answer, data: { ...page, items, next } };
    asked = pageAt(left);
  }
}

/** TR-05.29: a child that moved between two pages of one reading stands on both; the later one is right. */
function withNewer(items: readonly ItemReading[], page: readonly ItemReading[]): readonly ItemReading[] {
  const newer = new Set(page.map(({ id }) => id));
  const kept = items.filter(({ id }) => !newer.has(id));
  return [...kept, ...page];
}
