import fc from 'fast-check';
import type { Mark } from './rules/row-layout.ts';
import type { RoadmapEpic, RoadmapMilestone } from './types.ts';
import type { RoadmapRow, RowInput, RowList } from './rules.ts';
import { dayNumber, dayOfNumber } from '../calendar/rules.ts';
import { emptyTable, entries, get, set, setMany, tableOf } from '../table/index.ts';
import { changedKeys } from '../table/changes.ts';
import { barOf, clampDates, createRows, dependencyLines, milestoneRows, rowTexts, timeframeOf } from './rules.ts';
import { connection, epicNode, gid, milestoneNode, UNDATED } from './testing/answers.ts';
import { roadmapEpic } from './epic.ts';
import { milestonesPage } from './wire.ts';

const timeframe = timeframeOf('CURRENT_YEAR', 'MONTHS', '2026-11-21');
const shorter = timeframeOf('CURRENT_QUARTER', 'WEEKS', '2026-11-21');
const epic = (id: number, change: Parameters<typeof epicNode>[1] = {}): RoadmapEpic =>
  roadmapEpic(epicNode(id, change));
const table = (epics: readonly RoadmapEpic[]) => tableOf(epics.map((each) => [each.id, each] as const));
const EXPANDED: Mark = 'expanded';

const input = (epics: readonly RoadmapEpic[], change: Partial<RowInput> = {}): RowInput => ({
  epics: table(epics),
  ids: epics.map(({ id }) => id),
  undated: [],
  children: emptyTable(),
  marks: emptyTable(),
  fresh: [],
  filtered: false,
  timeframe,
  ...change,
});

const ids = (rows: readonly RoadmapRow[]): readonly string[] => rows.map(({ epic: { iid } }) => iid);

test('RM-04.2 rows stand in the order of the list, whatever their dates', () => {
  const { rows, places } = createRows()(
    input([epic(3, { startDate: '2026-12-01', dueDate: null }), epic(1), epic(2, { startDate: null })]),
  );
  expect(ids(rows)).toEqual(['3', '1', '2']);
  expect(places.get(gid(2))).toBe(2);
});

test('RM-07.7 an epic without a bar is no row; the reason is told', () => {
  const { rows, rejected } = createRows()(
    input([
      epic(1, UNDATED),
      epic(2, { startDate: '2026-05-02', dueDate: '2026-05-01' }),
      epic(3, { startDate: '2027-01-01', dueDate: null }),
      epic(4),
    ]),
  );
  expect(ids(rows)).toEqual(['4']);
  expect(rejected.map(({ epic: { iid }, reason }) => [iid, reason])).toEqual([
    ['1', 'undated'],
    ['2', 'due_before_start'],
    ['3', 'outside'],
  ]);
});

test('RM-07.9 what was undated and has dates now stands behind the list, once', () => {
  const { rows } = createRows()(input([epic(1), epic(2)], { ids: [gid(2)], undated: [gid(1), gid(2)] }));
  expect(ids(rows)).toEqual(['2', '1']);
});

test('RM-11.1 RM-11.3 RM-11.4 what stands before the title', () => {
  const parents = [1, 2, 3, 4, 5].map((id) => epic(id, { hasChildren: id > 1 }));
  const state = {
    marks: tableOf<Mark>([
      [gid(3), 'loading'],
      [gid(4), EXPANDED],
      [gid(5), EXPANDED],
    ]),
    children: tableOf<readonly string[]>([
      [gid(4), []],
      [gid(5), [gid(6)]],
    ]),
  };
  const made = input(parents, { ...state, epics: table([...parents, epic(6)]), filtered: true });
  const toggles = (rows: readonly RoadmapRow[]) => rows.map(({ epic: { iid }, toggle }) => `${iid} ${toggle}`);
  expect(toggles(createRows()(made).rows)).toEqual([
    '1 none',
    '2 collapsed',
    '3 loading',
    '4 info',
    '5 expanded',
    '6 none',
  ]);
  expect(toggles(createRows()({ ...made, filtered: false }).rows)[3]).toBe('4 expanded');
});

test('RM-11.5 children follow their parent, indented by level, at most four', () => {
  const chain = [1, 2, 3, 4, 5, 6].map((id) => epic(id, { hasChildren: id < 6 }));
  const below = chain.slice(0, 5).map(({ id }, index) => [id, [gid(index + 2)]] as const);
  const { rows } = createRows()(
    input(chain, {
      ids: [gid(1)],
      children: tableOf<readonly string[]>(below),
      marks: tableOf(chain.map(({ id }) => [id, EXPANDED] as const)),
    }),
  );
  expect(rows.map(({ level, indent }) => [level, indent])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 4],
    [6, 4],
  ]);
});

test('RM-11.6 an epic below another one of the list is no row of its own; a ring of parents ends', () => {
  const under = (id: number, parent: number) => epic(id, { hasParent: true, parent: { id: gid(parent) } });
  const epics = [epic(1), under(2, 1), under(3, 2), under(4, 9), under(5, 6), under(6, 5)];
  const shown = (list: readonly number[]) => ids(createRows()(input(epics, { ids: list.map(gid) })).rows);
  expect(shown([1, 3, 4])).toEqual(['1', '4']);
  expect(shown([3, 4])).toEqual(['3', '4']);
  expect(shown([5, 6, 4])).toEqual(['4']);
});

test('RM-09.2 the bar of a row is that of its visible days', () => {
  const [row] = createRows()(input([epic(1)])).rows;
  const days = clampDates({ startDate: '2026-11-02', dueDate: '2026-11-20' }, timeframe);
  expect(row?.days).toEqual(days);
  expect(row?.bar).toEqual(barOf(timeframe, days as Exclude<typeof days, string>));
  expect(row?.narrow).toBe(false);
});

describe('what does not change is not made anew', () => {
  const many = Array.from({ length: 500 }, (_, index) => epic(index + 1, { hasChildren: index === 0 }));

  test('RM-09.2 after one epic changed only its row is another', () => {
    const rowsOf = createRows();
    const before = input(many);
    const list = rowsOf(before);
    expect(rowsOf({ ...before })).toBe(list);
    const changed = { ...(many[42] as RoadmapEpic), startDate: '2026-01-01', dueDate: '2026-02-01' };
    const after = rowsOf({ ...before, epics: set(before.epics, changed.id, changed) });
    expect(after.rows.filter((row, index) => row !== list.rows[index]).map(({ id }) => id)).toEqual([changed.id]);
    expect(after.places).toBe(list.places);
  });

  test('RM-11.2 expanding keeps the rows that stand as they are', () => {
    const rowsOf = createRows();
    const before = input(many, { ids: many.slice(0, 400).map(({ id }) => id) });
    const list = rowsOf(before);
    const after = rowsOf({
      ...before,
      marks: set(before.marks, gid(1), EXPANDED),
      children: set(before.children, gid(1), [gid(450)]),
    });
    expect(after.rows[1]?.id).toBe(gid(450));
    expect(after.rows.slice(2)).toEqual(list.rows.slice(1));
    expect(after.rows.slice(2).every((row, index) => row === list.rows[index + 1])).toBe(true);
  });

  test('RM-12.4 a further page looks at its own epics, and at none of those that stand', () => {
    let looks = 0;
    const watched = many.map((each) =>
      Object.defineProperty({ ...each }, 'parentId', {
        get: () => {
          looks += 1;
          return null;
        },
      }),
    );
    const idsTo = (end: number) => watched.slice(0, end).map(({ id }) => id);
    const rowsOf = createRows();
    const undated = epic(900, UNDATED);
    const before = input([...watched.slice(0, 400), undated], { ids: idsTo(400), undated: [undated.id] });
    const list = rowsOf(before);
    looks = 0;
    const read = watched.slice(400, 450).map((each) => [each.id, each] as const);
    const after = rowsOf({ ...before, ids: idsTo(450), epics: setMany(before.epics, read) });
    expect(looks).toBe(50);
    expect(after.rows).toHaveLength(450);
    expect(after.rows.slice(0, 400).every((row, index) => row === list.rows[index])).toBe(true);
    expect([399, 400, 449].map((index) => after.places.get(gid(index + 1)))).toEqual([399, 400, 449]);
    expect(after.rejected.map(({ id }) => id)).toEqual([undated.id]);
    expect(list.places.get(gid(401))).toBeUndefined();
  });

  test('RM-12.4 RM-11.6 a further page takes away the rows that belong below its own', () => {
    const under = (id: number, parent: number) => epic(id, { hasParent: true, parent: { id: gid(parent) } });
    const parent = epic(1, { hasChildren: true });
    const before = input([parent, under(2, 9), epic(3)], {
      marks: tableOf([[gid(1), EXPANDED] as const]),
      children: tableOf([[gid(1), [gid(8)]] as const]),
    });
    const after = (page: readonly RoadmapEpic[], first = before) => {
      const rowsOf = createRows();
      rowsOf(first);
      const read = page.map((each) => [each.id, each] as const);
      const idsNow = first.ids.concat(page.map(({ id }) => id));
      return ids(rowsOf({ ...first, ids: idsNow, epics: setMany(first.epics, read) }).rows);
    };
    expect(after([epic(9)])).toEqual(['1', '3', '9']);
    const flat = input([parent, epic(3)], { marks: before.marks, children: before.children });
    expect(after([under(9, 3)], flat)).toEqual(['1', '3']);
    expect(after([epic(8), epic(9)], flat)).toEqual(['1', '8', '3', '9']);
  });

  test('RM-07.7 rows from one input to the next are those that are made from nothing', () => {
    const some = many.slice(0, 12);
    const step = fc.record({
      id: fc.integer({ min: 1, max: 14 }),
      start: fc.option(fc.integer({ min: -400, max: 400 })),
      due: fc.option(fc.integer({ min: -400, max: 400 })),
      parent: fc.option(fc.integer({ min: 1, max: 24 })),
      hasChildren: fc.boolean(),
      expanded: fc.boolean(),
      fresh: fc.boolean(),
      quarter: fc.boolean(),
      page: fc.uniqueArray(fc.integer({ min: 15, max: 24 }), { maxLength: 3 }),
    });
    const iidOf = (id: string) => Number(id.slice(gid(0).length - 1));
    const check = (list: RowList, anew: RowList) => {
      expect([list.rows, list.rejected]).toEqual([anew.rows, anew.rejected]);
      expect(list.rows.map(({ bar }) => bar)).toEqual(anew.rows.map(({ bar }) => bar));
      const places = list.rows.map((row) => list.places.get(row.id));
      expect(places).toEqual(list.rows.map((_, index) => index));
      expect(list.rejected.some(({ id: gone }) => list.places.get(gone) !== undefined)).toBe(false);
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const rowsOf = createRows();
        let now = input(some, {
          undated: [gid(3), gid(13)],
          children: tableOf([[gid(1), [gid(14), gid(2), gid(16)]] as const]),
        });
        for (const { id, start, due, parent, hasChildren, expanded, fresh, quarter, page } of steps) {
          const day = (number: number | null) =>
            number === null ? null : dayOfNumber(dayNumber('2026-11-21') + number);
          const next = {
            ...epic(id, { hasChildren, parent: parent === null ? null : { id: gid(parent) } }),
            startDate: day(start),
            dueDate: day(due),
          };
          now = { ...now, epics: set(now.epics, next.id, next) };
          const more = page.map(gid).filter((each) => !now.ids.includes(each));
          if (more.length > 0) {
            const read = more.map(
              (each) => [each, get(now.epics, each) ?? epic(iidOf(each), { hasChildren })] as const,
            );
            now = { ...now, ids: now.ids.concat(more), epics: setMany(now.epics, read) };
            check(rowsOf(now), createRows()(now));
          }
          if (expanded) now = { ...now, marks: set(now.marks, gid(id), EXPANDED) };
          if (fresh) now = { ...now, fresh: [gid(id)] };
          if (quarter) now = { ...now, timeframe: now.timeframe === timeframe ? shorter : timeframe };
          check(rowsOf(now), createRows()(now));
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('RM-09.14 RM-09.15 a line for each pair with rows; late where the blocker is due after the start of the other', () => {
  const blocked = (id: number, by: readonly number[], change: object = {}) =>
    epic(id, { blockedByEpics: { nodes: by.map((each) => ({ id: gid(each) })) }, ...change });
  const list = createRows()(
    input([
      epic(1, { startDate: '2026-01-01', dueDate: '2026-03-01' }),
      blocked(2, [1, 9, 4], { startDate: '2026-03-01', dueDate: '2026-04-01' }),
      blocked(3, [2], { startDate: '2026-03-31', dueDate: null }),
      epic(4, UNDATED),
      blocked(5, [3]),
    ]),
  );
  const [first, second, third] = dependencyLines(list);
  const bar = (at: number) => list.rows[at]?.bar ?? { left: 0, width: 0 };
  expect(first).toEqual({
    blockingId: gid(1),
    blockedId: gid(2),
    from: { row: 0, x: bar(0).left + bar(0).width },
    to: { row: 1, x: bar(1).left },
    late: false,
  });
  expect(second).toMatchObject({ blockingId: gid(2), blockedId: gid(3), late: true });
  expect(third).toMatchObject({ blockingId: gid(3), blockedId: gid(5), late: false });
  expect(dependencyLines(list)).toHaveLength(3);
});

describe('milestones', () => {
  const milestones = (...nodes: readonly object[]) =>
    milestonesPage(connection(nodes as readonly RoadmapMilestone[])).items;
  const titles = (list: ReturnType<typeof milestoneRows>) => list.bars.map(({ milestone: { title } }) => title);

  test('RM-07.5 one whose dates are reversed, absent or outside has no bar; twice is once', () => {
    const list = milestones(
      milestoneNode(1),
      milestoneNode(1),
      milestoneNode(2, { startDate: '2026-05-02', dueDate: '2026-05-01' }),
      milestoneNode(3, { startDate: null, dueDate: null }),
      milestoneNode(4, { startDate: null, dueDate: '2025-12-31' }),
      milestoneNode(5, { startDate: null }),
    );
    expect(titles(milestoneRows(list, 'ALL', timeframe))).toEqual(['v1.5', 'v1.1']);
  });

  test('RM-10.2 by their type', () => {
    const list = milestones(
      milestoneNode(1),
      milestoneNode(2, { subgroupMilestone: true }),
      milestoneNode(3, { groupMilestone: false, projectMilestone: true }),
    );
    const of = (type: 'ALL' | 'GROUP' | 'SUBGROUP' | 'PROJECT') =>
      milestoneRows(list, type, timeframe).bars.map(({ milestone: { title }, type: name }) => `${title} ${name}`);
    expect(of('ALL')).toHaveLength(3);
    expect(of('GROUP')).toEqual(['v1.1 Group milestone']);
    expect(of('SUBGROUP')).toEqual(['v1.2 Subgroup milestone']);
    expect(of('PROJECT')).toEqual(['v1.3 Project milestone']);
  });

  test('RM-10.3 bars of one lane do not overlap, and no lane is opened where one has room', () => {
    const day = fc.integer({ min: 0, max: 364 });
    fc.assert(
      fc.property(fc.array(fc.tuple(day, day), { maxLength: 30 }), (spans) => {
        const first = dayNumber('2026-01-01');
        const list = spans.map(([a, b], index) =>
          milestoneNode(index, {
            startDate: dayOfNumber(first + Math.min(a, b)),
            dueDate: dayOfNumber(first + Math.max(a, b)),
          }),
        );
        const { bars, lanes } = milestoneRows(milestones(...list), 'ALL', timeframe);
        expect(bars).toHaveLength(spans.length);
        const busiest = Array.from({ length: 365 }, (_, at) =>
          bars.filter(({ days }) => days.start <= first + at && days.end >= first + at),
        );
        for (const open of busiest) expect(new Set(open.map(({ lane }) => lane)).size).toBe(open.length);
        expect(lanes).toBe(Math.max(0, ...busiest.map(({ length }) => length)));
      }),
      { numRuns: 50 },
    );
  });
});

test('RM-20.1 child epics are counted where they are allowed', () => {
  const texts = (allowSubEpics: boolean) => rowTexts(epic(1), { progressBy: 'COUNT', allowSubEpics });
  expect(texts(true)).toEqual({
    dates: 'Nov 2 – Nov 20, 2026',
    percent: 60,
    progress: '60% issues closed',
    detail: '3 of 5 issues closed',
    childEpics: 2,
  });
  expect(texts(false).childEpics).toBeNull();
});

test('the keys in which two tables differ are found, and none other', () => {
  const key = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(fc.array(fc.tuple(key, key)), fc.array(fc.tuple(key, key), { maxLength: 40 }), (first, then) => {
      const before = tableOf(first.map(([at, value]) => [`key-${at}`, value] as const));
      let after = before;
      for (const [at, value] of then) after = set(after, `key-${at}`, value);
      const all = new Set([...entries(before), ...entries(after)].map(([name]) => name));
      const differ = [...all].filter((name) => get(before, name) !== get(after, name));
      expect([...(changedKeys(before, after) ?? ['too many'])].sort()).toEqual(differ.sort());
      expect([...(changedKeys(after, before) ?? ['too many'])].sort()).toEqual(differ.sort());
    }),
  );
  const big = tableOf(Array.from({ length: 100 }, (_, at) => [`key-${at}`, at] as const));
  expect(changedKeys(emptyTable<number>(), big, 99)).toBeNull();
  expect(changedKeys(emptyTable<number>(), big, 100)).toHaveLength(100);
});
