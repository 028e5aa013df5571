/** The command line of the simulation (docs/simulation.md). */
import { parseArgs } from 'node:util';
import { filesOf, keep, readCase } from './corpus.ts';
import { runSchedule, runSeed } from './draw.ts';
import { MUTANTS } from './mutants.ts';
import type { Outcome } from './simulation.ts';
import { runInProcesses, runOrders, type Tally } from './workers.ts';

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    /** Schedules that are run against the real server besides. */
    real: { type: 'string', default: '0' },
    replay: { type: 'string' },
    corpus: { type: 'string', default: 'fixtures/sim-corpus' },
    /** Ends at the first failure, shrinks nothing and keeps nothing. */
    'first-failure': { type: 'boolean', default: false },
    /** Of the search for the first failure: seeds that are left out, with commas. */
    skip: { type: 'string', default: '' },
    /** Prints the seeds that fail, as JSON; shrinks nothing and keeps nothing. */
    'failing-seeds': { type: 'boolean', default: false },
    'list-mutants': { type: 'boolean', default: false },
    /** Of a worker: runs what it is told by the process that started it, and sends what it found. */
    worker: { type: 'boolean', default: false },
  },
});

const number = (name: 'schedules' | 'seed' | 'workers'): number => {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= (name === 'seed' ? 0 : 1)) return value;
  console.error(`--${name} wants a whole number, and got "${values[name]}".`);
  process.exit(2);
};

function report({ failures, schedule }: Outcome, name: string): void {
  for (const { rule, text, step } of failures.slice(0, 5)) {
    const where = step < schedule.steps.length ? `after step ${step}` : 'at the end';
    console.log(`FAILED ${name}, ${where}: ${rule}\n  ${text.replaceAll('\n', '\n  ')}`);
  }
}

async function replayFile(file: string): Promise<Tally> {
  const { schedule, rule } = readCase(file);
  const outcome = await runSchedule(schedule);
  report(outcome, `${file}${rule === '' ? '' : ` (found by: ${rule})`}`);
  return { schedules: 1, operations: outcome.operations, failed: outcome.failures.length > 0 ? [schedule.seed] : [] };
}

async function corpusFirst(): Promise<number> {
  const files = filesOf(values.corpus);
  let failed = 0;
  for (const file of files) failed += (await replayFile(file)).failed.length;
  if (files.length > 0) console.log(`${files.length} schedules of ${values.corpus} first, ${failed} failures`);
  return failed;
}

async function drawn(schedules: number, seed: number): Promise<Tally> {
  const started = Date.now();
  let shown = started;
  const progress = (tally: Tally): void => {
    const now = Date.now();
    if (now - shown < 10_000) return;
    shown = now;
    const rate = Math.round((tally.schedules * 1000) / (now - started));
    console.log(
      `… ${tally.schedules} of ${schedules} schedules, ${tally.operations} operations, ${tally.failed.length} failures, ${rate} a second`,
    );
  };
  const tally = await runInProcesses({ schedules, seed, workers: number('workers'), progress });
  for (const failed of tally.failed.slice(0, 5)) {
    const outcome = await runSeed(failed);
    report(outcome, `seed ${failed}`);
    if (outcome.failures.length > 0) console.log(`Kept as ${await keep(values.corpus, outcome)}`);
  }
  return tally;
}

async function againstTheRealServer(count: number, seed: number): Promise<Tally> {
  const { runRealSchedules } = await import('./real-server.ts');
  let tally: Tally = { schedules: 0, operations: 0, failed: [] };
  await runRealSchedules(seed, count, (outcome) => {
    const { operations, failures, schedule } = outcome;
    report(outcome, `seed ${schedule.seed} against the real server`);
    tally = {
      schedules: tally.schedules + 1,
      operations: tally.operations + operations,
      failed: failures.length > 0 ? [...tally.failed, schedule.seed] : tally.failed,
    };
  });
  console.log(
    `${tally.schedules} schedules against the real server, ${tally.operations} operations, ${tally.failed.length} failures`,
  );
  return tally;
}

async function firstFailure(schedules: number, seed: number): Promise<Tally> {
  let operations = 0;
  const skipped = new Set(values.skip.split(',').filter(Boolean).map(Number));
  for (let index = 0; index < schedules; index += 1) {
    if (skipped.has(seed + index)) continue;
    const outcome = await runSeed(seed + index);
    operations += outcome.operations;
    if (outcome.failures.length === 0) continue;
    report(outcome, `seed ${seed + index}`);
    return { schedules: index + 1, operations, failed: [seed + index] };
  }
  return { schedules, operations, failed: [] };
}

async function main(): Promise<number> {
  if (values['list-mutants']) {
    console.log(JSON.stringify(MUTANTS.map(({ name, file, about }) => ({ name, file, about }))));
    return 0;
  }
  const seed = number('seed');
  const schedules = number('schedules');
  if (values['failing-seeds']) {
    const { failed } = await runInProcesses({ schedules, seed, workers: number('workers'), progress: () => undefined });
    console.log(JSON.stringify(failed));
    return 0;
  }
  let corpusFailures = 0;
  let tally: Tally;
  if (values.replay !== undefined) tally = await replayFile(values.replay);
  else if (values['first-failure']) tally = await firstFailure(schedules, seed);
  else {
    corpusFailures = await corpusFirst();
    const real = Number(values.real);
    // The database works in this process, the planners in others.
    const [others, fromReal] = await Promise.all([
      drawn(schedules, seed),
      real > 0 ? againstTheRealServer(real, seed) : null,
    ]);
    corpusFailures += fromReal?.failed.length ?? 0;
    tally = others;
  }
  const failures = tally.failed.length + corpusFailures;
  const of = values.replay === undefined ? seed : readCase(values.replay).schedule.seed;
  console.log(`${tally.schedules} schedules, ${tally.operations} operations, ${failures} failures, seed ${of}`);
  return failures === 0 ? 0 : 1;
}

if (values.worker) await runOrders();
else process.exitCode = await main();
