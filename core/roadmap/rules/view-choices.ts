import type { UrlParams } from '../../filter/rules.ts';
import type { TimeframeRange, Preset } from './timeframe.ts';
import type { EpicsState, MilestonesType, ProgressBy, RoadmapSort, RoadmapView } from './view.ts';
import { filtersFromUrl, filtersToUrl } from '../../filter/rules.ts';
import { presetOf, rangeOf } from './timeframe.ts';
import { DEFAULT_VIEW } from './view.ts';

/** What can be chosen for a view, and a view as an address and back. It comes with the page. */

interface Choice<T> {
  readonly value: T;
  readonly label: string;
}

/** RM-05.4 */
export const RANGE_CHOICES: readonly Choice<TimeframeRange>[] = [
  { value: 'CURRENT_QUARTER', label: 'This quarter' },
  { value: 'CURRENT_YEAR', label: 'This year' },
  { value: 'THREE_YEARS', label: 'Within 3 years' },
];

export const PRESET_LABELS: Readonly<Record<Preset, string>> = {
  QUARTERS: 'By quarter',
  MONTHS: 'By month',
  WEEKS: 'By week',
};

/** RM-04.1: the first order is the default. */
export const ROADMAP_SORTS: readonly Choice<RoadmapSort>[] = [
  { value: 'start_date_asc', label: 'Start date, earliest first' },
  { value: 'start_date_desc', label: 'Start date, latest first' },
  { value: 'end_date_asc', label: 'Due date, earliest first' },
  { value: 'end_date_desc', label: 'Due date, latest first' },
];

/** RM-23.1 */
export const STATE_CHOICES: readonly Choice<EpicsState>[] = [
  { value: 'all', label: 'Show all epics' },
  { value: 'opened', label: 'Show open epics' },
  { value: 'closed', label: 'Show closed epics' },
];

/** RM-23.2 */
export const MILESTONES_CHOICES: readonly Choice<MilestonesType>[] = [
  { value: 'ALL', label: 'Show all milestones' },
  { value: 'GROUP', label: 'Show group milestones' },
  { value: 'SUBGROUP', label: 'Show sub-group milestones' },
  { value: 'PROJECT', label: 'Show project milestones' },
];

/** RM-23.3 */
export const PROGRESS_CHOICES: readonly Choice<ProgressBy>[] = [
  { value: 'WEIGHT', label: 'Use issue weight' },
  { value: 'COUNT', label: 'Use issue count' },
];

const among = <T extends string>(choices: readonly Choice<T>[], text: string | undefined, fallback: T): T =>
  choices.find(({ value }) => value.toLowerCase() === text?.toLowerCase())?.value ?? fallback;

const flag = (text: string | undefined): boolean => text?.toLowerCase() !== 'false';

/** RM-01.3: the initial view according to the attributes of the page, each read independently. */
export function roadmapDefaults(data: Readonly<Record<string, string | undefined>>): RoadmapView {
  const range = rangeOf(data['timeframeRangeType']?.toUpperCase());
  return {
    ...DEFAULT_VIEW,
    state: among(STATE_CHOICES, data['epicsState'], DEFAULT_VIEW.state),
    sort: among(ROADMAP_SORTS, data['sortedBy'], DEFAULT_VIEW.sort),
    range,
    preset: presetOf(range, data['presetType']?.toUpperCase()),
  };
}

/**
 * RM-02.7 to RM-02.9: the view of an address. Each parameter is read independently, and an unknown value becomes its default. What the address leaves out is
 * taken from the page's `defaults`.
 */
export function roadmapViewFromUrl(params: UrlParams, defaults: RoadmapView = DEFAULT_VIEW): RoadmapView {
  const pairs = [...params];
  const one = new Map(pairs);
  const given = (name: string, fallback: string): string => one.get(name) ?? fallback;
  const range = rangeOf(given('timeframe_range_type', defaults.range).toUpperCase());
  return {
    state: among(STATE_CHOICES, given('state', defaults.state), DEFAULT_VIEW.state),
    sort: among(ROADMAP_SORTS, given('sort', defaults.sort), DEFAULT_VIEW.sort),
    range,
    // If the address names a range, the default is that of the range.
    preset: presetOf(range, given('layout', one.has('timeframe_range_type') ? '' : defaults.preset).toUpperCase()),
    filters: filtersFromUrl(pairs),
    progressBy: among(PROGRESS_CHOICES, one.get('progress'), DEFAULT_VIEW.progressBy),
    showProgress: flag(one.get('show_progress')),
    showMilestones: flag(one.get('show_milestones')),
    milestonesType: among(MILESTONES_CHOICES, one.get('milestones_type'), DEFAULT_VIEW.milestonesType),
  };
}

/** RM-02.10: the whole view, defaults included, so that a shared address shows the same when the defaults change. */
export const roadmapViewToUrl = (view: RoadmapView): [name: string, value: string][] => [
  ['state', view.state],
  ['sort', view.sort],
  ['layout', view.preset],
  ['timeframe_range_type', view.range],
  ...filtersToUrl(view.filters),
  ['progress', view.progressBy],
  ['show_progress', String(view.showProgress)],
  ['show_milestones', String(view.showMilestones)],
  ['milestones_type', view.milestonesType],
];

/** RM-05.3: another range keeps the preset where it offers it. */
export const withRange = (view: RoadmapView, range: TimeframeRange): RoadmapView => ({
  ...view,
  range,
  preset: presetOf(range, view.preset),
});
