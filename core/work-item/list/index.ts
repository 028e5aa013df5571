import { LIST_STATES, TIMEBOX_STATES } from './address.ts';
import { issueList, type IssueListQuery, type IssueListSort } from './issues.ts';
import { listPage, type EmptyTexts } from './view.ts';

/** What the pages of lists show. Its code comes with them; what the planner wires is in issues.ts. */

export { issueListSaga } from './read-issues.ts';
export {
  LIST_STATES,
  withAssignee,
  withLabelTitle,
  withoutLabelTitle,
  withSearch,
  withSort,
  withState,
} from './address.ts';
export { hiddenRowTooltip, listPage, type ActiveLabel, type ListFrame, type ListRow } from './view.ts';

/** The orders of GitLab's issue lists that hold for every item. */
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
} = listPage(issueList, ISSUE_SORTS, EMPTY, LIST_STATES, true);

/** AP-14.70: all of them unless asked otherwise. */
export const TIMEBOX_DEFAULTS: IssueListQuery = { ...issueList.defaults, state: 'all' };

/** The same of the items of a milestone. */
export const {
  select: selectTimeboxItems,
  fromUrl: timeboxQueryFromUrl,
  toUrl: timeboxQueryToUrl,
} = listPage(
  { ...issueList, defaults: TIMEBOX_DEFAULTS },
  ISSUE_SORTS,
  {
    all: { title: 'There are no issues in it yet', hint: 'Choose it as the milestone of an issue to have it here.' },
    unstarted: { title: 'There are no unstarted issues', hint: 'Open issues without an assignee appear here.' },
    ongoing: { title: 'There are no ongoing issues', hint: 'Open issues with an assignee appear here.' },
    closed: { title: 'There are no completed issues', hint: 'Closed issues appear here.' },
  },
  TIMEBOX_STATES,
);
