import type { Ports } from '../ports/index.ts';
import type { RoadmapRoot, RoadmapState } from './types.ts';
import { eventChannel } from 'redux-saga';
import { call, fork, put, race, select, take, takeEvery } from 'typed-redux-saga';
import { filtersToUrl, SEARCHED_KEYS } from '../filter/rules.ts';
import { keyOf, observe, roundsOf, selectQuery } from '../query/index.ts';
import { sleep } from '../store/effects.ts';
import { entries } from '../table/index.ts';
import { groupTopic } from '../work-item/rules.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { children, epics, milestones, undated } from './queries.ts';
import { childrenAsked, milestonesAsked, suggestionsAsked, undatedAsked, undatedQuery } from './asked.ts';
import { childrenKey, epicsAsked, roadmapReads, selectRoadmapStatus } from './reads.ts';
import { selectBranches } from './select.ts';
import { keepSearches, recentSearches, suggestions, withSearch } from './suggest.ts';

/** RM-16: milliseconds for which a new epic is highlighted. */
export const HIGHLIGHT = 3000;
/** RM-13.8: milliseconds between two rounds if the server names no interval. */
export const LIVE_INTERVAL = 30_000;
/** RM-13.10: reads of a round. */
export const LIVE_READS = 10;
/** WI-11.4: what changes the bars of a group, their order or their counts. */
const FOLLOWED: readonly string[] = [
  'created',
  'deleted',
  'title',
  'state',
  'dates',
  'labels',
  'milestone',
  'confidential',
  'color',
  'parent',
  'tree',
  'counts',
];
/** Milliseconds between checks for a new day. */
export const DAY_CHECK = 60_000;

const selectRoadmap = ({ roadmap }: RoadmapRoot): RoadmapState => roadmap;

/** The roadmap's watcher. Queries follow what is shown; everything else runs while a roadmap is open. */
export function* roadmapSaga(ports: Ports): Generator {
  yield* fork(watchReadings, ports);
  const turned = () => take([roadmapActions.roadmapOpened.type, roadmapActions.roadmapClosed.type]);
  for (;;) {
    // After a crash, a roadmap that is open continues.
    const { config } = yield* select(selectRoadmap);
    yield* config === null ? turned() : race([turned(), call(runPage, ports)]);
  }
}

function* runPage(ports: Ports): Generator {
  yield* put(roadmapAnswers.started({ today: ports.clock.today(), recent: recentSearches(ports) }));
  yield* takeEvery(roadmapActions.datesChanged.match, endHighlight, ports);
  yield* takeEvery(roadmapActions.recentCleared.match, () => keepSearches(ports, []));
  yield* fork(watchSearches, ports);
  yield* fork(watchDay, ports);
  yield* takeEvery(roadmapActions.roadmapRetried.match, checkDay, ports);
}

/** After these, other parameters may have to be read. */
const changesView = [
  roadmapActions.roadmapOpened.type,
  roadmapActions.roadmapClosed.type,
  roadmapActions.viewChanged.type,
  roadmapActions.roadmapRetried.type,
  roadmapAnswers.started.type,
  roadmapAnswers.dayChanged.type,
];
const listIsRead = [roadmapReads.epics.received.type, roadmapReads.epics.failed.type];

/** Parameters that depend on the day wait until it is known. */
const onceStarted =
  <P>(asked: (state: RoadmapRoot) => P) =>
  (state: RoadmapRoot): P | null =>
    state.roadmap.today === null ? null : asked(state);

/** RM-13.8: what is shown: the list, what is expanded, the tray, the milestones. */
function due(state: RoadmapRoot): readonly string[] {
  const { roadmap } = state;
  const [list, tray, marked] = [epicsAsked(roadmap), undatedAsked(state), milestonesAsked(state)];
  if (list === null || selectRoadmapStatus(state) !== 'ready') return [];
  const expanded = [...entries(selectBranches(state).marks)].filter(([, mark]) => mark === 'expanded');
  const isMarked = roadmap.view.showMilestones && selectQuery(state, milestones, marked).status === 'ready';
  return [
    keyOf(epics, list),
    ...expanded.map(([id]) => childrenKey(id)),
    ...(tray !== null && undatedQuery(state).status === 'ready' ? [keyOf(undated, tray)] : []),
    ...(marked !== null && isMarked ? [keyOf(milestones, marked)] : []),
  ];
}

/** RM-13.8 */
const groupShown = ({ roadmap: { config } }: RoadmapRoot): string | null => config && groupTopic(config.fullPath);

function* watchReadings(ports: Ports): Generator {
  const rounds = roundsOf(ports, { interval: LIVE_INTERVAL, limit: LIVE_READS, due });
  const pushes = { topic: groupShown, follows: (kind: string) => FOLLOWED.includes(kind) };
  yield* fork(() =>
    observe(ports, epics, {
      params: onceStarted(({ roadmap }) => epicsAsked(roadmap)),
      changes: changesView,
      more: roadmapActions.nextPageAsked.type,
      rounds,
      pushes,
    }),
  );
  yield* fork(() =>
    observe(ports, children, {
      params: onceStarted(childrenAsked),
      changes: [
        ...changesView,
        ...listIsRead,
        roadmapActions.epicToggled.type,
        roadmapAnswers.epicsReadAgain.type,
        roadmapReads.children.received.type,
      ],
      rounds,
      pushes,
    }),
  );
  yield* fork(() =>
    observe(ports, undated, {
      params: onceStarted(undatedAsked),
      changes: [...changesView, ...listIsRead],
      more: roadmapActions.trayNextPageAsked.type,
      rounds,
      pushes,
    }),
  );
  yield* fork(() =>
    observe(ports, milestones, {
      params: onceStarted(milestonesAsked),
      changes: changesView,
      rounds,
      pushes,
    }),
  );
  yield* fork(() =>
    observe(ports, suggestions, {
      params: ({ roadmap }: RoadmapRoot) => SEARCHED_KEYS.flatMap((key) => suggestionsAsked(roadmap, key) ?? []),
      concerns: ({ key }, action) => roadmapActions.suggestionsAsked.match(action) && action.payload.key === key,
      opened: roadmapActions.suggestionsAsked.type,
      changes: [roadmapActions.roadmapOpened.type, roadmapActions.roadmapClosed.type],
    }),
  );
}

/** RM-16.2 */
function* endHighlight({ clock }: Ports): Generator {
  const { fresh } = yield* select(selectRoadmap);
  if (fresh.length === 0) return;
  yield* call(sleep, clock, HIGHLIGHT);
  yield* put(roadmapAnswers.highlightEnded({ ids: fresh }));
}

/** RM-03.11: every change of filters is saved as a recent search. */
function* watchSearches(ports: Ports): Generator {
  let last = '';
  for (;;) {
    const { view, recent } = yield* select(selectRoadmap);
    const address = JSON.stringify(filtersToUrl(view.filters));
    const next = address === last ? recent : withSearch(recent, view.filters);
    last = address;
    if (next !== recent) {
      keepSearches(ports, next);
      yield* put(roadmapAnswers.recentKept({ recent: next }));
    }
    yield* take(roadmapActions.viewChanged.match);
  }
}

/** RM-05.5: notices a new day on a page that stays open, at the latest when the page is shown again. */
function* watchDay(ports: Ports): Generator {
  const seen = eventChannel<true>((emit) => ports.visibility.onChange((hidden) => !hidden && emit(true)));
  try {
    for (;;) {
      yield* race([call(sleep, ports.clock, DAY_CHECK), take(seen)]);
      yield* checkDay(ports);
    }
  } finally {
    seen.close();
  }
}

function* checkDay({ clock }: Ports): Generator {
  const today = clock.today();
  if (today !== (yield* select(selectRoadmap)).today) yield* put(roadmapAnswers.dayChanged({ today }));
}
