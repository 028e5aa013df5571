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

  async signOut(id: number): Promise<void> {
    await sql`
      WITH sessions AS (DELETE FROM sessions WHERE user_id = ${id}::bigint),
        links AS (DELETE FROM sign_in_links WHERE user_id = ${id}::bigint AND used_at IS NULL)
      SELECT pg_notify(${SIGN_OUTS}, '')
    `.execute(this.#db);
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
