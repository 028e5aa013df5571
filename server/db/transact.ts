import { sql } from 'kysely';
import type { Db, Tx } from './types.ts';

/** A deadlock has two sides; each further try meets a rarer one. */
const attempts = 4;

export const UNIQUE_VIOLATION = '23505';

/** Runs a transaction, and again where PostgreSQL aborts it in favour of another one (deadlock, serialisation). */
export async function transact<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (!isAborted(error) || attempt >= attempts) throw error;
    }
  }
}

/** PostgreSQL has aborted it in favour of another transaction: the whole of it is run again. */
export const isAborted = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

/** Runs a part of a transaction, which survives when the part throws. */
export async function withSavepoint<T>(tx: Tx, run: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`SAVEPOINT command`.execute(tx);
  try {
    const value = await run(tx);
    await sql`RELEASE SAVEPOINT command`.execute(tx);
    return value;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT command`.execute(tx);
    // It would stay otherwise, and be what the part around this one goes back to.
    await sql`RELEASE SAVEPOINT command`.execute(tx);
    throw error;
  }
}

export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
