import { sql } from 'kysely';
import { groupReadable } from '../../access/filters.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import type { MemberStore, NewMember, PersonAround, Seats } from '../../command/member-store.ts';
import type { Db } from '../../db/types.ts';

/** Each method is one statement. */
export class SqlMembers implements MemberStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async lock({ traversal_ids: [root] }: Owner): Promise<void> {
    // What refers to the group goes on meanwhile.
    await sql`SELECT FROM groups WHERE id = ${root}::bigint FOR NO KEY UPDATE`.execute(this.#db);
  }

  async around(
    viewer: Viewer,
    owner: Owner,
    userIds: readonly number[],
    now: string,
  ): Promise<ReadonlyMap<number, PersonAround>> {
    const { column, id } = ofOwner(owner);
    const { rows } = await sql<PersonAround>`
      SELECT u.id, u.username,
        (SELECT json_build_object('level', m.access_level, 'expiresAt', m.expires_at)
          FROM own_memberships_on(${now}::timestamptz) m WHERE m.user_id = u.id AND m.${column} = ${id}) AS own,
        (SELECT json_build_object('level', m.access_level, 'groupName', CASE WHEN ${groupReadable(viewer, 'g')} THEN g.name END)
          FROM own_memberships_on(${now}::timestamptz) m JOIN groups g ON g.id = m.group_id
          WHERE m.user_id = u.id AND g.id = ANY(${above(owner)}::bigint[])
          ORDER BY m.access_level DESC, cardinality(g.traversal_ids) LIMIT 1) AS inherited
      FROM users u WHERE u.id = ANY(${[...userIds]}::bigint[])
    `.execute(this.#db);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async put(owner: Owner, members: readonly NewMember[], by: number, now: string): Promise<void> {
    const { column, id } = ofOwner(owner);
    const ended = sql`m.expires_at <= (${now}::timestamptz AT TIME ZONE 'UTC')::date`;
    const people = sql`${members.map((each) => each.userId)}::bigint[]`;
    await sql`
      WITH answered AS (DELETE FROM access_requests a WHERE a.user_id = ANY(${people}) AND a.${column} = ${id})
      INSERT INTO memberships AS m (user_id, ${column}, access_level, expires_at, created_by, created_at, updated_at)
      SELECT x.user_id, ${id}, x.level, x.ends, ${by}::bigint, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${people}, ${members.map((each) => each.level)}::int[],
        ${members.map((each) => each.expiresAt)}::date[]) AS x (user_id, level, ends)
      ON CONFLICT (user_id, ${column}) WHERE ${column} IS NOT NULL DO UPDATE
      SET access_level = excluded.access_level, expires_at = excluded.expires_at, updated_at = excluded.updated_at,
        created_by = CASE WHEN ${ended} THEN excluded.created_by ELSE m.created_by END,
        created_at = CASE WHEN ${ended} THEN excluded.created_at ELSE m.created_at END
    `.execute(this.#db);
  }

  async end(owner: Owner, userId: number, below: boolean): Promise<number> {
    const { column, id } = ofOwner(owner);
    const everything = below && owner.project_id === null;
    const isHere = sql`(m.${column} = ${id}
        OR (${everything} AND m.group_id IN (SELECT g.id FROM groups g WHERE g.traversal_ids @> ARRAY[${id}]))
        OR (${everything} AND m.project_id IN (SELECT p.id FROM projects p JOIN groups g ON g.id = p.group_id
          WHERE g.traversal_ids @> ARRAY[${id}])))`;
    const { rows } = await sql`
      WITH sent AS (DELETE FROM invitations m WHERE m.created_by = ${userId}::bigint AND ${isHere})
      DELETE FROM memberships m WHERE m.user_id = ${userId}::bigint AND ${isHere} RETURNING m.id
    `.execute(this.#db);
    return rows.length;
  }

  async ownersAlone(
    owner: Owner,
    userIds: readonly number[],
    below: boolean,
    now: string,
  ): Promise<ReadonlySet<number>> {
    if (owner.project_id !== null) return new Set();
    const people = sql`${[...userIds]}::bigint[]`;
    const leaves = sql`m.user_id = ANY(${people}) AND (m.group_id = ${owner.group_id}::bigint
      OR (${below} AND m.group_id <> ALL(${above(owner)}::bigint[])))`;
    const { rows } = await sql<{ id: number }>`
      SELECT DISTINCT o.user_id AS id FROM own_memberships_on(${now}::timestamptz) o JOIN groups x ON x.id = o.group_id
      WHERE o.user_id = ANY(${people}) AND o.access_level = 50
        AND (x.id = ${owner.group_id}::bigint OR (${below} AND x.traversal_ids @> ARRAY[${owner.group_id}::bigint]))
        AND NOT EXISTS (
          SELECT FROM own_memberships_on(${now}::timestamptz) m JOIN users u ON u.id = m.user_id
          WHERE m.group_id = ANY(x.traversal_ids) AND m.access_level = 50 AND m.expires_at IS NULL AND u.state = 'active'
            AND NOT (${leaves})
        )
    `.execute(this.#db);
    return new Set(rows.map((row) => row.id));
  }

  async seats(
    viewer: Viewer,
    { traversal_ids: [root] }: Owner,
    { userIds, emails }: { readonly userIds: readonly number[]; readonly emails: readonly string[] },
    now: string,
  ): Promise<Seats> {
    const day = sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`;
    // As lists that are known when the roles are looked for: so these are found by them, not the other way round.
    const inTree = sql`(x.group_id = ANY(ARRAY(SELECT id FROM tree))
      OR x.project_id = ANY(ARRAY(SELECT p.id FROM projects p WHERE p.group_id IN (SELECT id FROM tree))))`;
    const { rows } = await sql<Omit<Seats, 'seated'> & { ids: number[]; addresses: string[] }>`
      WITH tree AS (SELECT g.id FROM groups g WHERE g.traversal_ids @> ARRAY[${root}::bigint]),
      people AS (
        SELECT DISTINCT u.id FROM memberships_on(${now}::timestamptz) x JOIN users u ON u.id = x.user_id
        WHERE u.state = 'active' AND ${inTree}
      ), waiting AS (
        SELECT DISTINCT x.email FROM invitations x WHERE least(x.lapses_on, x.expires_at) > ${day} AND ${inTree}
      )
      SELECT g.member_limit AS limit, CASE WHEN ${groupReadable(viewer, 'g')} THEN g.name END AS "groupName",
        (SELECT count(*) FROM people)::int + (SELECT count(*) FROM waiting)::int AS taken,
        EXISTS (SELECT FROM trials t WHERE t.group_id = g.id AND ${day} >= t.starts_on AND ${day} < t.starts_on + t.duration) AS "onTrial",
        (SELECT coalesce(json_agg(id), '[]'::json) FROM people WHERE id = ANY(${[...userIds]}::bigint[])) AS ids,
        (SELECT coalesce(json_agg(email), '[]'::json) FROM waiting WHERE email = ANY(${[...emails]}::text[])) AS addresses
      FROM groups g WHERE g.id = ${root}::bigint
    `.execute(this.#db);
    const { ids = [], addresses = [], limit = null, taken = 0, onTrial = false, groupName = null } = rows[0] ?? {};
    return { limit, taken, onTrial, groupName, seated: new Set([...ids, ...addresses]) };
  }

  async setLimit({ group_id }: Owner, limit: number | null): Promise<void> {
    await sql`UPDATE groups SET member_limit = ${limit}::int WHERE id = ${group_id}::bigint`.execute(this.#db);
  }

  async unassign({ group_id, project_id }: Owner, userId: number): Promise<readonly number[]> {
    const place =
      project_id === null
        ? sql`w.group_id IN (SELECT g.id FROM groups g WHERE g.traversal_ids @> ARRAY[${group_id}::bigint])`
        : sql`w.project_id = ${project_id}::bigint`;
    const { rows } = await sql<{ id: number }>`
      DELETE FROM work_item_people p USING work_items w
      WHERE w.id = p.work_item_id AND p.role = 'assignee' AND p.user_id = ${userId}::bigint AND ${place}
        AND NOT EXISTS (SELECT 1 FROM projects x WHERE x.id = w.project_id AND x.archived)
      RETURNING w.id
    `.execute(this.#db);
    return rows.map((row) => row.id).sort((a, b) => a - b);
  }

  async sweep(now: string): Promise<void> {
    const day = sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`;
    await sql`WITH ended AS (DELETE FROM group_shares WHERE expires_at <= ${day}),
        lapsed AS (DELETE FROM invitations WHERE least(lapses_on, expires_at) <= ${day})
      DELETE FROM memberships WHERE expires_at <= ${day}`.execute(this.#db);
  }
}

/** The groups above a group; of a project its own as well. */
const above = ({ traversal_ids, group_id, project_id }: Owner): number[] =>
  traversal_ids.filter((id) => project_id !== null || id !== group_id);

export const ofOwner = ({ group_id, project_id }: Owner) => ({
  column: sql.ref(project_id === null ? 'group_id' : 'project_id'),
  id: sql`${project_id ?? group_id}::bigint`,
});
