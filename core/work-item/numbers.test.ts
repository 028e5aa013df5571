import { abbreviatedCount, humanSize, percentChange } from './rules.ts';

test.each([
  [0, '0 bytes'],
  [654, '654 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.00 KiB'],
  [1536, '1.50 KiB'],
  [1024 * 1024 - 1, '1.00 MiB'],
  [10 * 1024 ** 2, '10.00 MiB'],
  [1024 ** 3, '1.00 GiB'],
  [2048 * 1024 ** 3, '2048.00 GiB'],
])('BD-08.1 %d bytes are %s', (bytes, text) => {
  expect(humanSize(bytes)).toBe(text);
});

test('BD-08.1 the number of decimals can be chosen', () => {
  expect([humanSize(1536, 0), humanSize(1536, 1)]).toEqual(['2 KiB', '1.5 KiB']);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [1049, '1k'],
  [1200, '1.2k'],
  [123_456, '123.5k'],
  [999_949, '999.9k'],
  [999_950, '1m'],
  [1_000_000, '1m'],
  [2_540_000, '2.5m'],
  [-1500, '-1.5k'],
])('BD-08.2 %d is abbreviated as %s', (count, text) => {
  expect(abbreviatedCount(count)).toBe(text);
});

test('BD-08.3 a change is rounded to whole percent', () => {
  expect([percentChange(3, 4), percentChange(4, 3), percentChange(-2, -1)]).toEqual([33, -25, 50]);
  expect([percentChange(5, 5), percentChange(0, 0), percentChange(1000, 999)]).toEqual([0, 0, 0]);
  expect(percentChange(0, 3)).toBeNull();
});
