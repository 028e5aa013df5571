import { sql } from 'kysely';
import type { OpenDatabase } from './open-database.ts';

/**
 * Runs what only one of several server processes on one PostgreSQL may do at a time; the others wait for their turn, for as long as it takes.
 * An embedded database has one process and needs no lock. The lock ends with the connection that holds it, so a process that is killed
 * holds up nobody.
 */
export async function oneAtATime<T>(database: OpenDatabase, name: string, run: () => Promise<T>): Promise<T> {
  if (database.kind === 'pglite') return run();
  return database.db.connection().execute(async (connection) => {
    await sql`SET statement_timeout = 0`.execute(connection);
    await sql`SELECT pg_advisory_lock(hashtextextended(${name}, 0))`.execute(connection);
    try {
      return await run();
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
      await sql`RESET statement_timeout`.execute(connection);
    }
  });
}
