import type { Task } from 'redux-saga';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Ports, WireError } from '../ports/index.ts';
import type { Event, Stamped } from '../store/action.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { Reading, RoadmapSlices } from './saga-ask.ts';
import type { RoadmapState } from './types.ts';
import { cancel, fork, put, select, take, takeEvery, takeLeading } from 'typed-redux-saga';
import { withNotice } from '../store/action.ts';
import { entries, get } from '../table/index.ts';
import { firstError } from '../work-item/rules.ts';
import { roadmapActions, roadmapAlert, roadmapAnswers } from './actions.ts';
import { askChildren, askingOf, askMilestones, askPage, askUndated, selectRoadmap } from './saga-ask.ts';
import { watchLive } from './saga-live.ts';
import { ROADMAP_ERRORS } from './texts.ts';

/** RM-13.7: a view that reads epics anew gives up the readings of the one before it. */
export function* watchEpics(ports: Ports): Generator {
  yield* anew(
    ({ serial }) => serial,
    (serial) => readView(ports, serial),
  );
}

/** Runs a task for each serial, and gives up the one before. */
function* anew(serialOf: (state: RoadmapState) => number, run: (serial: number) => Generator): Generator {
  let known: number | null = null;
  let running: Task | null = null;
  for (;;) {
    const serial: number = serialOf(yield* select(selectRoadmap));
    if (serial !== known) {
      if (running !== null) yield* cancel(running);
      known = serial;
      running = yield* fork(run, serial);
    }
    yield* take(restarts);
  }
}

const restarts = [roadmapActions.viewChanged.type, roadmapActions.roadmapRetried.type, roadmapAnswers.dayChanged.type];

/** The readings of one view: its list, what is expanded in it, its further pages. */
function* readView(ports: Ports, serial: number): Generator {
  const state = yield* select(selectRoadmap);
  const asking = askingOf(state);
  if (asking === null) return;
  const reading: Reading = { ports, serial, asking, parents: new Set() };
  yield* takeEvery(roadmapActions.epicToggled.match, (action: Stamped<{ id: GlobalId }>) =>
    readToggled(reading, action.payload.id),
  );
  yield* takeLeading(roadmapActions.nextPageAsked.match, () => readNext(reading));
  yield* takeLeading(roadmapActions.trayNextPageAsked.match, () => readUndated(reading, 'next'));
  if (state.status === 'loading' && !(yield* readFirst(reading))) return;
  // Asked by a watcher that crashed.
  if (state.loadingMore) yield* fork(readNext, reading);
  const { tray } = yield* select(selectRoadmap);
  if (tray.status === 'idle' || tray.status === 'loading') yield* fork(() => readUndated(reading, 'first'));
  const { flags } = yield* select(selectRoadmap);
  for (const [id] of entries(flags)) yield* fork(readChildren, reading, id);
  // RM-02.12: such as are on a further page, or below others.
  yield* takeEvery([roadmapAnswers.epicsRead.type, roadmapAnswers.childrenRead.type], readAwaited, reading);
  yield* fork(watchLive, reading);
}

const hides = ({ status }: WireError): boolean => status === 404;

/** RM-14.1: the alert and the failure in one action; the server's own words stand below ours. */
const failed = (serial: number, error: WireError): Event =>
  withNotice(roadmapAnswers.epicsFailed({ serial }), roadmapAlert(ROADMAP_ERRORS.epics, firstError(error.messages)));

/** True once there is a list. */
function* readFirst(reading: Reading): SagaGenerator<boolean> {
  const { serial } = reading;
  const reply = yield* askPage(reading, null);
  if ('error' in reply && !hides(reply.error)) {
    yield* put(failed(serial, reply.error));
    return false;
  }
  if ('error' in reply || reply.page === null) {
    yield* put(roadmapAnswers.epicsMissing({ serial }));
    return false;
  }
  yield* put(roadmapAnswers.epicsRead({ serial, read: 'first', ...reply.page }));
  return true;
}

/** RM-12.1: the reducer has decided whether there is a page to read. */
function* readNext(reading: Reading): Generator {
  const { serial } = reading;
  const { loadingMore, page } = yield* select(selectRoadmap);
  if (!loadingMore) return;
  const reply = yield* askPage(reading, page.cursor);
  if ('error' in reply) yield* put(failed(serial, reply.error));
  else if (reply.page === null) yield* put(roadmapAnswers.epicsMissing({ serial }));
  else yield* put(roadmapAnswers.epicsRead({ serial, read: 'next', ...reply.page }));
}

/** RM-11.2, RM-11.3: only a parent whose children are not known is read, and once at a time. */
function* readToggled(reading: Reading, id: GlobalId): Generator {
  const { flags } = yield* select(selectRoadmap);
  if (get(flags, id)?.loading === true) yield* readChildren(reading, id);
}

function* readAwaited(
  reading: Reading,
  { payload }: Stamped<{ epics: readonly { readonly id: GlobalId }[] }>,
): Generator {
  const { flags } = yield* select(selectRoadmap);
  for (const { id } of payload.epics) if (get(flags, id)?.loading === true) yield* fork(readChildren, reading, id);
}

function* readChildren(reading: Reading, parentId: GlobalId): Generator {
  const { serial, parents } = reading;
  const epic = yield* select(({ confirmed }: RoadmapSlices) => get(confirmed.roadmapEpics, parentId));
  if (epic === undefined || parents.has(parentId)) return;
  parents.add(parentId);
  const reply = yield* askChildren(reading, { fullPath: epic.group.fullPath, iid: epic.iid });
  parents.delete(parentId);
  if ('error' in reply) yield* put(roadmapAnswers.childrenFailed({ serial, parentId }));
  else yield* put(roadmapAnswers.childrenRead({ serial, parentId, epics: reply.page?.epics ?? [] }));
}

/** RM-07.8: the epics without dates, for the tray. A failure is no failure of the roadmap: the tray says it. */
function* readUndated(reading: Reading, read: 'first' | 'next'): Generator {
  const { serial } = reading;
  const { tray } = yield* select(selectRoadmap);
  if (read === 'next' && (tray.status === 'loading' || !tray.page.more)) return;
  yield* put(roadmapAnswers.undatedAsked({ serial }));
  const reply = yield* askUndated(reading, read === 'next' ? tray.page.cursor : null);
  if ('error' in reply || reply.page === null) yield* put(roadmapAnswers.undatedFailed({ serial }));
  else yield* put(roadmapAnswers.undatedRead({ serial, read, ...reply.page }));
}

/** RM-10.5: milestones are read apart from the epics, the latest question winning. */
export function* watchMilestones(ports: Ports): Generator {
  yield* anew(
    ({ milestones }) => milestones.serial,
    (serial) => readMilestones(ports, serial),
  );
}

function* readMilestones(ports: Ports, serial: number): Generator {
  const state = yield* select(selectRoadmap);
  const asking = askingOf(state);
  if (asking === null || state.milestones.status !== 'loading') return;
  const reply = yield* askMilestones(ports, asking);
  if (reply.ok) {
    yield* put(roadmapAnswers.milestonesRead({ serial, milestones: reply.data }));
    return;
  }
  const alert = roadmapAlert(ROADMAP_ERRORS.milestones, firstError(reply.error.messages));
  yield* put(withNotice(roadmapAnswers.milestonesFailed({ serial }), alert));
}
