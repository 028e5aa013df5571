// The counts of a test run over all its parts.
import os from 'node:os';
import path from 'node:path';
import { ROOT } from './process.mjs';

/** Whether a machine is busy is for people to say: a load above the number of processors, or a test that hangs. */
const busyness = () => `load ${os.loadavg()[0].toFixed(1)} on ${os.availableParallelism()} processors`;

/**
 * The counts of a jest run from its exit code and its JSON (null: it made none). A test file that could not run counts as one failed test,
 * and so does a skipped test: what did not run proves nothing. A run that was ended after its `minutes` has counted nothing: no test of it is known to fail.
 * @param {{ code: number, report: any, minutes?: number }} run
 */
export function countsOf({ code, report, minutes }) {
  if (report === null && minutes !== undefined)
    return { passed: 0, failed: 0, unfinished: `not finished within its ${minutes} minutes (${busyness()})` };
  if (report === null) return { passed: 0, failed: 1, why: `Jest gave no report (exit code ${code}).` };
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + skipped;
  if (report.numTotalTests === 0) return { passed: 0, failed: Math.max(1, failed), why: 'There are no tests.' };
  if (code !== 0 && failed === 0)
    return {
      passed: report.numPassedTests,
      failed: 1,
      why:
        minutes === undefined
          ? `Jest ended with code ${code}.`
          : `Its tests ran, but it did not end within ${minutes} minutes.`,
    };
  return {
    passed: report.numPassedTests,
    failed,
    ...(skipped > 0 && { why: `${skipped} skipped tests count as failed.` }),
  };
}

const relative = (file) => path.relative(ROOT, file).replaceAll(path.sep, '/');

/** Tests of a file in jest's report that did not pass; none of a file that could not run. */
const failedTests = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed');

/** Paths of the files in jest's report that failed. */
export const failedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** Of more files than these something is broken, and no second go makes it whole. */
const MOST_UNLUCKY = 5;

/**
 * Which files are run once more, alone: the failed ones of a run, if they are few. What fails only beside other things on a busy machine
 * is told (`counts.flaky`), but does not decide.
 */
export function filesToRepeat(run) {
  const { report } = run;
  const files = report === null ? [] : failedFiles(report);
  return files.length > MOST_UNLUCKY ? [] : files;
}

/** The counts of a run (`{ code, report }`) whose failed files were run again: every test counts once, by its last run. */
export function countsOfBoth(first, again) {
  if (again.report === null) return countsOf(again);
  const repeated = new Map(again.report.testResults.map((result) => [result.name, result]));
  const missing = failedFiles(first.report).filter((name) => !repeated.has(name));
  if (missing.length > 0) return { ...countsOf(first), why: `Not run again: ${missing.map(relative).join(', ')}` };
  const testResults = first.report.testResults.map((result) => repeated.get(result.name) ?? result);
  const counts = countsOf({ code: again.code, report: summed(testResults) });
  const flaky = first.report.testResults.flatMap((result) => unlucky(result, repeated.get(result.name)));
  return { ...counts, ...(flaky.length > 0 && { flaky }) };
}

/** Jest's sums over the results of files. */
function summed(testResults) {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses) => all.filter(({ status }) => statuses.includes(status)).length;
  return {
    numTotalTests: all.length,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'skipped', 'disabled'),
    numTodoTests: count('todo'),
    numRuntimeErrorTestSuites: testResults.filter(
      (result) => result.status === 'failed' && failedTests(result).length === 0,
    ).length,
  };
}

/** What failed in a file at first and passed alone, one line each. */
function unlucky(result, again) {
  if (again === undefined || result.status !== 'failed') return [];
  const file = relative(result.name);
  const tests = failedTests(result);
  if (tests.length === 0) return again.status === 'passed' ? [`${file} failed at first and ran alone`] : [];
  const still = new Set(failedTests(again).map(({ fullName }) => fullName));
  return tests
    .filter(({ fullName }) => !still.has(fullName) && (again.status === 'passed' || failedTests(again).length > 0))
    .map(({ fullName }) => `${file}: “${fullName}” failed at first and passed alone`);
}

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** What failed in jest's report (null: none), one line each with the first line of its message: the whole may be far above, or cut. */
export function failures(report) {
  return (report?.testResults ?? []).flatMap((result) => {
    if (result.status !== 'failed') return [];
    const told = (message) => (message ?? '').replaceAll(ESCAPES, '').trim().split('\n')[0];
    const tests = failedTests(result);
    if (tests.length === 0) return [`${relative(result.name)}: ${told(result.message)}`];
    return tests.map(
      ({ fullName, failureMessages }) => `${relative(result.name)}: “${fullName}” ${told(failureMessages?.[0])}`,
    );
  });
}

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

export class Tally {
  passed = 0;
  failed = 0;
  /** Parts that ran out of time: nothing is proved by them. */
  unfinished = 0;
  parts = [];

  constructor(print = (line) => console.log(line), now = () => Date.now()) {
    this.write = print;
    this.now = now;
  }

  /**
   * Runs a part that gives `{ passed, failed, why?, unfinished?, flaky?, broken? }` (the last two lines), prints and adds its counts. A part that
   * throws is one failure; one that is `unfinished` says so instead of its counts.
   */
  async part(name, make) {
    this.write(`\n▸ ${name}`);
    const start = this.now();
    let counts;
    try {
      counts = await make();
    } catch (error) {
      counts = { passed: 0, failed: 1, why: error instanceof Error ? error.message : String(error) };
    }
    this.passed += counts.passed;
    this.failed += counts.failed;
    const { unfinished } = counts;
    if (unfinished !== undefined) this.unfinished += 1;
    const result = unfinished ?? `${counts.passed} passed, ${counts.failed} failed`;
    const line = `${name}: ${result} (${seconds(this.now() - start)})`;
    if (counts.why) this.write(`  ${counts.why}`);
    for (const what of counts.flaky ?? []) this.write(`  flaky: ${what}`);
    this.write(`  ${line}`);
    const { failed, flaky = [], broken = [] } = counts;
    this.parts.push({ name, line, failed, unfinished, flaky, broken });
  }

  /** The list of parts, what was flaky and what failed in them and, as the very last line, `N passed, N failed`, with the number of parts that ran out of time. */
  print() {
    this.write('');
    for (const { line, failed, unfinished } of this.parts)
      this.write(`${unfinished !== undefined ? '…' : failed > 0 ? '✗' : '✓'} ${line}`);
    for (const what of this.parts.flatMap(({ flaky }) => flaky)) this.write(`flaky: ${what}`);
    for (const what of this.parts.flatMap(({ broken }) => broken)) this.write(`failed: ${what}`);
    const late = this.unfinished === 0 ? '' : `, ${this.unfinished} of ${this.parts.length} parts not finished in time`;
    this.write(`${this.passed} passed, ${this.failed} failed${late}`);
  }
}
