import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runSeed } from './draw.ts';
import { addedCounts, NO_PUSHES, type PushCounts } from './push-wire.ts';

/** What came of some schedules. */
export interface Tally {
  readonly schedules: number;
  readonly operations: number;
  readonly pushes: PushCounts;
  /** Seeds of those that failed. */
  readonly failed: readonly number[];
}

interface Plan {
  readonly schedules: number;
  readonly seed: number;
  readonly workers: number;
  readonly progress: (tally: Tally) => void;
}

/** What a worker is to do next; null: nothing any more. */
interface Order {
  readonly seeds: readonly number[] | null;
}

/** What a worker says after each schedule. */
interface Word {
  readonly seed: number;
  readonly operations: number;
  readonly pushes: PushCounts;
  readonly failed: boolean;
}

/** Schedules that a process has in hand at most: enough to go on with while this one is busy, and few enough that all end together. */
const IN_HAND = 8;

/** Runs schedules in several processes; whichever has done one gets the next. A process that dies fails the whole. */
export async function runInProcesses({ schedules, seed, workers, progress }: Plan): Promise<Tally> {
  let tally: Tally = { schedules: 0, operations: 0, pushes: NO_PUSHES, failed: [] };
  let next = seed;
  const end = seed + schedules;
  /** The next seeds for a process that has so many in hand; towards the end fewer. */
  const more = (inHand: number): number[] => {
    const wanted = Math.min(IN_HAND, Math.ceil((end - next) / workers / 2)) - inHand;
    const seeds = Array.from({ length: Math.max(0, wanted) }, (_, index) => next + index);
    next += seeds.length;
    return seeds;
  };
  const run = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(fileURLToPath(import.meta.resolve('./main.js')), ['--worker'], {
        // Most of what a schedule makes is thrown away soon: a larger nursery spares the collector half of its work.
        execArgv: ['--max-semi-space-size=64', '--enable-source-maps'],
        env: { ...process.env, NODE_ENV: 'production' },
      });
      let inHand = 0;
      const give = (): void => {
        const seeds = more(inHand);
        inHand += seeds.length;
        if (seeds.length > 0) child.send({ seeds } satisfies Order);
        if (inHand === 0) child.send({ seeds: null } satisfies Order);
      };
      child.on('message', (word) => {
        const { seed: done, operations, pushes, failed } = word as Word;
        tally = {
          schedules: tally.schedules + 1,
          operations: tally.operations + operations,
          pushes: addedCounts(tally.pushes, pushes),
          failed: failed ? [...tally.failed, done] : tally.failed,
        };
        progress(tally);
        inHand -= 1;
        give();
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`A process of the simulation ended with ${String(code)}.`)),
      );
      give();
    });
  await Promise.all(Array.from({ length: Math.min(workers, schedules) }, run));
  return { ...tally, failed: [...tally.failed].sort((a, b) => a - b) };
}

/** Of a worker: runs the seeds that it is told, until there are no more. */
export async function runOrders(): Promise<void> {
  const seeds: (number | null)[] = [];
  let wake = (): void => undefined;
  process.on('message', (order) => {
    seeds.push(...((order as Order).seeds ?? [null]));
    wake();
  });
  for (;;) {
    while (seeds.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const seed = seeds.shift() as number | null;
    if (seed === null) break;
    const { operations, pushes, failures } = await runSeed(seed);
    process.send?.({ seed, operations, pushes, failed: failures.length > 0 } satisfies Word);
  }
  process.disconnect();
}
