import type { Task } from 'redux-saga';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Reply } from '../access/effects.ts';
import type { Answer, Cancellable, Ports, WireError } from '../ports/index.ts';
import type { Event, Stamped } from '../store/action.ts';
import type { Table } from '../table/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { RoadmapConfig, RoadmapConfirmed, RoadmapState } from './types.ts';
import type { Timeframe } from './rules/timeframe.ts';
import type { RoadmapView } from './rules/view.ts';
import { cancel, fork, put, select, take, takeEvery, takeLeading } from 'typed-redux-saga';
import { ask } from '../access/effects.ts';
import {
  EpicChildEpicsOperation,
  GroupMilestonesOperation,
  RoadmapGroupEpicsOperation,
  RoadmapUndatedOperation,
} from '../api/generated/operations.ts';
import { withNotice } from '../store/action.ts';
import { isStale, stampsOf } from '../sync/index.ts';
import { entries, get } from '../table/index.ts';
import { firstError } from '../work-item/rules.ts';
import { roadmapActions, roadmapAlert, roadmapAnswers } from './actions.ts';
import { EPICS_KEY } from './intents.ts';
import { timeframeOf } from './rules/timeframe.ts';
import { ROADMAP_ERRORS } from './texts.ts';
import type { EpicsPage } from './wire.ts';
import {
  childrenVariables,
  epicsPage,
  epicsVariables,
  milestonesPage,
  milestonesVariables,
  undatedPage,
  undatedVariables,
} from './wire.ts';

/** The part of the state that the roadmap's sagas read. */
export interface RoadmapSlices {
  readonly roadmap: RoadmapState;
  readonly confirmed: RoadmapConfirmed;
  readonly stamps: Table<number>;
}

export const selectRoadmap = ({ roadmap }: RoadmapSlices): RoadmapState => roadmap;

/** What a reading asks for: as the view stood when it began. */
interface Asking {
  readonly config: RoadmapConfig;
  readonly view: RoadmapView;
  readonly timeframe: Timeframe;
}

function askingOf({ config, view, today }: RoadmapState): Asking | null {
  if (config === null || today === null) return null;
  return { config, view, timeframe: timeframeOf(view.range, view.preset, today, config.firstDayOfWeek) };
}

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
}

interface Reading {
  readonly ports: Ports;
  readonly serial: number;
  readonly asking: Asking;
  /** Epics whose children are on their way. */
  readonly parents: Set<GlobalId>;
}

/** RM-09.24: an answer to a reading that began before a change was answered is dropped, and the reading repeated. */
function* askFresh<T>(send: () => Cancellable<Answer<T>>): SagaGenerator<Reply<T>> {
  for (;;) {
    const before = yield* select(stampOf);
    const reply = yield* ask(send);
    if (!reply.ok || !isStale(before, yield* select(stampOf))) return reply;
  }
}

const stampOf = ({ stamps }: RoadmapSlices): readonly number[] => stampsOf(stamps, [EPICS_KEY]);

/** What came of a page: nothing where the group or the epic does not exist for the viewer. */
type PageReply = { readonly page: EpicsPage | null } | { readonly error: WireError };

/** RM-17: the children of the epic that the page is about, or else the epics of the group. */
function* askPage(reading: Reading, cursor: string | null): SagaGenerator<PageReply> {
  const { ports, asking } = reading;
  const { epicIid, fullPath } = asking.config;
  if (epicIid !== null) return yield* askChildren(reading, { fullPath, iid: epicIid });
  const reply = yield* askFresh(() =>
    ports.graphql.request(RoadmapGroupEpicsOperation, epicsVariables(asking, cursor)),
  );
  if (!reply.ok) return reply;
  const { group } = reply.data;
  return { page: group === null ? null : epicsPage(group.epics) };
}

/** All children of an epic, page after page. */
function* askChildren(
  { ports, asking }: Reading,
  parent: { readonly fullPath: string; readonly iid: string },
): SagaGenerator<PageReply> {
  const epics: EpicsPage['epics'][number][] = [];
  for (let cursor: string | null = null; ;) {
    const variables = childrenVariables(asking, parent, cursor);
    const reply = yield* askFresh(() => ports.graphql.request(EpicChildEpicsOperation, variables));
    if (!reply.ok) return reply;
    const epic = reply.data.group?.epic ?? null;
    if (epic === null) return { page: null };
    const { epics: more, page } = epicsPage(epic.children);
    epics.push(...more);
    if (!page.more || page.cursor === null || page.cursor === cursor) return { page: { epics, page: NO_MORE } };
    cursor = page.cursor;
  }
}

const NO_MORE = { cursor: null, more: false } as const;

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

function* readChildren(reading: Reading, parentId: GlobalId): Generator {
  const { serial, parents } = reading;
  const epic = yield* select(({ confirmed }: RoadmapSlices) => get(confirmed.roadmapEpics, parentId));
  if (epic === undefined || parents.has(parentId)) return;
  parents.add(parentId);
  const reply = yield* askChildren(reading, { fullPath: epic.group.fullPath, iid: epic.iid });
  parents.delete(parentId);
  if ('error' in reply) yield* put(failed(serial, reply.error));
  else yield* put(roadmapAnswers.childrenRead({ serial, parentId, epics: reply.page?.epics ?? [] }));
}

/** RM-07.8: the epics without dates, for the tray. A failure is no failure of the roadmap: the tray says it. */
function* readUndated(reading: Reading, read: 'first' | 'next'): Generator {
  const { ports, serial, asking } = reading;
  const { tray } = yield* select(selectRoadmap);
  if (read === 'next' && (tray.status === 'loading' || !tray.page.more)) return;
  yield* put(roadmapAnswers.undatedAsked({ serial }));
  const { config } = asking;
  if (config.epicIid !== null) {
    yield* readUndatedChildren(reading, config.epicIid);
    return;
  }
  const variables = undatedVariables(asking, read === 'next' ? tray.page.cursor : null);
  const reply = yield* askFresh(() => ports.graphql.request(RoadmapUndatedOperation, variables));
  if (!reply.ok) yield* put(roadmapAnswers.undatedFailed({ serial }));
  else yield* put(roadmapAnswers.undatedRead({ serial, read, ...undatedPage(reply.data.group?.epics ?? null) }));
}

function* readUndatedChildren({ ports, serial, asking }: Reading, iid: string): Generator {
  const { timeframe: _, ...variables } = childrenVariables(asking, { fullPath: asking.config.fullPath, iid }, null);
  const reply = yield* askFresh(() => ports.graphql.request(EpicChildEpicsOperation, variables));
  if (!reply.ok) {
    yield* put(roadmapAnswers.undatedFailed({ serial }));
    return;
  }
  const { epics } = epicsPage(reply.data.group?.epic?.children ?? null);
  const undated = epics.filter(({ startDate, dueDate }) => startDate === null && dueDate === null);
  yield* put(roadmapAnswers.undatedRead({ serial, read: 'first', epics: undated, page: NO_MORE }));
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
  const milestones: ReturnType<typeof milestonesPage>['milestones'][number][] = [];
  for (let cursor: string | null = null; ;) {
    const variables = milestonesVariables(asking, cursor);
    const reply = yield* ask(() => ports.graphql.request(GroupMilestonesOperation, variables));
    if (!reply.ok) {
      const alert = roadmapAlert(ROADMAP_ERRORS.milestones, firstError(reply.error.messages));
      yield* put(withNotice(roadmapAnswers.milestonesFailed({ serial }), alert));
      return;
    }
    const found = reply.data.group === null ? null : milestonesPage(reply.data.group);
    milestones.push(...(found?.milestones ?? []));
    if (found === null || !found.page.more || found.page.cursor === null || found.page.cursor === cursor) break;
    cursor = found.page.cursor;
  }
  yield* put(roadmapAnswers.milestonesRead({ serial, milestones }));
}
