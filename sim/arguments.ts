import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run sim -- [options]

Lets planners work against a server while everything around them goes wrong, and looks whether anything is other than it should be (docs/simulation.md).

  --schedules N      how many schedules are drawn; default 200
  --seed N           the seed of the first one, the others follow; default 1
  --workers N        processes at a time; default 2
  --real N           so many of them against the real server besides; default 0
  --replay FILE      one schedule again, as its file says; nothing is drawn
  --corpus FOLDER    where failures are kept, and run first from then on; default fixtures/sim-corpus
  --first-failure    ends at the first failure, shrinks nothing and keeps nothing
  --skip N,N,…       with --first-failure: seeds that are left out
  --failing-seeds    prints the seeds that fail, as JSON; shrinks nothing and keeps nothing
  --list-mutants     prints the planted bugs of npm run sim:mutants, as JSON
  --plant NAME       prints the files that a planted bug changes, as JSON
  --help             this text

Exit code: 0 no failures, 1 failures, 2 not understood.`;

export interface SimArguments {
  readonly schedules: number;
  readonly seed: number;
  readonly workers: number;
  readonly real: number;
  readonly replay: string | null;
  readonly corpus: string;
  /** The planted bug whose files are printed. */
  readonly plant: string | null;
  readonly skip: ReadonlySet<number>;
  /** What is done instead of drawing schedules, running them and keeping what failed. */
  readonly mode: 'first-failure' | 'failing-seeds' | 'list-mutants' | 'worker' | 'help' | null;
}

/** Arguments that mean nothing; the message says which, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS = {
  schedules: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  workers: { type: 'string', default: '2' },
  real: { type: 'string', default: '0' },
  replay: { type: 'string' },
  corpus: { type: 'string', default: 'fixtures/sim-corpus' },
  plant: { type: 'string' },
  skip: { type: 'string', default: '' },
  'first-failure': { type: 'boolean' },
  'failing-seeds': { type: 'boolean' },
  'list-mutants': { type: 'boolean' },
  /** Of a worker: runs what it is told by the process that started it, and sends what it found. */
  worker: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
const MODES = ['help', 'worker', 'list-mutants', 'failing-seeds', 'first-failure'] as const;

function whole(option: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`${option} wants a whole number from ${least} on, not "${text}".`);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    // Node's own words, up to its advice about arguments that look like options.
    const [words = ''] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${words.replace(/\.$/, '')}.`);
  }
}

/** Throws UsageError. Later options win over earlier ones. */
export function parseArguments(args: readonly string[]): SimArguments {
  const values = parsed(args);
  return {
    schedules: whole('--schedules', values.schedules, 1),
    seed: whole('--seed', values.seed, 0),
    workers: whole('--workers', values.workers, 1),
    real: whole('--real', values.real, 0),
    replay: values.replay ?? null,
    corpus: values.corpus,
    plant: values.plant ?? null,
    skip: new Set(
      values.skip
        .split(',')
        .filter(Boolean)
        .map((seed) => whole('--skip', seed, 0)),
    ),
    mode: MODES.find((mode) => values[mode] === true) ?? null,
  };
}
