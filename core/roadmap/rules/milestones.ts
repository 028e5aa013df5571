import type { GlobalId } from '../../work-item/types.ts';
import type { RoadmapMilestone } from '../types.ts';
import type { Timeframe } from './timeframe.ts';
import type { MilestonesType } from './view.ts';
import { clampDates } from './dates.ts';
import { barOf, milestoneSize } from './geometry.ts';
import { roadmapDates } from './dates.ts';

/** RM-10.2: a subgroup's milestone has both flags. */
const IS_OF: Readonly<Record<MilestonesType, (milestone: RoadmapMilestone) => boolean>> = {
  ALL: () => true,
  GROUP: ({ groupMilestone, subgroupMilestone }) => groupMilestone && !subgroupMilestone,
  SUBGROUP: ({ subgroupMilestone }) => subgroupMilestone,
  PROJECT: ({ projectMilestone }) => projectMilestone,
};

const typeName = ({ projectMilestone, subgroupMilestone }: RoadmapMilestone): string =>
  projectMilestone ? 'Project milestone' : subgroupMilestone ? 'Subgroup milestone' : 'Group milestone';

/** RM-07.5, RM-10.2, RM-10.3: the milestones of a type that have a bar, the earliest first, each in the first lane with room. */
export function milestoneRows(milestones: readonly RoadmapMilestone[], type: MilestonesType, timeframe: Timeframe) {
  const seen = new Set<GlobalId>();
  const placed = milestones.flatMap((milestone) => {
    const days = clampDates(milestone, timeframe);
    if (typeof days === 'string' || seen.has(milestone.id) || !IS_OF[type](milestone)) return [];
    seen.add(milestone.id);
    return [{ milestone, days }];
  });
  placed.sort((a, b) => a.days.start - b.days.start || a.days.end - b.days.end);
  const ends: number[] = [];
  const bars = placed.map(({ milestone, days }) => {
    const free = ends.findIndex((end) => end < days.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = days.end;
    const bar = barOf(timeframe, days);
    return {
      id: milestone.id,
      milestone,
      type: typeName(milestone),
      dates: roadmapDates(milestone),
      days,
      bar,
      size: milestoneSize(timeframe.preset, bar),
      /** 0 is the top; bars in one lane do not overlap. */
      lane,
    };
  });
  return { bars, lanes: ends.length };
}

export type MilestoneRows = ReturnType<typeof milestoneRows>;
