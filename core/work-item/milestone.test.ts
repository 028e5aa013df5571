import { milestoneHint, milestoneSaid } from './rules.ts';

const hint = (today: string, dueDate: string | null, startDate: string | null = null) =>
  milestoneHint({ title: '1.0', startDate, dueDate }, today);

test.each([
  ['2020-07-06', '2019-12-31', 'Expired 6 months ago (Dec 31, 2019)'],
  ['2020-07-06', '2020-12-31', '5 months remaining (Dec 31, 2020)'],
  ['2026-03-02', '2026-03-01', 'Expired 1 day ago (Mar 1, 2026)'],
  ['2026-03-01', '2026-03-01', 'Due today (Mar 1, 2026)'],
  ['2026-02-28', '2026-03-01', '1 day remaining (Mar 1, 2026)'],
  ['2026-02-23', '2026-03-01', '6 days remaining (Mar 1, 2026)'],
  ['2026-02-22', '2026-03-01', '1 week remaining (Mar 1, 2026)'],
  ['2028-02-28', '2028-03-01', '2 days remaining (Mar 1, 2028)'],
  ['2025-03-01', '2026-03-01', '1 year remaining (Mar 1, 2026)'],
  ['2025-03-02', '2026-03-01', '11 months remaining (Mar 1, 2026)'],
])('TR-22.4 on %s a milestone that is due on %s: %s', (today, due, text) => {
  expect(hint(today, due)).toBe(text);
  expect(hint(today, due, '2019-01-01')).toBe(text);
});

test.each([
  ['2026-03-22', 'Started 3 weeks ago (Mar 1, 2026)'],
  ['2026-03-02', 'Started 1 day ago (Mar 1, 2026)'],
  ['2026-03-01', 'Started today (Mar 1, 2026)'],
  ['2026-02-28', 'Starts in 1 day (Mar 1, 2026)'],
  ['2025-10-01', 'Starts in 4 months (Mar 1, 2026)'],
])('TR-22.4 on %s a milestone without a due date: %s', (today, text) => {
  expect(hint(today, null, '2026-03-01')).toBe(text);
});

test('TR-22.4 nothing without dates, nor before the day is known', () => {
  const milestone = { title: '1.0', startDate: null, dueDate: '2026-03-01' };
  expect(hint('2026-03-01', null)).toBeNull();
  expect(milestoneSaid({ ...milestone, dueDate: null }, '2026-03-01')).toEqual({ text: '1.0', label: 'Milestone 1.0' });
  expect(milestoneSaid(milestone, null).label).toBe('Milestone 1.0');
  expect(milestoneSaid(milestone, '2026-03-03').label).toBe('Milestone 1.0: Expired 2 days ago (Mar 1, 2026)');
});
