import { burnCharts, timeboxState, type BurnCharts } from './index.ts';
import { timeboxReportOf } from './timebox.ts';

const DATES = { startDate: '2026-11-02', dueDate: '2026-11-06' };
const totals = (
  date: string,
  scopeCount: number,
  scopeWeight: number,
  completedCount: number,
  completedWeight: number,
) => ({
  date,
  scopeCount,
  scopeWeight,
  completedCount,
  completedWeight,
});
const metrics = (count: number, weight: number) => ({ count, weight });
const REPORT = timeboxReportOf({
  burnupTimeSeries: [totals('2026-11-02', 2, 5, 0, 0), totals('2026-11-04', 3, 6, 1, 3)],
  stats: { total: metrics(3, 6), complete: metrics(1, 3) },
});
const charts = (today: string, unit: 'count' | 'weight' = 'count', report = REPORT) =>
  burnCharts(report, DATES, today, unit) as BurnCharts;
const values = (of: BurnCharts['burndown']) =>
  of.map(({ name, points }) => [name, ...points.map(({ value }) => value)]);

test('AP-14.61 before its first day it is upcoming, after its last one expired, else open', () => {
  const state = (today: string, days: Partial<typeof DATES> = DATES) =>
    timeboxState({ startDate: null, dueDate: null, ...days }, today);
  expect(['2026-11-01', '2026-11-02', '2026-11-06', '2026-11-07'].map((today) => state(today))).toEqual([
    'Upcoming',
    'Open',
    'Open',
    'Expired',
  ]);
  expect(state('2026-11-07', {})).toBe('Open');
  expect(state('2026-11-07', { startDate: '2026-11-02' })).toBe('Open');
});

test('AP-14.62 a report keeps the totals of each day and of the end', () => {
  expect([REPORT.total, REPORT.complete]).toEqual([metrics(3, 6), metrics(1, 3)]);
  expect(REPORT.days?.[1]).toEqual({ day: '2026-11-04', scope: metrics(3, 6), completed: metrics(1, 3) });
  expect(timeboxReportOf(null)).toEqual({ days: null, total: null, complete: null });
});

test('AP-14.63 what remains, what there is and what is completed, day by day to today or to the last day', () => {
  const { span, burndown, burnup } = charts('2026-11-05');
  expect(span).toEqual({ first: '2026-11-02', last: '2026-11-06' });
  expect(values(burndown)[0]).toEqual(['Remaining', 2, 2, 2, 2]);
  expect(values(burnup)).toEqual([
    ['Total', 2, 2, 3, 3],
    ['Completed', 0, 0, 1, 1],
  ]);
  // Where the report knows of a later day, today is that.
  expect(values(charts('2026-11-03').burndown)[0]).toEqual(['Remaining', 2, 2, 2]);
  expect(values(charts('2026-11-05', 'weight').burndown)[0]).toEqual(['Remaining', 5, 5, 3, 3]);
  expect(charts('2027-01-01').burnup[0]?.points.at(-1)).toEqual({ day: '2026-11-06', value: 3 });
});

test('AP-14.64 the guideline goes from what remained on the first day to nothing, and is left out where it leads nowhere', () => {
  expect(charts('2026-11-03').burndown[1]).toEqual({
    name: 'Guideline',
    isGuide: true,
    points: [
      { day: '2026-11-02', value: 2 },
      { day: '2026-11-06', value: 0 },
    ],
  });
  const first = timeboxReportOf({ burnupTimeSeries: [totals('2026-11-02', 2, 5, 0, 0)], stats: null });
  expect(values(charts('2026-11-02', 'count', first).burndown)).toEqual([['Remaining', 2]]);
  const late = timeboxReportOf({ burnupTimeSeries: [totals('2026-11-04', 1, 0, 0, 0)], stats: null });
  expect(values(charts('2026-11-04', 'count', late).burndown)).toEqual([['Remaining', 0, 0, 1]]);
});

test('AP-14.65 there is no chart without days, before the first one, and without issues', () => {
  expect(charts('2026-11-01')).toBe('upcoming');
  expect(burnCharts(REPORT, { ...DATES, dueDate: null }, '2026-11-03', 'count' as const)).toBe('undated');
  expect(burnCharts(timeboxReportOf({ burnupTimeSeries: null, stats: null }), DATES, '2026-11-03', 'count')).toBe(
    'undated',
  );
  expect(burnCharts(timeboxReportOf({ burnupTimeSeries: [], stats: null }), DATES, '2026-11-03', 'count')).toBe(
    'empty',
  );
});
