import type { RoadmapView } from '../roadmap/rules/view.ts';
import type { Command, CommandRoot, Offered } from './command.ts';
import { roadmapActions } from '../roadmap/actions.ts';
import { presetsOf } from '../roadmap/rules/timeframe.ts';
import {
  PRESET_LABELS,
  RANGE_CHOICES,
  ROADMAP_SORTS,
  roadmapViewToUrl,
  STATE_CHOICES,
  withRange,
} from '../roadmap/rules/view-choices.ts';
import { command, dispatch, go, press, view } from './command.ts';

const queryOf = (next: RoadmapView): string =>
  `?${roadmapViewToUrl(next)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** RP-02.181: the bar and the drawer of a group's roadmap; choices change the address. RP-02.219: the tab of an epic has only the bar's. */
export function roadmapCommands({ roadmap }: CommandRoot): Offered {
  if (roadmap.config === null) return [];
  const now = roadmap.view;
  const ofGroup = roadmap.config.epicIid === null;
  const choice = (id: string, name: string, next: RoadmapView): Command =>
    command(`roadmap:${id}`, `Roadmap: ${name}`, 'roadmap', go(queryOf(next)));
  /** The choices of a list but for the present one. */
  const others = <T extends string>(
    list: readonly { readonly value: T; readonly label: string }[],
    current: T,
    next: (value: T) => RoadmapView,
  ) => list.flatMap(({ value, label }) => (value === current ? [] : choice(value, label.toLowerCase(), next(value))));
  const shown = (id: string, field: 'showMilestones' | 'showProgress'): Command =>
    choice(id, `${now[field] ? 'hide' : 'display'} ${id}`, { ...now, [field]: !now[field] });
  const settings = command(
    'settings',
    roadmap.drawerOpen ? 'Close the roadmap settings' : 'Open the roadmap settings',
    'settings',
    dispatch(roadmap.drawerOpen ? roadmapActions.drawerClosed() : roadmapActions.drawerOpened()),
    'settings',
  );
  const presets = presetsOf(now.range).map((value) => ({ value, label: PRESET_LABELS[value] }));
  const inDrawer = [
    ...others(STATE_CHOICES, now.state, (state) => ({ ...now, state })),
    shown('milestones', 'showMilestones'),
    shown('progress', 'showProgress'),
    command('export:svg', 'Export the roadmap as SVG', 'download', view('export:svg')),
    command('export:png', 'Export the roadmap as PNG', 'download', view('export:png')),
    command('export:csv', 'Export the roadmap as CSV', 'download', view('export:csv')),
  ];
  return [
    ofGroup && settings,
    command('today', 'Show today on the roadmap', 'calendar', press('today'), 'today'),
    command(
      'undated',
      roadmap.trayOpen ? 'Hide epics without dates' : 'Show epics without dates',
      'calendar',
      dispatch(roadmapActions.trayToggled()),
      'undated',
    ),
    ...others(RANGE_CHOICES, now.range, (range) => withRange(now, range)),
    ...others(presets, now.preset, (preset) => ({ ...now, preset })),
    ...others(ROADMAP_SORTS, now.sort, (sort) => ({ ...now, sort })),
    ...(ofGroup ? inDrawer : []),
    command('print', 'Print the roadmap', 'download', view('print')),
  ];
}
