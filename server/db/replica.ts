import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPoolClient } from 'kysely';
import { type ConnectionLimits, Connections } from './connections.ts';
import { DatabaseLostError, messageOf, type Position } from './open-database.ts';
import { Probe } from './probe.ts';

/** Between two looks at a replica that is about to reach a position. Milliseconds. */
const PAUSE_MS = 3;

/**
 * `life`: one run of its server. A replica that has crashed begins at an older place than it had shown before, so everything that is known of it ends
 * with its run.
 */
const STATE = `SELECT pg_is_in_recovery() AS standby, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint AS replayed,
  pg_postmaster_start_time()::text AS life`;

interface State {
  readonly standby: boolean;
  readonly replayed: Position | null;
  readonly life: string;
}

/** One streaming replica: how far it is, and whether it may be read from. */
export class Replica {
  /** Host and port: what a log may say of an address with a password in it. */
  readonly name: string;
  readonly #connections: Connections;
  readonly #probe: Probe<State>;
  readonly #lives = new WeakMap<PostgresPoolClient, string>();
  #life: string | undefined;
  #replayed: Position = 0;
  #usable = false;
  /** What it must have before it is let in; undefined until the primary has been asked after the replica was seen. */
  #needed: Position | undefined;
  /** That it is left out is said once, with the first reason. */
  #isSaid = false;

  constructor(url: string, limits: ConnectionLimits) {
    this.name = new URL(url).host;
    this.#connections = new Connections(url, limits);
    this.#probe = new Probe(url, STATE, (error) => this.lost(error));
  }

  get usable(): boolean {
    return this.#usable;
  }

  get replayed(): Position {
    return this.#replayed;
  }

  /**
   * AP-06.63: looks how it fares. `flushed`: what the primary has had a moment ago, null where it does not answer; `least`: what a replica that is not
   * too far behind has.
   */
  async look(flushed: Position | null, least: Position): Promise<void> {
    try {
      const { standby, life } = await this.#ask();
      if (!standby) return this.#leaveOut('It is no standby.');
      if (life !== this.#life) {
        // What it must have is asked for after it was seen: what it has shown in an earlier life, the primary had before.
        this.#leaveOut(undefined);
        this.#life = life;
      } else if (this.#usable) {
        if (this.#replayed < least) this.#leaveOut(`It is ${least - this.#replayed} bytes behind what it should have.`);
      } else {
        this.#needed ??= flushed ?? undefined;
        if (this.#needed !== undefined && this.#replayed >= this.#needed) this.#letIn();
      }
    } catch (error) {
      this.lost(error);
    }
  }

  /** Waits until the moment (of `performance.now()`) for the replica to have replayed the position. False: it has not, or may not be read from. */
  async reaches(position: Position, until: number): Promise<boolean> {
    while (this.#usable && this.#replayed < position) {
      const asked = this.#ask().catch((error: unknown) => this.lost(error));
      await Promise.race([asked, pause(until - performance.now())]);
      if (this.#replayed >= position || performance.now() > until) break;
      await pause(PAUSE_MS);
    }
    return this.#usable && this.#replayed >= position;
  }

  /** A connection to the run of it that is known. Throws `DatabaseLostError` where there is none. */
  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#connections.connect();
    if (this.#lives.get(client) !== this.#life) {
      const { rows } = await client.query<State>(STATE, []).catch((error: unknown) => {
        client.release();
        throw error;
      });
      this.#lives.set(client, rows[0]?.life ?? '');
    }
    if (this.#usable && this.#lives.get(client) === this.#life) return client;
    client.release();
    throw new DatabaseLostError(`The replica ${this.name} has been started again.`);
  }

  /** It does not answer: nothing is known of it any more, and what it was asked is not waited for. */
  lost(error: unknown): void {
    this.#leaveOut(messageOf(error));
    this.#life = undefined;
    this.#connections.abandon();
  }

  async close(): Promise<void> {
    this.#usable = false;
    await this.#probe.close();
    await this.#connections.end();
  }

  #letIn(): void {
    this.#usable = true;
    if (this.#isSaid) console.warn(`The replica ${this.name} is read from again.`);
    this.#isSaid = false;
  }

  /** Without a reason it is not known yet whether it may be read from. */
  #leaveOut(reason: string | undefined): void {
    this.#usable = false;
    this.#needed = undefined;
    if (reason === undefined || this.#isSaid) return;
    this.#isSaid = true;
    console.warn(`The replica ${this.name} is not read from: ${reason}`);
  }

  async #ask(): Promise<State> {
    const state = await this.#probe.ask();
    // In one life it goes forward only.
    this.#replayed = state.replayed ?? 0;
    return state;
  }
}
