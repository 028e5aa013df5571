import { sql } from 'kysely';
import type { NewUser, StoredUser, UserFields, UserStore } from '../../command/user-store.ts';
import type { Db } from '../../db/types.ts';
import { SIGN_OUTS } from '../../live/events.ts';

/** The day on which a person `u` last signed in or used a token. */
export const activeOnSql = (u: string): string =>
  `to_char(greatest(${u}.current_sign_in_at, (SELECT max(t.last_used_at) FROM access_tokens t WHERE t.user_id = ${u}.id)) ` +
  `AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/** Each method is one statement. */
export class SqlUsers implements UserStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async lock(): Promise<void> {
    await sql`SELECT pg_advisory_xact_lock(4357, 2)`.execute(this.#db);
  }

  async find(ids: readonly number[]): Promise<ReadonlyMap<number, StoredUser>> {
    const { rows } = await sql<StoredUser>`
      SELECT u.id, u.username, u.name, u.email, u.admin, u.state, u.kind = 'ghost' AS "isGhost", ${sql.raw(activeOnSql('u'))} AS "activeOn"
      FROM users u WHERE u.id = ANY(${[...ids]}::bigint[])
    `.execute(this.#db);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async taken({ username, email }: Pick<UserFields, 'username' | 'email'>, but: number) {
    const among = (column: string, wanted: string | null | undefined) =>
      sql`EXISTS (SELECT FROM users WHERE lower(${sql.ref(column)}) = lower(${wanted ?? null}::text) AND id <> ${but}::bigint)`;
    const { rows } = await sql<{ username: boolean; email: boolean }>`
      SELECT ${among('username', username)} AS username, ${among('email', email)} AS email
    `.execute(this.#db);
    return rows[0] ?? { username: false, email: false };
  }

  async insert({ username, name, ...fields }: NewUser, by: number, now: string): Promise<number> {
    const { profile, ...columns } = columnsOf(fields);
    const { id } = await this.#db
      .insertInto('users')
      .values({
        ...{ ...columns, username, name, created_by: by, created_at: now },
        ...(profile !== undefined && { profile: JSON.stringify(toldOf(profile)) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async update(id: number, fields: UserFields): Promise<void> {
    const { profile, ...columns } = columnsOf(fields);
    const told = profile === undefined ? undefined : JSON.stringify(toldOf(profile));
    const untold = Object.keys(profile ?? {}).filter((part) => profile?.[part] === '');
    const merged = told !== undefined && { profile: sql`(profile || ${told}::jsonb) - ${untold}::text[]` };
    await this.#db
      .updateTable('users')
      .set({ ...columns, ...merged })
      .where('id', '=', id)
      .execute();
  }

  async authored(id: number, most: number): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM work_items WHERE author_id = ${id}::bigint AND project_id IS NOT NULL ORDER BY updated_at DESC, id DESC LIMIT ${most}
    `.execute(this.#db);
    return rows.map((row) => row.id);
  }

  async made(id: number, most: number): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM work_items WHERE author_id = ${id}::bigint LIMIT ${most}`.execute(this.#db);
    return rows.map((row) => row.id);
  }

  async soleOwned(id: number, now: string): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      SELECT o.group_id AS id FROM own_memberships_on(${now}::timestamptz) o JOIN groups x ON x.id = o.group_id
      WHERE o.user_id = ${id}::bigint AND o.access_level = 50 AND NOT EXISTS (
        SELECT FROM own_memberships_on(${now}::timestamptz) m JOIN users u ON u.id = m.user_id
        WHERE m.group_id = ANY(x.traversal_ids) AND m.access_level = 50 AND m.expires_at IS NULL AND u.state = 'active'
          AND m.user_id <> o.user_id
      )
      ORDER BY 1`.execute(this.#db);
    return rows.map((row) => row.id);
  }

  /** One statement a table, whatever they have written. */
  async delete(id: number, now: string, hard = false): Promise<readonly number[]> {
    const ghost = await this.#ghost(now);
    const handOver = (column: string) =>
      sql`${sql.ref(column)} = CASE WHEN ${sql.ref(column)} = ${id}::bigint THEN ${ghost}::bigint ELSE ${sql.ref(column)} END`;
    await sql`UPDATE work_items SET ${handOver('author_id')}, ${handOver('last_edited_by')}
      WHERE author_id = ${id}::bigint OR last_edited_by = ${id}::bigint`.execute(this.#db);
    await sql`UPDATE notes SET ${handOver('author_id')}, ${handOver('last_edited_by')}, ${handOver('resolved_by')}
      WHERE author_id = ${id}::bigint OR last_edited_by = ${id}::bigint OR resolved_by = ${id}::bigint`.execute(
      this.#db,
    );
    if (hard) await sql`DELETE FROM merge_requests WHERE author_id = ${id}::bigint`.execute(this.#db);
    else await this.#handOverRest(id, ghost);
    const { rows } = await sql<{ id: number }>`
      DELETE FROM work_item_people WHERE user_id = ${id}::bigint AND role = 'assignee' RETURNING work_item_id AS id
    `.execute(this.#db);
    await sql`DELETE FROM users WHERE id = ${id}::bigint`.execute(this.#db);
    return rows.map((row) => row.id).sort((a, b) => a - b);
  }

  /** What goes with the account otherwise. */
  async #handOverRest(id: number, ghost: number): Promise<void> {
    await sql`UPDATE timelogs SET user_id = ${ghost}::bigint WHERE user_id = ${id}::bigint`.execute(this.#db);
    await sql`UPDATE merge_requests SET author_id = ${ghost}::bigint WHERE author_id = ${id}::bigint`.execute(this.#db);
    // The ghost reacts once, as everybody does.
    await sql`UPDATE award_emoji a SET user_id = ${ghost}::bigint WHERE a.user_id = ${id}::bigint AND NOT EXISTS (
      SELECT FROM award_emoji g WHERE g.user_id = ${ghost}::bigint AND g.name = a.name
        AND g.work_item_id IS NOT DISTINCT FROM a.work_item_id AND g.note_id IS NOT DISTINCT FROM a.note_id)`.execute(
      this.#db,
    );
  }

  /** Under the first name that is free. */
  async #ghost(now: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      WITH made AS (
        INSERT INTO users (username, name, kind, state, created_at)
        SELECT n.name, 'Ghost User', 'ghost', 'blocked', ${now}::timestamptz
        FROM (SELECT i, 'ghost' || CASE i WHEN 0 THEN '' ELSE i::text END AS name FROM generate_series(0, 1000) i) n
        WHERE NOT EXISTS (SELECT FROM users g WHERE g.kind = 'ghost')
          AND NOT EXISTS (SELECT FROM users u WHERE lower(u.username) = n.name)
        ORDER BY n.i LIMIT 1 RETURNING id
      )
      SELECT id FROM made UNION ALL SELECT id FROM users WHERE kind = 'ghost'
    `.execute(this.#db);
    return rows[0]?.id ?? 0;
  }

  async signOut(id: number): Promise<void> {
    await sql`
      WITH sessions AS (DELETE FROM sessions WHERE user_id = ${id}::bigint),
        links AS (DELETE FROM sign_in_links WHERE user_id = ${id}::bigint AND used_at IS NULL)
      SELECT pg_notify(${SIGN_OUTS}, '')
    `.execute(this.#db);
  }

  async endSessions(
    id: number,
    which: { readonly session: number } | { readonly but: string | null },
  ): Promise<number> {
    const those =
      'session' in which ? sql`id = ${which.session}::bigint` : sql`csrf_token IS DISTINCT FROM ${which.but}::text`;
    const { rows } = await sql<{ ended: number }>`
      WITH gone AS (DELETE FROM sessions WHERE user_id = ${id}::bigint AND ${those} RETURNING id)
      SELECT (SELECT count(*)::int FROM gone) AS ended, pg_notify(${SIGN_OUTS}, '')
    `.execute(this.#db);
    return rows[0]?.ended ?? 0;
  }
}

const toldOf = (profile: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(profile).filter(([, text]) => text !== ''));

/** By their columns; what is absent is not written. */
function columnsOf({ passwordHash, preferences = {}, status, ...fields }: UserFields) {
  const { timeZone, firstDayOfWeek, language, theme, keyboardShortcuts } = preferences;
  return {
    ...fields,
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(firstDayOfWeek !== undefined && { first_day_of_week: firstDayOfWeek }),
    ...(language !== undefined && { language }),
    ...(theme !== undefined && { theme }),
    ...(keyboardShortcuts !== undefined && { keyboard_shortcuts: keyboardShortcuts }),
    ...(status !== undefined && {
      status_emoji: status.emoji,
      status_message: status.message,
      status_busy: status.busy,
      status_until: status.until,
    }),
  };
}
