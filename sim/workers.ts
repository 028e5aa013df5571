import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runSeed } from './draw.ts';

/** What came of some schedules. */
export interface Tally {
  readonly schedules: number;
  readonly operations: number;
  /** Seeds of those that failed. */
  readonly failed: readonly number[];
}

interface Plan {
  readonly schedules: number;
  readonly seed: number;
  readonly workers: number;
  readonly progress: (tally: Tally) => void;
}

/** What a worker says after each schedule. */
interface Word {
  readonly seed: number;
  readonly operations: number;
  readonly failed: boolean;
}

/** Runs schedules in several processes, each every so-manieth seed. A process that dies fails the whole. */
export async function runInProcesses({ schedules, seed, workers, progress }: Plan): Promise<Tally> {
  let tally: Tally = { schedules: 0, operations: 0, failed: [] };
  const run = (first: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const share = [seed + first, seed + schedules, workers].join();
      const child = fork(fileURLToPath(import.meta.resolve('./main.js')), ['--share', share], {
        // Most of what a schedule makes is thrown away soon: a larger nursery spares the collector half of its work.
        execArgv: ['--max-semi-space-size=64', '--enable-source-maps'],
        env: { ...process.env, NODE_ENV: 'production' },
      });
      child.on('message', (word) => {
        const { seed: done, operations, failed } = word as Word;
        tally = {
          schedules: tally.schedules + 1,
          operations: tally.operations + operations,
          failed: failed ? [...tally.failed, done] : tally.failed,
        };
        progress(tally);
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`A process of the simulation ended with ${String(code)}.`)),
      );
    });
  await Promise.all(Array.from({ length: Math.min(workers, schedules) }, (_, index) => run(index)));
  return { ...tally, failed: [...tally.failed].sort((a, b) => a - b) };
}

/** A worker's part: `first,end,step`. */
export async function runShare(share: string): Promise<void> {
  const [first = 0, end = 0, step = 1] = share.split(',').map(Number);
  for (let seed = first; seed < end; seed += step) {
    const { operations, failures } = await runSeed(seed);
    process.send?.({ seed, operations, failed: failures.length > 0 } satisfies Word);
  }
  process.disconnect?.();
}
