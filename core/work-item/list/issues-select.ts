import type { Queries } from '../../query/index.ts';
import type { Pending } from '../../mutation/index.ts';
import type { ItemRecords } from '../entity.ts';
import type { IssueListPlace, IssueListQuery, IssueListSort } from './issues.ts';
import type { IssueListState } from './issues-slice.ts';
import type { ListRow } from './reading.ts';
import type { ListFrame } from './view.ts';
import type { ListKind, UrlParams } from './address.ts';
import { createSelector } from 'reselect';
import { selectQuery } from '../../query/index.ts';
import { selectVisible } from '../../mutation/index.ts';
import { ISSUE_LIST_DEFAULTS, issueList } from './issues.ts';
import { listAsked } from './issues-slice.ts';
import { listRows } from './reading.ts';
import { listFrame } from './view.ts';
import { listQueryFromUrl, listQueryToUrl } from './address.ts';

const TEXTS = {
  empty: { title: 'There are no issues here yet', hint: 'Issues are added on the page of an epic.' },
  noneOpen: { title: 'There are no open issues here', hint: 'Issues are added on the page of an epic.' },
  noneClosed: { title: 'There are no closed issues here', hint: 'Closed issues will appear here.' },
  nothingFound: { title: 'No matches found', hint: 'Try another search or state.' },
  nothingLabelled: { title: 'No matches found', hint: 'Try another search or state, or remove a label.' },
} as const;

interface Root {
  readonly issueList: IssueListState;
  readonly queries: Queries;
  readonly confirmed: ItemRecords;
  readonly pending: readonly Pending[];
}

export interface IssueListView extends ListFrame<IssueListQuery['sort']> {
  readonly place: IssueListPlace | null;
  /** Of the group or project, names from the top down. */
  readonly fullName: string | null;
  readonly rows: readonly ListRow[];
  readonly empty: { readonly title: string; readonly hint: string } | null;
}

export const selectIssueList = createSelector(
  [
    (state: Root) => state.issueList,
    (state: Root) => selectVisible(state).items,
    (state: Root) => selectQuery(state, issueList, listAsked(state)),
  ],
  (list, items, read): IssueListView => {
    const { place, fullName, ids, query } = list;
    const rows = listRows(items, ids, place?.fullPath ?? '');
    const frame = listFrame(list, read);
    const empty = frame.status === 'ready' && rows.length === 0 ? emptyText(query) : null;
    return { ...frame, place, fullName, rows, empty };
  },
);

/** RP-02.162: nothing at all, nothing in a state, and an empty answer to a question are told apart. */
const emptyText = ({ search, state, labels }: IssueListQuery) => {
  const { empty, noneOpen, noneClosed, nothingFound, nothingLabelled } = TEXTS;
  if (labels.length > 0) return nothingLabelled;
  return search.trim() !== '' ? nothingFound : { all: empty, opened: noneOpen, closed: noneClosed }[state];
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

const ISSUE_LIST: ListKind<IssueListSort> = { defaults: ISSUE_LIST_DEFAULTS, sorts: ISSUE_SORTS };

export const issueListQueryFromUrl = (params: UrlParams): IssueListQuery => listQueryFromUrl(ISSUE_LIST, params);

export const issueListQueryToUrl = (query: IssueListQuery): [name: string, value: string][] =>
  listQueryToUrl(ISSUE_LIST, query);
