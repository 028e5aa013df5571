import type { Filters } from '@espalier/core/filter/rules';
import type { SearchedKey } from '@espalier/core/filter';
import type { DatesChange, RoadmapRoot, RoadmapView } from '@espalier/core/roadmap';
import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';
import { addDays } from '@espalier/core/calendar/rules';
import {
  DEFAULT_VIEW,
  draggedDates,
  roadmapActions,
  roadmapConfig,
  selectRoadmapEpic,
  selectRoadmapFrame,
  selectRoadmapRows,
  selectRoadmapStatus,
  selectRoadmapTray,
  selectTimeframe,
  withRange,
} from '@espalier/core/roadmap';

/** What a person does on a roadmap. */

const RANGES = ['CURRENT_QUARTER', 'CURRENT_YEAR', 'THREE_YEARS'] as const;
const PRESETS = ['WEEKS', 'MONTHS', 'QUARTERS'] as const;
const SORTS = ['start_date_asc', 'start_date_desc', 'end_date_asc', 'end_date_desc'] as const;
const STATES = ['all', 'opened', 'closed'] as const;
const FILTERS: readonly Filters[] = [
  { tokens: [], search: '' },
  { tokens: [], search: 'epic' },
  { tokens: [{ key: 'label', operator: '=', value: 'bug' }], search: '' },
  { tokens: [{ key: 'label', operator: '!=', value: 'bug' }], search: '' },
  { tokens: [{ key: 'confidential', operator: '=', value: 'true' }], search: '' },
  { tokens: [{ key: 'label', operator: '=', value: 'None' }], search: 'title' },
];
const KEYS: readonly SearchedKey[] = ['author', 'label', 'milestone', 'epic'];

const rootOf = ({ state }: SimClient): RoadmapRoot => state;

function open(client: SimClient, picks: Picks, sim: Stage): boolean {
  const { world } = sim.backend.model;
  const group = picks.of([...world.groups.values()].filter(({ fullPath }) => fullPath !== 'acme' || !picks.once(3)));
  const fullPath = picks.once(3) ? (group?.fullPath ?? 'acme') : 'acme';
  const epics = [...world.items.values()].filter(({ type }) => type === 'epic');
  const ofEpic = picks.once(3) ? picks.of(epics) : undefined;
  const path = ofEpic === undefined ? fullPath : world.group(ofEpic.groupId).fullPath;
  const data = ofEpic === undefined ? {} : { epicIid: String(ofEpic.iid) };
  const config = roadmapConfig(data, path, { user: null, features: {}, settings: {} });
  const view: RoadmapView = {
    ...withRange(DEFAULT_VIEW, picks.of(RANGES) ?? 'THREE_YEARS'),
    sort: picks.of(SORTS) ?? 'start_date_asc',
  };
  client.pages.openRoadmap(config, view);
  return true;
}

/** Another range, preset, order, state or filter: one at a time, as the controls do. */
function changeView(client: SimClient, picks: Picks): boolean {
  const { roadmap } = client.pages;
  if (roadmap === null) return false;
  const { view } = roadmap;
  const changes: readonly (() => RoadmapView)[] = [
    () => withRange(view, picks.of(RANGES) ?? view.range),
    () => withRange({ ...view, preset: picks.of(PRESETS) ?? view.preset }, view.range),
    () => ({ ...view, sort: picks.of(SORTS) ?? view.sort }),
    () => ({ ...view, state: picks.of(STATES) ?? view.state }),
    () => ({ ...view, filters: picks.of(FILTERS) ?? view.filters }),
    () => ({ ...view, showMilestones: !view.showMilestones }),
  ];
  client.pages.changeView((picks.of(changes) ?? (() => view))());
  return true;
}

function expand(client: SimClient, picks: Picks): boolean {
  const { rows } = selectRoadmapRows(rootOf(client));
  const closed = rows.filter(({ toggle }) => toggle === 'collapsed' || toggle === 'failed');
  const row = picks.of(closed.length === 0 || picks.once(5) ? rows.filter(({ toggle }) => toggle !== 'none') : closed);
  if (row === undefined) return false;
  client.do(roadmapActions.epicToggled({ id: row.id }));
  return true;
}

/** Drags a bar or one of its ends, or gives an epic without a bar its dates. */
function changeDates(client: SimClient, picks: Picks): boolean {
  const root = rootOf(client);
  const timeframe = selectTimeframe(root);
  const { rows, rejected } = selectRoadmapRows(root);
  const found = picks.of([...rows, ...rejected].filter(({ epic }) => epic.permissions.canUpdate));
  const epic = found === undefined ? null : selectRoadmapEpic(root, found.id);
  if (epic === null || timeframe === null) return false;
  const days = picks.number(61) - 30;
  let change: DatesChange | null;
  if (epic.startDate === null && epic.dueDate === null) {
    const startDate = addDays(timeframe.startDate, picks.number(40));
    change = { id: epic.id, startDate, dueDate: addDays(startDate, 1 + Math.abs(days)) };
  } else {
    const edge = { start: timeframe.start, end: timeframe.end };
    change = draggedDates(epic, picks.of(['bar', 'start', 'due'] as const) ?? 'bar', days, edge);
  }
  if (change === null) return false;
  client.do(roadmapActions.datesChanged(change));
  // Who drags often drags on before the answer is there.
  if (picks.once(4)) client.do(roadmapActions.datesChanged({ id: epic.id, dueDate: null }));
  return true;
}

function nextPage(client: SimClient, picks: Picks): boolean {
  const inTray = selectRoadmapTray(rootOf(client)).more && picks.once(2);
  if (!inTray && !selectRoadmapFrame(rootOf(client)).more) return false;
  client.do(inTray ? roadmapActions.trayNextPageAsked() : roadmapActions.nextPageAsked());
  return true;
}

/** Does something while a roadmap is open. */
const whileOpen =
  (run: (client: SimClient, picks: Picks) => void): Operation['run'] =>
  (client, picks) => {
    if (client.pages.roadmap === null) return false;
    run(client, picks);
    return true;
  };

export const ROADMAP_OPERATIONS: Readonly<Record<string, Operation>> = {
  openRoadmap: { part: 'roadmap', weight: 6, run: open },
  changeView: { part: 'roadmap', weight: 9, run: changeView },
  expandEpic: { part: 'roadmap', weight: 9, run: expand },
  changeDates: { part: 'roadmap', weight: 14, run: changeDates },
  nextRoadmapPage: { part: 'roadmap', weight: 5, run: nextPage },
  suggest: {
    part: 'roadmap',
    weight: 2,
    run: whileOpen((client, picks) =>
      client.do(
        roadmapActions.suggestionsAsked({
          key: picks.of(KEYS) ?? 'epic',
          search: picks.of(['', 'a', 'e', '1']) ?? '',
        }),
      ),
    ),
  },
  retryRoadmap: {
    part: 'roadmap',
    weight: 4,
    run: (client) => {
      if (selectRoadmapStatus(rootOf(client)) !== 'failed') return false;
      client.do(roadmapActions.roadmapRetried());
      return true;
    },
  },
  closeRoadmap: { part: 'roadmap', weight: 1, run: whileOpen((client) => client.pages.closeRoadmap()) },
};
