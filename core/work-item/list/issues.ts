import type { GroupIssuesQuery, IssueListRowFragment, ProjectIssuesQuery } from '../../api/generated/operations.ts';
import type { IssueSort } from '../../api/generated/schema.ts';
import type { ItemReading } from '../entity.ts';
import { GroupIssuesOperation, ProjectIssuesOperation } from '../../api/generated/operations.ts';
import { dayOf, milestoneOf, nodesOf, ownerOf, typeOf } from '../../api/wire-parts.ts';
import { listPage, type EmptyTexts } from './view.ts';
import { itemList, listAnswer, type ItemListState, type ListQuery } from './list.ts';

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
export type IssueListState = ItemListState<IssueListSort>;

const issueOf = (node: IssueListRowFragment): ItemReading => ({
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

/** The issues of a group, subgroups included, or of a project. */
export const issueList = itemList<'issueList', IssueListSort, GroupIssuesQuery | ProjectIssuesQuery>('issueList', {
  sort: 'CREATED_DESC',
  operation: ({ kind }) => (kind === 'group' ? GroupIssuesOperation : ProjectIssuesOperation),
  decode: (answer) => {
    const owner = 'group' in answer ? answer.group : answer.project;
    if (owner === null) return null;
    const fullName = 'fullName' in owner ? owner.fullName : owner.nameWithNamespace;
    return listAnswer(fullName, owner, owner.issues, nodesOf(owner.issues).map(issueOf));
  },
  failure: 'Something went wrong while fetching issues.',
});

const HINT = 'Issues are added on the page of an epic.';

const EMPTY: EmptyTexts = {
  all: { title: 'There are no issues here yet', hint: HINT },
  opened: { title: 'There are no open issues here', hint: HINT },
  closed: { title: 'There are no closed issues here', hint: 'Closed issues will appear here.' },
};

export const ISSUE_SORTS: readonly { readonly value: IssueListSort; readonly label: string }[] = [
  { value: 'CREATED_DESC', label: 'Created date, newest first' },
  { value: 'CREATED_ASC', label: 'Created date, oldest first' },
  { value: 'UPDATED_DESC', label: 'Updated date, newest first' },
  { value: 'UPDATED_ASC', label: 'Updated date, oldest first' },
  { value: 'DUE_DATE_ASC', label: 'Due date, earliest first' },
  { value: 'DUE_DATE_DESC', label: 'Due date, latest first' },
  { value: 'TITLE_ASC', label: 'Title, A to Z' },
  { value: 'TITLE_DESC', label: 'Title, Z to A' },
];

export const {
  select: selectIssueList,
  fromUrl: issueListQueryFromUrl,
  toUrl: issueListQueryToUrl,
} = listPage(issueList, ISSUE_SORTS, EMPTY);
