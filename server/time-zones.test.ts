import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * A day is a day in every time zone. A zone belongs to a process, so each gets one: furthest east, furthest west, half and quarter hours, a clock that
 * changes by half an hour, one that changed at midnight, one that has left out a day.
 */
const ZONES = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
];
const PROBE = 'time-zone-probe';

const out = mkdtempSync(path.join(os.tmpdir(), 'espalier-zones-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

function run(args: readonly string[], zone = 'UTC'): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed in ${zone}:\n${stdout}${stderr}`);
  return stdout;
}

test('RM-06.7 calendar, filters and roadmap say the same in every time zone', () => {
  run(['node_modules/vite/bin/vite.js', 'build', 'core/roadmap/testing', '--ssr', `${PROBE}.ts`, '--outDir', out]);
  const file = path.join(out, `${PROBE}.js`);
  const said = ZONES.map((zone) => run([file], zone));
  expect(said[0]).toContain('"today":"2011-12-30"');
  const hashes = said.map((text) => createHash('sha256').update(text).digest('hex'));
  expect(hashes).toEqual(hashes.map(() => hashes[0]));
  // The probe can tell zones apart: what it does not use would differ.
  const local = ZONES.map((zone) =>
    run(['-e', 'console.log(new Date(0).getHours(), new Date().getTimezoneOffset())'], zone),
  );
  expect(new Set(local).size).toBeGreaterThan(4);
}, 120_000);

test.each(ZONES.slice(1, 6))(
  'RM-09.26 dates go through the server and back in %s',
  (zone) => {
    const name = 'RM-09.25 fixed dates come back';
    const args = [
      '--selectProjects',
      'server',
      '--testNamePattern',
      name,
      '--json',
      '--',
      'server/graphql/roadmap.test.ts',
    ];
    const said = run(['scripts/jest.mjs', ...args], zone);
    const { numPassedTests } = JSON.parse(said.slice(said.indexOf('{"'))) as { numPassedTests: number };
    expect(numPassedTests).toBe(1);
  },
  120_000,
);
