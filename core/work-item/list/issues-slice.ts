import type { IssueListAsked, IssueListPlace, IssueListQuery } from './issues.ts';
import type { ListReading } from './reading.ts';
import type { Ports } from '../../ports/index.ts';
import { reducerOf } from '../../store/action.ts';
import { ISSUE_LIST_DEFAULTS, issueList, issueListActions, samePlace } from './issues.ts';
import { NO_PAGES, sameQuery } from './query.ts';
import { observe } from '../../query/index.ts';

export interface IssueListState extends ListReading<IssueListQuery['sort']> {
  readonly place: IssueListPlace | null;
  readonly fullName: string | null;
}

export const initialIssueListState: IssueListState = {
  place: null,
  fullName: null,
  query: ISSUE_LIST_DEFAULTS,
  shown: null,
  labels: [],
  ids: [],
  counts: null,
  page: NO_PAGES,
};

const isAsked = (state: IssueListState, { place, query }: IssueListAsked): boolean =>
  samePlace(state.place, place) && sameQuery(state.query, query);

export const issueListReducer = reducerOf(initialIssueListState, (on) => {
  on(issueListActions.opened, (state, { place, query }) => {
    const known = samePlace(state.place, place) && state.shown !== null ? state : initialIssueListState;
    return { ...known, place, query };
  });
  on(issueList.received, (state, { params, data: { rows, ...rest } }) =>
    isAsked(state, params) ? { ...state, ...rest, shown: params.query, ids: rows.map(({ id }) => id) } : state,
  );
  on(issueList.failed, (state, { params: { place }, missing }) =>
    missing && samePlace(state.place, place) ? { ...initialIssueListState, place } : state,
  );
});

interface Root {
  readonly issueList: IssueListState;
}

/** What the list's address asks for; null: no list was opened. */
export const listAsked = ({ issueList: { place, query } }: Root): IssueListAsked | null =>
  place === null ? null : { place, query };

/** RP-02.163: the address is the query. */
export const issueListSaga = (ports: Ports) =>
  observe(ports, issueList, {
    params: listAsked,
    opened: issueListActions.opened.type,
    again: issueListActions.retried.type,
  });
