import type { TimeboxReportPartsFragment } from '../api/generated/operations.ts';
import type { CivilDate } from '../calendar/rules.ts';
import type { Entry } from './slice.ts';
import { dayByDay, type DaySpan, type Series } from '../chart/index.ts';

/** What a milestone or another timebox tells of its items day by day, and the charts of it. */

export type TimeboxUnit = 'count' | 'weight';

type Amount = Readonly<Record<TimeboxUnit, number>>;

/** The totals as of the end of a day. */
interface DayTotals {
  readonly day: CivilDate;
  readonly scope: Amount;
  readonly completed: Amount;
}

export interface TimeboxReport {
  /** Days on which something changed. Null: it has no first day or no last day. */
  readonly days: readonly DayTotals[] | null;
  readonly total: Amount | null;
  readonly complete: Amount | null;
}

/** What its page shows of any timebox. */
export interface TimeboxEntry extends Entry {
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  /** As the server renders it. */
  readonly descriptionHtml: string;
  readonly items: { readonly total: number; readonly closed: number };
  readonly report: TimeboxReport;
}

/** AP-14.62 */
export function timeboxReportOf(report: TimeboxReportPartsFragment | null | undefined): TimeboxReport {
  const { burnupTimeSeries, stats } = report ?? {};
  const days = burnupTimeSeries?.map(({ date, scopeCount, scopeWeight, completedCount, completedWeight }) => ({
    day: date,
    scope: { count: scopeCount, weight: scopeWeight },
    completed: { count: completedCount, weight: completedWeight },
  }));
  return { days: days ?? null, total: stats?.total ?? null, complete: stats?.complete ?? null };
}

interface TimeboxDays {
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
}

/** AP-14.61: by its days, whether it goes on, will begin, or is over. */
export function timeboxState({ startDate, dueDate }: TimeboxDays, today: CivilDate): 'Open' | 'Upcoming' | 'Expired' {
  // Days compare as texts.
  if (dueDate !== null && dueDate < today) return 'Expired';
  return startDate !== null && startDate > today ? 'Upcoming' : 'Open';
}

export interface BurnCharts {
  readonly span: DaySpan;
  readonly burndown: readonly Series[];
  readonly burnup: readonly Series[];
}

/** Why there is no chart: it has no days, has not begun, or has had no items. */
export type NoCharts = 'undated' | 'upcoming' | 'empty';

/** AP-14.63 to AP-14.65: the charts of a timebox as of a day, or why there are none. */
export function burnCharts(
  { days }: TimeboxReport,
  { startDate, dueDate }: TimeboxDays,
  today: CivilDate,
  unit: TimeboxUnit,
): BurnCharts | NoCharts {
  if (days === null || startDate === null || dueDate === null) return 'undated';
  if (startDate > today) return 'upcoming';
  if (days.length === 0) return 'empty';
  // Days are told in UTC, and may be ahead of the reader's.
  const now = [today, days.at(-1)?.day ?? today].sort().at(-1) ?? today;
  const known = { first: startDate, last: dueDate < now ? dueDate : now };
  const valuesOf = (of: (totals: DayTotals) => number) =>
    dayByDay(
      days.map((totals) => ({ day: totals.day, value: of(totals) })),
      known,
    );
  const remaining = valuesOf(({ scope, completed }) => scope[unit] - completed[unit]);
  const begins = remaining[0]?.value ?? 0;
  const guide: Series = {
    name: 'Guideline',
    isGuide: true,
    points: [
      { day: startDate, value: begins },
      { day: dueDate, value: 0 },
    ],
  };
  return {
    span: { first: startDate, last: dueDate },
    burndown: [{ name: 'Remaining', points: remaining }, ...(remaining.length > 1 && begins > 0 ? [guide] : [])],
    burnup: [
      { name: 'Total', points: valuesOf(({ scope }) => scope[unit]) },
      { name: 'Completed', points: valuesOf(({ completed }) => completed[unit]) },
    ],
  };
}
