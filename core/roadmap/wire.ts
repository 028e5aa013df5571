import type { RoadmapConfig } from './config.ts';
import type { Page, RoadmapEpic, RoadmapMilestone, RoadmapState } from './types.ts';
import { keptDay, roadmapEpic, type RoadmapNode } from './epic.ts';
import { filterVariables } from '../filter/rules.ts';
import { timeframeOf, type Timeframe } from './rules/timeframe.ts';

/** From the wire to the domain, and the variables of requests. */

/** Epics in a page of the list; children and milestones come in pages of the greatest size that the wire allows. */
export const EPICS_PAGE = 50;
export const GREATEST_PAGE = 100;
export const UNDATED_PAGE = 50;

/** A connection, read forwards or from its end. */
type Connection<T> =
  | {
      readonly edges: ReadonlyArray<{ readonly node: T | null } | null> | null;
      readonly pageInfo: {
        readonly hasNextPage?: boolean;
        readonly endCursor?: string | null;
        readonly hasPreviousPage?: boolean;
        readonly startCursor?: string | null;
      };
    }
  | null
  | undefined;

function pageOf<T, U>(connection: Connection<T>, decode: (node: T) => U): Page<U> {
  const { hasNextPage = false, endCursor = null } = connection?.pageInfo ?? {};
  const items = (connection?.edges ?? []).flatMap((edge) => (edge?.node == null ? [] : [decode(edge.node)]));
  return { items, next: hasNextPage ? endCursor : null };
}

export const epicsPage = (connection: Connection<RoadmapNode>): Page<RoadmapEpic> => pageOf(connection, roadmapEpic);

export const isUndated = ({ startDate, dueDate }: RoadmapEpic): boolean => startDate === null && dueDate === null;

/** RM-07.8: the end of the list by start date, where the epics without one are. It is read backwards, up to the first date. */
export function undatedPage(connection: Connection<RoadmapNode>): Page<RoadmapEpic> {
  const { items } = epicsPage(connection);
  const { hasPreviousPage = false, startCursor = null } = connection?.pageInfo ?? {};
  const isEnd = !hasPreviousPage || items.some(({ startDate }) => startDate !== null);
  return { items: items.filter(isUndated), next: isEnd ? null : startCursor };
}

export const milestonesPage = (connection: Connection<RoadmapMilestone>): Page<RoadmapMilestone> =>
  pageOf(connection, (node) => ({ ...node, startDate: keptDay(node.startDate), dueDate: keptDay(node.dueDate) }));

/** What every request of a view depends on. */
export interface Asking extends Pick<RoadmapState, 'view'> {
  readonly config: RoadmapConfig;
  /** Null: all times. */
  readonly timeframe: Timeframe | null;
}

/** Null while no roadmap is open, or the day is not known yet. */
export function askingOf({ config, view, today }: RoadmapState): Asking | null {
  if (config === null || today === null) return null;
  return { config, view, timeframe: timeframeOf(view.range, view.preset, today, config.firstDayOfWeek) };
}

const within = ({ timeframe }: Asking) =>
  timeframe === null ? {} : { timeframe: { start: timeframe.startDate, end: timeframe.endDate } };

const behind = (endCursor: string | null) => (endCursor === null ? {} : { endCursor });

/** Of any epics: an epic that the filters name is not among the variables. */
function filtered({ config, view }: Asking) {
  const { iid: _named, ...filters } = filterVariables(view.filters);
  return { state: view.state, ...filters, ...(config.colours ? { withColor: true } : {}) };
}

/** Of the epics of the group. RM-21.3: an epic that the filters name is found wherever it is in the hierarchy. */
function listed(asking: Asking) {
  const { iid } = filterVariables(asking.view.filters);
  const named = iid === undefined ? {} : { iid };
  return { fullPath: asking.config.fullPath, ...filtered(asking), ...named, topLevelHierarchyOnly: iid === undefined };
}

/** RM-21.2: the variables of a page of the list. */
export const epicsVariables = (asking: Asking, endCursor: string | null) => ({
  ...listed(asking),
  sort: asking.view.sort,
  ...within(asking),
  first: EPICS_PAGE,
  ...behind(endCursor),
});

/** How a parent is named on the wire: by the group that owns it. */
export interface Parent {
  readonly fullPath: string;
  readonly iid: string;
}

/** RM-11.7 */
export const childrenVariables = (asking: Asking, { fullPath, iid }: Parent, endCursor: string | null) => ({
  ...filtered(asking),
  fullPath,
  iid,
  sort: asking.view.sort,
  ...within(asking),
  first: GREATEST_PAGE,
  ...behind(endCursor),
});

export const undatedVariables = (asking: Asking, startCursor: string | null) => ({
  ...listed(asking),
  last: UNDATED_PAGE,
  ...(startCursor === null ? {} : { startCursor }),
});

/** RM-10.1: active milestones of the group, of those above and of all below; the one that the filters name, if they name one. */
export function milestonesVariables(asking: Asking, endCursor: string | null) {
  const { milestoneTitle } = filterVariables(asking.view.filters);
  return {
    fullPath: asking.config.fullPath,
    state: 'active' as const,
    ...within(asking),
    includeDescendants: true,
    includeAncestors: true,
    ...(milestoneTitle === undefined ? {} : { title: milestoneTitle }),
    first: GREATEST_PAGE,
    ...behind(endCursor),
  };
}
