import fc from 'fast-check';
import { addDays, compareDays, dayNumber } from '../calendar/rules.ts';
import { dayByDay, dayTicks, plotOf, tableOf, valueStep } from './index.ts';

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days));
const span = fc
  .tuple(day, fc.integer({ min: 0, max: 900 }))
  .map(([first, days]) => ({ first, last: addDays(first, days) }));

test('AP-14.66 values are marked in at most five whole steps of 1, 2 or 5 times a power of ten', () => {
  expect([0, 1, 4, 5, 6, 11, 26, 36, 51, 260, 1000].map(valueStep)).toEqual([1, 1, 1, 1, 2, 5, 10, 10, 20, 100, 200]);
  fc.assert(
    fc.property(fc.nat(10_000_000), (greatest) => {
      const step = valueStep(greatest);
      expect(String(step)).toMatch(/^[125]0*$/);
      expect(Math.ceil(greatest / step)).toBeLessThanOrEqual(5);
    }),
  );
});

test('AP-14.67 days are marked equally far apart, with the last one, and none too near to it', () => {
  expect(dayTicks({ first: '2026-11-02', last: '2026-11-20' })).toEqual([
    '2026-11-02',
    '2026-11-08',
    '2026-11-14',
    '2026-11-20',
  ]);
  expect(dayTicks({ first: '2026-11-02', last: '2026-11-03' })).toEqual(['2026-11-02', '2026-11-03']);
  expect(dayTicks({ first: '2026-11-02', last: '2026-11-02' })).toEqual(['2026-11-02']);
  // The 8th day would stand right before the last one.
  expect(dayTicks({ first: '2026-11-01', last: '2026-11-09' }, 3)).toEqual(['2026-11-01', '2026-11-05', '2026-11-09']);
  expect(dayTicks({ first: '2026-11-01', last: '2026-11-08' })).toEqual(['2026-11-01', '2026-11-04', '2026-11-08']);
  fc.assert(
    fc.property(span, fc.integer({ min: 2, max: 12 }), (of, most) => {
      const ticks = dayTicks(of, most);
      expect(ticks.length).toBeLessThanOrEqual(most);
      expect([ticks[0], ticks.at(-1)]).toEqual([of.first, of.last]);
      const gaps = ticks.slice(1).map((each, index) => dayNumber(each) - dayNumber(ticks[index] ?? ''));
      const [usual = 0] = gaps;
      expect(gaps.slice(0, -1).every((gap) => gap === usual)).toBe(true);
      if (gaps.length > 1) expect(gaps.at(-1)).toBeGreaterThan(usual * 0.6);
    }),
  );
});

test('AP-14.68 a day on which nothing changed has the value of the day before it', () => {
  const known = [
    { day: '2026-02-28', value: 3 },
    { day: '2026-03-02', value: 1 },
    { day: '2026-03-09', value: 7 },
  ];
  expect(dayByDay(known, { first: '2026-02-27', last: '2026-03-03' }).map(({ value }) => value)).toEqual([
    0, 3, 3, 1, 1,
  ]);
  // What was known before the first day is the first day's, in whichever order it is told.
  expect(dayByDay(known.toReversed(), { first: '2026-03-01', last: '2026-03-01' })).toEqual([
    { day: '2026-03-01', value: 3 },
  ]);
  expect(dayByDay(known, { first: '2026-03-02', last: '2026-03-01' })).toEqual([]);
  fc.assert(
    fc.property(span, fc.array(fc.record({ day, value: fc.nat() })), (of, values) => {
      const filled = dayByDay(values, of);
      expect(filled).toHaveLength(compareDays(of.last, of.first) + 1);
    }),
  );
});

test('AP-14.69 a chart begins at zero and ends at the first mark that is not below any of its values', () => {
  const series = [
    {
      name: 'Total',
      points: [
        { day: '2026-11-01', value: 0 },
        { day: '2026-11-03', value: 9 },
      ],
    },
    { name: 'Guideline', isGuide: true as const, points: [{ day: '2026-11-01', value: 5 }] },
    { name: 'Nothing', points: [] },
  ];
  const plot = plotOf(series, { first: '2026-11-01', last: '2026-11-05' });
  expect(plot.values).toEqual([0, 2, 4, 6, 8, 10].map((value) => ({ value, at: 100 - value * 10 })));
  expect(plot.lines).toEqual([
    { name: 'Total', isGuide: false, path: '0,100 50,10', end: { x: 50, y: 10, value: 9 } },
    { name: 'Guideline', isGuide: true, path: '0,50', end: { x: 0, y: 50, value: 5 } },
    { name: 'Nothing', isGuide: false, path: '', end: null },
  ]);
  expect(plot.days.map(({ at }) => at)).toEqual([0, 50, 100]);
  expect(plotOf([], { first: '2026-11-01', last: '2026-11-01' }).values).toEqual([
    { value: 0, at: 100 },
    { value: 1, at: 0 },
  ]);
});

test('AP-14.71 a table has the figures of all series but guides, the latest day first', () => {
  const points = [
    { day: '2026-11-01', value: 1 },
    { day: '2026-11-02', value: 2 },
  ];
  expect(
    tableOf([
      { name: 'a', points },
      { name: 'guide', isGuide: true, points: [{ day: '2026-12-01', value: 0 }] },
      { name: 'b', points: points.slice(0, 1) },
    ]),
  ).toEqual([
    { day: '2026-11-02', values: [2, null] },
    { day: '2026-11-01', values: [1, 1] },
  ]);
});
