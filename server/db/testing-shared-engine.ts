import type { PGlite } from '@electric-sql/pglite';
import { type PgliteClient, PgliteError } from './pglite-client.ts';
import { errorFields } from './pglite-engine.ts';
import { parserFor, parsers } from './values.ts';

/** What the environment of the server's tests offers (tools/scripts/jest/server-environment.mjs). */
interface DatabaseOfWorker {
  take(image: string): Promise<PGlite | undefined>;
  giveBack(): void;
}

const keepText = (value: string): string => value;
/** Types of arrays: of bool, int2, int4, text, varchar, int8, float4, float8, timestamp, date, timestamptz, numeric. */
const ARRAYS = [1000, 1005, 1007, 1009, 1015, 1016, 1021, 1022, 1115, 1182, 1185, 1231];
/** Of each query, not of the engine: they are functions of this test file, and the engine outlives it. */
const options = {
  parsers: { ...parsers, ...Object.fromEntries(ARRAYS.map((oid) => [oid, parserFor(oid)])) },
  serializers: { 16: keepText, 17: keepText },
};

const EMPTY = `DO $$
BEGIN
  EXECUTE (SELECT format('TRUNCATE %s RESTART IDENTITY CASCADE', string_agg(quote_ident(c.relname), ', '))
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname NOT LIKE 'kysely\\_%');
  DELETE FROM espalier_jobs.job;
  INSERT INTO users (username, name, admin) VALUES ('root', 'Administrator', true);
END $$`;

/** The embedded database of this worker, as if made from the image just now; undefined where it is in use or where there is none. */
export async function sharedEngine(image: string): Promise<PgliteClient | undefined> {
  const { databaseOfWorker } = globalThis as { databaseOfWorker?: DatabaseOfWorker };
  const pglite = await databaseOfWorker?.take(image);
  if (!databaseOfWorker || !pglite) return undefined;
  await pglite.exec(`SET TIME ZONE 'UTC'; ${EMPTY}`);
  const listeners: (() => void)[] = [];
  let open = true;
  return {
    async query(sql, parameters) {
      if (!open) throw new Error('This test database is closed.');
      try {
        const { rows, affectedRows } = await pglite.query<Record<string, unknown>>(sql, [...parameters], options);
        return { rows: rows.map((row) => ({ ...row })), affectedRows: affectedRows ?? 0 };
      } catch (error) {
        throw new PgliteError(errorFields(error));
      }
    },
    onNotification(receive) {
      listeners.push(pglite.onNotification(receive));
    },
    async close() {
      if (!open) return;
      open = false;
      for (const stop of listeners) stop();
      await pglite.exec('ROLLBACK');
      await pglite.exec('DISCARD ALL');
      databaseOfWorker.giveBack();
    },
  };
}
