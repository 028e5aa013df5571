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
} from '../roadmap/rules/view.ts';
import { command, dispatch, go, press, view } from './command.ts';

const queryOf = (next: RoadmapView): string =>
  `?${roadmapViewToUrl(next)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')}`;

/**
 * RP-02.181: the bar and the drawer of a group's roadmap. Choices change the address, as they do there. RP-02.219: the tab of an epic has only the bar's.
 */
export function roadmapCommands({ roadmap }: CommandRoot): Offered {
  if (roadmap.config === null) return [];
  const now = roadmap.view;
  const ofGroup = roadmap.config.epicIid === null;
  const choice = (id: string, name: string, next: RoadmapView): Command =>
    command(`roadmap:${id}`, `Roadmap: ${name}`, 'roadmap', go(queryOf(next)));
  const others = <T extends { readonly value: string; readonly label: string }>(list: readonly T[], current: string) =>
    list.filter(({ value }) => value !== current);
  const settings = command(
    'settings',
    roadmap.drawerOpen ? 'Close the roadmap settings' : 'Open the roadmap settings',
    'settings',
    dispatch(roadmap.drawerOpen ? roadmapActions.drawerClosed() : roadmapActions.drawerOpened()),
    'settings',
  );
  const inDrawer = [
    ...others(STATE_CHOICES, now.state).map(({ value, label }) =>
      choice(value, label.toLowerCase(), { ...now, state: value }),
    ),
    choice('milestones', now.showMilestones ? 'hide milestones' : 'display milestones', {
      ...now,
      showMilestones: !now.showMilestones,
    }),
    choice('progress', now.showProgress ? 'hide progress' : 'display progress', {
      ...now,
      showProgress: !now.showProgress,
    }),
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
    ...others(RANGE_CHOICES, now.range).map(({ value, label }) =>
      choice(value, label.toLowerCase(), withRange(now, value)),
    ),
    ...presetsOf(now.range)
      .filter((preset) => preset !== now.preset)
      .map((preset) => choice(preset, PRESET_LABELS[preset].toLowerCase(), { ...now, preset })),
    ...others(ROADMAP_SORTS, now.sort).map(({ value, label }) =>
      choice(value, label.toLowerCase(), { ...now, sort: value }),
    ),
    ...(ofGroup ? inDrawer : []),
    command('print', 'Print the roadmap', 'download', view('print')),
  ];
}
