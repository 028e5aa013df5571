import type { Positioned } from '@espalier/core/tree/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Delta, RollupRow } from '../../command/contribution.ts';
import type { Named, Owner } from '../../command/item.ts';
import type { Ancestor, Around, MovedDates, TreeStore } from '../../command/tree-store.ts';
import type { Db } from '../../db/types.ts';
import { inheritDates } from './dates.ts';
import { lockHierarchy } from './lock.ts';
import { applyDeltas, loadRollups } from './rollups.ts';

/** The real data has 109 children under one epic; GitLab's 100 would refuse it. */
const DEFAULT_MAX_CHILDREN = 1000;

/** `Named` of the row of that alias, its group and its project. */
const named = (item: string, group: string, project: string) =>
  sql.raw(
    `jsonb_build_object('id', ${item}.id, 'type', ${item}.type, 'iid', ${item}.iid, 'group_path', ${group}.full_path, 'project_path', ${project}.full_path)`,
  );

/** The links from these items to children that are not among them. */
const outside = (ids: readonly number[]) => sql`
  SELECT pl.id, pl.parent_id, pl.child_id FROM parent_links pl
  WHERE pl.parent_id = ANY(${[...ids]}::bigint[]) AND NOT EXISTS (SELECT 1 FROM unnest(${[...ids]}::bigint[]) AS x (id) WHERE x.id = pl.child_id)`;

/** Of the items in `down` those that have such children at all: of the thousands of issues in a subtree none is looked at only to be left out. */
const andHasChildren = (count: RawBuilder<unknown>) => sql`JOIN rollups r ON r.work_item_id = down.id AND ${count} > 0`;

/** Parent links and what rolls up along them. Each method is one statement, except `inheritDates`: one for each level of the tree. */
export class SqlTree implements TreeStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  lock(): Promise<void> {
    return lockHierarchy(this.#db);
  }

  async ancestors(id: number): Promise<readonly Ancestor[]> {
    const { rows } = await sql<Ancestor>`
      WITH RECURSIVE up (id, distance) AS (
        SELECT parent_id, 1 FROM parent_links WHERE child_id = ${id}
        UNION ALL
        SELECT pl.parent_id, up.distance + 1 FROM up JOIN parent_links pl ON pl.child_id = up.id
      )
      SELECT up.id, w.type FROM up JOIN work_items w ON w.id = up.id ORDER BY up.distance
    `.execute(this.#db);
    return rows;
  }

  async heights(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { rows } = await sql<{ root: number; height: number }>`
      WITH RECURSIVE down (root, id, type, height) AS (
        SELECT id, id, type, 1 FROM work_items WHERE id = ANY(${[...ids]}::bigint[])
        UNION ALL
        SELECT down.root, c.id, c.type, down.height + 1
        FROM down ${andHasChildren(sql`CASE down.type WHEN 'epic' THEN r.child_epics ELSE r.child_issues END`)}
        JOIN parent_links pl ON pl.parent_id = down.id JOIN work_items c ON c.id = pl.child_id AND c.type = down.type
      )
      SELECT root, max(height)::int AS height FROM down GROUP BY root
    `.execute(this.#db);
    return new Map(rows.map((row) => [row.root, row.height]));
  }

  async around(id: number): Promise<Around> {
    const publicChild = sql`
      SELECT FROM parent_links cl JOIN work_items c ON c.id = cl.child_id WHERE cl.parent_id = ${id} AND NOT c.confidential`;
    const { rows } = await sql<Around>`
      SELECT parent.type AS "parentType", coalesce(parent.confidential, false) AS "parentConfidential",
        EXISTS (${publicChild} AND c.type = 'epic') AS "hasPublicEpics", EXISTS (${publicChild} AND c.type <> 'epic') AS "hasPublicIssues"
      FROM (SELECT ${id}::bigint AS id) me
      LEFT JOIN parent_links pl ON pl.child_id = me.id
      LEFT JOIN work_items parent ON parent.id = pl.parent_id
    `.execute(this.#db);
    return rows[0] ?? { parentType: null, parentConfidential: false, hasPublicEpics: false, hasPublicIssues: false };
  }

  async epicsBelow(id: number): Promise<readonly (Owner & { readonly id: number })[]> {
    const { rows } = await sql<Owner & { id: number }>`
      WITH RECURSIVE down (id) AS (
        SELECT ${id}::bigint
        UNION ALL
        SELECT c.id FROM down ${andHasChildren(sql`r.child_epics`)}
        JOIN parent_links pl ON pl.parent_id = down.id JOIN work_items c ON c.id = pl.child_id AND c.project_id IS NULL
      )
      SELECT w.id, g.id AS group_id, g.full_path AS group_path, g.visibility AS group_visibility, g.traversal_ids,
        NULL::bigint AS project_id, NULL::text AS project_path, NULL::text AS project_visibility, FALSE AS archived
      FROM down JOIN work_items w ON w.id = down.id JOIN groups g ON g.id = w.group_id
      WHERE w.id <> ${id}
    `.execute(this.#db);
    return rows;
  }

  async childrenOutside(
    ids: readonly number[],
    most: number,
  ): Promise<readonly { readonly parent: Named; readonly child: Named }[]> {
    const { rows } = await sql<Record<'parent' | 'child', Named>>`
      WITH links AS (${outside(ids)} ORDER BY pl.id LIMIT ${most})
      SELECT ${named('parent', 'pg', 'pp')} AS parent, ${named('c', 'cg', 'cp')} AS child
      FROM links pl
      JOIN work_items parent ON parent.id = pl.parent_id
      JOIN groups pg ON pg.id = parent.group_id
      LEFT JOIN projects pp ON pp.id = parent.project_id
      JOIN work_items c ON c.id = pl.child_id
      JOIN groups cg ON cg.id = c.group_id
      LEFT JOIN projects cp ON cp.id = c.project_id
      ORDER BY pl.id
    `.execute(this.#db);
    return rows;
  }

  async idsOutside(
    ids: readonly number[],
  ): Promise<readonly { readonly parent: Named; readonly childIds: readonly number[] }[]> {
    const { rows } = await sql<{ parent: Named; childIds: number[] }>`
      WITH links AS (${outside(ids)})
      SELECT ${named('parent', 'pg', 'pp')} AS parent, l.child_ids AS "childIds"
      FROM (SELECT parent_id, min(id) AS first, array_agg(child_id ORDER BY id) AS child_ids FROM links GROUP BY parent_id) l
      JOIN work_items parent ON parent.id = l.parent_id
      JOIN groups pg ON pg.id = parent.group_id
      LEFT JOIN projects pp ON pp.id = parent.project_id
      ORDER BY l.first
    `.execute(this.#db);
    return rows;
  }

  async siblings(parentId: number): Promise<readonly Positioned<number>[]> {
    const { rows } = await sql<Positioned<number>>`
      SELECT child_id AS id, relative_position AS position FROM parent_links WHERE parent_id = ${parentId}
      ORDER BY relative_position, id
    `.execute(this.#db);
    return rows;
  }

  async attach(parentId: number, children: readonly Positioned<number>[], now: string): Promise<void> {
    await sql`
      INSERT INTO parent_links (parent_id, child_id, relative_position, created_at)
      SELECT ${parentId}::bigint, child_id, position, ${now}::timestamptz
      FROM unnest(${children.map(({ id }) => id)}::bigint[], ${children.map(({ position }) => position)}::int[])
        AS placed (child_id, position)
      ON CONFLICT (child_id) DO UPDATE
      SET parent_id = excluded.parent_id, relative_position = excluded.relative_position, created_at = excluded.created_at
    `.execute(this.#db);
  }

  async reposition(children: readonly Positioned<number>[]): Promise<void> {
    if (children.length === 0) return;
    await sql`
      UPDATE parent_links pl SET relative_position = shifted.position
      FROM unnest(${children.map(({ id }) => id)}::bigint[], ${children.map(({ position }) => position)}::int[])
        AS shifted (child_id, position)
      WHERE pl.child_id = shifted.child_id
    `.execute(this.#db);
  }

  async release(childId: number): Promise<void> {
    await sql`DELETE FROM parent_links WHERE child_id = ${childId}`.execute(this.#db);
  }

  rollups(ids: readonly number[]): Promise<ReadonlyMap<number, RollupRow>> {
    return loadRollups(this.#db, ids);
  }

  addToRollups(deltas: readonly Delta[]): Promise<readonly number[]> {
    return applyDeltas(this.#db, deltas);
  }

  inheritDates(epicIds: readonly number[]): Promise<MovedDates> {
    return inheritDates(this.#db, epicIds);
  }

  async maxChildren(): Promise<number> {
    const { rows } = await sql<{ value: unknown }>`SELECT value FROM settings WHERE key = 'max_children'`.execute(
      this.#db,
    );
    const value = rows[0]?.value;
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : DEFAULT_MAX_CHILDREN;
  }
}
