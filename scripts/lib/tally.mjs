// The counts of a test run over all its parts.

/**
 * The counts of a jest run from its exit code and its JSON (read by `readReport`, which may throw). A test file that could not run counts
 * as one failed test, and so does a skipped test: what did not run proves nothing.
 */
export function countsOf(code, readReport) {
  let report;
  try {
    report = readReport();
  } catch {
    return { passed: 0, failed: 1, why: `Jest gave no report (exit code ${code}).` };
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + skipped;
  if (report.numTotalTests === 0) return { passed: 0, failed: Math.max(1, failed), why: 'There are no tests.' };
  if (code !== 0 && failed === 0)
    return { passed: report.numPassedTests, failed: 1, why: `Jest ended with code ${code}.` };
  return {
    passed: report.numPassedTests,
    failed,
    ...(skipped > 0 && { why: `${skipped} skipped tests count as failed.` }),
  };
}

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

export class Tally {
  passed = 0;
  failed = 0;
  parts = [];

  constructor(print = (line) => console.log(line), now = () => Date.now()) {
    this.write = print;
    this.now = now;
  }

  /** Runs a part that gives `{ passed, failed, why? }`, prints and adds its counts. A part that throws is one failure. */
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
    const line = `${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds(this.now() - start)})`;
    if (counts.why) this.write(`  ${counts.why}`);
    this.write(`  ${line}`);
    this.parts.push({ name, line, failed: counts.failed });
  }

  /** The list of parts and, as the very last line, `N passed, N failed`. */
  print() {
    this.write('');
    for (const { line, failed } of this.parts) this.write(`${failed > 0 ? '✗' : '✓'} ${line}`);
    this.write(`${this.passed} passed, ${this.failed} failed`);
  }
}
