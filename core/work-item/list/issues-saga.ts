import type { SagaGenerator } from 'typed-redux-saga';
import { call, put, select, takeLatest } from 'typed-redux-saga';
import type { Reply } from '../../access/effects.ts';
import { ask } from '../../access/effects.ts';
import { failureText } from '../../access/session.ts';
import { GroupIssuesOperation, ProjectIssuesOperation } from '../../api/generated/operations.ts';
import { named } from '../../frame/index.ts';
import type { Ports } from '../../ports/index.ts';
import { sleep } from '../../store/effects.ts';
import { HTTP } from '../rules/errors.ts';
import type { IssueListAnswer, IssueListPlace, IssueListQuery } from './issues.ts';
import { ISSUES_FAILED, issueList, issueListActions } from './issues.ts';
import type { IssueListState } from './issues-slice.ts';
import { listVariables } from './reading.ts';

/** Milliseconds of silence after the last keystroke before a search is sent (GitLab's general debounce). */
const SEARCH_DELAY = 250;

/** RP-02.163: every new question starts the reading anew, so that the latest one wins. */
export function* issueListSaga(ports: Ports): Generator {
  yield* takeLatest([issueListActions.opened.type, issueListActions.retried.type], readList, ports);
}

function* readList(ports: Ports): Generator {
  const { place, query, shown } = yield* select(({ issueList }: { issueList: IssueListState }) => issueList);
  if (place === null) return;
  if (shown !== null && shown.search !== query.search) yield* call(sleep, ports.clock, SEARCH_DELAY);
  const reply = yield* call(find, ports, place, query);
  if (reply.ok && reply.data !== null) {
    yield* named({ fullPath: place.fullPath, fullName: reply.data.fullName });
    yield* put(issueListActions.received({ place, query, ...reply.data }));
  } else if (reply.ok || reply.error.status === HTTP.NOT_FOUND) {
    yield* put(issueListActions.missing({ place }));
  } else {
    const text = failureText(reply.error, ISSUES_FAILED);
    yield* put(issueListActions.failed({ place, query, text }));
  }
}

function* find(
  { graphql }: Ports,
  { kind, fullPath }: IssueListPlace,
  query: IssueListQuery,
): SagaGenerator<Reply<IssueListAnswer | null>> {
  const variables = listVariables(fullPath, query);
  if (kind === 'group') {
    const reply = yield* ask(() => graphql.request(GroupIssuesOperation, variables));
    return reply.ok ? { ...reply, data: reply.data.group && issueList(reply.data.group) } : reply;
  }
  const reply = yield* ask(() => graphql.request(ProjectIssuesOperation, variables));
  return reply.ok ? { ...reply, data: reply.data.project && issueList(reply.data.project) } : reply;
}
