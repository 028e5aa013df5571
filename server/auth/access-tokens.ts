import { sql } from 'kysely';
import type { TokenScope } from '@espalier/core/access';
import type { Db } from '../db/types.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** Personal access tokens begin so, as GitLab's do: secret scanners know them by it. */
const TOKEN_PREFIX = 'glpat-';

export interface NewToken {
  readonly name: string;
  readonly scope: TokenScope;
  /** The day on which it stops to work, at its beginning in UTC; null: never. */
  readonly expiresAt: string | null;
}

/** A token in GitLab's JSON. */
export interface TokenJson {
  readonly id: number;
  readonly name: string;
  readonly description: null;
  readonly revoked: boolean;
  readonly created_at: string;
  readonly scopes: readonly [TokenScope];
  readonly user_id: number;
  readonly last_used_at: string | null;
  readonly active: boolean;
  /** A day. */
  readonly expires_at: string | null;
}

/** Makes a personal access token (256 random bits) and answers it; only its hash is kept, so it is never seen again. */
export async function createAccessToken(
  db: Db,
  userId: number,
  { name, scope, expiresAt }: NewToken,
  now: string,
): Promise<{ readonly id: number; readonly token: string }> {
  const token = newSecret(TOKEN_PREFIX);
  const { id } = await db
    .insertInto('access_tokens')
    .values({
      user_id: userId,
      name,
      scope,
      token_hash: hashSecret(token),
      created_at: now,
      expires_at: expiresAt === null ? null : `${expiresAt}T00:00:00Z`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

export interface TokenFilter {
  readonly id?: number;
  readonly revoked?: boolean;
  /** Neither revoked nor expired, or one of the two. */
  readonly active?: boolean;
  /** A part of the name, in any case. */
  readonly search?: string;
  /** Instants. */
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  readonly lastUsedAfter?: string;
  readonly lastUsedBefore?: string;
  readonly limit: number;
  readonly offset: number;
}

/** The tokens of a person, or with null of everybody, newest first, and how many there are. */
export async function readAccessTokens(
  db: Db,
  userId: number | null,
  { id, revoked, active, limit, offset, search, ...times }: TokenFilter,
  now: string,
): Promise<{ readonly total: number; readonly tokens: readonly TokenJson[] }> {
  const isActive = sql`(NOT revoked AND (expires_at IS NULL OR expires_at > ${now}::timestamptz))`;
  const conditions = [
    ...(userId === null ? [sql`TRUE`] : [sql`user_id = ${userId}`]),
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(revoked === undefined ? [] : [sql`revoked = ${revoked}`]),
    ...(active === undefined ? [] : [sql`${isActive} = ${active}`]),
    ...(search === undefined ? [] : [sql`strpos(lower(name), lower(${search})) > 0`]),
    ...(times.createdAfter === undefined ? [] : [sql`created_at >= ${times.createdAfter}::timestamptz`]),
    ...(times.createdBefore === undefined ? [] : [sql`created_at <= ${times.createdBefore}::timestamptz`]),
    ...(times.lastUsedAfter === undefined ? [] : [sql`last_used_at >= ${times.lastUsedAfter}::timestamptz`]),
    ...(times.lastUsedBefore === undefined ? [] : [sql`last_used_at <= ${times.lastUsedBefore}::timestamptz`]),
  ];
  const found = sql`FROM access_tokens WHERE ${sql.join(conditions, sql` AND `)}`;
  // By itself: a page beyond the last one has no row that could say it.
  const counted = await sql<{ total: number }>`SELECT count(*) AS total ${found}`.execute(db);
  const { rows } = await sql<Omit<TokenJson, 'scopes' | 'description'> & { scope: TokenScope }>`
    SELECT id, name, revoked, created_at, user_id, last_used_at, scope, ${isActive} AS active,
      to_char(expires_at, 'YYYY-MM-DD') AS expires_at
    ${found} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return {
    total: Number(counted.rows[0]?.total ?? 0),
    tokens: rows.map(({ scope, ...row }) => ({
      ...row,
      id: Number(row.id),
      user_id: Number(row.user_id),
      description: null,
      scopes: [scope],
    })),
  };
}

/** False where the person, or with null anybody, has no such token; with `once` also where it is revoked already. */
export async function revokeAccessToken(db: Db, userId: number | null, id: number, once = false): Promise<boolean> {
  const { rows } = await sql`UPDATE access_tokens SET revoked = true
    WHERE id = ${id} AND user_id = coalesce(${userId}::bigint, user_id) AND NOT (${once} AND revoked) RETURNING id`.execute(
    db,
  );
  return rows.length > 0;
}
