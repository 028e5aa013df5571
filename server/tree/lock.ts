import { sql } from 'kysely';
import type { Tx } from '../db/types.ts';

/** Any constant does; this one spells "tree". */
const hierarchyLock = 0x74726565;

/**
 * One lock for every change of the hierarchy or of what rolls up along it, held to the end of the transaction. It makes the checks of a
 * move (depth, cycles, limits) and the climbing of counts and dates see one state: of two people moving A under B and B under A, the second
 * finds the first one's link. Taken before anything is read for the decision.
 */
export async function lockHierarchy(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${hierarchyLock}::bigint)`.execute(tx);
}
