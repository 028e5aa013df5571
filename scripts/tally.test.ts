import { countsOf, Tally } from './lib/tally.mjs';

const report = (counts: object) => () => ({
  numTotalTests: 3,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  ...counts,
});

test("jest's counts are taken over", () => {
  expect(countsOf(0, report({}))).toEqual({ passed: 3, failed: 0 });
  expect(countsOf(1, report({ numPassedTests: 2, numFailedTests: 1 }))).toEqual({ passed: 2, failed: 1 });
});

test('a file that does not run and a skipped test count as failed', () => {
  expect(countsOf(1, report({ numRuntimeErrorTestSuites: 2 }))).toEqual({ passed: 3, failed: 2 });
  expect(countsOf(0, report({ numPassedTests: 2, numPendingTests: 1 }))).toMatchObject({ passed: 2, failed: 1 });
});

test('no tests, no report and an unexplained exit code are failures', () => {
  expect(countsOf(0, report({ numTotalTests: 0, numPassedTests: 0 }))).toMatchObject({ passed: 0, failed: 1 });
  expect(countsOf(1, report({}))).toMatchObject({ passed: 3, failed: 1 });
  const noReport = () => {
    throw new Error('no such file');
  };
  expect(countsOf(137, noReport)).toEqual({ passed: 0, failed: 1, why: expect.stringContaining('137') });
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
