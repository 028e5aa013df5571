import type { Filters } from '../../filter/rules.ts';
import { filtersFromUrl, filtersToUrl, NO_FILTERS } from '../../filter/rules.ts';
import type { Preset, TimeframeRange } from './timeframe.ts';

export type EpicsState = 'all' | 'opened' | 'closed';
export type RoadmapSort = 'start_date_asc' | 'start_date_desc' | 'end_date_asc' | 'end_date_desc';
export type MilestonesType = 'ALL' | 'GROUP' | 'SUBGROUP' | 'PROJECT';

/** RM-09: progress counts the issues below an epic, or their weight. */
export type ProgressBy = 'COUNT' | 'WEIGHT';

/** Everything that decides what the roadmap shows; the address has all of it. */
export interface RoadmapView {
  readonly state: EpicsState;
  readonly sort: RoadmapSort;
  readonly preset: Preset;
  readonly range: TimeframeRange;
  readonly filters: Filters;
  readonly progressBy: ProgressBy;
  readonly showProgress: boolean;
  readonly showMilestones: boolean;
  readonly milestonesType: MilestonesType;
}

/** RM-02.7 */
export const DEFAULT_VIEW: RoadmapView = {
  state: 'all',
  sort: 'start_date_asc',
  preset: 'WEEKS',
  range: 'CURRENT_QUARTER',
  filters: NO_FILTERS,
  progressBy: 'WEIGHT',
  showProgress: true,
  showMilestones: true,
  milestonesType: 'ALL',
};

/** RM-13.1, RM-13.3: what decides which milestones are read. The preset is not part of it. */
export const milestonesScope = ({ range, filters }: RoadmapView) => ({
  range,
  filters: filtersFromUrl(filtersToUrl(filters)),
});

/** RM-13.5: what decides which epics are in the list; what is only shown or hidden is not part of it (RM-13.4). */
export const epicsScope = (view: RoadmapView) => ({
  ...milestonesScope(view),
  state: view.state,
  // mutant: roadmap-order-ignored
  sort: view.sort,
});
