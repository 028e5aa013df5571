import type { GlobalId } from '../work-item/types.ts';
import type { Rejected } from './rules/rows.ts';
import type { RoadmapMilestone, RoadmapRoot } from './types.ts';
import type { Rejection } from './rules/dates.ts';
import type { Table } from '../table/index.ts';
import { createSelector } from 'reselect';
import { recordsOf } from '../entities/index.ts';
import { selectQuery } from '../query/index.ts';
import { milestonesAsked, undatedQuery } from './asked.ts';
import { listRead, roadmapReads, selectUndated } from './reads.ts';
import { milestoneRows } from './rules/milestones.ts';
import { selectRoadmapRows, selectTimeframe } from './select.ts';

function selectMilestones(root: RoadmapRoot): readonly RoadmapMilestone[] {
  const asked = milestonesAsked(root);
  const list = asked && listRead(root.confirmed.roadmapLists, roadmapReads.milestones, asked);
  // Whatever the roadmap names by its id was read by it.
  return recordsOf(root.confirmed.milestones as Table<RoadmapMilestone>, list?.ids ?? []);
}

/** RM-10: the section of milestones; null where it is not shown. */
export const selectRoadmapMilestones = createSelector(
  [
    selectTimeframe,
    selectMilestones,
    (root: RoadmapRoot) => root.roadmap.milestonesExpanded,
    (root: RoadmapRoot) => selectQuery(root, roadmapReads.milestones, milestonesAsked(root)).status,
    (root: RoadmapRoot) => root.roadmap.view.milestonesType,
    (root: RoadmapRoot) => root.roadmap.view.showMilestones,
  ],
  (timeframe, list, expanded, status, type, shown) =>
    timeframe === null || !shown ? null : { status, expanded, ...milestoneRows(list, type, timeframe) },
);

export type RoadmapMilestones = NonNullable<ReturnType<typeof selectRoadmapMilestones>>;

/** RM-07.7: in words. */
const REASONS: Readonly<Record<Rejection, string>> = {
  undated: 'No start and end date',
  due_before_start: 'Due before start',
  outside: 'Outside of the dates shown',
};

/** RM-07.11: the undated epics of a group are read from the end of the list, and shown in the order in which they were read. */
function asRead(rejected: readonly Rejected[], undated: readonly GlobalId[]): readonly Rejected[] {
  const read = new Set(undated);
  const isRead = ({ id }: Rejected): boolean => read.has(id);
  return [...rejected.filter((each) => !isRead(each)), ...rejected.filter(isRead).reverse()];
}

export const selectRoadmapTray = createSelector(
  [
    (root: RoadmapRoot) => root.roadmap.trayOpen,
    selectUndated,
    undatedQuery,
    (root: RoadmapRoot) => selectRoadmapRows(root).rejected,
    (root: RoadmapRoot) => root.roadmap.config?.epicIid === null,
  ],
  (open, ids, { status, loadingMore, next }, rejected, ofGroup) => ({
    open,
    status: loadingMore ? 'loading' : status,
    /** There are more epics without dates: `trayNextPageAsked`. */
    more: next !== null,
    items: (ofGroup ? asRead(rejected, ids) : rejected).map((each) => ({ ...each, reason: REASONS[each.reason] })),
  }),
);

export type TrayItem = ReturnType<typeof selectRoadmapTray>['items'][number];
