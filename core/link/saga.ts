import { isAnyOf } from '@reduxjs/toolkit';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { Blocker, ClosingItem, LinkState } from './types.ts';
import type { AnyAction } from '../store/action.ts';
import { call, fork, put, takeEvery } from 'typed-redux-saga';
import { BlockingEpicsOperation, BlockingIssuesOperation } from '../api/generated/operations.ts';
import { observe, query, selectQuery, type QueryRoot } from '../query/index.ts';
import { placeOf } from '../store/action.ts';
import { abortable } from '../store/effects.ts';
import { entries } from '../table/index.ts';
import { watchField, type OpenField } from '../tree/reference-queries.ts';
import { linkActions, linkAnswers } from './actions.ts';
import { completionPlace } from './form-slice.ts';
import { linkList, linkReads, linksOf, mergeRequests, type LinksOf } from './queries.ts';
import { ITEM_PLACES } from '../work-item/slice.ts';
import { blockersOf } from './wire.ts';

interface LinkSlices extends QueryRoot {
  readonly link: LinkState;
}

const { opened, closed, formOpened, formClosed, submitted } = linkActions;
const PLACES = [opened.type, closed.type];

/** The watcher of the linked items: the questions of popovers at any time, and what the open sections show. */
export function* linkSaga(ports: Ports): Generator {
  yield* fork(watchBlockers, ports);
  yield* fork(watchSections, ports);
  yield* watchField(ports, {
    actions: linkActions,
    reads: linkReads,
    open: openFields,
    changes: [...PLACES, formOpened.type, formClosed.type, submitted.type, submitted.committed.type],
  });
}

const endsRemoval = isAnyOf(linkActions.removed.refused, linkActions.removed.committed, linkActions.restored.refused);
const endsAddition = isAnyOf(linkActions.submitted.committed, linkActions.restored.committed);

/** RL-01.38: whether an action makes the loaded list of an item stale: an answered or uncertain change, or an addition merged from an older answer. */
const isStale = (action: AnyAction, { id }: LinksOf): boolean =>
  endsRemoval(action)
    ? action.payload.asked.subjectId === id
    : endsAddition(action) && action.payload.behind === true && action.payload.asked.subjectId === id;

/** RL-01.15 */
const LINK_PUSHES = { topic: (_: unknown, { id }: LinksOf) => id, follows: (kind: string) => kind === 'links' };

/** What the open sections show, and what is read beside it. */
function* watchSections(ports: Ports): Generator {
  const shown = {
    params: ({ link }: LinkSlices) =>
      ITEM_PLACES.flatMap((place) => link[place].subject ?? []).map((subject) => linksOf(subject)),
    changes: PLACES,
    again: linkActions.retried.type,
    concerns: ({ id }: LinksOf, action: AnyAction, { link }: LinkSlices) =>
      !linkActions.retried.match(action) || link[placeOf(action.meta)].subject?.id === id,
  };
  yield* fork(() => observe(ports, linkList, { ...shown, stale: isStale, pushes: LINK_PUSHES }));
  yield* fork(() => observe(ports, mergeRequests, shown));
  // Days are counted from today: of the opening, then of the last reading.
  yield* takeEvery([opened.type, linkList.received.type], function* () {
    yield* put(linkAnswers.started({ today: ports.clock.today() }));
  });
}

const openFields = ({ link }: LinkSlices): readonly OpenField[] =>
  ITEM_PLACES.flatMap((place) => {
    const { subject, form } = link[place];
    return subject === null || form === null ? [] : [{ field: form, place: completionPlace(subject) }];
  });

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
function* watchBlockers(ports: Ports): Generator {
  const { blockersAsked, closingAsked, closingEnded } = linkActions;
  yield* fork(() =>
    observe(ports, blockers, {
      params: ({ link }: LinkSlices) => [...entries(link.blockers)].map(([, { asked }]) => asked),
      changes: [...PLACES, blockersAsked.type],
      again: blockersAsked.type,
      // RL-05.5: they are asked for once, unless that failed.
      concerns: (asked, action, state) =>
        blockersAsked.match(action) &&
        action.payload.id === asked.id &&
        selectQuery(state, blockers, asked).status === 'failed',
    }),
  );
  // RL-01.30: always read the blockers before closing; if that fails, ask anyway and say so.
  yield* fork(() =>
    observe(ports, closing, {
      params: ({ link }: LinkSlices) => link.closing?.asked ?? null,
      opened: closingAsked.type,
      changes: [...PLACES, closingEnded.type],
    }),
  );
}
