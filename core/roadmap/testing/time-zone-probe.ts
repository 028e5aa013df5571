import { addDays, dayNumber, dayOfNumber, formatDay, weekday, weekStart } from '../../calendar/rules.ts';
import { filtersFromUrl, filterVariables } from '../../filter/rules.ts';
import {
  barOf,
  clampDates,
  dayAt,
  draggedDates,
  headerCells,
  presetsOf,
  RANGES,
  roadmapDates,
  roadmapViewFromUrl,
  timeframeOf,
  todayMark,
} from '../rules.ts';
import { roadmapEpic } from '../wire.ts';
import { epicNode } from './answers-nodes.ts';

/**
 * Everything of calendar, filter and roadmap that a date goes through, on many days, as one line of JSON: server/time-zones.test.ts runs it in several
 * time zones and compares. Every eleventh day meets each weekday and each day of the month; the days of changing clocks are among them.
 */

const FIRST = dayNumber('2000-01-01');
const LAST = dayNumber('2100-12-31');
const CLOCKS = ['2011-12-30', '2018-11-04', '2024-03-10', '2024-03-31', '2024-10-06', '2024-10-27', '2024-02-29'];

function ofDay(day: number) {
  const today = dayOfNumber(day);
  const [startDate, dueDate] = [addDays(today, -40), addDays(today, 35)];
  const frames = RANGES.flatMap((range) =>
    presetsOf(range).map((preset) => {
      const timeframe = timeframeOf(range, preset, today, day % 7);
      const days = clampDates({ startDate, dueDate }, timeframe);
      const bar = typeof days === 'string' ? null : barOf(timeframe, days);
      return {
        cells: [timeframe.startDate, timeframe.endDate, timeframe.cells.length],
        header: headerCells(timeframe, day).slice(0, 3),
        mark: todayMark(timeframe, day),
        bar,
        at: bar === null ? null : dayAt(timeframe, bar.left),
      };
    }),
  );
  const epic = roadmapEpic(epicNode(1, { startDate: `${startDate}T00:00:00Z`, dueDate }));
  return {
    today,
    weekday: [weekday(today), weekStart(today, 1), formatDay(today)],
    text: roadmapDates({ startDate, dueDate }),
    epic: [epic.startDate, epic.startDay, epic.dueDate, epic.dueDay],
    dragged: draggedDates(epic, 'bar', 1, { start: day, end: day }),
    frames,
  };
}

const days = [...CLOCKS.map(dayNumber)];
for (let day = FIRST; day <= LAST; day += 11) days.push(day);
const address = [
  ['label_name[]', 'a'],
  ['epic_iid', 'x::&12'],
  ['timeframe_range_type', 'THREE_YEARS'],
] as const;

// The process that runs this reads its standard output.
declare const console: { log(text: string): void };
console.log(
  JSON.stringify({
    days: days.map(ofDay),
    view: roadmapViewFromUrl(address),
    variables: filterVariables(filtersFromUrl(address)),
  }),
);
