import { issueList } from './list/issues.ts';
import type { AnyAction, Stamped } from '../store/action.ts';
import { get } from '../table/index.ts';
import { withItems, type ItemRecords } from './entity.ts';
import type { PageRoot } from './select.ts';
import type { Ports } from '../ports/index.ts';
import { observe } from '../query/index.ts';
import { isUncertain } from '../store/index.ts';
import { workItemActions, workItemPage, workItemReducer } from './slice.ts';
import { OWN_CHANGES } from './rules.ts';
import { itemMutations, itemStateActions } from './edits.ts';
import { readingsOf, withKnownParent } from './page-data.ts';

export type * from './types.ts';
export * from './rules.ts';
export { LIST_STATES, withLabelTitle, withoutLabelTitle, withSearch, withSort, withState } from './list/address.ts';
export { samePlace, type ListPlace, type ListQuery } from './list/list.ts';
export type { ActiveLabel, ListFrame, ListRow } from './list/view.ts';
export {
  ISSUE_SORTS,
  issueList,
  issueListQueryFromUrl,
  issueListQueryToUrl,
  selectIssueList,
  type IssueListQuery,
} from './list/issues.ts';
export { workItemActions } from './slice.ts';
export type { ItemReading } from './entity.ts';
export {
  itemStateActions,
  itemWeightActions,
  selectMayChangeWeight,
  selectSavingWeight,
  selectStateToggle,
  type StateToggle,
} from './edits.ts';
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
    pushes: { topic: ({ workItem }) => workItem.id, kinds: OWN_CHANGES },
    // WI-02.6: where the answer to a change cannot be read the item is read again, for it may have been made.
    stale: (action: AnyAction) =>
      itemStateActions.changeAsked.refused.match(action) && isUncertain(action.payload.failure),
  });

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
