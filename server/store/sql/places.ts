import type { Visibility } from '@espalier/core/access';
import { type RawBuilder, sql } from 'kysely';
import { groupReadable, projectReadable } from '../../access/filters.ts';
import { EVERYWHERE, type Viewer } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import type { Mark, NewPlace, Place, PlaceId, PlaceStore, Spot } from '../../command/place-store.ts';
import type { Db } from '../../db/types.ts';
import { forget, settle, settleProject } from './paths.ts';

/** Any constant does; this one spells "path". */
const PATHS = 0x70617468;

export class SqlPlaces implements PlaceStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async lock(): Promise<void> {
    await sql`SELECT pg_advisory_xact_lock(${PATHS}::bigint)`.execute(this.#db);
  }

  async find(viewer: Viewer, kind: PlaceId['kind'], pathOrId: string | number): Promise<Place | undefined> {
    const { rows } = await (
      kind === 'group'
        ? sql<Place>`
            SELECT 'group' AS kind, g.id, g.parent_id, ${own(sql.ref('g'))}, ${ofGroup}
            FROM groups g WHERE ${named('group', pathOrId)} AND ${groupReadable(viewer, 'g')}`
        : sql<Place>`
            SELECT 'project' AS kind, p.id, p.group_id AS parent_id, ${own(sql.ref('p'))}, ${ofProject}
            FROM projects p JOIN groups g ON g.id = p.group_id WHERE ${named('project', pathOrId)} AND ${projectReadable(viewer, 'p', 'g')}`
    ).execute(this.#db);
    return rows[0];
  }

  async above(groupId: number): Promise<Owner> {
    const { rows } = await sql<Owner>`SELECT ${ofGroup} FROM groups g WHERE g.id = ${groupId}`.execute(this.#db);
    const [group] = rows;
    if (group === undefined) throw new RangeError(`no group ${groupId}`);
    return group;
  }

  async taken({ kind, parent, name, path, except }: Spot) {
    const full = parent === null ? path : `${parent.group_path}/${path}`;
    const other = (of: PlaceId['kind'], row: string): RawBuilder<unknown> =>
      except?.kind === of ? sql`${sql.ref(row)}.id <> ${except.id}` : sql`TRUE`;
    const group = parent?.group_id ?? null;
    const named =
      kind === 'group'
        ? sql`SELECT 1 FROM groups g WHERE g.parent_id = ${group}::bigint AND g.name = ${name} AND ${other('group', 'g')}`
        : sql`SELECT 1 FROM projects p WHERE p.group_id = ${group}::bigint AND p.name = ${name} AND ${other('project', 'p')}`;
    const { rows } = await sql<{ name: boolean; path: boolean }>`
      SELECT EXISTS (${named}) AS name,
        EXISTS (SELECT 1 FROM groups g WHERE lower(g.full_path) = lower(${full}) AND ${other('group', 'g')})
          OR EXISTS (SELECT 1 FROM projects p WHERE lower(p.full_path) = lower(${full}) AND ${other('project', 'p')}) AS path
    `.execute(this.#db);
    return rows[0] ?? { name: false, path: false };
  }

  async insert(
    kind: PlaceId['kind'],
    parent: Owner | null,
    { name, path, description, visibility }: NewPlace,
    now: string,
  ): Promise<number> {
    const full = parent === null ? path : `${parent.group_path}/${path}`;
    const texts = { path, full_path: full, name, description, visibility, created_at: now };
    if (kind === 'project') {
      const values = { ...texts, group_id: parent?.group_id ?? 0, last_activity_at: now };
      const { id } = await this.#db.insertInto('projects').values(values).returning('id').executeTakeFirstOrThrow();
      await forget(this.#db, sql`SELECT ${full}::text`);
      return id;
    }
    const values = { ...texts, full_name: name, parent_id: parent?.group_id ?? null };
    const { id } = await this.#db.insertInto('groups').values(values).returning('id').executeTakeFirstOrThrow();
    await settle(this.#db, id);
    return id;
  }

  async update({ kind, id }: PlaceId, changed: Partial<NewPlace>): Promise<void> {
    const fields = Object.entries(changed).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    if (fields.length === 0) return;
    await sql`UPDATE ${sql.table(`${kind}s`)} SET ${sql.join(fields)} WHERE id = ${id}`.execute(this.#db);
    if (changed.name === undefined && changed.path === undefined) return;
    if (kind === 'group') await settle(this.#db, id);
    else await settleProject(this.#db, id);
  }

  async archive(projectId: number, archived: boolean): Promise<boolean> {
    const { rows } = await sql`
      UPDATE projects SET archived = ${archived} WHERE id = ${projectId} AND archived <> ${archived} RETURNING id`.execute(
      this.#db,
    );
    return rows.length > 0;
  }

  async move(place: PlaceId, parent: Owner | null): Promise<boolean> {
    const { kind, id } = place;
    const above = parent?.group_visibility ?? 'public';
    const narrowed = sql`visibility = CASE WHEN visibility = ANY(${MORE[above]}::text[]) THEN ${above} ELSE visibility END`;
    if (kind === 'project') {
      const group = parent?.group_id ?? 0;
      await sql`UPDATE projects SET group_id = ${group}, ${narrowed} WHERE id = ${id}`.execute(this.#db);
      await sql`UPDATE work_items SET group_id = ${group} WHERE project_id = ${id}`.execute(this.#db);
      await settleProject(this.#db, id);
      return false;
    }
    const below = sql`SELECT g.id FROM groups g WHERE g.traversal_ids @> ARRAY[${id}::bigint]`;
    await sql`
      WITH hidden AS (
        UPDATE projects SET ${narrowed} WHERE group_id IN (${below}) AND visibility = ANY(${MORE[above]}::text[])
      )
      UPDATE groups SET ${narrowed}, parent_id = CASE WHEN id = ${id} THEN ${parent?.group_id ?? null}::bigint ELSE parent_id END
      WHERE id = ${id} OR (id IN (${below}) AND visibility = ANY(${MORE[above]}::text[]))`.execute(this.#db);
    const { rows } = await sql<{ later: boolean }>`
      SELECT coalesce(sum(c.items), 0) > ${AT_ONCE} AS later FROM item_counts c WHERE c.group_id IN (${below})`.execute(
      this.#db,
    );
    const isLater = rows[0]?.later === true;
    if (isLater) await sql`SELECT set_config('espalier.trees_later', 'on', true)`.execute(this.#db);
    await settle(this.#db, id);
    if (isLater) await sql`SELECT set_config('espalier.trees_later', '', true)`.execute(this.#db);
    return isLater;
  }

  async nameTrees(groupId: number, most: number): Promise<boolean> {
    const { rows } = await sql`
      UPDATE work_items w SET root_id = strange.root FROM (
        SELECT i.id, g.traversal_ids[1] AS root FROM groups g CROSS JOIN LATERAL (
          SELECT x.id FROM work_items x WHERE x.group_id = g.id AND x.root_id IS DISTINCT FROM g.traversal_ids[1] LIMIT ${most}
        ) i WHERE g.traversal_ids @> ARRAY[${groupId}::bigint] LIMIT ${most}
      ) strange WHERE w.id = strange.id RETURNING w.id`.execute(this.#db);
    return rows.length > 0;
  }

  async trim(place: PlaceId, groupIds: readonly number[]): Promise<readonly number[]> {
    const lost = sql`${[...groupIds]}::bigint[]`;
    const isHere =
      place.kind === 'project'
        ? sql`w.project_id = ${place.id}`
        : sql`w.group_id IN (SELECT g.id FROM groups g WHERE g.traversal_ids @> ARRAY[${place.id}::bigint])`;
    await sql`
      DELETE FROM work_item_labels wl USING labels l, work_items w
      WHERE l.group_id = ANY(${lost}) AND wl.label_id = l.id AND w.id = wl.work_item_id AND ${isHere}`.execute(
      this.#db,
    );
    await sql`
      DELETE FROM label_subscriptions s USING labels l, ${owners(place)} o
      WHERE l.group_id = ANY(${lost}) AND s.label_id = l.id AND s.project_id = o.project_id`.execute(this.#db);
    await sql`
      UPDATE work_items w SET iteration_id = NULL FROM iterations i
      WHERE i.group_id = ANY(${lost}) AND w.iteration_id = i.id AND ${isHere}`.execute(this.#db);
    const { rows } = await sql<{ id: number }>`
      WITH gone AS (
        UPDATE work_items w SET milestone_id = NULL FROM milestones m
        WHERE m.group_id = ANY(${lost}) AND w.milestone_id = m.id AND ${isHere} RETURNING w.id
      )
      SELECT DISTINCT t.parent_id AS id FROM gone JOIN parent_links t ON t.child_id = gone.id ORDER BY 1`.execute(
      this.#db,
    );
    return rows.map(({ id }) => id);
  }

  async hasOwner(groupId: number, now: string): Promise<boolean> {
    const { rows } = await sql<{ is: boolean }>`
      SELECT EXISTS (SELECT 1 FROM own_memberships_on(${now}::timestamptz) m JOIN users u ON u.id = m.user_id
        WHERE m.group_id = ${groupId} AND m.access_level = 50 AND m.expires_at IS NULL AND u.state = 'active') AS is`.execute(
      this.#db,
    );
    return rows[0]?.is === true;
  }

  async mark({ kind, id }: PlaceId, mark: Mark | null): Promise<void> {
    await sql`UPDATE ${sql.table(`${kind}s`)} SET marked_on = ${mark?.on ?? null}::date, marked_by = ${mark?.by ?? null}::bigint WHERE id = ${id}`.execute(
      this.#db,
    );
  }

  async markedUntil(day: string) {
    const marked = (kind: PlaceId['kind']) =>
      sql`SELECT ${kind}::text AS kind, id, marked_by AS by FROM ${sql.table(`${kind}s`)} WHERE marked_on <= ${day}::date AND NOT doomed`;
    const { rows } = await sql<PlaceId & { by: number | null }>`
      ${marked('group')} UNION ALL ${marked('project')} ORDER BY kind, id`.execute(this.#db);
    return rows;
  }

  async doom({ kind, id }: PlaceId): Promise<boolean> {
    const { rows } =
      await sql`UPDATE ${sql.table(`${kind}s`)} SET doomed = TRUE WHERE id = ${id} AND NOT doomed AND marked_on IS NOT NULL RETURNING id`.execute(
        this.#db,
      );
    return rows.length > 0;
  }

  known({ kind, id }: PlaceId): Promise<Place | undefined> {
    return this.find(EVERYWHERE, kind, id);
  }

  async itemIds(place: PlaceId, most: number): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      SELECT w.id FROM ${owners(place)} o CROSS JOIN LATERAL (
        SELECT i.id FROM work_items i WHERE i.group_id = o.group_id AND i.project_id IS NOT DISTINCT FROM o.project_id LIMIT ${most}
      ) w LIMIT ${most}`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  async delete({ kind, id }: PlaceId): Promise<void> {
    await sql`DELETE FROM ${sql.table(`${kind}s`)} WHERE id = ${id}`.execute(this.#db);
  }

  async reach(groupId: number) {
    const { rows } = await sql<{ levels: number; bytes: number }>`
      SELECT max(cardinality(g.traversal_ids)) AS levels, max(greatest(octet_length(g.full_path), octet_length(p.full_path))) AS bytes
      FROM groups g LEFT JOIN projects p ON p.group_id = g.id WHERE g.traversal_ids @> ARRAY[${groupId}::bigint]
    `.execute(this.#db);
    return rows[0] ?? { levels: 0, bytes: 0 };
  }

  async moreVisible(groupId: number, than: Visibility) {
    const below = sql`g.traversal_ids @> ARRAY[${groupId}::bigint]`;
    const above = sql`= ANY(${MORE[than]}::text[])`;
    const { rows } = await sql<{ groups: boolean; projects: boolean }>`
      SELECT EXISTS (SELECT 1 FROM groups g WHERE ${below} AND g.id <> ${groupId} AND g.visibility ${above}) AS groups,
        EXISTS (SELECT 1 FROM projects p JOIN groups g ON g.id = p.group_id WHERE ${below} AND p.visibility ${above}) AS projects
    `.execute(this.#db);
    return rows[0] ?? { groups: false, projects: false };
  }

  async some(place: PlaceId, most: number) {
    const { rows } = await sql<{ id: number; parentId: number | null }>`
      SELECT w.id, t.parent_id AS "parentId" FROM ${owners(place)} o
      CROSS JOIN LATERAL (
        SELECT i.id FROM work_items i WHERE i.group_id = o.group_id AND i.project_id IS NOT DISTINCT FROM o.project_id
        ORDER BY i.id DESC LIMIT ${most}
      ) w LEFT JOIN parent_links t ON t.child_id = w.id
      ORDER BY row_number() OVER (PARTITION BY o.group_id, o.project_id ORDER BY w.id DESC), w.id LIMIT ${most}
    `.execute(this.#db);
    return rows;
  }
}

/** AP-05.116 */
const AT_ONCE = 2000;

const MORE: Readonly<Record<Visibility, readonly Visibility[]>> = {
  private: ['internal', 'public'],
  internal: ['public'],
  public: [],
};

/** Of `groups g`, or `projects p` of that. */
const own = (row: RawBuilder<unknown>) =>
  sql`${row}.path, ${row}.full_path, ${row}.name, ${row}.description, ${row}.visibility, ${row}.marked_on,
    (${row}.doomed OR EXISTS (SELECT 1 FROM groups x WHERE x.id = ANY(g.traversal_ids) AND x.doomed)) AS doomed`;

/** The groups and projects that own items of a place: `group_id` and `project_id`, which is null for a group. */
const owners = ({ kind, id }: PlaceId) =>
  kind === 'project'
    ? sql`(SELECT p.group_id, p.id AS project_id FROM projects p WHERE p.id = ${id})`
    : sql`(SELECT g.id AS group_id, p.id AS project_id FROM groups g
        CROSS JOIN LATERAL (SELECT NULL::bigint AS id UNION ALL SELECT x.id FROM projects x WHERE x.group_id = g.id) p
        WHERE g.traversal_ids @> ARRAY[${id}::bigint])`;

const ofGroup = sql`g.id AS group_id, g.full_path AS group_path, g.visibility AS group_visibility, g.traversal_ids,
  NULL::bigint AS project_id, NULL::text AS project_path, NULL::text AS project_visibility, FALSE AS archived`;
const ofProject = sql`g.id AS group_id, g.full_path AS group_path, g.visibility AS group_visibility, g.traversal_ids,
  p.id AS project_id, p.full_path AS project_path, p.visibility AS project_visibility, p.archived`;

/** Of `groups g` or `projects p`: by id, or by the path that it has or, until somebody takes it, had. */
const named = (kind: PlaceId['kind'], pathOrId: string | number): RawBuilder<boolean> => {
  const id = sql.ref(kind === 'group' ? 'g.id' : 'p.id');
  if (typeof pathOrId === 'number') return sql<boolean>`${id} = ${pathOrId}::bigint`;
  return sql<boolean>`${id} = ${sql.raw(`${kind}_named`)}(${pathOrId})`;
};

/** A readable group by full path or database id, as the owner of items; undefined if there is none or it is hidden. */
export async function findGroup(db: Db, viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    SELECT ${ofGroup} FROM groups g WHERE ${named('group', pathOrId)} AND ${groupReadable(viewer, 'g')}`.execute(db);
  return rows[0];
}

/** A readable project by full path or database id. */
export async function findProject(db: Db, viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    SELECT ${ofProject} FROM projects p JOIN groups g ON g.id = p.group_id
    WHERE ${named('project', pathOrId)} AND ${projectReadable(viewer, 'p', 'g')}`.execute(db);
  return rows[0];
}
