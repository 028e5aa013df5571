/** The command line of the simulation (docs/simulation.md). */
import { parseArguments, USAGE, UsageError, type SimArguments } from './arguments.ts';
import { filesOf, keep, readCase } from './corpus.ts';
import { runSchedule, runSeed } from './draw.ts';
import { MUTANTS } from './mutants.ts';
import type { Outcome } from './simulation.ts';
import { addedCounts, NO_PUSHES } from './push-wire.ts';
import { runInProcesses, runOrders, type Tally } from './workers.ts';

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
  const { operations, pushes, failures } = outcome;
  return { schedules: 1, operations, pushes, failed: failures.length > 0 ? [schedule.seed] : [] };
}

async function corpusFirst(corpus: string): Promise<number> {
  const files = filesOf(corpus);
  let failed = 0;
  for (const file of files) failed += (await replayFile(file)).failed.length;
  if (files.length > 0) console.log(`${files.length} schedules of ${corpus} first, ${failed} failures`);
  return failed;
}

async function drawn({ schedules, seed, workers, corpus }: SimArguments): Promise<Tally> {
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
  const tally = await runInProcesses({ schedules, seed, workers, progress });
  for (const failed of tally.failed.slice(0, 5)) {
    const outcome = await runSeed(failed);
    report(outcome, `seed ${failed}`);
    if (outcome.failures.length > 0) console.log(`Kept as ${await keep(corpus, outcome)}`);
  }
  return tally;
}

async function againstTheRealServer(count: number, seed: number): Promise<Tally> {
  const { runRealSchedules } = await import('./real-server.ts');
  let tally: Tally = { schedules: 0, operations: 0, pushes: NO_PUSHES, failed: [] };
  await runRealSchedules(seed, count, (outcome) => {
    const { operations, pushes, failures, schedule } = outcome;
    report(outcome, `seed ${schedule.seed} against the real server`);
    tally = {
      schedules: tally.schedules + 1,
      operations: tally.operations + operations,
      pushes: addedCounts(tally.pushes, pushes),
      failed: failures.length > 0 ? [...tally.failed, schedule.seed] : tally.failed,
    };
  });
  console.log(
    `${tally.schedules} schedules against the real server, ${tally.operations} operations, ${tally.failed.length} failures`,
  );
  return tally;
}

async function firstFailure({ schedules, seed, skip }: SimArguments): Promise<Tally> {
  let [operations, pushes] = [0, NO_PUSHES];
  for (let index = 0; index < schedules; index += 1) {
    if (skip.has(seed + index)) continue;
    const outcome = await runSeed(seed + index);
    operations += outcome.operations;
    pushes = addedCounts(pushes, outcome.pushes);
    if (outcome.failures.length === 0) continue;
    report(outcome, `seed ${seed + index}`);
    return { schedules: index + 1, operations, pushes, failed: [seed + index] };
  }
  return { schedules, operations, pushes, failed: [] };
}

async function main(args: SimArguments): Promise<number> {
  const { mode, schedules, seed, workers, real, replay, corpus, plant } = args;
  if (mode === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (mode === 'list-mutants') {
    console.log(JSON.stringify(MUTANTS.map(({ name, about, tests }) => ({ name, about, tests }))));
    return 0;
  }
  if (plant !== null) {
    const { plantedFiles } = await import('./plant.ts');
    console.log(JSON.stringify(plantedFiles(process.cwd(), plant)));
    return 0;
  }
  if (mode === 'failing-seeds') {
    const { failed } = await runInProcesses({ schedules, seed, workers, progress: () => undefined });
    console.log(JSON.stringify(failed));
    return 0;
  }
  let corpusFailures = 0;
  let tally: Tally;
  if (replay !== null) tally = await replayFile(replay);
  else if (mode === 'first-failure') tally = await firstFailure(args);
  else {
    corpusFailures = await corpusFirst(corpus);
    // The database works in this process, the planners in others.
    const [others, fromReal] = await Promise.all([drawn(args), real > 0 ? againstTheRealServer(real, seed) : null]);
    corpusFailures += fromReal?.failed.length ?? 0;
    tally = others;
  }
  const { sent, late, twice, lost, cut } = tally.pushes;
  console.log(`${sent} pushes, ${late} late, ${twice} twice, ${lost} lost, ${cut} with the connection cut`);
  const failures = tally.failed.length + corpusFailures;
  const of = replay === null ? seed : readCase(replay).schedule.seed;
  console.log(`${tally.schedules} schedules, ${tally.operations} operations, ${failures} failures, seed ${of}`);
  return failures === 0 ? 0 : 1;
}

try {
  const args = parseArguments(process.argv.slice(2));
  if (args.mode === 'worker') await runOrders();
  else process.exitCode = await main(args);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message} npm run sim -- --help says more.`);
  process.exitCode = 2;
}
