import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { AskerLeftError, asker } from './asker.ts';
import { CANCELLED, codeOf, DatabaseLostError, messageOf } from './open-database.ts';

/**
 * Statements that come again are prepared once per connection: PostgreSQL then neither parses nor (after five runs) plans them anew, which for the one
 * large statement of a GraphQL field costs a third of running it. It compares the costs of a plan for any parameters with those made for the given ones, and keeps to the latter
 * where they are clearly cheaper. Plans for any parameters from the first run on (`plan_cache_mode`) answer a fifth more under load, and are up to six times slower for rare words and
 * for moves among a million items.
 *
 * Only texts that were seen a few times get a name, a connection keeps a bounded number of names, and connections are replaced after a while
 * (`CONNECTION_SECONDS`).
 */
const SEEN_BEFORE = 2;
/** Texts that are counted; then counting starts again. */
const COUNTED = 2000;
/** Names of one connection. Its memory on the server grows by 0.5 to 4 MB for a large one. */
const NAMES = 100;

/** A connection lives this long, and its names with it: people who come later get theirs. */
export const CONNECTION_SECONDS = 900;

/** What a connection says when a migration of another process changed a table below its prepared statement. */
const PLAN_IS_STALE = '0A000';

type Cancel = (client: pg.PoolClient) => Promise<void>;
const nothing: Cancel = async () => undefined;

/** Ended by an administrator, by the server's end or by a crash beside it. */
const ENDS_CONNECTION = /^57P0/;

/**
 * The pool as Kysely wants it, whose connections prepare what they are asked often. `cancel` ends what a connection is running; it is called when
 * whoever waits for that has left.
 */
export function withNamedStatements(
  pool: Pick<pg.Pool, 'connect' | 'end' | 'on'>,
  cancel: Cancel = nothing,
): PostgresPool {
  const seen = new Map<string, number>();
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const often = (text: string): boolean => {
    const times = seen.get(text) ?? 0;
    if (times >= SEEN_BEFORE) return true;
    if (seen.size >= COUNTED) seen.clear();
    seen.set(text, times + 1);
    return false;
  };
  // As soon as the connection stands, not when it is handed out: the message that ends it may have come with the one that opened it.
  pool.on('connect', (client) => void known.set(client, prepare(client, often, cancel)));
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw lost(error);
      });
      return known.get(client)!;
    },
    end: () => pool.end(),
  };
}

function prepare(client: pg.PoolClient, often: (text: string) => boolean, cancel: Cancel): PostgresPoolClient {
  const names = new Map<string, string>();
  let made = 0;
  let broken = false;
  // The pool hears the errors of idle connections only: without this one a connection that ends under a statement ends the process.
  client.on('error', (error) => {
    if (!broken) console.error('A database connection was lost:', error.message);
    broken = true;
  });
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (!often(text) || made >= NAMES) return undefined;
    made += 1;
    const name = `espalier_${made}`;
    names.set(text, name);
    return name;
  };
  const ask = async (text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    const values = [...parameters];
    // Without parameters it is BEGIN and the like, or a script of several statements, which cannot be prepared.
    const name = values.length > 0 ? nameOf(text) : undefined;
    if (name === undefined) return client.query(text, values) as Promise<PostgresQueryResult<unknown>>;
    try {
      return (await client.query({ name, text, values })) as PostgresQueryResult<unknown>;
    } catch (error) {
      if (codeOf(error) === PLAN_IS_STALE) names.delete(text);
      throw error;
    }
  };
  const query = async (text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    const left = asker();
    let cancelled: Promise<void> | undefined;
    const onLeft = (): void => void (cancelled = cancel(client));
    left?.addEventListener('abort', onLeft, { once: true });
    try {
      return await ask(text, parameters);
    } catch (error) {
      if (cancelled !== undefined && codeOf(error) === CANCELLED) throw new AskerLeftError('The client has left.');
      // PostgreSQL says with its last message that it ends the connection; the connection itself ends a moment later.
      if (ENDS_CONNECTION.test(codeOf(error))) broken = true;
      throw broken ? lost(error) : error;
    } finally {
      left?.removeEventListener('abort', onLeft);
      // Until it has arrived, the connection is nobody else's: it must not end the next one's statement.
      await cancelled;
    }
  };
  return { query: query as PostgresPoolClient['query'], release: () => client.release(broken) };
}

const lost = (error: unknown): DatabaseLostError => new DatabaseLostError(messageOf(error), { cause: error });
