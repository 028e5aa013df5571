import { sql } from 'kysely';
import { Connections, clientConfig } from './connections.ts';
import { ListeningClient } from './listening-client.ts';
import { CannotOpenError, Fatal, messageOf, type OpenDatabase } from './open-database.ts';
import { Replicas } from './replicas.ts';

export interface PostgresOptions {
  databaseUrl: string;
  /** Streaming replicas of it, which are read from. */
  readUrls?: readonly string[];
  /** Connections kept for queries, on each of the machines; one more is opened by the first `listen`, and one by the first statement that is cancelled. */
  poolSize?: number;
  /** A statement that runs longer is cancelled by the server. 0, the default: none. */
  statementTimeoutMs?: number;
}

/** Connections to a PostgreSQL, and to its replicas. */
export async function openPostgres({
  databaseUrl,
  readUrls = [],
  poolSize = 10,
  statementTimeoutMs = 0,
}: PostgresOptions): Promise<OpenDatabase> {
  const limits = { size: poolSize, statementTimeoutMs };
  const connections = new Connections(databaseUrl, limits);
  try {
    (await connections.connect()).release();
  } catch (error) {
    await connections.end();
    throw new CannotOpenError(`Cannot connect to the database of DATABASE_URL: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const db = connections.db();
  const listening = new ListeningClient(clientConfig(databaseUrl));
  const fatal = new Fatal();
  const options = { primary: connections, primaryUrl: databaseUrl, urls: readUrls, limits };
  const replicas = readUrls.length === 0 ? undefined : await new Replicas(options).open();
  return {
    db,
    unhurried: connections.db(0),
    kind: 'postgres',
    ...(replicas && { replicas }),
    pool: () => connections.state,
    listen: (channel, receive, missed) => listening.listen(channel, { receive, missed }),
    async notify(channel, payload, inside = db) {
      await sql`SELECT pg_notify(${channel}, ${payload})`.execute(inside);
    },
    onFatal(handle) {
      fatal.subscribe(handle);
    },
    async close() {
      await listening.close();
      await replicas?.close();
      await db.destroy();
      await connections.end();
    },
  };
}
