import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Viewer } from '../access/viewer.ts';
import type { Db, Tx } from '../db/types.ts';
import { transact } from '../db/transact.ts';

/** An answer that can be given again: everything of it is JSON. */
export interface StoredAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One day after the first request a key is forgotten. */
const keptFor = '1 day';
const keyMax = 255;

/**
 * Makes a change happen once, however often its request arrives. The first request with a key runs, inside the transaction that also
 * remembers its answer; one that arrives meanwhile waits for it; later ones get the same answer. The same key with another request is
 * refused with 422. Without a key, or without a signed-in user, the request just runs.
 * @param part names one of several changes that came in one request, under its key
 * @param requestHash of everything that makes the request what it is (`hashOf`)
 */
export async function withIdempotency<A extends StoredAnswer>(
  db: Db,
  viewer: Viewer,
  key: string | undefined,
  requestHash: string,
  run: (db: Db) => Promise<A>,
  part?: string,
): Promise<A | StoredAnswer> {
  const { userId } = viewer;
  if (key === undefined || userId === null) return run(db);
  if (key.trim() === '' || key.length > keyMax || key.includes('\0')) {
    return { status: 400, body: { message: 'Idempotency-Key is invalid' } };
  }
  const whole = part === undefined ? key : `${key}/${part}`;
  return transact(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${userId}/${whole}`}, 0))`.execute(tx);
    const earlier = await findAnswer(tx, userId, whole);
    if (earlier !== undefined) {
      if (earlier.requestHash === requestHash) return earlier.answer;
      return { status: 422, body: { message: reused, errors: [reused] } };
    }
    const answer = await run(tx);
    await storeAnswer(tx, userId, whole, requestHash, answer);
    return answer;
  });
}

export const reused = 'Idempotency-Key has already been used for another request';

/** A short fingerprint of plain data. Undefined parts do not count. */
export function hashOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

interface Stored {
  readonly requestHash: string;
  readonly answer: StoredAnswer;
}

async function findAnswer(tx: Tx, userId: number, key: string): Promise<Stored | undefined> {
  const { rows } = await sql<{ request_hash: string; status: number; body: Omit<StoredAnswer, 'status'> }>`
    SELECT request_hash, status, body FROM idempotency_keys
    WHERE user_id = ${userId} AND key = ${key} AND created_at > now() - ${keptFor}::interval
  `.execute(tx);
  const row = rows[0];
  return row && { requestHash: row.request_hash, answer: { status: row.status, ...row.body } };
}

async function storeAnswer(
  tx: Tx,
  userId: number,
  key: string,
  requestHash: string,
  answer: StoredAnswer,
): Promise<void> {
  const { status, body, headers } = answer;
  await sql`
    WITH forgotten AS (
      DELETE FROM idempotency_keys WHERE user_id = ${userId} AND key <> ${key} AND created_at <= now() - ${keptFor}::interval
    )
    INSERT INTO idempotency_keys (user_id, key, request_hash, status, body)
    VALUES (${userId}, ${key}, ${requestHash}, ${status}, ${storable({ body, headers })}::jsonb)
    ON CONFLICT (user_id, key) DO UPDATE
    SET request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = now()
  `.execute(tx);
}

/** JSON without what the database's JSON type refuses: null characters and halves of surrogate pairs. A backslash that was typed stands twice. */
function storable(value: unknown): string {
  return JSON.stringify(value).replace(/\\(?:\\|u(?:0000|d[89a-f][0-9a-f]{2}))/gi, (escape) =>
    escape === '\\\\' ? escape : '\\ufffd',
  );
}
