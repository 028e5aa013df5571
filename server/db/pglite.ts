import { Kysely, sql } from 'kysely';
import { Channels, type Listener } from './channels.ts';
import { Fatal, type OpenDatabase } from './open-database.ts';
import type { PgliteClient } from './pglite-client.ts';
import { PgliteDialect, quoted } from './pglite-dialect.ts';
import { PgliteSession } from './pglite-session.ts';
import type { Room } from './room.ts';
import type { Database, Db } from './types.ts';

export interface PgliteDatabaseOptions {
  client: PgliteClient;
  fatal?: Fatal;
  acquireTimeoutMs?: number;
  /** A statement that runs longer is ended, but those of `unhurried`. Default: the client's own limit. */
  statementTimeoutMs?: number | undefined;
  room?: Room | undefined;
}

/** The database of this process over an open PGlite. */
export function pgliteDatabase({
  client,
  fatal = new Fatal(),
  acquireTimeoutMs = 60_000,
  statementTimeoutMs,
  room,
}: PgliteDatabaseOptions): OpenDatabase {
  const session = new PgliteSession(client, acquireTimeoutMs);
  const over = (own: { limitMs?: number | undefined; patient?: boolean }): Db =>
    new Kysely<Database>({ dialect: new PgliteDialect({ session, room, ...own }) });
  const db = over({ limitMs: statementTimeoutMs });
  const channels = new Channels((error) => {
    console.error('A listener of database notifications failed:', error);
  });
  client.onNotification((channel, payload) => {
    channels.deliver(channel, payload);
  });
  client.onReplaced?.(() => {
    channels.missed();
  });
  return {
    db,
    unhurried: over({ patient: true }),
    kind: 'pglite',
    pool: () => session.pool,
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
      await client.close();
    },
  };
}
