import { type RawBuilder, sql } from 'kysely';
import type { Invitation, InvitationStore, KnownAddresses, NewInvitation } from '../../command/invitation-store.ts';
import type { Owner } from '../../command/item.ts';
import type { Membership } from '../../command/member-store.ts';
import type { Db } from '../../db/types.ts';
import { ofOwner } from './members.ts';

const INVITATION = sql`i.id, i.email, i.created_by AS "createdBy", i.access_level AS level, i.expires_at AS "expiresAt"`;

/** Of a row `i`. */
const present = (now: string): RawBuilder<boolean> => {
  const day = sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`;
  return sql<boolean>`(i.lapses_on > ${day} AND (i.expires_at IS NULL OR i.expires_at > ${day}))`;
};

/** Each method is one statement. */
export class SqlInvitations implements InvitationStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async known(owner: Owner, emails: readonly string[], now: string): Promise<KnownAddresses> {
    const { column, id } = ofOwner(owner);
    const { rows } = await sql<{ email: string; userId: number | null; invited: boolean }>`
      SELECT x.email, (SELECT min(u.id) FROM users u WHERE lower(u.email) = x.email) AS "userId",
        EXISTS (SELECT FROM invitations i WHERE i.${column} = ${id} AND i.email = x.email AND ${present(now)}) AS invited
      FROM unnest(${[...emails]}::text[]) AS x (email)
    `.execute(this.#db);
    return {
      users: new Map(rows.flatMap(({ email, userId }) => (userId === null ? [] : [[email, userId] as const]))),
      invited: new Set(rows.flatMap(({ email, invited }) => (invited ? [email] : []))),
    };
  }

  async add(
    owner: Owner,
    invitations: readonly NewInvitation[],
    { level, expiresAt, lapsesOn }: Membership & { readonly lapsesOn: string },
    by: number,
    now: string,
  ): Promise<readonly number[]> {
    const { column, id } = ofOwner(owner);
    const emails = invitations.map(({ email }) => email);
    const { rows } = await sql<{ id: number; email: string }>`
      INSERT INTO invitations (${column}, email, token, access_level, expires_at, lapses_on, created_by, created_at)
      SELECT ${id}, x.email, x.token, ${level}::int, ${expiresAt}::date, ${lapsesOn}::date, ${by}::bigint, ${now}::timestamptz
      FROM unnest(${emails}::text[], ${invitations.map(({ token }) => token)}::text[]) WITH ORDINALITY AS x (email, token, place)
      ORDER BY x.place
      ON CONFLICT (${column}, email) WHERE ${column} IS NOT NULL DO UPDATE
      SET token = excluded.token, access_level = excluded.access_level, expires_at = excluded.expires_at,
        lapses_on = excluded.lapses_on, created_by = excluded.created_by, created_at = excluded.created_at, mailed_at = NULL
      RETURNING id, email
    `.execute(this.#db);
    const ids = new Map(rows.map((row) => [row.email, row.id]));
    return emails.map((email) => ids.get(email) ?? 0);
  }

  async find(owner: Owner, email: string, now: string): Promise<Invitation | undefined> {
    const { column, id } = ofOwner(owner);
    const { rows } = await sql<Invitation>`
      SELECT ${INVITATION} FROM invitations i WHERE i.${column} = ${id} AND i.email = ${email} AND ${present(now)}
    `.execute(this.#db);
    return rows[0];
  }

  async byToken(token: string, now: string) {
    const { rows } = await sql<Invitation & { owner: Owner }>`
      SELECT ${INVITATION}, json_build_object('group_id', g.id, 'group_path', g.full_path, 'group_visibility', g.visibility,
        'traversal_ids', g.traversal_ids, 'project_id', p.id, 'project_path', p.full_path, 'project_visibility', p.visibility,
        'archived', coalesce(p.archived, FALSE)) AS owner
      FROM invitations i LEFT JOIN projects p ON p.id = i.project_id JOIN groups g ON g.id = coalesce(i.group_id, p.group_id)
      WHERE i.token = ${token} AND ${present(now)}
    `.execute(this.#db);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { owner, ...invitation } = row;
    return { invitation, owner };
  }

  async change(id: number, { level, expiresAt }: Membership, by: number): Promise<void> {
    await sql`UPDATE invitations SET access_level = ${level}::int, expires_at = ${expiresAt}::date, created_by = ${by}::bigint WHERE id = ${id}::bigint`.execute(
      this.#db,
    );
  }

  async remove(id: number): Promise<void> {
    await sql`DELETE FROM invitations WHERE id = ${id}::bigint`.execute(this.#db);
  }
}
