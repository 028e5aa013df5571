/** What the clocks of each zone show where other zones show something else; runs in every zone beside the tests of days. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  'Pacific/Kiritimati': ['2026-03-02 02:00', '2011-12-31 02:00', '2018-11-05 02:00', '2026-10-04 05:00'],
  'Pacific/Pago_Pago': ['2026-03-01 01:00', '2011-12-30 01:00', '2018-11-04 01:00', '2026-10-03 04:00'],
  'Australia/Lord_Howe': ['2026-03-01 23:00', '2011-12-30 23:00', '2018-11-04 23:00', '2026-10-04 01:30'],
  'America/Sao_Paulo': ['2026-03-01 09:00', '2011-12-30 10:00', '2018-11-04 10:00', '2026-10-03 12:00'],
  'Pacific/Apia': ['2026-03-02 01:00', '2011-12-31 02:00', '2018-11-05 02:00', '2026-10-04 04:00'],
};

const { zone } = globalThis as { zone?: string };

function shown(instant: string): string {
  const at = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

test(`these tests run in ${zone}, and clocks are seen in ${Intl.DateTimeFormat().resolvedOptions().timeZone}`, () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  expect(process.env['TZ']).toBe(zone);
  const instants = ['2026-03-01T12:00:00Z', '2011-12-30T12:00:00Z', '2018-11-04T12:00:00Z', '2026-10-03T15:00:00Z'];
  expect(instants.map(shown)).toEqual(SEEN[zone ?? '']);
});
