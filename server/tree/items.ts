import { sql } from 'kysely';
import { type AccessSubject, can } from '@espalier/core/access';
import { itemReadable } from '../access/filters.ts';
import { accessLevel, type Viewer } from '../access/viewer.ts';
import type { Db, WorkItemRow } from '../db/types.ts';

/** A work item as a command needs it: its row, its owner, its place in the tree. */
export type Item = WorkItemRow & {
  readonly group_path: string;
  readonly group_visibility: 'private' | 'internal' | 'public';
  readonly traversal_ids: readonly number[];
  /** Null for an epic. */
  readonly project_path: string | null;
  readonly project_visibility: 'private' | 'internal' | 'public' | null;
  readonly assignee_ids: readonly number[];
  readonly link_id: number | null;
  readonly parent_id: number | null;
  readonly parent_type: WorkItemRow['type'] | null;
  readonly relative_position: number | null;
};

const columns = sql`
  w.*, g.full_path AS group_path, g.visibility AS group_visibility, g.traversal_ids,
  p.full_path AS project_path, p.visibility AS project_visibility,
  ARRAY(SELECT a.user_id FROM work_item_people a WHERE a.work_item_id = w.id AND a.role = 'assignee' ORDER BY a.place, a.user_id)
    AS assignee_ids,
  pl.id AS link_id, pl.parent_id, pl.relative_position,
  (SELECT parent.type FROM work_items parent WHERE parent.id = pl.parent_id) AS parent_type`;

const joins = sql`
  JOIN groups g ON g.id = w.group_id
  LEFT JOIN projects p ON p.id = w.project_id
  LEFT JOIN parent_links pl ON pl.child_id = w.id`;

/** The readable ones among the given items, by id. With `forUpdate` their rows stay locked to the end of the transaction. */
export async function loadItems(
  tx: Db,
  viewer: Viewer,
  ids: readonly number[],
  options: { readonly forUpdate?: boolean } = {},
): Promise<Map<number, Item>> {
  const wanted = [...new Set(ids)].filter((id) => Number.isSafeInteger(id));
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Item>`
    SELECT ${columns} FROM work_items w ${joins}
    WHERE w.id = ANY(${wanted}::bigint[]) AND ${itemReadable(viewer, 'w', 'g', 'p')}
    ORDER BY w.id ${options.forUpdate ? sql`FOR UPDATE OF w` : sql``}
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** One readable epic by its group's full path and iid; undefined where there is none or it is hidden. */
export async function findEpic(tx: Db, viewer: Viewer, groupPath: string, iid: number): Promise<Item | undefined> {
  const { rows } = await sql<Item>`
    SELECT ${columns} FROM work_items w ${joins}
    WHERE lower(g.full_path) = lower(${groupPath}) AND w.type = 'epic' AND w.iid = ${iid}::bigint AND ${itemReadable(viewer, 'w', 'g', 'p')}
  `.execute(tx);
  return rows[0];
}

/** One readable item of a project by the project's full path and iid. */
export async function findProjectItem(
  tx: Db,
  viewer: Viewer,
  projectPath: string,
  iid: number,
): Promise<Item | undefined> {
  const { rows } = await sql<Item>`
    SELECT ${columns} FROM work_items w ${joins}
    WHERE lower(p.full_path) = lower(${projectPath}) AND w.iid = ${iid}::bigint AND ${itemReadable(viewer, 'w', 'g', 'p')}
  `.execute(tx);
  return rows[0];
}

/** A reference as core's `parseReference` reads it. */
export interface WantedReference {
  readonly kind: 'epic' | 'issue';
  /** Full path of the owning group or project. */
  readonly path: string;
  readonly iid: number;
}

/** The readable items that references name, by the index of the reference. One statement. */
export async function itemsOfReferences(
  tx: Db,
  viewer: Viewer,
  wanted: readonly WantedReference[],
): Promise<Map<number, Item>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Item & { place: number }>`
    SELECT ${columns}, ref.place
    FROM unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ path }) => path)}::text[],
      ${wanted.map(({ iid }) => iid)}::int[]) WITH ORDINALITY AS ref (kind, path, iid, place)
    JOIN work_items w ON w.iid = ref.iid AND (w.type = 'epic') = (ref.kind = 'epic') ${joins}
    WHERE lower(CASE ref.kind WHEN 'epic' THEN g.full_path ELSE p.full_path END) = lower(ref.path)
      AND ${itemReadable(viewer, 'w', 'g', 'p')}
    ORDER BY ref.place
  `.execute(tx);
  return new Map(rows.map((row) => [row.place - 1, row]));
}

/** The readable ones among the items of these parent links, by link id (ids of the wire type EpicIssue). */
export async function itemsOfLinks(tx: Db, viewer: Viewer, linkIds: readonly number[]): Promise<Map<number, Item>> {
  if (linkIds.length === 0) return new Map();
  const { rows } = await sql<Item>`
    SELECT ${columns} FROM work_items w ${joins}
    WHERE pl.id = ANY(${[...linkIds]}::bigint[]) AND ${itemReadable(viewer, 'w', 'g', 'p')}
  `.execute(tx);
  return new Map(rows.map((row) => [row.link_id as number, row]));
}

type Owner = Pick<Item, 'group_visibility' | 'traversal_ids' | 'project_visibility'> & {
  readonly project_id: number | null;
};

/** The question "may this viewer … in this group or project?" in the words of core/access. */
export function ownerSubject(viewer: Viewer, owner: Owner): AccessSubject {
  return {
    viewer: viewer.userId === null ? null : { id: viewer.userId, admin: viewer.admin },
    accessLevel: accessLevel(viewer, owner.traversal_ids, owner.project_id),
    visibility: narrower(owner.group_visibility, owner.project_visibility),
  };
}

/** The same about an item. */
export function itemSubject(viewer: Viewer, item: Item): AccessSubject {
  return {
    ...ownerSubject(viewer, item),
    item: {
      kind: item.type === 'epic' ? 'epic' : 'issue',
      confidential: item.confidential,
      authorId: item.author_id,
      assigneeIds: item.assignee_ids,
    },
  };
}

export function may(viewer: Viewer, ability: Parameters<typeof can>[0], item: Item): boolean {
  return can(ability, itemSubject(viewer, item));
}

/** The right to change the links of an item, and to put it under another parent (EP-18.3): Guest, and to see it. */
export const mayRelate = (viewer: Viewer, item: Item): boolean =>
  may(viewer, item.type === 'epic' ? 'adminEpicRelation' : 'adminIssueRelation', item);

const openness = ['private', 'internal', 'public'] as const;

function narrower(a: Item['group_visibility'], b: Item['project_visibility']): Item['group_visibility'] {
  return b === null || openness.indexOf(a) < openness.indexOf(b) ? a : b;
}
