import { sql } from 'kysely';
import { fullReference, relativeReference } from '@espalier/core/work-item/rules';
import { itemReadable } from '../access/filters.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { issueWebPath } from '../graphql/types/issue.ts';
import { type Item, may } from '../tree/items.ts';
import { epicPath } from './entity.ts';

interface ChildEpicRow extends Record<'id' | 'iid', number> {
  readonly title: string;
  readonly state: string;
  readonly created_at: string;
  readonly closed_at: string | null;
  readonly full_path: string;
  readonly has_children: boolean;
  readonly has_issues: boolean;
}

/** The readable child epics of an epic, the newest link first. One statement. */
export async function childEpics(db: Db, viewer: Viewer, parent: Item): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<ChildEpicRow>`
    SELECT w.id, w.iid, w.title, w.state, w.created_at, w.closed_at, g.full_path,
      coalesce(r.child_epics, 0) > 0 AS has_children, coalesce(r.child_issues, 0) > 0 AS has_issues
    FROM parent_links pl
    JOIN work_items w ON w.id = pl.child_id AND w.type = 'epic'
    JOIN groups g ON g.id = w.group_id
    LEFT JOIN projects p ON p.id = w.project_id
    LEFT JOIN rollups r ON r.work_item_id = w.id
    WHERE pl.parent_id = ${parent.id} AND ${itemReadable(viewer, 'w', 'g', 'p')}
    ORDER BY pl.created_at DESC, pl.relative_position, pl.id DESC
  `.execute(db);
  const related = may(viewer, 'adminEpicRelation', parent);
  const admin = may(viewer, 'adminEpic', parent);
  return rows.map(({ full_path, ...row }) => ({
    ...row,
    reference: relativeReference('epic', full_path, row.iid, parent.group_path),
    path: epicPath(full_path, row.iid),
    relation_path: related ? `${epicPath(parent.group_path, parent.iid)}/links/${row.id}` : null,
    full_path,
    can_admin: admin,
  }));
}

interface ChildIssueRow extends Record<'id' | 'iid' | 'epic_issue_id', number> {
  readonly title: string;
  readonly state: string;
  readonly type: string;
  readonly confidential: boolean;
  readonly weight: number | null;
  readonly due_date: string | null;
  readonly created_at: string;
  readonly closed_at: string | null;
  readonly project_path: string;
  readonly path: string;
  readonly milestone: { id: number; title: string; start_date: string | null; due_date: string | null } | null;
  readonly assignees: readonly { id: number; username: string; name: string; avatar_url: string | null }[];
  readonly blocked: boolean;
}

/** The readable items of projects under an epic, the newest link first. One statement. */
export async function childIssues(
  db: Db,
  viewer: Viewer,
  parent: Item,
  baseUrl: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<ChildIssueRow>`
    SELECT w.id, w.iid, w.type, w.title, w.state, w.confidential, w.weight, w.due_date, w.created_at, w.closed_at,
      p.full_path AS project_path, ${sql.raw(issueWebPath('w', 'p.full_path'))} AS path, pl.id AS epic_issue_id,
      (SELECT jsonb_build_object('id', m.id, 'title', m.title, 'start_date', m.start_date, 'due_date', m.due_date)
        FROM milestones m WHERE m.id = w.milestone_id) AS milestone,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar_url', u.avatar_url)
          ORDER BY a.place, u.id)
        FROM work_item_people a JOIN users u ON u.id = a.user_id WHERE a.work_item_id = w.id AND a.role = 'assignee'), '[]'::jsonb) AS assignees,
      EXISTS (SELECT FROM work_item_links b JOIN work_items s ON s.id = b.source_id JOIN groups sg ON sg.id = s.group_id
        WHERE b.target_id = w.id AND b.type = 'blocks' AND s.state = 'opened' AND ${itemReadable(viewer, 's', 'sg')}) AS blocked
    FROM parent_links pl
    JOIN work_items w ON w.id = pl.child_id AND w.type <> 'epic'
    JOIN groups g ON g.id = w.group_id
    JOIN projects p ON p.id = w.project_id
    WHERE pl.parent_id = ${parent.id} AND ${itemReadable(viewer, 'w', 'g', 'p')}
    ORDER BY pl.created_at DESC, pl.relative_position, pl.id DESC
  `.execute(db);
  const admin = may(viewer, 'adminEpic', parent);
  return rows.map(({ project_path, assignees, ...row }) => ({
    ...row,
    assignees: assignees.map((user) => ({ ...user, web_url: `${baseUrl}/${user.username}` })),
    reference: fullReference('issue', project_path, row.iid),
    relation_path: admin ? `${epicPath(parent.group_path, parent.iid)}/issues/${row.epic_issue_id}` : null,
  }));
}
