import { CompiledQuery, sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Job } from '../command/job.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { transact } from '../db/transact.ts';
import type { Db, Tx } from '../db/types.ts';

/** The tables and the one queue of server/db/migrations/010-jobs.ts. */
const SCHEMA = 'espalier_jobs';
export const QUEUE = 'jobs';
/** Announces that there are jobs. */
const CHANNEL = 'espalier_jobs';

/** Jobs are looked for when they are announced. Besides, this often: what failed, and what a process that is gone has taken. Milliseconds. */
const LOOK = 60_000;

/** pg-boss on our connections, or inside one of our transactions. It opens none, and does nothing by itself. */
export function queueOf(db: Db): PgBoss {
  const executeSql = async (text: string, values: unknown[] = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(asOneStatement(text), values));
    return { rows };
  };
  return new PgBoss({ db: { executeSql }, schema: SCHEMA, migrate: false, supervise: false, schedule: false });
}

/** What pg-boss sends as a script, a transaction of several statements, for PGlite takes no more than one at a time. */
function asOneStatement(text: string): string {
  const script = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(text)?.[1];
  return script === undefined ? text : `DO $do$ BEGIN EXECUTE $script$${script}$script$; END $do$`;
}

const startOf = (job: Job) =>
  'day' in job
    ? { startAfter: `${job.day}T00:00:00Z` }
    : 'notBefore' in job && job.notBefore !== undefined
      ? { startAfter: job.notBefore }
      : {};

/** What is done once the transaction of a job has been committed. It is not tried again, and says what has failed itself. */
export type Afterwards = () => Promise<void>;

/** With the commit of this transaction the jobs are there, and some server begins; with what is for a day, on that day, and not before the instant that they name. */
export async function sendJobs(tx: Db, jobs: readonly Job[]): Promise<void> {
  await queueOf(tx).insert(jobs.map((data) => ({ name: QUEUE, data, ...startOf(data) })));
  await sql`SELECT pg_notify(${CHANNEL}, '')`.execute(tx);
}

/**
 * Does the jobs of the database until it is stopped; where several servers do, each does some. `run` does a job inside a transaction that also says
 * that it is done: so it is done once, whatever happens to a process. What throws is reported, and tried again after a while, and then after a longer one.
 *
 * The workers of pg-boss are not used: they say that a job is done or has failed without waiting for the answer, so that a lost connection would end
 * the process, and begin nothing before their next look.
 */
export async function openJobs(
  { unhurried: db, listen }: Pick<OpenDatabase, 'unhurried' | 'listen'>,
  run: (tx: Tx, job: Job) => Promise<Afterwards | undefined | void>,
  onError: (error: unknown) => void,
  lookMs = LOOK,
): Promise<() => Promise<void>> {
  const queue = queueOf(db);
  await queue.start();
  let isStopped = false;
  let wake = (): void => undefined;

  const work = async ({ id, data }: PgBoss.Job<Job>): Promise<void> => {
    try {
      const afterwards = await transact(db, async (tx) => ((await isOurs(tx, id)) ? run(tx, data) : undefined));
      await afterwards?.();
    } catch (error) {
      onError(error);
      await queue.fail(QUEUE, id, { message: String(error) });
    }
  };

  const next = async (): Promise<PgBoss.Job<Job> | undefined> =>
    isStopped ? undefined : (await queue.fetch<Job>(QUEUE))[0];

  const look = async (): Promise<void> => {
    for (let job = await next(); job !== undefined; job = await next()) await work(job);
    // Ends what was begun too long ago, for the next look, and sweeps what was done. Afterwards: it may have to wait for a job that takes long.
    await queue.maintain();
  };

  const watch = async (): Promise<void> => {
    while (!isStopped) {
      // Before it looks: what is announced meanwhile is looked for as well.
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await look().catch(onError);
      const timer = setTimeout(wake, lookMs);
      await woken;
      clearTimeout(timer);
    }
  };

  const unlisten = await listen(
    CHANNEL,
    () => wake(),
    () => wake(),
  );
  const watching = watch();
  return async () => {
    isStopped = true;
    wake();
    await unlisten();
    await watching;
  };
}

/**
 * Says that a job is done, unless another process has it by now. First of all in its transaction: until that ends, nobody else finds that the job has
 * taken too long.
 */
async function isOurs(tx: Tx, id: string): Promise<boolean> {
  const { affected } = (await queueOf(tx).complete(QUEUE, id)) as unknown as { affected: number };
  return affected === 1;
}
