// The time zones in which the tests of dates run, each in processes of its own: a zone belongs to a process.

/** Furthest east, furthest west, half an hour of summer time, clocks that changed at midnight, a day that was left out. */
export const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
];

/** The tests of days that need no server, as jest takes them. */
export const DAY_TESTS = ['core/calendar/', 'core/filter/', 'core/roadmap/'];

/** Every way of a day through the server. */
export const SERVER_DAY_TESTS = ['server/dates.test.ts'];
