/** The rules of an epic's own page and dates, shared by server and client; numbered in SPEC.md. */
export * from './rules/dates.ts';
export * from './rules/page.ts';
export * from './rules/shown-dates.ts';
