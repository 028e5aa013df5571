import type { Ports } from '../../ports/index.ts';
import { observe } from '../../query/index.ts';
import type { IssueListAsked } from './issues.ts';
import { issueList, issueListActions } from './issues.ts';
import type { IssueListState } from './issues-slice.ts';

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
