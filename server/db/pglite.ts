import { Kysely, sql } from 'kysely';
import { Channels, type Listener } from './channels.ts';
import { Fatal, type OpenDatabase } from './open-database.ts';
import type { PgliteClient } from './pglite-client.ts';
import { PgliteDialect, quoted } from './pglite-dialect.ts';
import type { Database, Db } from './types.ts';

export interface PgliteDatabaseOptions {
  client: PgliteClient;
  fatal?: Fatal;
  acquireTimeoutMs?: number;
}

/** The database of this process over an open PGlite. */
export function pgliteDatabase({
  client,
  fatal = new Fatal(),
  acquireTimeoutMs = 60_000,
}: PgliteDatabaseOptions): OpenDatabase {
  const db: Db = new Kysely<Database>({ dialect: new PgliteDialect({ client, acquireTimeoutMs }) });
  const channels = new Channels((error) => {
    console.error('A listener of database notifications failed:', error);
  });
  client.onNotification((channel, payload) => {
    channels.deliver(channel, payload);
  });
  return {
    db,
    kind: 'pglite',
    async listen(channel, receive, missed) {
      const listener: Listener = { receive, missed };
      if (channels.add(channel, listener)) await sql.raw(`LISTEN ${quoted(channel)}`).execute(db);
      return async () => {
        if (channels.remove(channel, listener)) await sql.raw(`UNLISTEN ${quoted(channel)}`).execute(db);
      };
    },
    async notify(channel, payload, inside = db) {
      await sql`SELECT pg_notify(${channel}, ${payload})`.execute(inside);
    },
    onFatal(handle) {
      fatal.subscribe(handle);
    },
    async close() {
      // Kysely closes the client only if it has been used.
      await db.destroy();
      await client.close();
    },
  };
}
