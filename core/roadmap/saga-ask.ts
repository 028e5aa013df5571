import type { SagaGenerator } from 'typed-redux-saga';
import type { Reply } from '../access/effects.ts';
import type { Answer, Cancellable, Ports, WireError } from '../ports/index.ts';
import type { Intent } from '../sync/index.ts';
import type { Table } from '../table/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { RoadmapConfig, RoadmapConfirmed, RoadmapEpic, RoadmapMilestone, RoadmapState } from './types.ts';
import type { Timeframe } from './rules/timeframe.ts';
import type { RoadmapView } from './rules/view.ts';
import type { EpicsPage } from './wire.ts';
import { select } from 'typed-redux-saga';
import { ask } from '../access/effects.ts';
import {
  EpicChildEpicsOperation,
  GroupMilestonesOperation,
  RoadmapGroupEpicsOperation,
  RoadmapUndatedOperation,
} from '../api/generated/operations.ts';
import { named } from '../frame/index.ts';
import { isStale, stampsOf } from '../sync/index.ts';
import { EPICS_KEY } from './intents.ts';
import { timeframeOf } from './rules/timeframe.ts';
import {
  childrenVariables,
  epicsPage,
  epicsVariables,
  milestonesPage,
  milestonesVariables,
  undatedPage,
  undatedVariables,
} from './wire.ts';

/** The questions of the roadmap; who asks them, and what becomes of the answers, is elsewhere. */

/** The part of the state that the roadmap's sagas read. */
export interface RoadmapSlices {
  readonly roadmap: RoadmapState;
  readonly confirmed: RoadmapConfirmed;
  readonly stamps: Table<number>;
  readonly pending: readonly Intent[];
}

export const selectRoadmap = ({ roadmap }: RoadmapSlices): RoadmapState => roadmap;

/** What a reading asks for: as the view stood when it began. */
export interface Asking {
  readonly config: RoadmapConfig;
  readonly view: RoadmapView;
  readonly timeframe: Timeframe;
}

export function askingOf({ config, view, today }: RoadmapState): Asking | null {
  if (config === null || today === null) return null;
  return { config, view, timeframe: timeframeOf(view.range, view.preset, today, config.firstDayOfWeek) };
}

/** The readings of one view. */
export interface Reading {
  readonly ports: Ports;
  readonly serial: number;
  readonly asking: Asking;
  /** Epics whose children are on their way. */
  readonly parents: Set<GlobalId>;
}

export type Headers = Readonly<Record<string, string>>;

/** What came of a page: nothing where the group or the epic does not exist for the viewer. */
export type PageReply = { readonly page: EpicsPage | null; readonly headers: Headers } | { readonly error: WireError };

/** RM-09.24: an answer to a reading that began before a change was answered is dropped, and the reading repeated. */
const askFresh = <T>(send: () => Cancellable<Answer<T>>): SagaGenerator<Reply<T>> =>
  fresh(
    () => ask(send),
    (reply) => !reply.ok,
  );

/** RM-09.36: the same for a reading of several questions: all of it is repeated. What is `over` stands as it is. */
export function* fresh<R>(read: () => SagaGenerator<R>, over: (reply: R) => boolean): SagaGenerator<R> {
  for (;;) {
    const before = yield* select(selectStamp);
    const reply = yield* read();
    if (over(reply) || !isStale(before, yield* select(selectStamp))) return reply;
  }
}

/** Grows with every change of an epic that is answered. */
export const selectStamp = ({ stamps }: RoadmapSlices): readonly number[] => stampsOf(stamps, [EPICS_KEY]);

/** RM-17: the children of the epic that the page is about, or else the epics of the group. */
export function* askPage(reading: Reading, cursor: string | null): SagaGenerator<PageReply> {
  const { ports, asking } = reading;
  const { epicIid, fullPath } = asking.config;
  if (epicIid !== null) return yield* askChildren(reading, { fullPath, iid: epicIid });
  const reply = yield* askFresh(() =>
    ports.graphql.request(RoadmapGroupEpicsOperation, epicsVariables(asking, cursor)),
  );
  if (!reply.ok) return reply;
  const { group } = reply.data;
  if (group === null) return { page: null, headers: reply.headers };
  yield* named({ fullPath, fullName: group.fullName });
  return { page: epicsPage(group.epics), headers: reply.headers };
}

interface Parent {
  readonly fullPath: string;
  readonly iid: string;
}

/** All children of an epic, page after page; of all times instead of the timeframe where it is told so. */
export const askChildren = (reading: Reading, parent: Parent, allTimes = false): SagaGenerator<PageReply> =>
  fresh(
    () => askPages(reading, parent, allTimes),
    (reply) => 'error' in reply,
  );

function* askPages({ ports, asking }: Reading, parent: Parent, allTimes: boolean): SagaGenerator<PageReply> {
  const epics: RoadmapEpic[] = [];
  for (let cursor: string | null = null; ;) {
    const { timeframe, ...variables } = childrenVariables(asking, parent, cursor);
    const time = allTimes ? {} : { timeframe };
    const reply = yield* ask(() => ports.graphql.request(EpicChildEpicsOperation, { ...variables, ...time }));
    if (!reply.ok) return reply;
    const { headers } = reply;
    const epic = reply.data.group?.epic ?? null;
    if (epic === null) return { page: null, headers };
    const { epics: more, page } = epicsPage(epic.children);
    epics.push(...more);
    if (!page.more || page.cursor === null || page.cursor === cursor)
      return { page: { epics, page: NO_MORE }, headers };
    cursor = page.cursor;
  }
}

const NO_MORE = { cursor: null, more: false } as const;

/** RM-07.8: a page of the epics without dates; in the view of one epic all of its children without dates (RM-07.10). */
export function* askUndated(reading: Reading, cursor: string | null): SagaGenerator<PageReply> {
  const { ports, asking } = reading;
  const { epicIid, fullPath } = asking.config;
  if (epicIid === null) {
    const variables = undatedVariables(asking, cursor);
    const reply = yield* askFresh(() => ports.graphql.request(RoadmapUndatedOperation, variables));
    return reply.ok ? { page: undatedPage(reply.data.group?.epics ?? null), headers: reply.headers } : reply;
  }
  const reply = yield* askChildren(reading, { fullPath, iid: epicIid }, true);
  if ('error' in reply) return reply;
  const epics = (reply.page?.epics ?? []).filter(({ startDate, dueDate }) => startDate === null && dueDate === null);
  return { page: { epics, page: NO_MORE }, headers: reply.headers };
}

/** RM-10.1: all milestones of the timeframe, page after page. */
export function* askMilestones({ graphql }: Ports, asking: Asking): SagaGenerator<Reply<readonly RoadmapMilestone[]>> {
  const milestones: RoadmapMilestone[] = [];
  for (let cursor: string | null = null; ;) {
    const variables = milestonesVariables(asking, cursor);
    const reply = yield* ask(() => graphql.request(GroupMilestonesOperation, variables));
    if (!reply.ok) return reply;
    const found = reply.data.group === null ? null : milestonesPage(reply.data.group);
    milestones.push(...(found?.milestones ?? []));
    if (found === null || !found.page.more || found.page.cursor === null || found.page.cursor === cursor) {
      return { ...reply, data: milestones };
    }
    cursor = found.page.cursor;
  }
}
