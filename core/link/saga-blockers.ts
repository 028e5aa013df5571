import type { Ports } from '../ports/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { Stamped } from '../store/action.ts';
import type { BlockedItem, Blocker } from './types.ts';
import { call, put, takeEvery, takeLatest, select, type SagaGenerator } from 'typed-redux-saga';
import { BlockingEpicsOperation, BlockingIssuesOperation } from '../api/generated/operations.ts';
import { abortable, isWireError } from '../store/effects.ts';
import { linkActions, linkAnswers } from './actions.ts';
import type { LinkSlices } from './saga.ts';
import { selectLink } from './saga.ts';
import { get } from '../table/index.ts';
import { blockersOf } from './wire.ts';

type Asked = Pick<BlockedItem, 'id' | 'kind' | 'iid' | 'groupPath'>;

/** RL-05.1: an epic is asked for by its group and number, everything else by its id. */
function* fetchBlockers({ graphql }: Ports, { id, kind, iid, groupPath }: Asked): SagaGenerator<readonly Blocker[]> {
  if (kind === 'epic') {
    const variables = { fullPath: groupPath ?? '', iid };
    const { data } = yield* call(() => abortable(graphql.request(BlockingEpicsOperation, variables)));
    return blockersOf(data.group?.issuable?.blockingIssuables);
  }
  const { data } = yield* call(() => abortable(graphql.request(BlockingIssuesOperation, { id })));
  return blockersOf(data.issuable?.blockingIssuables);
}

/** Answers the questions of popovers and of closing, at any time: they need no section. */
export function* watchBlockers(ports: Ports): Generator {
  const asked = new Set<GlobalId>();
  yield* takeEvery(linkActions.blockersAsked.match, function* ({ payload }: Stamped<BlockedItem>): Generator {
    const { id, count } = payload;
    // RL-05.5: the reducer has decided whether there is anything to ask.
    const known = yield* select((state: LinkSlices) => get(selectLink(state).blockers, id));
    if (known?.status !== 'loading' || asked.has(id)) return;
    asked.add(id);
    try {
      const list = yield* fetchBlockers(ports, payload);
      yield* put(linkAnswers.blockersRead({ id, count, list }));
    } catch (error) {
      if (!isWireError(error)) throw error;
      yield* put(linkAnswers.blockersFailed({ id }));
    } finally {
      asked.delete(id);
    }
  });
  yield* takeLatest(linkActions.closingAsked.match, checkClosing, ports);
}

/** RL-01.30: the truth of this moment, whatever the page showed. Where it cannot be read the question is asked all the same. */
function* checkClosing(ports: Ports, { payload }: Stamped<Asked>): Generator {
  const { id } = payload;
  try {
    const list = yield* fetchBlockers(ports, payload);
    // mutant: closing-never-asks
    yield* put(linkAnswers.closingChecked({ id, status: list.length === 0 ? 'free' : 'asking', list }));
  } catch (error) {
    if (!isWireError(error)) throw error;
    // The question itself says so.
    yield* put(linkAnswers.closingChecked({ id, status: 'failed', list: [] }));
  }
}
