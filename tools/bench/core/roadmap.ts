import type { Planner } from '@espalier/core';
import type { RoadmapEpic, RoadmapRoot, RowInput, RowList } from '../../../core/roadmap/index.ts';
import { addDays, dayNumberOf, dayOfNumber } from '../../../core/calendar/rules.ts';
import type { Contestant } from '../measure.ts';
import { createPlanner } from '@espalier/core';
import { FakePorts } from '@espalier/core/testing';
import {
  barOf,
  clampDays,
  createRows,
  DEFAULT_VIEW,
  epicsScope,
  roadmapActions,
  roadmapReads,
  roadmapConfig,
  roadmapSaga,
  selectDependencyLines,
  selectRoadmapFrame,
  selectRoadmapRows,
  selectRoadmapTray,
  timeframeOf,
} from '../../../core/roadmap/index.ts';
import { readAgain } from '../../../core/query/index.ts';
import { emptyTable, set, tableOf } from '../../../core/table/index.ts';
import { contest, milliseconds, report } from '../measure.ts';

const EPICS = 10_000;
const CHANGES = 200;
/** Changes of the preset in a round. */
const PRESETS = 8;
const ROUNDS = 21;
const TODAY = '2026-11-21';
/** 18 months to either side of the current month. */
const WINDOW = 3 * 365;

/** Epics over 36 months, every tenth with one date only. */
const epics = Array.from({ length: EPICS }, (_, index): RoadmapEpic => {
  const startDay = 20_240 + ((index * 7919) % (WINDOW - 60));
  return {
    id: `gid://gitlab/Epic/${index + 1}`,
    iid: String(index + 1),
    type: 'epic',
    title: `Epic ${index + 1}`,
    state: 'opened',
    webPath: `/groups/acme/-/epics/${index + 1}`,
    reference: `acme&${index + 1}`,
    confidential: false,
    hasChildren: index % 3 === 0,
    hasParent: false,
    parentId: null,
    blocked: false,
    blockedByCount: 0,
    blockedBy: [],
    startDate: index % 10 === 0 ? null : dayOfNumber(startDay),
    startDateIsFixed: true,
    dueDate: dayOfNumber(startDay + 10 + (index % 50)),
    dueDateIsFixed: true,
    group: { id: 'g', name: 'Acme', fullName: 'Acme', fullPath: 'acme' },
    permissions: { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true },
    descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 3, closedIssues: 2 },
    descendantWeightSum: { openedIssues: 3, closedIssues: 2 },
    color: null,
    textColor: null,
  };
});

/** What the floor reads: numbers. */
const days = epics.map(({ startDate, dueDate }) => ({ start: dayNumberOf(startDate), due: dayNumberOf(dueDate) }));

const months = timeframeOf('THREE_YEARS', 'MONTHS', TODAY);
const quarters = timeframeOf('THREE_YEARS', 'QUARTERS', TODAY);

const input: RowInput = {
  epics: tableOf(epics.map((epic) => [epic.id, epic] as const)),
  ids: epics.map(({ id }) => id),
  undated: [],
  children: emptyTable(),
  marks: emptyTable(),
  fresh: [],
  filtered: false,
  timeframe: months,
};

/** Keeps a result from being optimised away. */
let kept: unknown;

/** Pixels and days of every bar: rows make them where they are asked for. */
function geometryOf({ rows }: RowList): number {
  let sum = 0;
  for (const { bar, days } of rows) sum += bar.left + bar.width + days.start;
  return sum;
}

/** The same arithmetic over an array of epics, and nothing besides: the visible days and the bar. */
function bareLoop(timeframe: RowInput['timeframe']): void {
  const found: object[] = [];
  for (const { start, due } of days) {
    const shown = clampDays(start, due, timeframe);
    if (typeof shown !== 'string') found.push({ days: shown, bar: barOf(timeframe, shown) });
  }
  kept = found;
}

/** Rows and geometry of 10,000 epics: after a change of settings, and after one epic changed. */
export async function benchRoadmap(): Promise<string[]> {
  const name = {
    floor: 'a bare loop over the same arithmetic',
    settings: 'Espalier, after another preset',
    one: 'Espalier, after one epic changed',
  };
  const [rowsOf, changedRowsOf] = [createRows(), createRows()];
  const presets = Array.from({ length: PRESETS }, (_, index) => (index % 2 === 0 ? quarters : months));
  const each = (work: (timeframe: RowInput['timeframe']) => void) => () =>
    milliseconds(() => presets.forEach(work)).then((time) => time / PRESETS);
  const results = await contest(
    [
      { name: name.floor, round: each(bareLoop) },
      {
        name: name.settings,
        round: each((timeframe) => {
          const list = rowsOf({ ...input, timeframe });
          kept = [list, geometryOf(list)];
        }),
      },
      {
        name: name.one,
        round: async () => {
          let now = input;
          changedRowsOf(now);
          const time = await milliseconds(() => {
            for (let change = 0; change < CHANGES; change += 1) {
              const epic = epics[(change * 7919) % EPICS] as RoadmapEpic;
              const moved = { ...epic, dueDate: addDays(epic.dueDate ?? TODAY, 1) };
              now = { ...now, epics: set(now.epics, moved.id, moved) };
              kept = changedRowsOf(now);
            }
          });
          return time / CHANGES;
        },
      },
    ],
    ROUNDS,
  );
  if (kept === undefined) throw new Error('Nothing was made');
  const missed = report(`Roadmap: rows and bars of ${EPICS} epics`, 'ms', results, [
    { left: name.settings, right: name.floor, atMost: 3 },
    { left: name.settings, right: name.one, atLeast: 20 },
  ]);
  return [...missed, ...(await benchPages())];
}

const PAGE = 50;
const PAGES = 10;

/** A further page of 50 while one scrolls, from its answer to the rows, the lines and the tray: with few epics loaded and with many. */
async function benchPages(): Promise<string[]> {
  const few = 200;
  const many = EPICS - PAGES * PAGE;
  const name = (loaded: number): string => `Espalier, with ${loaded.toLocaleString('en')} loaded`;
  const contestant = (loaded: number): Contestant => ({
    name: name(loaded),
    async round() {
      const planner = plannerOf(loaded);
      const read = (from: number): void => {
        const more = epics.slice(from, from + PAGE);
        put(planner, listRead(more, 'more'));
        const root = planner.store.getState() as unknown as RoadmapRoot;
        kept = [
          selectRoadmapRows(root),
          selectDependencyLines(root),
          selectRoadmapTray(root),
          selectRoadmapFrame(root),
        ];
      };
      const time = await milliseconds(() => {
        for (let page = 0; page < PAGES; page += 1) read(loaded + page * PAGE);
      });
      const { rows } = selectRoadmapRows(planner.store.getState() as unknown as RoadmapRoot);
      if (rows.length !== loaded + PAGES * PAGE) throw new Error(`${rows.length} rows after ${PAGES} pages`);
      planner.dispose();
      return time / PAGES;
    },
  });
  return report(
    'Roadmap: a further page of 50 epics',
    'ms',
    await contest([contestant(few), contestant(many)], ROUNDS),
    [{ left: name(many), right: name(few), atMost: 5 }],
  );
}

const put = ({ store }: Planner, action: { readonly type: string }): void => void store.dispatch(action);

const VIEW = { ...DEFAULT_VIEW, range: 'THREE_YEARS', preset: 'MONTHS' } as const;

/** A page of the list, behind which there is another one. */
function listRead(epics: readonly RoadmapEpic[], cursor: string | null) {
  const scope = { fullPath: 'acme', epicIid: null, ...epicsScope(VIEW) };
  const params = { scope, preset: VIEW.preset, start: null };
  const data = { items: epics, next: 'more' };
  return readAgain(roadmapReads.epics, params, 'more', roadmapReads.epics.received({ params, data, cursor }));
}

/** A planner whose roadmap is open, with so many epics read. */
function plannerOf(loaded: number): Planner {
  const fake = new FakePorts();
  const planner = createPlanner(fake.ports);
  planner.watch('roadmap', roadmapSaga);
  const config = roadmapConfig({}, 'acme', { user: null, features: {}, settings: {} });
  put(planner, roadmapActions.roadmapOpened({ config, view: VIEW }));
  const first = epics.slice(0, loaded);
  put(planner, listRead(first, null));
  kept = selectRoadmapRows(planner.store.getState() as unknown as RoadmapRoot);
  return planner;
}
