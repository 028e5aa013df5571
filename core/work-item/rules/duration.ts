/**
 * Durations of time tracking: `1mo 2w 3d 4h 5m 6s`, of which a month is four weeks, a week five days, a day eight hours. Seconds throughout.
 */

const HOUR = 3600;
const DAY = 8 * HOUR;
const WEEK = 5 * DAY;
const MONTH = 4 * WEEK;

/** From the largest; the first word of each is how it is written. */
const UNITS: readonly (readonly [seconds: number, ...words: [string, ...string[]]])[] = [
  [MONTH, 'mo', 'mos', 'month', 'months'],
  [WEEK, 'w', 'wk', 'wks', 'week', 'weeks'],
  [DAY, 'd', 'day', 'days'],
  [HOUR, 'h', 'hr', 'hrs', 'hour', 'hours'],
  [60, 'm', 'min', 'mins', 'minute', 'minutes'],
  [1, 's', 'sec', 'secs', 'second', 'seconds'],
];

const SECONDS: ReadonlyMap<string, number> = new Map(
  UNITS.flatMap(([seconds, ...words]) => words.map((word): [string, number] => [word, seconds])),
);

/** The largest number of seconds that is kept, of one duration and of all that was spent on an item. */
export const DURATION_MAX = 2_147_483_647;

/** A number and its unit. Read one after another, from where the last one ended: no text is tried in two ways. */
const PART = /\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*/y;

const LONGEST_TEXT = 255;

/**
 * WI-07.40: the seconds of a text like `3h 30m`, `1.5d` or `2 weeks and 3 days`; a number without a unit is hours, a minus in front of it all takes away.
 * Null for any other text.
 */
export function parseDuration(text: string): number | null {
  if (text.length > LONGEST_TEXT) return null;
  const given = text.trim().toLowerCase();
  const minus = given.startsWith('-');
  const parts = (minus ? given.slice(1) : given).replace(/,(?=\s)|\band\b/g, ' ').trim();
  if (parts === '') return null;
  let seconds = 0;
  for (let at = 0; at < parts.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const [, number = '', word = ''] = PART.exec(parts) ?? [];
    const unit = word === '' ? HOUR : SECONDS.get(word);
    if (number === '' || unit === undefined) return null;
    seconds += Number(number) * unit;
  }
  const whole = Math.round(seconds);
  if (whole > DURATION_MAX) return null;
  return minus && whole !== 0 ? -whole : whole;
}

/** WI-07.41: `1w 2d 30m`; empty for none. */
export function durationText(seconds: number): string {
  const parts: string[] = [];
  let left = Math.abs(seconds);
  for (const [unit, word] of UNITS) {
    const count = Math.floor(left / unit);
    if (count > 0) parts.push(`${count}${word}`);
    left -= count * unit;
  }
  return `${seconds < 0 ? '-' : ''}${parts.join(' ')}`;
}
