import type { BarMove, BarMoveStep, GridPlace, RoadmapRow } from './rules.ts';
import { emptyTable, tableOf } from '../table/index.ts';
import {
  barDragged,
  barMoveKey,
  barOf,
  CELL_WIDTH,
  clampDays,
  createRows,
  datesEntered,
  datesFault,
  dragPartAt,
  draggedDates,
  endBarMove,
  gridKey,
  heldColumn,
  movedBar,
  sideOf,
  takeBar,
  timeframeOf,
} from './rules.ts';
import { epicNode, gid, UNDATED } from './testing/answers.ts';
import { roadmapEpic } from './epic.ts';

const timeframe = timeframeOf('CURRENT_YEAR', 'MONTHS', '2026-11-21');
const weeks = timeframeOf('CURRENT_QUARTER', 'WEEKS', '2026-11-21');
const epic = (id: number, change: Parameters<typeof epicNode>[1] = {}) => roadmapEpic(epicNode(id, change));

/** The row of an epic, from Nov 2 to Nov 20 unless it is given other dates. */
function rowOf(change: Parameters<typeof epicNode>[1] = {}): RoadmapRow {
  const epics = [epic(1, change)];
  const { rows } = createRows()({
    epics: tableOf(epics.map((each) => [each.id, each] as const)),
    ids: [gid(1)],
    undated: [],
    children: emptyTable(),
    marks: emptyTable(),
    fresh: [],
    filtered: false,
    timeframe,
  });
  if (rows[0] === undefined) throw new Error('no row');
  return rows[0];
}

test('RM-09.10 a bar is dragged with the dates that there are', () => {
  const edge = { start: timeframe.start, end: timeframe.end };
  expect(draggedDates(epic(1), 'bar', 3, edge)).toEqual({ id: gid(1), startDate: '2026-11-05', dueDate: '2026-11-23' });
  expect(draggedDates(epic(1, { dueDate: null }), 'bar', -2, edge)).toEqual({ id: gid(1), startDate: '2026-10-31' });
  expect(draggedDates(epic(1, { startDate: null }), 'bar', 1, edge)).toEqual({ id: gid(1), dueDate: '2026-11-21' });
  expect(draggedDates(epic(1, { dueDate: '9999-12-30' }), 'bar', 5, edge)?.dueDate).toBe('9999-12-31');
  expect(draggedDates(epic(1, { startDate: '0001-01-02' }), 'bar', -5, edge)?.startDate).toBe('0001-01-01');
  expect(draggedDates(epic(1, UNDATED), 'bar', 1, edge)).toBeNull();
});

test('RM-09.11 an end is dragged as far as the other one', () => {
  const edge = { start: timeframe.start, end: timeframe.end };
  expect(draggedDates(epic(1), 'start', 400, edge)).toEqual({ id: gid(1), startDate: '2026-11-20' });
  expect(draggedDates(epic(1), 'due', -400, edge)).toEqual({ id: gid(1), dueDate: '2026-11-02' });
  expect(draggedDates(epic(1), 'due', 1, edge)).toEqual({ id: gid(1), dueDate: '2026-11-21' });
});

test('RM-09.12 an end without a date is dragged from its edge; nothing is no change', () => {
  const edge = { start: timeframe.start, end: timeframe.end };
  expect(draggedDates(epic(1, { dueDate: null }), 'due', -1, edge)).toEqual({ id: gid(1), dueDate: '2026-12-30' });
  expect(draggedDates(epic(1, { startDate: null }), 'start', 2, edge)).toEqual({ id: gid(1), startDate: '2026-01-03' });
  expect(draggedDates(epic(1), 'bar', 0, edge)).toBeNull();
  expect(draggedDates(epic(1, { dueDate: '2026-11-02' }), 'due', -1, edge)).toBeNull();
});

describe('RM-09.55 a bar that the keyboard holds', () => {
  const held = (row = rowOf()): BarMove => {
    const { move } = takeBar(row);
    if (move === null) throw new Error('nothing is held');
    return move;
  };
  /** `Alt+Shift+ArrowLeft` and its like, one after the other. */
  const press = (move: BarMove, ...keys: readonly string[]): BarMoveStep => {
    let step: BarMoveStep = { move, change: null, news: null };
    for (const text of keys) {
      const names = text.split('+');
      if (step.move === null) throw new Error('it was let go');
      const [altKey, shiftKey] = [names.includes('Alt'), names.includes('Shift')];
      step = barMoveKey(step.move, { key: names.at(-1) ?? '', altKey, shiftKey });
    }
    return step;
  };
  const dates = (step: BarMoveStep) => {
    const { id, ...change } = step.change ?? step.move?.change ?? {};
    return id === undefined ? change : { ...change };
  };

  test('RM-09.55 it says what the keys do, and where the bar stands', () => {
    expect(takeBar(rowOf()).news).toMatch(/^Moving\. .* Escape gives up\. Nov 2 – Nov 20, 2026\.$/);
  });

  test('RM-09.55 the arrows move it by a day, with Shift by a week, and each step is told', () => {
    const step = press(held(), 'ArrowRight', 'Shift+ArrowRight', 'ArrowLeft');
    expect(dates(step)).toEqual({ startDate: '2026-11-09', dueDate: '2026-11-27' });
    expect([step.change, step.news]).toEqual([null, 'Nov 9 – Nov 27, 2026']);
  });

  test('RM-09.55 with Alt they move the due date alone; S, D and B choose what they move', () => {
    expect(dates(press(held(), 'Alt+Shift+ArrowLeft'))).toEqual({ dueDate: '2026-11-13' });
    expect(press(held(), 's').news).toBe('Arrow keys move the start date.');
    expect(dates(press(held(), 'S', 'ArrowRight', 'd', 'ArrowRight'))).toEqual({
      startDate: '2026-11-03',
      dueDate: '2026-11-21',
    });
    expect(dates(press(held(), 'd', 'b', 'ArrowLeft'))).toEqual({ startDate: '2026-11-01', dueDate: '2026-11-19' });
    expect(press(held(), 'B').news).toBe('Arrow keys move both dates.');
  });

  test('RM-09.55 an end that meets the other one stays, and nothing is lost', () => {
    const short = held(rowOf({ dueDate: '2026-11-03' }));
    const step = press(short, 'd', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    expect([dates(step), step.news]).toEqual([{ dueDate: '2026-11-02' }, 'Nov 2 – Nov 2, 2026']);
  });

  test.each(['Enter', ' '])('RM-09.55 %j keeps the new dates', (key) => {
    expect(press(held(), 'ArrowRight', key)).toEqual({
      move: null,
      change: { id: gid(1), startDate: '2026-11-03', dueDate: '2026-11-21' },
      news: expect.stringMatching(/: Nov 3 – Nov 21, 2026\.$/),
    });
    expect(press(held(), key)).toMatchObject({ move: null, change: null });
  });

  test.each(['Escape', 'Tab'])('RM-09.55 %s gives them up', (key) => {
    const step = press(held(), 'ArrowRight', key);
    expect(step).toMatchObject({ move: null, change: null });
    expect(step.news).toMatch(/ stays as it was\.$/);
  });

  test('RM-09.55 any other key does nothing', () => {
    const move = held();
    expect(press(move, 'ArrowDown')).toEqual({ move, change: null, news: null });
  });

  test('RM-09.44 a bar that is given up is unchanged', () => {
    const { move } = press(held(), 'ArrowRight');
    expect(move && endBarMove(move, false)).toMatchObject({ move: null, change: null });
  });

  test('RM-09.47 meanwhile it is shown where it goes; out of sight it stays, and its dates say where it went', () => {
    const shown = (...keys: readonly string[]) => {
      const { move } = press(held(), ...keys);
      return move && movedBar(move, timeframe);
    };
    const days = clampDays(held().row.days.start + 1, held().row.days.end + 1, timeframe);
    expect(shown('ArrowRight')).toEqual({
      bar: typeof days === 'string' ? null : barOf(timeframe, days),
      dates: 'Nov 3 – Nov 21, 2026',
    });
    expect(shown(...Array.from({ length: 20 }, () => 'Shift+ArrowRight'))).toEqual({
      bar: held().row.bar,
      dates: 'Mar 22 – Apr 9, 2027',
    });
  });
});

test('RM-09.45 RM-09.12 a pointer drags what it took, by the days that it went', () => {
  const move: BarMove = { row: rowOf(), by: 'pointer', part: 'due', change: null };
  const day = CELL_WIDTH / 30;
  const from = 10 * CELL_WIDTH + 20 * day;
  expect(barDragged(move, timeframe, from, from + 3 * day).change).toEqual({ id: gid(1), dueDate: '2026-11-23' });
  expect(barDragged(move, timeframe, from, from + 0.4 * day).change).toBeNull();
});

test('RM-09.11 RM-09.31 an end is taken near it, by a finger from farther away, and of a short bar by a quarter at most', () => {
  expect([0, 7, 8, 92, 93].map((x) => dragPartAt(x, 100, false))).toEqual(['start', 'start', 'bar', 'bar', 'due']);
  expect([24, 25, 75, 76].map((x) => dragPartAt(x, 100, true))).toEqual(['start', 'bar', 'bar', 'due']);
  expect([27, 28, 172, 173].map((x) => dragPartAt(x, 200, true))).toEqual(['start', 'bar', 'bar', 'due']);
  expect([2, 3, 9, 10].map((x) => dragPartAt(x, 12, false))).toEqual(['start', 'bar', 'bar', 'due']);
});

test('RM-07.12 only what was changed is asked for, and a due date before the start is not', () => {
  const before = { startDate: '2026-05-02', dueDate: '2026-05-01' };
  expect(datesFault(before)).toBe('This date is before the start date.');
  expect(datesFault({ ...before, startDate: '2026-05-01' })).toBeNull();
  expect([datesFault({ ...before, startDate: null }), datesFault({ ...before, dueDate: null })]).toEqual([null, null]);
  expect(datesEntered(before, before)).toBeNull();
  expect(datesEntered(before, { ...before, dueDate: '2026-05-03' })).toEqual({ dueDate: '2026-05-03' });
  expect(datesEntered(before, { ...before, startDate: null })).toEqual({ startDate: null });
});

test('RM-08.18 a bar is out of sight where nothing of it lies in what is seen', () => {
  const bar = { left: 100, width: 50 };
  expect([sideOf(bar, 150, 400), sideOf(bar, 149, 400), sideOf(bar, 0, 100), sideOf(bar, 0, 101)]).toEqual([
    'before',
    null,
    'after',
    null,
  ]);
});

describe('RM-08.13 the keys of the grid', () => {
  const row = rowOf();
  const place = (change: Partial<GridPlace> = {}): GridPlace => ({
    index: 3,
    column: 'title',
    row,
    rows: 30,
    marked: false,
    ...change,
  });
  const press = (key: string, change: Partial<GridPlace> = {}, control = false) =>
    gridKey(key, control, place(change), timeframe);
  const go = (index: number, column: GridPlace['column']) => ({ kind: 'go', index, column });

  test('RM-08.13 up and down keep the column, as far as there are rows', () => {
    expect(press('ArrowDown', { column: 7 })).toEqual(go(4, 7));
    expect(press('ArrowUp', { column: 'bar' })).toEqual(go(2, 'bar'));
    expect([press('PageDown'), press('PageUp')]).toEqual([go(13, 'title'), go(0, 'title')]);
    expect([press('ArrowDown', { index: 29 }), press('PageDown', { index: 25 })]).toEqual([
      go(29, 'title'),
      go(29, 'title'),
    ]);
  });

  test('RM-08.13 Home and End are the row’s ends, with Ctrl the list’s', () => {
    expect([press('Home', { column: 5 }), press('End')]).toEqual([go(3, 'title'), go(3, 11)]);
    expect([press('Home', { column: 5 }, true), press('End', {}, true)]).toEqual([go(0, 5), go(29, 'title')]);
  });

  test('RM-08.13 right of the title is the bar, and right of it the cell in which it begins', () => {
    expect(press('ArrowRight')).toEqual(go(3, 'bar'));
    expect(press('ArrowRight', { column: 'bar' })).toEqual(go(3, 10));
    expect(press('ArrowRight', { column: 10 })).toEqual(go(3, 11));
    expect(press('ArrowRight', { column: 11 })).toEqual(go(3, 11));
    expect([press('ArrowLeft', { column: 10 }), press('ArrowLeft', { column: 0 })]).toEqual([go(3, 9), go(3, 'title')]);
    expect(press('ArrowLeft', { column: 'bar' })).toEqual(go(3, 'title'));
  });

  test('RM-08.18 between title and bar is the mark of a bar out of sight', () => {
    expect(press('ArrowRight', { marked: true })).toEqual(go(3, 'mark'));
    expect(press('ArrowRight', { marked: true, column: 'mark' })).toEqual(go(3, 'bar'));
  });

  test('RM-08.15 up from the first row leads to the milestones', () => {
    expect(press('ArrowUp', { index: 0 })).toEqual({ kind: 'milestones' });
  });

  test('RM-08.13 + and - expand and collapse; a failed row is tried again', () => {
    const toggle = (key: string) =>
      (['collapsed', 'failed', 'expanded', 'loading', 'none', 'info'] as const).map(
        (state) => press(key, { row: { days: row.days, toggle: state } })?.kind,
      );
    expect(toggle('+')).toEqual(['toggle', 'toggle', 'nothing', 'nothing', 'nothing', 'nothing']);
    expect(toggle('-')).toEqual(['nothing', 'nothing', 'toggle', 'nothing', 'nothing', 'nothing']);
  });

  test('RM-08.13 Enter opens the epic; a link and a button have their own; other keys mean nothing', () => {
    expect([press('Enter', { column: 'bar' }), press('Enter', { column: 4 })]).toEqual([
      { kind: 'open' },
      { kind: 'open' },
    ]);
    expect([press('Enter'), press('Enter', { column: 'mark' }), press('a'), press('toString')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('RM-08.13 the column that is kept is one that the row still has', () => {
    expect([heldColumn(30, false, timeframe), heldColumn(3, false, timeframe)]).toEqual([11, 3]);
    expect([heldColumn('mark', true, weeks), heldColumn('mark', false, weeks)]).toEqual(['mark', 'bar']);
  });
});
