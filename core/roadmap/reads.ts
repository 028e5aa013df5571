import type { FieldValue, SearchedKey } from '../filter/rules.ts';
import type { QueryName, QueryState, QueryStatus } from '../query/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type {
  Page,
  ListRead,
  Period,
  RoadmapEpic,
  RoadmapMilestone,
  RoadmapRoot,
  RoadmapState,
  RoadmapTables,
  Scope,
} from './types.ts';
import { createSelector } from 'reselect';
import { sameData } from '../entities/index.ts';
import { keyOf, LOADING, queryName, selectQuery } from '../query/index.ts';
import { get } from '../table/index.ts';
import { timeframeOf } from './rules/timeframe.ts';
import { epicsScope } from './rules/view.ts';

/** The names of the roadmap's queries. The requests are in `queries.ts`, which loads with the page. */

export interface EpicsOf extends Period {
  readonly scope: Scope;
}

export interface ChildrenOf extends EpicsOf {
  readonly parentId: GlobalId;
  readonly attempt: number;
}

export interface UndatedOf {
  readonly scope: Scope;
}

export interface MilestonesOf {
  readonly scope: Pick<Scope, 'fullPath' | 'range' | 'filters'>;
  readonly start: number | null;
}

export interface SuggestionsFor {
  readonly fullPath: string;
  readonly key: SearchedKey;
  readonly search: string;
}

const ofScope = ({ scope: { fullPath, epicIid } }: UndatedOf): string =>
  epicIid === null ? fullPath : `${fullPath} ${epicIid}`;

export const roadmapReads = {
  epics: queryName<EpicsOf, Page<RoadmapEpic>, string>('roadmap/epics', ofScope),
  children: queryName<ChildrenOf, readonly RoadmapEpic[]>('roadmap/children', ({ parentId }) => parentId),
  /** RM-07.8 */
  undated: queryName<UndatedOf, Page<RoadmapEpic>, string>('roadmap/undated', ofScope),
  milestones: queryName<MilestonesOf, readonly RoadmapMilestone[]>('roadmap/milestones', ({ scope }) => scope.fullPath),
  suggestions: queryName<SuggestionsFor, readonly FieldValue[]>('roadmap/suggestions', ({ key }) => key),
};

/** The part of the state that says what has been read. */
export type Reading = Omit<RoadmapRoot, 'pending'>;

/** Null while no roadmap is open. */
export const scopeOf: (state: RoadmapState) => Scope | null = createSelector(
  [({ config }: RoadmapState) => config, ({ view }: RoadmapState) => view],
  (config, view) =>
    config === null ? null : { fullPath: config.fullPath, epicIid: config.epicIid, ...epicsScope(view) },
);

export function periodOf({ config, view: { range, preset }, today }: RoadmapState): Period {
  const start = today === null ? null : timeframeOf(range, preset, today, config?.firstDayOfWeek).start;
  return { preset, start };
}

export function epicsAsked(state: RoadmapState): EpicsOf | null {
  const scope = scopeOf(state);
  return scope === null ? null : { scope, ...periodOf(state) };
}

/** What was read of a scope; undefined: nothing yet. */
export function listRead<P extends { readonly scope: object }>(
  lists: RoadmapTables['roadmapLists'],
  of: Pick<QueryName<P>, 'name' | 'key'>,
  params: P,
): ListRead | undefined {
  const list = get(lists, keyOf(of, params));
  return list !== undefined && sameData(list.scope, params.scope) ? list : undefined;
}

/** The list of the scope that is shown. */
export function shownList({ roadmap, confirmed }: Reading, which: 'epics' | 'undated'): ListRead | undefined {
  const scope = scopeOf(roadmap);
  return scope === null ? undefined : listRead<UndatedOf>(confirmed.roadmapLists, roadmapReads[which], { scope });
}

const NONE: readonly GlobalId[] = [];

/** The epics of the list. */
export const selectListed = (state: Reading): readonly GlobalId[] => shownList(state, 'epics')?.ids ?? NONE;

/** The epics that had no dates when they were read. */
export const selectUndated = (state: Reading): readonly GlobalId[] => shownList(state, 'undated')?.ids ?? NONE;

/** The key of an epic's children among the lists. */
export const childrenKey = (parentId: GlobalId): string => `${roadmapReads.children.name} ${parentId}`;

/** RM-13.7: a list of another scope does not count. */
export function epicsQuery(state: Reading): QueryState {
  const query = selectQuery(state, roadmapReads.epics, epicsAsked(state.roadmap));
  return query.status === 'ready' && shownList(state, 'epics') === undefined ? LOADING : query;
}

/** RM-14.1: the roadmap has also failed if a further page did. */
export function selectRoadmapStatus(state: Reading): QueryStatus {
  const { status, error } = epicsQuery(state);
  return status === 'ready' && error !== null ? 'failed' : status;
}
