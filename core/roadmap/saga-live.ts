import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { QueryRoot, RoundStep } from '../query/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { EpicsOf } from './reads.ts';
import type { RoadmapEpic, RoadmapRoot } from './types.ts';
import { call, put, race, select, take } from 'typed-redux-saga';
import { sameData } from '../entities/index.ts';
import { isStale, versionsOf } from '../mutation/index.ts';
import { fetchQuery, hidden, readAgain, readInRounds, readQuery, selectQuery } from '../query/index.ts';
import { isWireError } from '../store/effects.ts';
import { withMeta } from '../store/action.ts';
import { get } from '../table/index.ts';
import { HTTP } from '../work-item/rules.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { EPICS_KEY } from './change-dates.ts';
import { children, epics, milestones, undated } from './queries.ts';
import { childrenAsked, milestonesAsked, undatedAsked, undatedQuery } from './asked.ts';
import { epicsAsked, epicsQuery, roadmapReads, selectListed, selectRoadmapStatus } from './reads.ts';
import { selectBranches, selectExpandedEpics } from './select.ts';

/** RM-13.8: milliseconds between rounds if the server names no interval. */
export const LIVE_INTERVAL = 30_000;
/** RM-13.10: requests in a round. */
export const LIVE_REQUESTS = 10;

const restarts = [roadmapActions.viewChanged.type, roadmapActions.roadmapRetried.type, roadmapAnswers.dayChanged.type];
const selectView = ({ roadmap }: RoadmapRoot): EpicsOf | null => epicsAsked(roadmap);

/** RM-13.8: refreshes what is shown in rounds, so that other people's changes arrive. Another view starts rounds of its own (RM-13.7). */
export function* watchLive(ports: Ports): Generator {
  for (;;) {
    const view = yield* select(selectView);
    const changed = call(otherThan, view);
    yield* view === null ? changed : race([changed, call(followView, ports, view)]);
  }
}

function* otherThan(view: EpicsOf | null): Generator {
  do yield* take(restarts);
  while (sameData(yield* select(selectView), view));
}

function* followView(ports: Ports, view: EpicsOf): Generator {
  while ((yield* select(selectRoadmapStatus)) !== 'ready') yield* take(roadmapReads.epics.received.match);
  yield* readInRounds(ports, {
    limit: LIVE_REQUESTS,
    interval: LIVE_INTERVAL,
    *pass(steps) {
      const state = yield* select((root: RoadmapRoot) => root);
      return selectRoadmapStatus(state) === 'ready' ? passOver(ports, view, state, steps) : null;
    },
  });
}

/** The list, what is expanded, the tray, the milestones. */
function passOver(ports: Ports, view: EpicsOf, state: RoadmapRoot, steps: RoundStep[]): readonly RoundStep[] {
  return [
    listStep(ports, view, steps),
    ...selectExpandedEpics(state).map(
      (parentId): RoundStep =>
        () =>
          readChildrenAgain(ports, parentId),
    ),
    () => readUndatedAgain(ports),
    () => readMilestonesAgain(ports),
  ];
}

/** RM-13.9: reads as many epics as are known, page by page. Their fields are taken in with each page, the list itself with the last one. */
function listStep(ports: Ports, view: EpicsOf, steps: RoundStep[]): RoundStep {
  const found: RoadmapEpic[] = [];
  let cursor: string | null = null;
  let began: readonly number[] | null = null;
  return function* step(): SagaGenerator<Answer<unknown> | null> {
    began ??= yield* select(selectStamp);
    const fetched = yield* fetchList(ports, view, cursor);
    if (fetched === null) return null;
    const { answer, since } = fetched;
    if (answer.data === null) {
      yield* put(hidden(epics, view));
      return answer;
    }
    const { items, next } = answer.data;
    found.push(...items);
    const state = yield* select((root: RoadmapRoot) => root);
    const isWhole = next === null || found.length >= selectListed(state).length;
    // The list stays as it is if a further page was requested meanwhile, or if a change of ours may have moved an epic from a page that was
    // still to be read to one that had been read.
    // mutant: roadmap-round-during-a-change
    const moved = isStale(began, yield* select(selectStamp)) || isChanging(state);
    const isList = isWhole && !epicsQuery(state).loadingMore && !moved;
    const ids = isList ? found.map(({ id }) => id) : null;
    const read = withMeta(roadmapAnswers.epicsReadAgain({ params: view, epics: items, ids }), { since });
    yield* put(isList ? readAgain(epics, view, next, read) : read);
    cursor = next;
    if (!isWhole) steps.unshift(step);
    return answer;
  };
}

/** A page of the list; null: the list does not exist any more. */
function* fetchList(ports: Ports, view: EpicsOf, cursor: string | null) {
  try {
    return yield* fetchQuery(ports, epics, view, cursor);
  } catch (error) {
    if (!isWireError(error) || error.status !== HTTP.NOT_FOUND) throw error;
    yield* put(hidden(epics, view));
    return null;
  }
}

/** Changes with every answered change of an epic. */
const selectStamp = ({ versions }: QueryRoot): readonly number[] => versionsOf(versions, [EPICS_KEY]);

/** A change of dates is on its way. */
const isChanging = ({ pending }: RoadmapRoot): boolean =>
  pending.some(({ type }) => type === roadmapActions.datesChanged.type);

function* readChildrenAgain(ports: Ports, id: GlobalId): SagaGenerator<Answer<unknown> | null> {
  const state = yield* select((root: RoadmapRoot) => root);
  const asked = childrenAsked(state).find(({ parentId }) => parentId === id);
  const isShown = asked !== undefined && get(selectBranches(state).marks, id) === 'expanded';
  return isShown && selectQuery(state, children, asked).status !== 'loading'
    ? yield* readQuery(ports, children, asked)
    : null;
}

/** Dropped if a further page of the tray was requested meanwhile. */
function* readUndatedAgain(ports: Ports): SagaGenerator<Answer<unknown> | null> {
  const asked = yield* select(undatedAsked);
  const isStill = ({ status, loadingMore }: ReturnType<typeof undatedQuery>) => status === 'ready' && !loadingMore;
  if (asked === null || !isStill(yield* select(undatedQuery))) return null;
  const { answer, since } = yield* fetchQuery(ports, undated, asked);
  if (isStill(yield* select(undatedQuery))) {
    const { data } = answer;
    const read = withMeta(roadmapReads.undated.received({ params: asked, data, cursor: null }), { since });
    yield* put(readAgain(undated, asked, data.next, read));
  }
  return answer;
}

function* readMilestonesAgain(ports: Ports): SagaGenerator<Answer<unknown> | null> {
  const state = yield* select((root: RoadmapRoot) => root);
  const asked = milestonesAsked(state);
  const isShown = state.roadmap.view.showMilestones && asked !== null;
  return isShown && selectQuery(state, milestones, asked).status === 'ready'
    ? yield* readQuery(ports, milestones, asked)
    : null;
}
