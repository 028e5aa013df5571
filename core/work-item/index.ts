import { issueListSaga } from './list/issues-saga.ts';
import { issueListReducer } from './list/issues-slice.ts';
import { workItemSaga } from './saga.ts';
import { workItemReducer } from './slice.ts';

export type * from './types.ts';
export * from './rules.ts';
export { LIST_STATES, withLabelTitle, withoutLabelTitle, withSearch, withSort, withState } from './list/address.ts';
export type { ListPageInfo, ListQuery, ListState } from './list/query.ts';
export type { ListCounts } from './list/reading.ts';
export type { ActiveLabel, ListFrame, StateTab } from './list/view.ts';
export {
  ISSUE_LIST_DEFAULTS,
  issueListActions,
  samePlace,
  type IssueListPlace,
  type IssueListQuery,
  type IssueListRow,
} from './list/issues.ts';
export { ISSUE_SORTS, issueListQueryFromUrl, issueListQueryToUrl } from './list/issues-address.ts';
export { selectIssueList, type IssueListView } from './list/issues-select.ts';
export { initialIssueListState, type IssueListState } from './list/issues-slice.ts';
export { workItemActions, type WorkItemRoute } from './actions.ts';
export type { WidgetName, WorkItemDetails } from './page-data.ts';
export {
  isWorkItemPage,
  selectWorkItem,
  selectWorkItemModel,
  selectWorkItemPage,
  type WorkItemModel,
  type WorkItemPage,
} from './select.ts';
export { initialWorkItemState } from './slice.ts';

/** What the planner wires: the page of one work item under `workItem`. Nothing here is optimistic: the page is read. */
export const workItemDomain = { name: 'workItem', reducer: workItemReducer, saga: workItemSaga, intents: {} } as const;

/** The lists of the issues of a group or project, under `issueList`; read only. */
export const issueListDomain = {
  name: 'issueList',
  reducer: issueListReducer,
  saga: issueListSaga,
  intents: {},
} as const;
