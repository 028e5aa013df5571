/** Amounts in words. */

const SIZE_UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** BD-08.1: `654 bytes`, `1.50 KiB`; the units are 1024 of one another. `digits`: decimals from KiB on. Not below zero. */
export function humanSize(bytes: number, digits = 2): string {
  let unit = 0;
  let size = bytes;
  // What would be written as 1024 of a unit is one of the next.
  while (unit < SIZE_UNITS.length - 1 && Number(size.toFixed(unit === 0 ? 0 : digits)) >= 1024) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(digits)} ${SIZE_UNITS[unit]}`;
}

/** BD-08.2: `999`, `1k`, `1.2k`, `123.5k`, `2m`; one decimal, none where it is zero. */
export function abbreviatedCount(count: number): string {
  const size = Math.abs(count);
  if (size < 1000) return String(count);
  const [value, letter] = size < 999_950 ? [count / 1000, 'k'] : [count / 1_000_000, 'm'];
  return `${Number(value.toFixed(1))}${letter}`;
}

/** BD-08.3: the change from one number to another in whole percent; null where the first is zero and the other is not. */
export function percentChange(from: number, to: number): number | null {
  if (from === 0) return to === 0 ? 0 : null;
  const percent = Math.round(((to - from) / Math.abs(from)) * 100);
  return percent === 0 ? 0 : percent;
}

/** Keeps the sum of the weights of a large tree within a database integer. */
export const WEIGHT_MAX = 1_000_000;

export const WEIGHT_ERROR = 'Weight must be a whole number from 0 to 1,000,000.';

/** WI-07.1: a weight as it is typed; nothing is no weight. Null: it is none that an item can have. */
export function readWeight(text: string): { readonly weight: number | null } | null {
  const typed = text.trim();
  if (typed === '') return { weight: null };
  const weight = /^\d{1,7}$/.test(typed) ? Number(typed) : NaN;
  return weight <= WEIGHT_MAX ? { weight } : null;
}

/** A server counts a filtered list up to so many; one more stands for all numbers above (AP-06.51). */
export const COUNTED_MOST = 1000;

/** RL-12.47: numbers of lists, taken together. */
export const countText = (...counts: readonly number[]): string =>
  counts.includes(COUNTED_MOST + 1)
    ? `${COUNTED_MOST.toLocaleString('en')}+`
    : counts.reduce((sum, count) => sum + count).toLocaleString('en');
