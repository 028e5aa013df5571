import type { IssueListState } from './list/issues-slice.ts';
import { issueListReducer, issueListSaga } from './list/issues-slice.ts';
import { issueList, issueListActions } from './list/issues.ts';
import { withLabelsSeen } from './list/reading.ts';
import type { Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import { get } from '../table/index.ts';
import { withItems, type ItemRecords } from './entity.ts';
import { workItemSaga } from './saga.ts';
import type { WorkItemPageState } from './slice.ts';
import { workItemActions, workItemPage, workItemReducer } from './slice.ts';
import { readingsOf } from './page-data.ts';
import { itemStateMutations } from './state.ts';

export type * from './types.ts';
export * from './rules.ts';
export { LIST_STATES, withLabelTitle, withoutLabelTitle, withSearch, withSort, withState } from './list/address.ts';
export type { ListPageInfo, ListQuery, ListState } from './list/query.ts';
export { type ListCounts, type ListRow } from './list/reading.ts';
export type { ActiveLabel, ListFrame, StateTab } from './list/view.ts';
export {
  ISSUE_LIST_DEFAULTS,
  issueListActions,
  samePlace,
  type IssueListPlace,
  type IssueListQuery,
} from './list/issues.ts';
export {
  ISSUE_SORTS,
  issueListQueryFromUrl,
  issueListQueryToUrl,
  selectIssueList,
  type IssueListView,
} from './list/issues-select.ts';
export { initialIssueListState, type IssueListState } from './list/issues-slice.ts';
export { workItemActions, type WorkItemRoute, initialWorkItemPage } from './slice.ts';
export type { PageItem } from './page-data.ts';
export type { WidgetName } from './entity.ts';
export {
  isWorkItemPage,
  selectWorkItem,
  selectWorkItemModel,
  selectWorkItemPage,
  type WorkItemModel,
  type WorkItemPage,
} from './select.ts';

export interface PageState {
  readonly workItem: WorkItemPageState;
  readonly confirmed: ItemRecords;
}

/** What the planner wires: the page of one work item under `workItem`. Nothing here is optimistic: the page is read. */
export const workItemDomain = {
  name: 'workItem',
  reducer: workItemReducer,
  saga: workItemSaga,
  mutations: itemStateMutations,
  foldConfirmed: <C extends ItemRecords>(confirmed: C, action: Stamped): C =>
    workItemPage.received.match(action) ? withItems(confirmed, readingsOf(action.payload.data)) : confirmed,
  holds: ({ workItem: { id }, confirmed: { items } }: PageState) =>
    id === null ? [] : [id, get(items, id)?.parentId ?? id],
  leaves: [workItemActions.pageOpened.type, workItemActions.pageClosed.type],
} as const;

/** The list of the issues of a group or project, under `issueList`; read only. */
export const issueListDomain = {
  name: 'issueList',
  reducer: issueListReducer,
  saga: issueListSaga,
  foldConfirmed: <C extends ItemRecords>(confirmed: C, action: Stamped): C =>
    issueList.received.match(action) ? withItems(confirmed, action.payload.data.rows) : confirmed,
  holds: (state: { readonly issueList: IssueListState }) => state.issueList.ids,
  leaves: [issueListActions.opened.type],
  afterReduce: (list: IssueListState, action: Stamped, { after }: Step<{ readonly confirmed: ItemRecords }>) =>
    issueListActions.opened.match(action) || issueList.received.match(action)
      ? withLabelsSeen(list, after.confirmed.items)
      : list,
} as const;
