import { addDays, dayNumber, dayOfNumber, type CivilDate } from '../calendar/rules.ts';

/** Values by day as lines of a chart. Positions are percentages of its width and height, from the top left corner. */

export interface DayValue {
  readonly day: CivilDate;
  readonly value: number;
}

export interface Series {
  readonly name: string;
  readonly points: readonly DayValue[];
  /** It leads the eye and is no fact. */
  readonly isGuide?: true;
}

/** From which day to which a chart goes. */
export interface DaySpan {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

export interface Plot {
  readonly days: readonly { readonly day: CivilDate; readonly at: number }[];
  readonly values: readonly { readonly value: number; readonly at: number }[];
  readonly lines: readonly {
    readonly name: string;
    readonly isGuide: boolean;
    /** As the `points` of a polyline has them. */
    readonly path: string;
    readonly end: { readonly x: number; readonly y: number; readonly value: number } | null;
  }[];
}

const STEPS_MOST = 5;
const DAYS_MOST = 4;

const { ceil, floor, log10, max, round } = Math;

/** AP-14.66: the distance of the value ticks: a whole 1, 2 or 5 times a power of ten, so that at most five steps reach the greatest value. */
export function valueStep(greatest: number): number {
  const rough = max(1, greatest / STEPS_MOST);
  const power = 10 ** floor(log10(rough));
  const factor = [1, 2, 5].find((each) => each * power >= rough) ?? 10;
  return factor * power;
}

/** AP-14.67: days with a text below the chart, the same number of days apart from the first one on, and the last one: none stands too near to that. */
export function dayTicks({ first, last }: DaySpan, most = DAYS_MOST): readonly CivilDate[] {
  const [from, to] = [dayNumber(first), dayNumber(last)];
  if (to <= from) return [first];
  const step = max(1, ceil((to - from) / max(1, most - 1)));
  const before = Array.from({ length: ceil((to - from) / step) }, (_, index) => from + index * step);
  return [...before.filter((day) => day === from || to - day > step * 0.6), to].map(dayOfNumber);
}

/** AP-14.68: a value for each day of a span: that of the last day before it that has one; zero before the first. */
export function dayByDay(known: readonly DayValue[], { first, last }: DaySpan): readonly DayValue[] {
  const sorted = [...known].sort((a, b) => dayNumber(a.day) - dayNumber(b.day));
  const filled: DayValue[] = [];
  let next = 0;
  let value = 0;
  // Days compare as texts.
  for (let day = first; day <= last; day = addDays(day, 1)) {
    for (let each = sorted[next]; each !== undefined && each.day <= day; each = sorted[(next += 1)]) value = each.value;
    filled.push({ day, value });
  }
  return filled;
}

const rounded = (percent: number): number => round(percent * 100) / 100;

/** AP-14.69: the chart of series, its values from zero to the first tick that is not below any of them. */
export function plotOf(series: readonly Series[], span: DaySpan, most = DAYS_MOST): Plot {
  const greatest = series.flatMap(({ points }) => points).reduce((top, { value }) => max(top, value), 0);
  const step = valueStep(greatest);
  const steps = max(1, ceil(greatest / step));
  const from = dayNumber(span.first);
  const length = max(1, dayNumber(span.last) - from);
  const x = (day: CivilDate): number => rounded(((dayNumber(day) - from) / length) * 100);
  const y = (value: number): number => rounded(100 - (value / (step * steps)) * 100);
  return {
    days: dayTicks(span, most).map((day) => ({ day, at: x(day) })),
    values: Array.from({ length: steps + 1 }, (_, index) => ({ value: index * step, at: y(index * step) })),
    lines: series.map(({ name, points, isGuide = false }) => {
      const end = points.at(-1);
      return {
        name,
        isGuide,
        path: points.map(({ day, value }) => `${x(day)},${y(value)}`).join(' '),
        end: end === undefined ? null : { x: x(end.day), y: y(end.value), value: end.value },
      };
    }),
  };
}

interface TableRow {
  readonly day: CivilDate;
  /** In the order of the series; null: that one has no value then. */
  readonly values: readonly (number | null)[];
}

/** AP-14.71: the same figures as a table, the latest day first; guides are none of them. */
export function tableOf(series: readonly Series[]): readonly TableRow[] {
  const byDay = series
    .filter(({ isGuide }) => isGuide !== true)
    .map(({ points }) => new Map(points.map(({ day, value }) => [day, value])));
  const days = [...new Set(byDay.flatMap((values) => [...values.keys()]))].sort().reverse();
  return days.map((day) => ({ day, values: byDay.map((values) => values.get(day) ?? null) }));
}
