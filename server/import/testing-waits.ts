import { sql } from 'kysely';
import type { Db } from '../db/types.ts';

/** Asks until it is so. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

export async function someoneWaits(db: Db, type: 'advisory' | 'transactionid'): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = ${type}`.execute(
    db,
  );
  return rows.length > 0;
}
