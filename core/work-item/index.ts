import { issueList } from './list/issues.ts';
import type { AnyAction, Stamped } from '../store/action.ts';
import { get } from '../table/index.ts';
import { withItems, type ItemRecords } from './entity.ts';
import type { PageRoot } from './select.ts';
import type { Ports } from '../ports/index.ts';
import { observe } from '../query/index.ts';
import { isUncertain } from '../store/index.ts';
import { itemEdits } from './fields/actions.ts';
import { workItemActions, workItemPage, workItemReducer } from './slice.ts';
import { isOfItself } from './rules.ts';
import { itemMutations, itemStateActions } from './edits.ts';
import { readingsOf, withKnownParent } from './page-data.ts';

export type * from './types.ts';
export * from './rules.ts';
export { samePlace, type ListPlace, type ListQuery } from './list/list.ts';
export { issueList, type IssueListQuery } from './list/issues.ts';
export { workItemActions } from './slice.ts';
export type { ItemReading } from './entity.ts';
export { itemStateActions, selectStateToggle, type StateToggle } from './edits.ts';
export type { ShownLabelForm } from './new-label.ts';
export {
  isWorkItemPage,
  selectItemPageParts,
  selectWorkItem,
  selectWorkItemModel,
  selectWorkItemPage,
  type WorkItemModel,
} from './select.ts';

/** One page at a time: opening another, trying again or leaving gives up the read. */
const workItemSaga = (ports: Ports) =>
  observe(ports, workItemPage, {
    params: ({ workItem }: PageRoot) => workItem.route,
    opened: workItemActions.pageOpened.type,
    changes: workItemActions.pageClosed.type,
    again: workItemActions.pageRetried.type,
    pushes: { topic: ({ workItem }) => workItem.id, follows: isOfItself },
    stale: isUnsure,
  });

/** WI-02.6, WI-15.6: where the answer to a change cannot be read the item is read again, for it may have been made. */
const isUnsure = (action: AnyAction): boolean =>
  [itemStateActions.changeAsked, ...Object.values(itemEdits)].some(
    ({ committed, refused }) =>
      (refused.match(action) && isUncertain(action.payload.failure)) ||
      (committed.match(action) && action.payload.behind === true),
  );

/** What the planner wires: the page of one work item under `workItem`. Nothing here is optimistic: the page is read. */
export const workItemDomain = {
  name: 'workItem',
  reducer: workItemReducer,
  saga: workItemSaga,
  mutations: itemMutations,
  reduceConfirmed: <C extends ItemRecords>(confirmed: C, action: Stamped): C =>
    workItemPage.received.match(action)
      ? withItems(confirmed, readingsOf(withKnownParent(confirmed, action.payload.data)))
      : confirmed,
  holds: ({ workItem: { id }, confirmed: { items } }: PageRoot) =>
    id === null ? [] : [id, get(items, id)?.parentId ?? id],
  leaves: [workItemActions.pageOpened.type, workItemActions.pageClosed.type],
} as const;

/** The list of the issues of a group or project, under `issueList`; read only. */
export const issueListDomain = issueList.domain;
