import { expect, test } from '@jest/globals';
import { dateFacts, epicDate } from './dates.ts';

test('EP-07.31 a reading without the inherited date does not take the fixed date of before for it', () => {
  const inherited = dateFacts('start', {
    date: '2026-03-01',
    isFixed: false,
    fixed: '2026-02-02',
    inherited: '2026-03-01',
  });
  const fixed = dateFacts('start', { date: '2026-04-04', isFixed: true, fixed: '2026-04-04' });
  const date = epicDate({ ...inherited, ...fixed }, 'start');
  expect(date).toEqual({ date: '2026-04-04', isFixed: true, fixed: '2026-04-04', inherited: null });
});

test('EP-07.31 a reading without the inherited date leaves the one that is known beside the fixed date', () => {
  const full = dateFacts('due', { date: '2026-03-01', isFixed: true, fixed: '2026-03-01', inherited: '2026-05-05' });
  const later = dateFacts('due', { date: '2026-03-02', isFixed: true, fixed: '2026-03-02' });
  expect(epicDate({ ...full, ...later }, 'due').inherited).toBe('2026-05-05');
});

test('EP-07.31 no date is said twice: the one in force stands in one place', () => {
  const facts = dateFacts('due', { date: '2026-03-01', isFixed: true, fixed: '2026-03-01', inherited: null });
  expect(JSON.stringify(facts).match(/2026-03-01/gu)).toHaveLength(1);
});
