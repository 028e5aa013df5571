// The time zones in which the tests of days run, each as files of their own (tools/scripts/zones) in the projects `core` and `server`.

/** Furthest east, furthest west, half an hour of summer time, clocks that changed at midnight, a day that was left out. */
export const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
];

/** Where the tests of days are that need no server. */
export const DAY_TESTS = ['core/calendar/', 'core/filter/', 'core/roadmap/'];

/** Every way of a day through the server. */
export const SERVER_DAY_TESTS = ['server/dates.test.ts'];
