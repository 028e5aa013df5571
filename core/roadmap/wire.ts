import type {
  EpicChildEpicsQuery,
  GroupMilestonesQuery,
  RoadmapEpicPartsFragment,
  RoadmapGroupEpicsQuery,
  RoadmapUndatedQuery,
} from '../api/generated/operations.ts';
import type { FilterVariables } from '../filter/rules.ts';
import type { CivilDate, DescendantCounts, DescendantWeightSum, GlobalId } from '../work-item/types.ts';
import type { PageMark, RoadmapConfig, RoadmapEpic, RoadmapMilestone } from './types.ts';
import type { Timeframe } from './rules/timeframe.ts';
import type { RoadmapView } from './rules/view.ts';
import { Pool } from '../api/pool.ts';
import { dayNumber } from '../calendar/rules.ts';
import { dayOf } from '../epic/wire.ts';
import { filterVariables } from '../filter/rules.ts';

/** Shapes of the wire to those of the domain, and the variables of its questions. */

/** Epics of a page of the list; children and milestones come in pages of the wire's greatest size. */
export const EPICS_PAGE = 50;
export const GREATEST_PAGE = 100;
export const UNDATED_PAGE = 50;

type Node = RoadmapEpicPartsFragment & { readonly color?: string | null; readonly textColor?: string | null };
type Edges<T> = { readonly edges: ReadonlyArray<{ readonly node: T | null } | null> | null } | null | undefined;

const edgesOf = <T>(connection: Edges<T>): T[] =>
  (connection?.edges ?? []).flatMap((edge) => (edge === null || edge.node === null ? [] : [edge.node]));

/** Thousands of epics name the same few groups and days, and have the same small counts: each of these is kept once. */
const groups = new Pool();
const days = new Map<string, CivilDate>();
const allCounts = new Map<string, DescendantCounts>();
const allSums = new Map<string, DescendantWeightSum>();
const KEPT = 4096;

/** The value that is kept under the key, and says the same. */
function once<T>(kept: Map<string, T>, key: string, value: T): T {
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= KEPT) kept.clear();
  kept.set(key, value);
  return value;
}

function keptDay(time: string | null): CivilDate | null {
  const day = dayOf(time);
  return day === null ? null : once(days, day, day);
}

function countsOf(counts: Node['descendantCounts']): DescendantCounts {
  const openedEpics = count(counts?.openedEpics);
  const closedEpics = count(counts?.closedEpics);
  const openedIssues = count(counts?.openedIssues);
  const closedIssues = count(counts?.closedIssues);
  const key = `${openedEpics} ${closedEpics} ${openedIssues} ${closedIssues}`;
  return once(allCounts, key, { openedEpics, closedEpics, openedIssues, closedIssues });
}

function sumsOf(weights: Node['descendantWeightSum']): DescendantWeightSum {
  const openedIssues = count(weights?.openedIssues);
  const closedIssues = count(weights?.closedIssues);
  return once(allSums, `${openedIssues} ${closedIssues}`, { openedIssues, closedIssues });
}

const NOBODY: readonly GlobalId[] = [];

const count = (value: number | null | undefined): number => value ?? 0;

export function roadmapEpic(node: Node): RoadmapEpic {
  const [startDate, dueDate] = [keptDay(node.startDate), keptDay(node.dueDate)];
  const blockedBy = (node.blockedByEpics?.nodes ?? []).flatMap((epic) => (epic === null ? [] : [epic.id]));
  return {
    id: node.id,
    iid: node.iid,
    title: node.title ?? '',
    state: node.state === 'closed' ? 'closed' : 'opened',
    webPath: node.webPath,
    reference: node.reference,
    confidential: node.confidential === true,
    hasChildren: node.hasChildren,
    hasParent: node.hasParent,
    parentId: node.parent?.id ?? null,
    blocked: node.blocked === true,
    blockedByCount: count(node.blockedByCount),
    blockedBy: blockedBy.length === 0 ? NOBODY : blockedBy,
    startDate,
    startDay: startDate === null ? null : dayNumber(startDate),
    dueDate,
    dueDay: dueDate === null ? null : dayNumber(dueDate),
    startDateIsFixed: node.startDateIsFixed === true,
    startDateFixed: keptDay(node.startDateFixed),
    dueDateIsFixed: node.dueDateIsFixed === true,
    dueDateFixed: keptDay(node.dueDateFixed),
    group: groups.keep(node.group),
    canUpdate: node.userPermissions.updateEpic,
    descendantCounts: countsOf(node.descendantCounts),
    descendantWeightSum: sumsOf(node.descendantWeightSum),
    color: node.color ?? null,
    textColor: node.textColor ?? null,
  };
}

/** Both dates with their day numbers. */
export const datesOf = (startDate: CivilDate | null, dueDate: CivilDate | null) => ({
  startDate,
  startDay: startDate === null ? null : dayNumber(startDate),
  dueDate,
  dueDay: dueDate === null ? null : dayNumber(dueDate),
});

type EpicConnection =
  | NonNullable<RoadmapGroupEpicsQuery['group']>['epics']
  | NonNullable<RoadmapUndatedQuery['group']>['epics']
  | NonNullable<NonNullable<EpicChildEpicsQuery['group']>['epic']>['children'];

export interface EpicsPage {
  readonly epics: readonly RoadmapEpic[];
  readonly page: PageMark;
}

/** A page of epics, and where the next one begins. */
export const epicsPage = (connection: EpicConnection): EpicsPage => ({
  epics: edgesOf<Node>(connection).map(roadmapEpic),
  page: { cursor: connection?.pageInfo.endCursor ?? null, more: connection?.pageInfo.hasNextPage === true },
});

/** RM-07.8: the end of the list by start dates, where the epics without one stand. It is read backwards; a date ends it. */
export function undatedPage(connection: NonNullable<RoadmapUndatedQuery['group']>['epics']): EpicsPage {
  const epics = edgesOf<Node>(connection).map(roadmapEpic);
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

export function milestonesPage(group: NonNullable<GroupMilestonesQuery['group']>): MilestonesPage {
  const { milestones } = group;
  return {
    milestones: edgesOf(milestones).map((node) => ({
      ...node,
      startDate: keptDay(node.startDate),
      dueDate: keptDay(node.dueDate),
    })),
    page: { cursor: milestones?.pageInfo.endCursor ?? null, more: milestones?.pageInfo.hasNextPage === true },
  };
}

interface Asking {
  readonly config: RoadmapConfig;
  readonly view: RoadmapView;
  readonly timeframe: Timeframe;
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
