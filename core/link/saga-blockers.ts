import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { Blocker, ClosingItem } from './types.ts';
import { call, fork } from 'typed-redux-saga';
import { BlockingEpicsOperation, BlockingIssuesOperation } from '../api/generated/operations.ts';
import { observe, query, selectQuery } from '../query/index.ts';
import { abortable } from '../store/effects.ts';
import { entries } from '../table/index.ts';
import { linkActions } from './actions.ts';
import { linkReads } from './queries.ts';
import type { LinkSlices } from './saga.ts';
import { blockersOf } from './wire.ts';

/** RL-05.1: an epic is asked for by its group and number, everything else by its id. */
function* readBlockers(
  { graphql }: Ports,
  { id, kind, iid, groupPath }: ClosingItem,
): SagaGenerator<Answer<readonly Blocker[]>> {
  if (kind === 'epic') {
    const variables = { fullPath: groupPath ?? '', iid };
    const answer = yield* call(() => abortable(graphql.request(BlockingEpicsOperation, variables)));
    return { ...answer, data: blockersOf(answer.data.group?.issuable?.blockingIssuables) };
  }
  const answer = yield* call(() => abortable(graphql.request(BlockingIssuesOperation, { id })));
  return { ...answer, data: blockersOf(answer.data.issuable?.blockingIssuables) };
}

const plan = { read: readBlockers, decode: (list: readonly Blocker[]) => list, hides: () => false };
const blockers = query(linkReads.blockers, plan);
const closing = query(linkReads.closing, plan);

/** Answers the questions of popovers and of closing, at any time: they need no section. */
export function* watchBlockers(ports: Ports): Generator {
  const { blockersAsked, closingAsked, closingEnded, opened, closed } = linkActions;
  const changes = [opened.type, closed.type];
  yield* fork(() =>
    observe(ports, blockers, {
      params: ({ link }: LinkSlices) => [...entries(link.blockers)].map(([, { asked }]) => asked),
      changes: [...changes, blockersAsked.type],
      again: blockersAsked.type,
      // RL-05.5: they are asked for once, unless that failed.
      concerns: (asked, action, state) =>
        blockersAsked.match(action) &&
        action.payload.id === asked.id &&
        selectQuery(state, blockers, asked).status === 'failed',
    }),
  );
  // RL-01.30: the truth of this moment, whatever the page showed. Where it cannot be read the question is asked all the same, and says so.
  yield* fork(() =>
    observe(ports, closing, {
      params: ({ link }: LinkSlices) => link.closing?.asked ?? null,
      opened: closingAsked.type,
      changes: [...changes, closingEnded.type],
    }),
  );
}
