import type { SagaGenerator } from 'typed-redux-saga';
import type { GroupMilestonesQuery } from '../api/generated/operations.ts';
import type { Answer, Operation, Ports } from '../ports/index.ts';
import type { EpicsPage, RoadmapEpic, RoadmapMilestone, RoadmapRoot } from './types.ts';
import type { Asking, MilestonesPage } from './wire.ts';
import { call, select } from 'typed-redux-saga';
import {
  EpicChildEpicsOperation,
  GroupMilestonesOperation,
  RoadmapGroupEpicsOperation,
  RoadmapUndatedOperation,
} from '../api/generated/operations.ts';
import { named } from '../frame/index.ts';
import { query } from '../query/index.ts';
import { abortable } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { firstError } from '../work-item/rules.ts';
import { roadmapAlert } from './actions.ts';
import { EPICS_KEY } from './change-dates.ts';
import { roadmapReads, selectUndated } from './reads.ts';
import { ROADMAP_ERRORS } from './texts.ts';
import {
  askingOf,
  childrenVariables,
  epicsPage,
  epicsVariables,
  milestonesPage,
  milestonesVariables,
  undatedPage,
  undatedVariables,
} from './wire.ts';

/** RM-09.24: a change of any epic makes an earlier reading stale. */
// mutant: roadmap-stale-reading
const readsEpics = { readsVersionsOf: () => [EPICS_KEY] };
/** A list below another thing is not missing by itself. */
const isNeverHidden = { hides: () => false };
const NO_MORE = { cursor: null, more: false } as const;

/** RM-21.2, RM-17.2: the epics of the group, or else the children of the epic that the page is about. */
export const epics = query(roadmapReads.epics, {
  ...readsEpics,
  read: readEpics,
  decode: (page: EpicsPage | null) => page,
  pages: ({ page }) => (page.more ? page.cursor : null),
  failure: () => ROADMAP_ERRORS.epics,
  alert: ({ messages }) => roadmapAlert(ROADMAP_ERRORS.epics, firstError(messages)),
});

/** RM-11.7: all children of an epic; RM-09.36: all of them after the last change that was answered. */
export const children = query(roadmapReads.children, {
  ...readsEpics,
  ...isNeverHidden,
  *read(ports, { parentId }) {
    const epic = yield* select(({ confirmed }: RoadmapRoot) => get(confirmed.items, parentId));
    if (epic?.group == null) throw new TypeError('Children of an epic that is not known');
    const parent = { fullPath: epic.group.fullPath, iid: epic.iid };
    return yield* readChildren(ports, yield* selectAsking(), parent);
  },
  decode: (page: EpicsPage | null): readonly RoadmapEpic[] => page?.epics ?? [],
});

/** RM-07.8: the epics without dates. A failure is no failure of the roadmap: the tray says it. */
export const undated = query(roadmapReads.undated, {
  ...readsEpics,
  ...isNeverHidden,
  read: readUndated,
  decode: (page: EpicsPage) => page,
  pages: ({ page }) => (page.more ? page.cursor : null),
});

/** RM-10.1 */
export const milestones = query(roadmapReads.milestones, {
  ...isNeverHidden,
  read: readMilestones,
  decode: (list: readonly RoadmapMilestone[]) => list,
  alert: ({ messages }) => roadmapAlert(ROADMAP_ERRORS.milestones, firstError(messages)),
});

function* selectAsking(): SagaGenerator<Asking> {
  const asking = askingOf((yield* select((state: RoadmapRoot) => state)).roadmap);
  if (asking === null) throw new TypeError('No roadmap is open');
  return asking;
}

const send = <A, V extends Record<string, unknown>>(
  { graphql }: Ports,
  operation: Operation<A, V>,
  variables: NoInfer<V>,
): SagaGenerator<Answer<A>> => call(() => abortable(graphql.request(operation, variables)));

function* readEpics(ports: Ports, _: unknown, cursor: string | null): SagaGenerator<Answer<EpicsPage | null>> {
  const asking = yield* selectAsking();
  const { epicIid, fullPath } = asking.config;
  if (epicIid !== null) return yield* readChildren(ports, asking, { fullPath, iid: epicIid });
  // mutant: roadmap-first-page-again
  const answer = yield* send(ports, RoadmapGroupEpicsOperation, epicsVariables(asking, cursor));
  const { group } = answer.data;
  if (group === null) return { ...answer, data: null };
  yield* named({ fullPath, fullName: group.fullName });
  return { ...answer, data: epicsPage(group.epics) };
}

interface Parent {
  readonly fullPath: string;
  readonly iid: string;
}

/** Page after page; of all times instead of the timeframe where it is told so. Null: there is no such epic for the viewer. */
function* readChildren(
  ports: Ports,
  asking: Asking,
  parent: Parent,
  allTimes = false,
): SagaGenerator<Answer<EpicsPage | null>> {
  const found: RoadmapEpic[] = [];
  for (let cursor: string | null = null; ;) {
    const { timeframe, ...variables } = childrenVariables(asking, parent, cursor);
    const asked = { ...variables, ...(allTimes ? {} : { timeframe }) };
    const answer = yield* send(ports, EpicChildEpicsOperation, asked);
    const epic = answer.data.group?.epic ?? null;
    if (epic === null) return { ...answer, data: null };
    const { epics: more, page } = epicsPage(epic.children);
    found.push(...more);
    if (!page.more || page.cursor === null || page.cursor === cursor) {
      return { ...answer, data: { epics: found, page: NO_MORE } };
    }
    cursor = page.cursor;
  }
}

/**
 * A page of the epics without dates; from the end of the list as many pages as are known. In the view of one epic all of its children without dates
 * (RM-07.10).
 */
function* readUndated(ports: Ports, _: unknown, from: string | null): SagaGenerator<Answer<EpicsPage>> {
  const asking = yield* selectAsking();
  const { epicIid, fullPath } = asking.config;
  if (epicIid !== null) {
    const answer = yield* readChildren(ports, asking, { fullPath, iid: epicIid }, true);
    const all = answer.data?.epics ?? [];
    const without = all.filter(({ startDate, dueDate }) => startDate === null && dueDate === null);
    return { ...answer, data: { epics: without, page: NO_MORE } };
  }
  const known = (yield* select(selectUndated)).length;
  const found: RoadmapEpic[] = [];
  for (let cursor = from; ;) {
    const answer = yield* send(ports, RoadmapUndatedOperation, undatedVariables(asking, cursor));
    const { epics: more, page } = undatedPage(answer.data.group?.epics ?? null);
    // The list is read from its end: a further page stands before.
    found.unshift(...more);
    const isLast = !page.more || page.cursor === null || page.cursor === cursor;
    if (from !== null || isLast || found.length >= known) return { ...answer, data: { epics: found, page } };
    cursor = page.cursor;
  }
}

/** All milestones of the timeframe, page after page. */
function* readMilestones(ports: Ports): SagaGenerator<Answer<readonly RoadmapMilestone[]>> {
  const asking = yield* selectAsking();
  const found: RoadmapMilestone[] = [];
  for (let cursor: string | null = null; ;) {
    const variables = milestonesVariables(asking, cursor);
    const answer: Answer<GroupMilestonesQuery> = yield* send(ports, GroupMilestonesOperation, variables);
    const { milestones: more, page }: MilestonesPage = milestonesPage(answer.data.group);
    found.push(...more);
    if (!page.more || page.cursor === null || page.cursor === cursor) return { ...answer, data: found };
    cursor = page.cursor;
  }
}
