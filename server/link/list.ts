import { blockingCycle, linkTypeFor } from '@espalier/core/link/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { itemReadable, projectReadable } from '../access/filters.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { issueWebPath } from '../graphql/types/issue.ts';
import { referenceFrom } from '../note/wording.ts';
import { type Item, mayRelate } from '../tree/items.ts';

/** Where the links of an item are read and changed. */
export const linksPath = (item: Item): string =>
  item.project_path === null
    ? `/groups/${item.group_path}/-/epics/${item.iid}/related_epic_links`
    : `/${item.project_path}/-/issues/${item.iid}/links`;

interface LinkedRow extends Record<'id' | 'iid' | 'link_id' | 'source_id' | 'target_id', number> {
  readonly link_kind: 'relates_to' | 'blocks';
  readonly linked_at: string;
  readonly type: Item['type'];
  readonly title: string;
  readonly state: string;
  readonly confidential: boolean;
  readonly weight: number | null;
  readonly health_status: string | null;
  readonly start_date: string | null;
  readonly due_date: string | null;
  readonly created_at: string;
  readonly closed_at: string | null;
  readonly group_path: string;
  readonly project_path: string | null;
  readonly page: string;
  readonly milestone: object | null;
  readonly assignees: readonly { id: number; username: string; name: string; avatar_url: string | null }[];
}

/** One page, whether the item is an epic or belongs to a project. */
const page = sql.raw<string>(
  `CASE WHEN x.p_path IS NULL THEN '/groups/' || x.g_path || '/-/epics/' || x.iid ELSE ${issueWebPath('x')} END`,
);

/**
 * What an item is linked to, both directions of it, in the order in which it was linked. What the viewer may not see is left out. Two
 * statements, the second only where both directions of blocking are there: a cycle needs them.
 */
export async function linkedItems(
  db: Db,
  viewer: Viewer,
  subject: Item,
  baseUrl: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<LinkedRow>`
    SELECT x.id, x.iid, x.type, x.title, x.state, x.confidential, x.weight, x.health_status, x.start_date, x.due_date, x.created_at,
      x.closed_at, x.link_id, x.source_id, x.target_id, x.link_kind, x.linked_at, x.g_path AS group_path, x.p_path AS project_path,
      ${page} AS page,
      (SELECT jsonb_build_object('id', m.id, 'iid', m.iid, 'title', m.title, 'start_date', m.start_date, 'due_date', m.due_date)
        FROM milestones m WHERE m.id = x.milestone_id) AS milestone,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar_url', u.avatar_url)
          ORDER BY a.place, u.id)
        FROM work_item_people a JOIN users u ON u.id = a.user_id WHERE a.work_item_id = x.id AND a.role = 'assignee'), '[]'::jsonb) AS assignees
    FROM (
      SELECT w.*, k.id AS link_id, k.type AS link_kind, k.source_id, k.target_id, k.created_at AS linked_at,
        g.full_path AS g_path, p.full_path AS p_path
      FROM work_item_links k
      JOIN work_items w ON w.id = CASE k.source_id WHEN ${subject.id}::bigint THEN k.target_id ELSE k.source_id END
      JOIN groups g ON g.id = w.group_id
      LEFT JOIN projects p ON p.id = w.project_id
      WHERE (k.source_id = ${subject.id} OR k.target_id = ${subject.id}) AND ${itemReadable(viewer, 'w', 'g', 'p')}
    ) x
    ORDER BY x.link_id
  `.execute(db);
  const typed = rows.map((row) => ({
    row,
    linkType: linkTypeFor({ type: row.link_kind, sourceId: row.source_id, targetId: row.target_id }, subject.id),
  }));
  const both = ['blocks', 'is_blocked_by'].every((type) => typed.some(({ linkType }) => linkType === type));
  const cycle = both ? await cycleAround(db, viewer, subject.id) : new Set<number>();
  const related = mayRelate(viewer, subject);
  return typed.map(({ row, linkType }) => {
    const { group_path, project_path, page: path, link_id, link_kind, linked_at, type, ...rest } = row;
    const { source_id: _source, target_id: _target, assignees, ...shown } = rest;
    return {
      ...shown,
      type: type.toUpperCase(),
      assignees: assignees.map((user) => ({ ...user, web_url: `${baseUrl}/${user.username}` })),
      reference: referenceFrom(subject, { type, iid: row.iid, group_path, project_path }),
      path,
      link_id,
      link_type: linkType,
      link_created_at: linked_at,
      relation_path: related ? `${linksPath(subject)}/${link_id}` : null,
      in_cycle: link_kind === 'blocks' && cycle.has(row.id),
    };
  });
}

/** Blocking links followed at most, so that a plan of any size answers. */
const EDGES = 5000;

/** RL-01.20 among what the viewer sees: a hidden link says nothing, not even by a mark. */
async function cycleAround(db: Db, viewer: Viewer, id: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ blocker: number; blocked: number }>`
    WITH RECURSIVE below (blocker, blocked) AS (
      SELECT k.source_id, k.target_id FROM work_item_links k
      WHERE k.type = 'blocks' AND k.source_id = ${id} AND ${readableTarget(viewer)}
      UNION
      SELECT k.source_id, k.target_id FROM below JOIN work_item_links k ON k.source_id = below.blocked AND k.type = 'blocks'
      WHERE ${readableTarget(viewer)}
    )
    SELECT blocker, blocked FROM below LIMIT ${EDGES}
  `.execute(db);
  return blockingCycle(rows, id);
}

const readableTarget = (viewer: Viewer): RawBuilder<SqlBool> => sql<SqlBool>`EXISTS (
  SELECT 1 FROM work_items w JOIN groups g ON g.id = w.group_id LEFT JOIN projects p ON p.id = w.project_id
  WHERE w.id = k.target_id AND ${itemReadable(viewer, 'w', 'g', 'p')})`;

/** The merge requests that are linked to an item, in readable projects, the newest first, in the shape of the API. One statement. */
export async function relatedMergeRequests(
  db: Db,
  viewer: Viewer,
  subject: Item,
  baseUrl: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT r.id, r.iid, r.project_id, r.title, r.state, r.created_at, r.merged_at, r.closed_at,
      r.web_url,
      jsonb_build_object('short', '!' || r.iid, 'relative', '!' || r.iid, 'full', p.full_path || '!' || r.iid) AS "references",
      (SELECT jsonb_build_object('id', m.id, 'iid', m.iid, 'title', m.title) FROM milestones m WHERE m.id = r.milestone_id) AS milestone,
      (SELECT jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar_url', u.avatar_url,
          'web_url', ${baseUrl} || '/' || u.username) FROM users u WHERE u.id = r.author_id) AS author,
      '[]'::jsonb AS assignees,
      CASE WHEN r.pipeline_status IS NOT NULL THEN jsonb_build_object('status', r.pipeline_status) END AS head_pipeline
    FROM merge_request_items i
    JOIN merge_requests r ON r.id = i.merge_request_id
    JOIN projects p ON p.id = r.project_id
    WHERE i.work_item_id = ${subject.id} AND ${projectReadable(viewer, 'p')}
    ORDER BY r.created_at DESC, r.id DESC
  `.execute(db);
  return rows;
}
