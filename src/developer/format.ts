/** How the panel writes times and data. */

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The viewer's time of day, to the millisecond. `at`: milliseconds since 1970-01-01T00:00:00Z. */
export const clockTime = (at: number): string => CLOCK.format(at);

export const dayAndTime = (at: number): string => DAY.format(at);

/** Characters of a value that are shown. */
const SHOWN = 20_000;

/** Data as indented JSON, cut where it is very long. */
export function json(value: unknown, indent = 2, most = SHOWN): string {
  const text = JSON.stringify(value, null, indent) ?? 'undefined';
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length.toLocaleString('en')} characters)`;
}

/** `tree` of `tree/opened`. */
export const domainOf = (type: string): string => type.slice(0, Math.max(type.indexOf('/'), 0)) || type;
