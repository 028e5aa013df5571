import { createSelector } from 'reselect';
import type { IssueListPlace, IssueListQuery, IssueListRow } from './issues.ts';
import type { IssueListState } from './issues-slice.ts';
import type { ListFrame } from './view.ts';
import { listFrame } from './view.ts';

const TEXTS = {
  empty: { title: 'There are no issues here yet', hint: 'Issues are added on the page of an epic.' },
  noneOpen: { title: 'There are no open issues here', hint: 'Issues are added on the page of an epic.' },
  noneClosed: { title: 'There are no closed issues here', hint: 'Closed issues will appear here.' },
  nothingFound: { title: 'No matches found', hint: 'Try another search or state.' },
  nothingLabelled: { title: 'No matches found', hint: 'Try another search or state, or remove a label.' },
} as const;

export interface IssueListView extends ListFrame<IssueListQuery['sort']> {
  readonly place: IssueListPlace | null;
  /** Of the group or project, names from the top down. */
  readonly fullName: string | null;
  readonly rows: readonly IssueListRow[];
  readonly empty: { readonly title: string; readonly hint: string } | null;
}

export const selectIssueList = createSelector(
  [({ issueList }: { readonly issueList: IssueListState }) => issueList],
  (list): IssueListView => {
    const { status, place, fullName, rows, query } = list;
    const empty = status === 'ready' && rows.length === 0 ? emptyText(query) : null;
    return { ...listFrame(list), place, fullName, rows, empty };
  },
);

/** RP-02.162: nothing at all, nothing in a state, and an empty answer to a question are told apart. */
const emptyText = ({ search, state, labels }: IssueListQuery) => {
  const { empty, noneOpen, noneClosed, nothingFound, nothingLabelled } = TEXTS;
  if (labels.length > 0) return nothingLabelled;
  return search.trim() !== '' ? nothingFound : { all: empty, opened: noneOpen, closed: noneClosed }[state];
};
