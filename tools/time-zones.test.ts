import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { DAY_TESTS, SERVER_DAY_TESTS, ZONES } from './scripts/lib/zones.mjs';

/** The clock on the wall of a zone at an instant. */
function wall(zone: string, instant: string): string {
  const script = `console.log(new Date('${instant}').toString().slice(4, 21))`;
  return execFileSync(process.execPath, ['-e', script], { env: { ...process.env, TZ: zone }, encoding: 'utf8' }).trim();
}

test('RM-06.7 RM-09.26 a process takes its zone, and on the days that are tried the zones are far apart', () => {
  expect(ZONES.map((zone) => wall(zone, '2024-03-31T10:30:00Z'))).toEqual([
    'Apr 01 2024 00:30',
    'Mar 30 2024 23:30',
    'Mar 31 2024 21:30',
    'Mar 31 2024 07:30',
    'Mar 31 2024 23:30',
  ]);
  // Samoa went from the 29th to the 31st; in São Paulo the 4th of November began at one o'clock.
  expect(wall('Pacific/Apia', '2011-12-30T10:00:00Z')).toBe('Dec 31 2011 00:00');
  expect(wall('America/Sao_Paulo', '2018-11-04T03:00:00Z')).toBe('Nov 04 2018 01:00');
});

test('RM-06.7 RM-09.26 all tests of calendar, filters and roadmap and those of days through the server run in each of them', () => {
  for (const folder of DAY_TESTS)
    expect([folder, readdirSync(folder).some((file) => file.endsWith('.test.ts'))]).toEqual([folder, true]);
  expect(SERVER_DAY_TESTS.filter((file) => !existsSync(file))).toEqual([]);
  for (const [kind, tests] of [
    ['days-in-', './days.ts'],
    ['server-days-in-', '../../../server/dates.test.ts'],
  ] as const) {
    const texts = readdirSync('tools/scripts/zones')
      .filter((file) => file.startsWith(kind))
      .map((file) => readFileSync(`tools/scripts/zones/${file}`, 'utf8'));
    expect(texts.map((text) => /@zone (\S+)/.exec(text)?.[1]).sort()).toEqual([...ZONES].sort());
    for (const text of texts) expect(text).toContain(`import './check.ts';\nimport '${tests}';\n`);
  }
});
