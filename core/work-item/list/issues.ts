import type { GroupIssuesQuery, IssueListRowFragment, ProjectIssuesQuery } from '../../api/generated/operations.ts';
import type { IssueSort } from '../../api/generated/schema.ts';
import { dayOf, nodesOf, shown } from '../../api/wire-parts.ts';
import { serverEvent, userEvent } from '../../store/action.ts';
import type {
  CivilDate,
  GlobalId,
  HealthStatus,
  Instant,
  Label,
  Milestone,
  Person,
  WorkItemState,
  WorkItemType,
} from '../types.ts';
import type { ListPageInfo, ListQuery } from './query.ts';
import { NO_PAGES } from './query.ts';
import type { ListCounts } from './reading.ts';

/** The list of the issues of a group, subgroups included, or of a project: its query, its rows, what happens to it. */

/** The orders of GitLab's issue lists that hold for every item. */
export type IssueListSort = Extract<
  IssueSort,
  | 'CREATED_DESC'
  | 'CREATED_ASC'
  | 'UPDATED_DESC'
  | 'UPDATED_ASC'
  | 'DUE_DATE_ASC'
  | 'DUE_DATE_DESC'
  | 'TITLE_ASC'
  | 'TITLE_DESC'
>;

export type IssueListQuery = ListQuery<IssueListSort>;

/** RP-02.161 */
export const ISSUE_LIST_DEFAULTS: IssueListQuery = {
  search: '',
  state: 'opened',
  sort: 'CREATED_DESC',
  labels: [],
  after: null,
  before: null,
};

/** Whose issues a list shows. */
export interface IssueListPlace {
  readonly kind: 'group' | 'project';
  readonly fullPath: string;
}

export const samePlace = (a: IssueListPlace | null, b: IssueListPlace): boolean =>
  a !== null && a.kind === b.kind && a.fullPath === b.fullPath;

export interface IssueListRow {
  readonly id: GlobalId;
  readonly type: WorkItemType;
  readonly state: WorkItemState;
  readonly title: string;
  /** Short where the list's own project owns the item. */
  readonly reference: string;
  readonly webPath: string;
  readonly confidential: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly closedAt: Instant | null;
  readonly dueDate: CivilDate | null;
  readonly weight: number | null;
  readonly healthStatus: HealthStatus | null;
  readonly milestone: Milestone | null;
  readonly author: Person;
  readonly assignees: readonly Person[];
  readonly labels: readonly Label[];
}

export interface IssueListAnswer {
  /** Names from the top group down. */
  readonly fullName: string;
  readonly rows: readonly IssueListRow[];
  readonly counts: ListCounts;
  readonly page: ListPageInfo;
}

type Owner = NonNullable<GroupIssuesQuery['group']> | NonNullable<ProjectIssuesQuery['project']>;

export function issueList(owner: Owner): IssueListAnswer {
  return {
    fullName: 'fullName' in owner ? owner.fullName : owner.nameWithNamespace,
    rows: nodesOf(owner.issues).map((node) => rowOf(node, owner.fullPath)),
    counts: { opened: owner.opened?.count ?? 0, closed: owner.closed?.count ?? 0 },
    page: owner.issues?.pageInfo ?? NO_PAGES,
  };
}

const milestoneOf = (node: IssueListRowFragment['milestone']): Milestone | null =>
  node && { id: node.id, title: node.title, startDate: dayOf(node.startDate), dueDate: dayOf(node.dueDate) };

const rowOf = (node: IssueListRowFragment, herePath: string): IssueListRow => ({
  id: node.id,
  type: (node.type ?? 'ISSUE').toLowerCase() as WorkItemType,
  state: node.state === 'closed' ? 'closed' : 'opened',
  title: node.title,
  reference: shown(node.reference, herePath),
  webPath: node.webPath,
  confidential: node.confidential,
  createdAt: node.createdAt,
  updatedAt: node.updatedAt,
  closedAt: node.closedAt,
  dueDate: dayOf(node.dueDate),
  weight: node.weight,
  healthStatus: node.healthStatus,
  milestone: milestoneOf(node.milestone),
  author: node.author,
  assignees: nodesOf(node.assignees),
  labels: nodesOf(node.labels),
});

type Asked = { readonly place: IssueListPlace; readonly query: IssueListQuery };

export const issueListActions = {
  /** The view calls it for every address of the list: the address is the query. */
  opened: userEvent<Asked>('issueList/opened'),
  retried: userEvent('issueList/retried'),

  received: serverEvent<Asked & IssueListAnswer>('issueList/received'),
  missing: serverEvent<{ place: IssueListPlace }>('issueList/missing'),
  failed: serverEvent<Asked & { text: string }>('issueList/failed'),
};

export const ISSUES_FAILED = 'Something went wrong while fetching issues.';
