import type { GroupIssuesQuery, IssueListRowFragment, ProjectIssuesQuery } from '../../api/generated/operations.ts';
import type { IssueSort } from '../../api/generated/schema.ts';
import type { ItemReading } from '../entity.ts';
import { GroupIssuesOperation, ProjectIssuesOperation } from '../../api/generated/operations.ts';
import { dayOf, milestoneOf, nodesOf, ownerOf, stateOf, typeOf } from '../../api/wire-parts.ts';
import { listPage, type EmptyTexts } from './view.ts';
import { itemList, listAnswer, type ListQuery } from './list.ts';

/** The orders of GitLab's issue lists that hold for every item. */
export const ISSUE_SORTS = [
  { value: 'CREATED_DESC', label: 'Created date, newest first' },
  { value: 'CREATED_ASC', label: 'Created date, oldest first' },
  { value: 'UPDATED_DESC', label: 'Updated date, newest first' },
  { value: 'UPDATED_ASC', label: 'Updated date, oldest first' },
  { value: 'DUE_DATE_ASC', label: 'Due date, earliest first' },
  { value: 'DUE_DATE_DESC', label: 'Due date, latest first' },
  { value: 'TITLE_ASC', label: 'Title, A to Z' },
  { value: 'TITLE_DESC', label: 'Title, Z to A' },
] as const satisfies readonly { readonly value: IssueSort; readonly label: string }[];

type IssueListSort = (typeof ISSUE_SORTS)[number]['value'];
export type IssueListQuery = ListQuery<IssueListSort>;

function issueOf({ type, state, dueDate, milestone, assignees, labels, ...facts }: IssueListRowFragment): ItemReading {
  return {
    ...facts,
    type: typeOf(type),
    state: stateOf(state),
    dueDate: dayOf(dueDate),
    milestone: milestoneOf(milestone),
    assignees: nodesOf(assignees),
    labels: nodesOf(labels),
    projectPath: ownerOf(facts.reference),
  };
}

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

export const {
  select: selectIssueList,
  fromUrl: issueListQueryFromUrl,
  toUrl: issueListQueryToUrl,
} = listPage(issueList, ISSUE_SORTS, EMPTY);
