import path from 'node:path';
import { ROOT, run as program } from './lib/process.mjs';
import { countsOf, countsOfBoth, failures, filesToRepeat, Tally } from './lib/tally.mjs';

const ran = (code: number, counts: object) => ({
  code,
  report: {
    numTotalTests: 3,
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    numRuntimeErrorTestSuites: 0,
    ...counts,
  },
});

test("jest's counts are taken over", () => {
  expect(countsOf(ran(0, {}))).toEqual({ passed: 3, failed: 0 });
  expect(countsOf(ran(1, { numPassedTests: 2, numFailedTests: 1 }))).toEqual({ passed: 2, failed: 1 });
});

test('a file that does not run and a skipped test count as failed', () => {
  expect(countsOf(ran(1, { numRuntimeErrorTestSuites: 2 }))).toEqual({ passed: 3, failed: 2 });
  expect(countsOf(ran(0, { numPassedTests: 2, numPendingTests: 1 }))).toMatchObject({ passed: 2, failed: 1 });
});

test('no tests, no report and an unexplained exit code are failures', () => {
  expect(countsOf(ran(0, { numTotalTests: 0, numPassedTests: 0 }))).toMatchObject({ passed: 0, failed: 1 });
  expect(countsOf(ran(1, {}))).toMatchObject({ passed: 3, failed: 1 });
  expect(countsOf({ code: 137, report: null })).toEqual({
    passed: 0,
    failed: 1,
    why: expect.stringContaining('137') as string,
  });
});

test('a run that met its time limit has failed nothing, and says so instead of its counts', async () => {
  const ended = { code: 137, report: null, minutes: 30 };
  const counts = countsOf(ended);
  expect(counts).toEqual({
    passed: 0,
    failed: 0,
    unfinished: expect.stringMatching(
      /^not finished within its 30 minutes \(load \d+\.\d on \d+ processors\)$/,
    ) as string,
  });
  const first = run(1, file('bad.spec.ts', { c: 'failed' }));
  expect(countsOfBoth(first, ended)).toMatchObject({ failed: 0, unfinished: expect.any(String) as string });
  const lines: string[] = [];
  const tally = new Tally(
    (line: string) => lines.push(line),
    () => 0,
  );
  await tally.part('core', async () => ({ passed: 2, failed: 1 }));
  await tally.part('view', async () => ({ passed: 0, failed: 0, unfinished: 'not finished within its 30 minutes' }));
  tally.print();
  expect([tally.failed, tally.unfinished]).toEqual([1, 1]);
  expect(lines).toContain('… view: not finished within its 30 minutes (0.0 s)');
  expect(lines.at(-1)).toBe('2 passed, 1 failed, 1 of 2 parts not finished in time');
});

test('a program that meets its time limit is told from one that was ended otherwise', async () => {
  const node = (code: string, options: object) => program(process.execPath, ['-e', code], options);
  const hangs = 'setInterval(() => {}, 1000)';
  expect(await node(hangs, { timeout: 50, killSignal: 'SIGKILL' })).toMatchObject({ code: 137, outOfTime: true });
  expect(await node(`process.kill(process.pid, 'SIGKILL'); ${hangs}`, { timeout: 60_000 })).toMatchObject({
    code: 137,
    outOfTime: false,
  });
  expect(await node('process.exit(3)', {})).toMatchObject({ code: 3, outOfTime: false });
});

/** A file in jest's report: `ok` and `bad` are tests of it; none: it could not run, or ended badly. */
const file = (name: string, tests: Record<string, 'passed' | 'failed' | 'pending'>, status?: 'failed') => ({
  name: path.join(ROOT, 'e2e', name),
  status: status ?? (Object.values(tests).includes('failed') ? 'failed' : 'passed'),
  assertionResults: Object.entries(tests).map(([fullName, its]) => ({ fullName, status: its })),
});

const run = (code: number, ...testResults: ReturnType<typeof file>[]) => ({
  code,
  report: {
    testResults,
    numTotalTests: 5,
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    numRuntimeErrorTestSuites: 0,
  },
});

describe('files that failed are run once more, alone', () => {
  const good = file('good.spec.ts', { a: 'passed', b: 'passed' });

  test('a few of them; of many, of none and without a report nothing is', () => {
    const bad = (count: number) =>
      Array.from({ length: count }, (_, at) => file(`bad-${at}.spec.ts`, { c: 'passed', d: 'failed' }));
    expect(filesToRepeat(run(1, good, ...bad(1)))).toEqual([path.join(ROOT, 'e2e/bad-0.spec.ts')]);
    expect(filesToRepeat(run(1, good, ...bad(5)))).toHaveLength(5);
    expect(filesToRepeat(run(1, good, ...bad(6)))).toEqual([]);
    expect(filesToRepeat(run(0, good))).toEqual([]);
    expect(filesToRepeat({ code: 137, report: null })).toEqual([]);
  });

  test('what passes then counts once, as passed, and is told', () => {
    const first = run(1, good, file('bad.spec.ts', { c: 'passed', d: 'failed' }));
    expect(countsOfBoth(first, run(0, file('bad.spec.ts', { c: 'passed', d: 'passed' })))).toEqual({
      passed: 4,
      failed: 0,
      flaky: ['e2e/bad.spec.ts: “d” failed at first and passed alone'],
    });
  });

  test('what fails again is failed, and what failed only then too', () => {
    const first = run(1, good, file('bad.spec.ts', { c: 'failed', d: 'failed', e: 'passed' }));
    expect(countsOfBoth(first, run(1, file('bad.spec.ts', { c: 'failed', d: 'passed', e: 'failed' })))).toEqual({
      passed: 3,
      failed: 2,
      flaky: ['e2e/bad.spec.ts: “d” failed at first and passed alone'],
    });
  });

  test('a file that could not run at first; one that cannot run then; one that ends badly though its tests passed', () => {
    const first = run(1, good, file('bad.spec.ts', {}, 'failed'));
    expect(countsOfBoth(first, run(0, file('bad.spec.ts', { c: 'passed' })))).toEqual({
      passed: 3,
      failed: 0,
      flaky: ['e2e/bad.spec.ts failed at first and ran alone'],
    });
    expect(countsOfBoth(first, run(1, file('bad.spec.ts', {}, 'failed')))).toEqual({ passed: 2, failed: 1 });
    const tested = run(1, good, file('bad.spec.ts', { c: 'failed' }));
    expect(countsOfBoth(tested, run(1, file('bad.spec.ts', {}, 'failed')))).toEqual({ passed: 2, failed: 1 });
    expect(countsOfBoth(first, run(1, file('bad.spec.ts', { c: 'passed' }, 'failed')))).toEqual({
      passed: 3,
      failed: 1,
    });
  });

  test('a second run without a report, of fewer files, with a skipped test or an unexplained exit code passes nothing', () => {
    const first = run(1, good, file('bad.spec.ts', { c: 'failed' }), file('worse.spec.ts', { d: 'failed' }));
    expect(countsOfBoth(first, { code: 137, report: null })).toMatchObject({ passed: 0, failed: 1 });
    expect(countsOfBoth(first, run(0, file('bad.spec.ts', { c: 'passed' })))).toMatchObject({
      failed: 1,
      why: 'Not run again: e2e/worse.spec.ts',
    });
    const both = [file('bad.spec.ts', { c: 'passed' }), file('worse.spec.ts', { d: 'passed' })];
    expect(countsOfBoth(first, run(1, ...both))).toMatchObject({ passed: 4, failed: 1 });
    expect(countsOfBoth(first, run(0, ...both.slice(1), file('bad.spec.ts', { c: 'pending' })))).toMatchObject({
      passed: 3,
      failed: 1,
    });
  });
});

test('what was flaky is said in its part and again at the end', async () => {
  const lines: string[] = [];
  const tally = new Tally(
    (line: string) => lines.push(line),
    () => 0,
  );
  await tally.part('one', async () => ({ passed: 4, failed: 0, flaky: ['a race'] }));
  tally.print();
  expect(lines).toEqual([
    '\n▸ one',
    '  flaky: a race',
    '  one: 4 passed, 0 failed (0.0 s)',
    '',
    '✓ one: 4 passed, 0 failed (0.0 s)',
    'flaky: a race',
    '4 passed, 0 failed',
  ]);
});

test('all parts run, a part that throws is one failure, and the sum is the last line', async () => {
  const lines: string[] = [];
  const tally = new Tally(
    (line: string) => lines.push(line),
    () => 0,
  );
  await tally.part('one', async () => ({ passed: 4, failed: 0 }));
  await tally.part('two', async () => {
    throw new Error('broken');
  });
  await tally.part('three', async () => ({ passed: 1, failed: 2 }));
  tally.print();
  expect(lines).toContain('  broken');
  expect(lines).toContain('✗ two: 0 passed, 1 failed (0.0 s)');
  expect(lines.at(-1)).toBe('5 passed, 3 failed');
});

test('what failed is told by name, with the first line of its message, also of a file that could not run', () => {
  const bad = file('bad.spec.ts', { c: 'passed', d: 'failed' });
  const messages = ['\u001b[31mexpected 1\u001b[39m\nreceived 2'];
  const assertionResults = bad.assertionResults.map((each) => ({ ...each, failureMessages: messages }));
  const lost = { ...file('lost.spec.ts', {}, 'failed'), message: '  ● Cannot find module\n  somewhere' };
  const told = failures({ testResults: [file('good.spec.ts', { a: 'passed' }), { ...bad, assertionResults }, lost] });
  expect(told).toEqual(['e2e/bad.spec.ts: “d” expected 1', 'e2e/lost.spec.ts: ● Cannot find module']);
  expect(failures(null)).toEqual([]);
  const lines: string[] = [];
  const tally = new Tally((line) => lines.push(line));
  tally.parts.push({ name: 'e2e', line: 'e2e: 0 passed, 1 failed', failed: 1, flaky: [], broken: told });
  tally.print();
  expect(lines).toContain('failed: e2e/bad.spec.ts: “d” expected 1');
});
