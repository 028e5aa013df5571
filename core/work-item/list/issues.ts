import type { GroupIssuesQuery, IssueListRowFragment, ProjectIssuesQuery } from '../../api/generated/operations.ts';
import type { IssueSort } from '../../api/generated/schema.ts';
import type { Milestone, WorkItem } from '../types.ts';
import type { ListPageInfo, ListQuery } from './query.ts';
import type { ListCounts } from './reading.ts';
import { isOvertaken, listVariables, whileTyping } from './reading.ts';
import { failureText } from '../../access/failures.ts';
import { GroupIssuesOperation, ProjectIssuesOperation } from '../../api/generated/operations.ts';
import { dayOf, nodesOf, ownerOf, typeOf } from '../../api/wire-parts.ts';
import { named } from '../../frame/index.ts';
import { query } from '../../query/index.ts';
import { userAction } from '../../store/action.ts';
import { NO_PAGES } from './query.ts';

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

export interface IssueListAnswer {
  /** Names from the top group down. */
  readonly fullName: string;
  readonly rows: readonly WorkItem[];
  readonly counts: ListCounts;
  readonly page: ListPageInfo;
}

type Owner = NonNullable<GroupIssuesQuery['group']> | NonNullable<ProjectIssuesQuery['project']>;

function issuesOf(owner: Owner): IssueListAnswer {
  return {
    fullName: 'fullName' in owner ? owner.fullName : owner.nameWithNamespace,
    rows: nodesOf(owner.issues).map(issueOf),
    counts: { opened: owner.opened?.count ?? 0, closed: owner.closed?.count ?? 0 },
    page: owner.issues?.pageInfo ?? NO_PAGES,
  };
}

const milestoneOf = (node: IssueListRowFragment['milestone']): Milestone | null =>
  node && { id: node.id, title: node.title, startDate: dayOf(node.startDate), dueDate: dayOf(node.dueDate) };

const issueOf = (node: IssueListRowFragment): WorkItem => ({
  id: node.id,
  iid: node.iid,
  type: typeOf(node.type),
  state: node.state === 'closed' ? 'closed' : 'opened',
  title: node.title,
  reference: node.reference,
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
  projectPath: ownerOf(node.reference),
});

/** A list and the page of it that its address names. */
export interface IssueListAsked {
  readonly place: IssueListPlace;
  readonly query: IssueListQuery;
}

export const issueListActions = {
  /** The view calls it for every address of the list: the address is the query. */
  opened: userAction<IssueListAsked>('issueList/opened'),
  retried: userAction('issueList/retried'),
};

/** RP-02.163, RP-02.164 */
export const issueList = query<
  IssueListAsked,
  GroupIssuesQuery | ProjectIssuesQuery,
  IssueListAnswer,
  null,
  ReturnType<typeof listVariables<IssueListSort>>
>('issueList/page', {
  key: ({ place }) => `${place.kind} ${place.fullPath}`,
  request: ({ place: { kind, fullPath }, query: asked }) => [
    kind === 'group' ? GroupIssuesOperation : ProjectIssuesOperation,
    listVariables(fullPath, asked),
  ],
  decode: (answer) => {
    const owner = 'group' in answer ? answer.group : answer.project;
    return owner && issuesOf(owner);
  },
  also: ({ fullName }, { place: { fullPath } }) => named({ fullPath, fullName }),
  isOvertaken,
  delay: whileTyping,
  failure: (error) => failureText(error, 'Something went wrong while fetching issues.'),
});
