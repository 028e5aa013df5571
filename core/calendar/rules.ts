/** Civil dates and the wording of times. "Today" and time zones are arguments. */
export * from './rules/days.ts';
export * from './rules/format.ts';
export * from './rules/instants.ts';
export * from './rules/months.ts';
export * from './rules/picking.ts';
export * from './rules/reading.ts';
