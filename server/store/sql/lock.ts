import { sql } from 'kysely';
import { sqlState, withSavepoint } from '../../db/transact.ts';
import type { Db, Tx } from '../../db/types.ts';

/** Any constant does; this one spells "tree". */
const hierarchyLock = 0x74726565;

/**
 * See `TreeStore.lock`.
 */
export async function lockHierarchy(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${hierarchyLock}::bigint)`.execute(tx);
}

const DEADLOCK = '40P01';
const LOCK_TIMEOUT = '55P03';

/** Who holds the lock and waits for a row of this transaction. */
const crosswise = sql`pg_locks l WHERE l.locktype = 'advisory' AND (l.classid, l.objid, l.objsubid) = (0, ${sql.lit(hierarchyLock)}, 1)
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND l.granted AND l.pid <> pg_backend_pid() AND pg_backend_pid() = ANY(pg_blocking_pids(l.pid))`;

/**
 * Takes the lock in a transaction that holds rows already, against the order that everybody else keeps to. Who holds the lock and waits for such a row has to
 * begin anew: PostgreSQL looks for a circle once, when somebody has waited for `deadlock_timeout`, and takes that one back, and `transact` repeats it. This side never
 * waits so long at a time. Where the other one has been looked at before, its statement is cancelled.
 */
export async function lockHierarchyLate(tx: Tx): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const isCrossed = await holdsWhatIsWaitedFor(tx);
    if (isCrossed && attempt > ATTEMPTS) await sql`SELECT pg_cancel_backend(l.pid) FROM ${crosswise}`.execute(tx);
    try {
      await withSavepoint(tx, async () => {
        if (isCrossed) await waitAtMost(tx);
        await lockHierarchy(tx);
        await sql`SET LOCAL lock_timeout TO DEFAULT`.execute(tx);
      });
      return;
    } catch (error) {
      const code = sqlState(error);
      if (code !== DEADLOCK && code !== LOCK_TIMEOUT) throw error;
    }
  }
}

/** Two of them are longer than `deadlock_timeout`. */
const ATTEMPTS = 2;

const waitAtMost = (tx: Tx) =>
  sql`SELECT set_config('lock_timeout', (setting::int * 7 / 10)::text, true) FROM pg_settings WHERE name = 'deadlock_timeout'`.execute(
    tx,
  );

async function holdsWhatIsWaitedFor(tx: Tx): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${crosswise}`.execute(tx);
  return rows.length > 0;
}

/** The same, but only where somebody holds the lock and waits for this transaction: until its end nobody else could change the tree. */
export async function lockHierarchyIfWaitedFor(tx: Tx): Promise<void> {
  if (await holdsWhatIsWaitedFor(tx)) await lockHierarchyLate(tx);
}
