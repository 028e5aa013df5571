import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Operation, Ports } from '../ports/index.ts';
import type { QueryRoot, RefreshRead } from '../query/index.ts';
import type { EpicsOf } from './reads.ts';
import type { Page, RoadmapEpic, RoadmapMilestone, RoadmapRoot } from './types.ts';
import type { Asking, Parent } from './wire.ts';
import { call, put, select } from 'typed-redux-saga';
import {
  EpicChildEpicsOperation,
  GroupMilestonesOperation,
  RoadmapGroupEpicsOperation,
  RoadmapUndatedOperation,
} from '../api/generated/operations.ts';
import { named } from '../frame/index.ts';
import { isStale, versionsOf } from '../mutation/index.ts';
import { fetchQuery, hidden, query, readAgain } from '../query/index.ts';
import { withMeta } from '../store/action.ts';
import { abortable } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { firstError } from '../work-item/rules.ts';
import { roadmapActions, roadmapAlert, roadmapAnswers } from './actions.ts';
import { EPICS_KEY } from './change-dates.ts';
import { epicsQuery, roadmapReads, selectListed, selectUndated } from './reads.ts';
import { ROADMAP_ERRORS } from './texts.ts';
import * as wire from './wire.ts';

/** RM-09.24: a change of any epic makes an earlier read stale. */
// mutant: roadmap-stale-reading
const readsEpics = { readsVersionsOf: () => [EPICS_KEY] };
/** A list below another thing is not missing by itself. */
const isNeverHidden = { hides: () => false };
const inPages = { pages: ({ next }: Page<RoadmapEpic>) => next };

/** RM-21.2, RM-17.2: the epics of the group, or else the children of the epic that the page is about. */
export const epics = query(roadmapReads.epics, {
  ...readsEpics,
  ...inPages,
  read: readEpics,
  refresh: readListAgain,
  decode: (page: Page<RoadmapEpic> | null) => page,
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
    return yield* readChildren(ports, yield* selectAsking(), { fullPath: epic.group.fullPath, iid: epic.iid });
  },
  decode: (page: Page<RoadmapEpic> | null): readonly RoadmapEpic[] => page?.items ?? [],
});

/** RM-07.8: the epics without dates. A failure is no failure of the roadmap: the tray says it. */
export const undated = query(roadmapReads.undated, {
  ...readsEpics,
  ...isNeverHidden,
  ...inPages,
  read: readUndated,
  decode: (page: Page<RoadmapEpic>) => page,
});

/** RM-10.1: all milestones of the timeframe. */
export const milestones = query(roadmapReads.milestones, {
  ...isNeverHidden,
  *read(ports) {
    const asking = yield* selectAsking();
    return yield* allPages(function* (cursor) {
      const answer = yield* send(ports, GroupMilestonesOperation, wire.milestonesVariables(asking, cursor));
      return { ...answer, data: wire.milestonesPage(answer.data.group?.milestones) };
    });
  },
  decode: (page: Page<RoadmapMilestone> | null): readonly RoadmapMilestone[] => page?.items ?? [],
  alert: ({ messages }) => roadmapAlert(ROADMAP_ERRORS.milestones, firstError(messages)),
});

function* selectAsking(): SagaGenerator<Asking> {
  const asking = wire.askingOf((yield* select((state: RoadmapRoot) => state)).roadmap);
  if (asking === null) throw new TypeError('No roadmap is open');
  return asking;
}

const send = <A, V extends Record<string, unknown>>(
  { graphql }: Ports,
  operation: Operation<A, V>,
  variables: NoInfer<V>,
): SagaGenerator<Answer<A>> => call(() => abortable(graphql.request(operation, variables)));

/** One page after the other, until the last one. Null: what is asked for does not exist, or may not be seen. */
function* allPages<T>(
  read: (cursor: string | null) => SagaGenerator<Answer<Page<T> | null>>,
): SagaGenerator<Answer<Page<T> | null>> {
  const items: T[] = [];
  for (let cursor: string | null = null; ;) {
    const answer: Answer<Page<T> | null> = yield* read(cursor);
    if (answer.data === null) return answer;
    const { next } = answer.data;
    items.push(...answer.data.items);
    if (next === null || next === cursor) return { ...answer, data: { items, next: null } };
    cursor = next;
  }
}

function* readEpics(ports: Ports, _: unknown, cursor: string | null): SagaGenerator<Answer<Page<RoadmapEpic> | null>> {
  const asking = yield* selectAsking();
  const { epicIid, fullPath } = asking.config;
  if (epicIid !== null) return yield* readChildren(ports, asking, { fullPath, iid: epicIid });
  // mutant: roadmap-first-page-again
  const answer = yield* send(ports, RoadmapGroupEpicsOperation, wire.epicsVariables(asking, cursor));
  const { group } = answer.data;
  if (group === null) return { ...answer, data: null };
  yield* named({ fullPath, fullName: group.fullName });
  return { ...answer, data: wire.epicsPage(group.epics) };
}

const readChildren = (ports: Ports, asking: Asking, parent: Parent): SagaGenerator<Answer<Page<RoadmapEpic> | null>> =>
  allPages(function* (cursor) {
    const answer = yield* send(ports, EpicChildEpicsOperation, wire.childrenVariables(asking, parent, cursor));
    const epic = answer.data.group?.epic ?? null;
    return { ...answer, data: epic && wire.epicsPage(epic.children) };
  });

/**
 * A page of the epics without dates; the first time, and in a refresh, as many pages as are known. In the view of one epic all of its children without dates
 * (RM-07.10).
 */
function* readUndated(ports: Ports, _: unknown, from: string | null): SagaGenerator<Answer<Page<RoadmapEpic>>> {
  const asking = yield* selectAsking();
  const { epicIid, fullPath } = asking.config;
  if (epicIid !== null) {
    const answer = yield* readChildren(ports, { ...asking, timeframe: null }, { fullPath, iid: epicIid });
    return { ...answer, data: { items: (answer.data?.items ?? []).filter(wire.isUndated), next: null } };
  }
  const known = (yield* select(selectUndated)).length;
  const items: RoadmapEpic[] = [];
  for (let cursor = from; ;) {
    const answer = yield* send(ports, RoadmapUndatedOperation, wire.undatedVariables(asking, cursor));
    const page = wire.undatedPage(answer.data.group?.epics);
    // The list is read from its end: a further page goes before.
    items.unshift(...page.items);
    const next = page.next === cursor ? null : page.next;
    if (from !== null || next === null || items.length >= known) return { ...answer, data: { items, next } };
    cursor = next;
  }
}

/** A refresh of the list, between two of its pages. */
interface Pass {
  readonly found: readonly RoadmapEpic[];
  readonly cursor: string | null;
  /** The versions of the epics when it began. */
  readonly began: readonly number[];
}

/** RM-13.9: reads as many epics as are known, page by page. Their fields are taken in with each page, the list itself with the last one. */
function* readListAgain(
  ports: Ports,
  view: EpicsOf,
  rest: unknown,
): SagaGenerator<RefreshRead<Page<RoadmapEpic> | null>> {
  const before = rest as Pass | null;
  const began = before?.began ?? (yield* select(selectVersions));
  const { answer, since } = yield* fetchQuery(ports, epics, view, before?.cursor);
  if (answer.data === null) {
    yield* put(hidden(epics, view));
    return { answer, rest: null };
  }
  const { items, next } = answer.data;
  const found = [...(before?.found ?? []), ...items];
  const state = yield* select((root: RoadmapRoot) => root);
  const isWhole = next === null || found.length >= selectListed(state).length;
  // The list stays as it is if a further page was requested meanwhile, or if a change of ours may have moved an epic from a page that was
  // still to be read to one that had been read.
  // mutant: roadmap-round-during-a-change
  const moved = isStale(began, yield* select(selectVersions)) || isChanging(state);
  const isList = isWhole && !epicsQuery(state).loadingMore && !moved;
  const ids = isList ? found.map(({ id }) => id) : null;
  const read = withMeta(roadmapAnswers.epicsReadAgain({ params: view, epics: items, ids }), { since });
  yield* put(isList ? readAgain(epics, view, next, read) : read);
  return { answer, rest: isWhole ? null : { found, cursor: next, began } };
}

/** Changes with every answered change of an epic. */
const selectVersions = ({ versions }: QueryRoot): readonly number[] => versionsOf(versions, [EPICS_KEY]);

/** A change of dates is on its way. */
const isChanging = ({ pending }: RoadmapRoot): boolean =>
  pending.some(({ type }) => type === roadmapActions.datesChanged.type);
