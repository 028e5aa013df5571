import { createHash } from 'node:crypto';
import type { ConnectionLimits, Connections } from './connections.ts';
import type { Position, Reader, ReadReplicas } from './open-database.ts';
import { Probe } from './probe.ts';
import { ReplicaReading } from './replica-reading.ts';
import { Replica } from './replica.ts';

/** Milliseconds between two looks at the primary and its replicas. */
const LOOK_EVERY = 1000;
/** AP-06.63: a replica has what the primary had so many milliseconds ago, or is left out. */
const BEHIND_MOST = 5000;
/** AP-06.61: so many milliseconds a reading waits for a replica to reach a position. */
const WAIT_MOST = 100;

/**
 * Bytes of a page of the log. Where nothing is committed for a while the primary writes whole pages only, so up to the middle of a record, which no replica can
 * have replayed: a position at the end of a page says nothing.
 */
const PAGE = 8192;

/** A replica gets only what the primary has written to its disk. */
const FLUSHED = `SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint AS flushed`;

export interface ReplicasOptions {
  readonly primary: Connections;
  readonly primaryUrl: string;
  readonly urls: readonly string[];
  readonly limits: ConnectionLimits;
}

interface Sample {
  readonly at: number;
  readonly flushed: Position;
}

/** The streaming replicas of a PostgreSQL, and who is sent to which (docs/adr/0029-readings-from-replicas.md). */
export class Replicas implements ReadReplicas {
  readonly #primary: Connections;
  readonly #probe: Probe<{ flushed: Position }>;
  readonly #replicas: readonly Replica[];
  #samples: Sample[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #closed = false;

  constructor({ primary, primaryUrl, urls, limits }: ReplicasOptions) {
    this.#primary = primary;
    this.#probe = new Probe(primaryUrl, FLUSHED);
    // Every server sends a person to the same one, in whichever order it was told of them.
    this.#replicas = urls.map((url) => new Replica(url, limits)).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Begins to look at them. Replicas that cannot be reached are left out until they can. */
  async open(): Promise<this> {
    // The first look meets them, the second one lets them in.
    await this.#look();
    await this.#look();
    this.#lookLater();
    return this;
  }

  get states(): ReadReplicas['states'] {
    const flushed = this.#samples.at(-1)?.flushed ?? 0;
    return this.#replicas.map(({ name, usable, replayed }) => ({
      name,
      usable,
      behind: Math.max(0, flushed - replayed),
    }));
  }

  /**
   * AP-06.61, AP-06.62: where a request reads. Its person's replica needs what they have written or seen elsewhere; what others need is everything that the
   * primary has, for how far somebody has looked on their own replica is written down nowhere.
   */
  async reading({ key, position, flushed }: Reader): Promise<ReplicaReading> {
    const until = performance.now() + WAIT_MOST;
    const first = createHash('sha256').update(key).digest().readUInt32BE(0) % this.#replicas.length;
    const [own, ...others] = [...this.#replicas.slice(first), ...this.#replicas.slice(0, first)] as [
      Replica,
      ...Replica[],
    ];
    if (own.usable && (await own.reaches(position ?? 0, until))) return new ReplicaReading(this.#primary, own, false);
    if (flushed !== null) {
      for (const other of others) {
        if (other.usable && (await other.reaches(flushed, until)))
          return new ReplicaReading(this.#primary, other, true);
      }
    }
    return new ReplicaReading(this.#primary, null, true);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all([this.#probe.close(), ...this.#replicas.map((replica) => replica.close())]);
  }

  #lookLater(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.#lookLater());
    }, LOOK_EVERY);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const flushed = await this.#probe.ask().then(
      ({ flushed: end }) => (end % PAGE === 0 ? null : end),
      () => null,
    );
    const now = performance.now();
    if (flushed !== null) this.#samples.push({ at: now, flushed });
    const before = this.#samples.findLastIndex(({ at }) => at <= now - BEHIND_MOST);
    if (before > 0) this.#samples.splice(0, before);
    const least = before < 0 ? 0 : (this.#samples[0]?.flushed ?? 0);
    await Promise.all(this.#replicas.map((replica) => replica.look(flushed, least)));
  }
}
