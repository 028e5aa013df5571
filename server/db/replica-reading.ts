import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { type Connections, kyselyOver } from './connections.ts';
import { codeOf, DatabaseLostError, type Reading } from './open-database.ts';
import type { Replica } from './replica.ts';
import type { Db } from './types.ts';

/** A replica has ended the statement, since what it looked at is gone on the primary; or a migration has not come to it yet. */
const ONLY_THERE: ReadonlySet<string> = new Set(['40001', '42P01', '42703', '42883']);

/** A reading that begins on a replica, or on the primary where none will do. */
export class ReplicaReading implements Reading {
  readonly db: Db;
  readonly #primary: Connections;
  #replica: Replica | null;
  #elsewhere: boolean;

  /** `elsewhere`: the replica is not its person's own one. */
  constructor(primary: Connections, replica: Replica | null, elsewhere: boolean) {
    this.#primary = primary;
    this.#replica = replica;
    this.#elsewhere = elsewhere;
    this.db = kyselyOver({ connect: () => this.#connect(), end: async () => undefined });
  }

  get elsewhere(): boolean {
    return this.#elsewhere;
  }

  get replica(): string | null {
    return this.#replica?.name ?? null;
  }

  async #connect(): Promise<PostgresPoolClient> {
    const replica = this.#replica;
    if (replica === null) return this.#primary.connect();
    try {
      return this.#secured(await replica.connect());
    } catch (error) {
      return this.#leave(error);
    }
  }

  /** AP-06.64: what the replica does not answer the primary is asked, and everything after it. */
  #secured(first: PostgresPoolClient): PostgresPoolClient {
    let client = first;
    const query = async (text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
      try {
        return await client.query(text, values);
      } catch (error) {
        const next = await this.#leave(error);
        client.release();
        client = next;
        return client.query(text, values);
      }
    };
    return { query: query as PostgresPoolClient['query'], release: () => client.release() };
  }

  /** A connection to the primary, after a failure of the replica; throws any other one. Whether others may go on reading from the replica is for its probe to say. */
  async #leave(error: unknown): Promise<PostgresPoolClient> {
    if (!(error instanceof DatabaseLostError) && !ONLY_THERE.has(codeOf(error))) throw error;
    this.#replica = null;
    this.#elsewhere = true;
    return this.#primary.connect();
  }
}
