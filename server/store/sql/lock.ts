import { sql } from 'kysely';
import type { Db } from '../../db/types.ts';

/** Any constant does; this one spells "tree". */
const hierarchyLock = 0x74726565;

/**
 * See `TreeStore.lock`.
 */
export async function lockHierarchy(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${hierarchyLock}::bigint)`.execute(tx);
}
