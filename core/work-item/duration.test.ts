import fc from 'fast-check';
import { DURATION_MAX, durationText, parseDuration } from './rules.ts';

const HOUR = 3600;

test.each([
  ['3h', 3 * HOUR],
  ['3h 30m', 3.5 * HOUR],
  ['3h30m', 3.5 * HOUR],
  ['1d', 8 * HOUR],
  ['1w', 40 * HOUR],
  ['1mo', 160 * HOUR],
  ['1mo 1w 1d 1h 1m 1s', 209 * HOUR + 61],
  ['2 weeks and 3 days', 104 * HOUR],
  ['1 hour, 5 mins, 10 secs', HOUR + 310],
  ['1.5d', 12 * HOUR],
  ['4', 4 * HOUR],
  ['1 and 30m', 1.5 * HOUR],
  ['  2H  ', 2 * HOUR],
  ['-1h 30m', -1.5 * HOUR],
  ['0', 0],
  ['-0h', 0],
  ['90m 90m', 3 * HOUR],
])('WI-07.40 %j is %d seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each(['', ' ', '-', 'x', 'h', '3x', '3h x', '1h -30m', '1:30', '1e3', 'and', '3,5', '½h', '9999999999h'])(
  'WI-07.40 %j is none',
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);

test('WI-07.40 a text over 255 characters is none, and a shorter one is read in no time', () => {
  expect(parseDuration('1h '.repeat(86))).toBeNull();
  expect(parseDuration('1h '.repeat(85))).toBe(85 * HOUR);
  expect(parseDuration(`${'1'.repeat(250)}!`)).toBeNull();
});

test.each([
  [0, ''],
  [1, '1s'],
  [59 * 60, '59m'],
  [8 * HOUR, '1d'],
  [39 * HOUR, '4d 7h'],
  [40 * HOUR, '1w'],
  [209 * HOUR + 61, '1mo 1w 1d 1h 1m 1s'],
  [-1.5 * HOUR, '-1h 30m'],
])('WI-07.41 %d seconds are written %j', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test('WI-07.41 what is written is read as the same', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -DURATION_MAX, max: DURATION_MAX }).filter((seconds) => seconds !== 0),
      (seconds) => {
        expect(parseDuration(durationText(seconds))).toBe(seconds);
      },
    ),
  );
});
