import { createSelector } from 'reselect';
import { selectQuery, type Queries } from '../../query/index.ts';
import type { Pending } from '../../mutation/index.ts';
import { selectVisible } from '../../mutation/index.ts';
import type { ItemRecords } from '../entity.ts';
import type { IssueListPlace, IssueListQuery } from './issues.ts';
import { issueList } from './issues.ts';
import { listAsked } from './issues-saga.ts';
import type { IssueListState } from './issues-slice.ts';
import type { ListRow } from './rows.ts';
import { listRows } from './rows.ts';
import type { ListFrame } from './view.ts';
import { listFrame } from './view.ts';

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
