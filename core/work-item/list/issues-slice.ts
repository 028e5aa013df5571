import { reducerOf } from '../../access/reducer.ts';
import type { IssueListPlace, IssueListQuery, IssueListRow } from './issues.ts';
import { ISSUE_LIST_DEFAULTS, issueListActions, samePlace } from './issues.ts';
import { NO_PAGES, sameQuery } from './query.ts';
import { labelsSeen, type ListReading } from './reading.ts';

export interface IssueListState extends ListReading<IssueListQuery['sort']> {
  readonly place: IssueListPlace | null;
  readonly fullName: string | null;
  readonly rows: readonly IssueListRow[];
}

export const initialIssueListState: IssueListState = {
  place: null,
  fullName: null,
  query: ISSUE_LIST_DEFAULTS,
  shown: null,
  labels: [],
  status: 'idle',
  error: null,
  rows: [],
  counts: null,
  page: NO_PAGES,
};

const isAsked = (state: IssueListState, answer: { place: IssueListPlace; query: IssueListQuery }): boolean =>
  samePlace(state.place, answer.place) && sameQuery(state.query, answer.query);

export const issueListReducer = reducerOf(initialIssueListState, (on) => {
  on(issueListActions.opened, (state, { place, query }) => {
    const known = samePlace(state.place, place) && state.shown !== null ? state : initialIssueListState;
    const labels = labelsSeen(query, known.rows, known.labels);
    return { ...known, place, query, labels, status: 'loading', error: null };
  });
  on(issueListActions.retried, (state) => ({ ...state, status: 'loading', error: null }));
  on(issueListActions.received, (state, answer) => {
    if (!isAsked(state, answer)) return state;
    const { query, fullName, rows, counts, page } = answer;
    const labels = labelsSeen(query, rows, state.labels);
    return { ...state, shown: query, labels, status: 'ready', error: null, fullName, rows, counts, page };
  });
  on(issueListActions.missing, (state, { place }) =>
    samePlace(state.place, place) ? { ...initialIssueListState, place, status: 'missing' } : state,
  );
  on(issueListActions.failed, (state, { text, ...asked }) =>
    isAsked(state, asked) ? { ...state, status: 'failed', error: text } : state,
  );
});
