import type { Task } from 'redux-saga';
import type { Ports } from '../ports/index.ts';
import type { RoadmapSlices } from './saga-ask.ts';
import { eventChannel } from 'redux-saga';
import { call, cancel, fork, put, select, take, takeEvery } from 'typed-redux-saga';
import { filtersToUrl } from '../filter/rules.ts';
import { sleep } from '../store/effects.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { keepSearches, recentSearches, withSearch } from './recent.ts';
import { watchDates } from './saga-dates.ts';
import { selectRoadmap } from './saga-ask.ts';
import { watchEpics, watchMilestones } from './saga-read.ts';
import { watchSuggestions } from './saga-suggest.ts';

/** RM-16: milliseconds for which a new epic is highlighted. */
export const HIGHLIGHT = 3000;
/** Milliseconds between looks at the calendar of a page that stays open. */
export const DAY_CHECK = 60_000;

/** The roadmap's watcher: changes of dates at any time, everything else while a roadmap is open. */
export function* roadmapSaga(ports: Ports): Generator {
  yield* fork(watchDates, ports);
  // After a crash the open roadmap goes on.
  const open = yield* select((state: RoadmapSlices) => selectRoadmap(state).config !== null);
  let running: Task | null = open ? yield* fork(runPage, ports) : null;
  for (;;) {
    const action = yield* take([roadmapActions.roadmapOpened.type, roadmapActions.roadmapClosed.type]);
    if (running !== null) yield* cancel(running);
    running = roadmapActions.roadmapOpened.match(action) ? yield* fork(runPage, ports) : null;
  }
}

function* runPage(ports: Ports): Generator {
  yield* put(roadmapAnswers.started({ today: ports.clock.today(), recent: recentSearches(ports) }));
  yield* takeEvery(roadmapActions.datesChanged.match, endHighlight, ports);
  yield* takeEvery(roadmapActions.recentCleared.match, function* (): Generator {
    yield* call(keepSearches, ports, []);
  });
  yield* fork(watchSearches, ports);
  yield* fork(watchSuggestions, ports);
  yield* fork(watchDay, ports);
  yield* fork(watchMilestones, ports);
  yield* fork(watchEpics, ports);
}

/** RM-16.2 */
function* endHighlight({ clock }: Ports): Generator {
  const { fresh } = yield* select(selectRoadmap);
  if (fresh.length === 0) return;
  yield* call(sleep, clock, HIGHLIGHT);
  yield* put(roadmapAnswers.highlightEnded({ ids: fresh }));
}

/** RM-03.11: filters that are set are kept as a search. */
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

/** RM-05.5: on a page that stays open over midnight it becomes another day, at the latest when somebody looks at it again. */
function* watchDay(ports: Ports): Generator {
  const seen = eventChannel<true>((emit) => ports.visibility.onChange((hidden) => !hidden && emit(true)));
  try {
    yield* fork(function* (): Generator {
      for (;;) {
        yield* call(sleep, ports.clock, DAY_CHECK);
        yield* checkDay(ports);
      }
    });
    for (;;) {
      yield* take(seen);
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
