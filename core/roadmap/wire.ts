import type {
  EpicChildEpicsQuery,
  GroupMilestonesQuery,
  RoadmapGroupEpicsQuery,
  RoadmapUndatedQuery,
} from '../api/generated/operations.ts';
import type { FilterVariables } from '../filter/rules.ts';
import type { EpicsPage, PageMark, RoadmapConfig, RoadmapMilestone, RoadmapState } from './types.ts';
import type { RoadmapView } from './rules/view.ts';
import { keptDay, roadmapEpic, type RoadmapNode } from './epic.ts';
import { filterVariables } from '../filter/rules.ts';
import { timeframeOf, type Timeframe } from './rules/timeframe.ts';

/** Shapes of the wire to those of the domain, and the variables of its questions. */

/** Epics of a page of the list; children and milestones come in pages of the wire's greatest size. */
export const EPICS_PAGE = 50;
export const GREATEST_PAGE = 100;
export const UNDATED_PAGE = 50;

type Edges<T> = { readonly edges: ReadonlyArray<{ readonly node: T | null } | null> | null } | null | undefined;

const edgesOf = <T>(connection: Edges<T>): T[] =>
  (connection?.edges ?? []).flatMap((edge) => (edge === null || edge.node === null ? [] : [edge.node]));

type EpicConnection =
  | NonNullable<RoadmapGroupEpicsQuery['group']>['epics']
  | NonNullable<RoadmapUndatedQuery['group']>['epics']
  | NonNullable<NonNullable<EpicChildEpicsQuery['group']>['epic']>['children'];

/** A page of epics, and where the next one begins. */
export const epicsPage = (connection: EpicConnection): EpicsPage => ({
  epics: edgesOf<RoadmapNode>(connection).map(roadmapEpic),
  page: { cursor: connection?.pageInfo.endCursor ?? null, more: connection?.pageInfo.hasNextPage === true },
});

/** RM-07.8: the end of the list by start dates, where the epics without one stand. It is read backwards; a date ends it. */
export function undatedPage(connection: NonNullable<RoadmapUndatedQuery['group']>['epics']): EpicsPage {
  const epics = edgesOf<RoadmapNode>(connection).map(roadmapEpic);
  const dated = epics.some(({ startDate }) => startDate !== null);
  return {
    epics: epics.filter(({ startDate, dueDate }) => startDate === null && dueDate === null),
    page: {
      cursor: connection?.pageInfo.startCursor ?? null,
      more: connection?.pageInfo.hasPreviousPage === true && !dated,
    },
  };
}

export interface MilestonesPage {
  readonly milestones: readonly RoadmapMilestone[];
  readonly page: PageMark;
}

export function milestonesPage(group: GroupMilestonesQuery['group']): MilestonesPage {
  const milestones = group?.milestones;
  return {
    milestones: edgesOf(milestones).map((node) => ({
      ...node,
      startDate: keptDay(node.startDate),
      dueDate: keptDay(node.dueDate),
    })),
    page: { cursor: milestones?.pageInfo.endCursor ?? null, more: milestones?.pageInfo.hasNextPage === true },
  };
}

/** What the questions of a view ask for. */
export interface Asking {
  readonly config: RoadmapConfig;
  readonly view: RoadmapView;
  readonly timeframe: Timeframe;
}

/** Null while no roadmap is open, or the day is not known yet. */
export function askingOf({ config, view, today }: RoadmapState): Asking | null {
  if (config === null || today === null) return null;
  return { config, view, timeframe: timeframeOf(view.range, view.preset, today, config.firstDayOfWeek) };
}

const rangeOfTime = ({ startDate, endDate }: Timeframe) => ({ start: startDate, end: endDate });

/** What every question about epics says of the filters; an epic that the filters name is not asked of children. */
function shared({ config, view }: Pick<Asking, 'config' | 'view'>) {
  const { iid, ...filters } = filterVariables(view.filters);
  return { iid, variables: { state: view.state, ...filters, ...colours(config) } };
}

const colours = ({ colours: on }: RoadmapConfig) => (on ? { withColor: true } : {});

/** RM-21.2: the variables of a page of the list. RM-21.3: an epic that is named is found wherever it stands in the hierarchy. */
export function epicsVariables(asking: Asking, endCursor: string | null) {
  const { iid, variables } = shared(asking);
  return {
    fullPath: asking.config.fullPath,
    ...variables,
    ...named(iid),
    sort: asking.view.sort,
    timeframe: rangeOfTime(asking.timeframe),
    first: EPICS_PAGE,
    ...(endCursor === null ? {} : { endCursor }),
  };
}

const named = (iid: FilterVariables['iid']) => ({
  ...(iid === undefined ? {} : { iid }),
  topLevelHierarchyOnly: iid === undefined,
});

/** RM-11.7: the children of an epic, by the path of the group that owns it. */
export function childrenVariables(
  asking: Asking,
  parent: { readonly fullPath: string; readonly iid: string },
  endCursor: string | null,
) {
  return {
    ...shared(asking).variables,
    fullPath: parent.fullPath,
    iid: parent.iid,
    sort: asking.view.sort,
    timeframe: rangeOfTime(asking.timeframe),
    first: GREATEST_PAGE,
    ...(endCursor === null ? {} : { endCursor }),
  };
}

export function undatedVariables(asking: Pick<Asking, 'config' | 'view'>, startCursor: string | null) {
  const { iid, variables } = shared(asking);
  return {
    fullPath: asking.config.fullPath,
    ...variables,
    ...named(iid),
    last: UNDATED_PAGE,
    ...(startCursor === null ? {} : { startCursor }),
  };
}

/** RM-10.1: active milestones of the group, of those above and of all below; the one that the filters name, where they name one. */
export function milestonesVariables({ config, view, timeframe }: Asking, endCursor: string | null) {
  const { milestoneTitle } = filterVariables(view.filters);
  return {
    fullPath: config.fullPath,
    state: 'active' as const,
    timeframe: rangeOfTime(timeframe),
    includeDescendants: true,
    includeAncestors: true,
    ...(milestoneTitle === undefined ? {} : { title: milestoneTitle }),
    first: GREATEST_PAGE,
    ...(endCursor === null ? {} : { endCursor }),
  };
}
