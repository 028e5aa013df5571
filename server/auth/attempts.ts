import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../db/types.ts';

/** How often a name may be tried from one address before it has to wait. */
const LIMIT = 10;
/** How often one address may try, whatever the names: many people may stand behind one, so it is more. */
const ADDRESS_LIMIT = 50;
/** Both count from the first failure on, for so many seconds. */
const WINDOW_SECONDS = 10 * 60;

/** Counts failed sign-ins per address and per user name and address, in the database: all its servers count together. */
export class Attempts {
  readonly #db: Db;
  readonly #names: RateLimiterPostgres;
  readonly #addresses: RateLimiterPostgres;
  #sweptAt = 0;

  constructor(db: Db) {
    this.#db = db;
    this.#names = limiter(db, LIMIT);
    this.#addresses = limiter(db, ADDRESS_LIMIT);
  }

  /**
   * Counts a try, before it is known what comes of it, so that many at once are many. Answers 0 if it may go ahead; where it is one too many
   * the seconds to wait, and counts nothing: who was not let through has not tried.
   */
  async count(username: string, address: string): Promise<number> {
    const now = Date.now();
    if (now - this.#sweptAt >= WINDOW_SECONDS * 1000) {
      this.#sweptAt = now;
      await this.sweep(now);
    }
    // The address first: one that has to wait writes no row for whatever name it makes up.
    const addressWait = await consumed(this.#addresses, addressKey(address));
    if (addressWait > 0) return addressWait;
    const wait = await consumed(this.#names, nameKey(username, address));
    if (wait > 0) await this.#addresses.reward(addressKey(address));
    return wait;
  }

  /** Forgets the failures of the name. Of those of the address only this try's: one good account must not free the way to others. */
  async succeeded(username: string, address: string): Promise<void> {
    await this.#names.delete(nameKey(username, address));
    await this.#addresses.reward(addressKey(address));
  }

  /** Takes away what counts no more; a try does so where nobody has for a while. */
  async sweep(now: number): Promise<void> {
    await this.#db.deleteFrom('sign_in_attempts').where('expire', '<=', now).execute();
  }
}

async function consumed(limit: RateLimiterPostgres, key: string): Promise<number> {
  try {
    await limit.consume(key);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    await limit.reward(key);
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** The library's statements, on our connections: they are the same on either database. */
function limiter(db: Db, points: number): RateLimiterPostgres {
  const query = async ({ text, values = [] }: { text: string; values?: readonly unknown[] }) => {
    const { rows, numAffectedRows } = await db.executeQuery<{ points: number; expire: number }>(
      CompiledQuery.raw(text, [...values]),
    );
    return { rows, rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) };
  };
  return new RateLimiterPostgres({
    storeClient: { query },
    storeType: 'client',
    tableName: 'sign_in_attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points,
    duration: WINDOW_SECONDS,
  });
}

/** What was typed may be anything, a password in the wrong field included: only its hash is kept. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');

const nameKey = (username: string, address: string): string =>
  hashed(`${address} ${username.toLowerCase().slice(0, 255)}`);

/** An address holds no space, so this is no name's key. */
const addressKey = (address: string): string => hashed(address);
