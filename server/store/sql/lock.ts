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

/** Who holds the lock and waits for a row of this transaction. */
const crosswise = sql`pg_locks l WHERE l.locktype = 'advisory' AND (l.classid, l.objid, l.objsubid) = (0, ${sql.lit(hierarchyLock)}, 1)
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND l.granted AND l.pid <> pg_backend_pid() AND pg_backend_pid() = ANY(pg_blocking_pids(l.pid))`;

/**
 * Takes the lock in a transaction that holds rows already, against the order that everybody else keeps to. Who holds the lock and waits for such a row has to
 * begin anew: PostgreSQL takes back the one that has waited longer, and `transact` repeats it. Where it chooses this side, the other one's statement is cancelled.
 */
export async function lockHierarchyLate(tx: Tx): Promise<void> {
  for (;;) {
    try {
      await withSavepoint(tx, lockHierarchy);
      return;
    } catch (error) {
      if (sqlState(error) !== DEADLOCK) throw error;
      await sql`SELECT pg_cancel_backend(l.pid) FROM ${crosswise}`.execute(tx);
    }
  }
}

/** The same, but only where somebody holds the lock and waits for this transaction: until its end nobody else could change the tree. */
export async function lockHierarchyIfWaitedFor(tx: Tx): Promise<void> {
  const { rows } = await sql`SELECT FROM ${crosswise}`.execute(tx);
  if (rows.length > 0) await lockHierarchyLate(tx);
}
