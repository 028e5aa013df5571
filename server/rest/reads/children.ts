import { sql } from 'kysely';
import { itemReadable } from '../../access/filters.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type Item, may } from '../../command/item.ts';
import type { Db } from '../../db/types.ts';
import { type ChildEpicFacts, childEpicJson, type ChildIssueFacts, childIssueJson } from '../json/rows.ts';
import { assigneesOf, milestoneRowObject } from './facts.ts';

/** The readable child epics of an epic, the newest link first. One statement. */
export async function childEpics(db: Db, viewer: Viewer, parent: Item) {
  const { rows } = await sql<ChildEpicFacts>`
    SELECT w.id, w.iid, w.title, w.state, w.created_at, w.closed_at, g.full_path AS group_path,
      coalesce(r.child_epics, 0) > 0 AS has_children, coalesce(r.child_issues, 0) > 0 AS has_issues
    FROM parent_links pl
    JOIN work_items w ON w.id = pl.child_id AND w.type = 'epic'
    JOIN groups g ON g.id = w.group_id
    LEFT JOIN projects p ON p.id = w.project_id
    LEFT JOIN rollups r ON r.work_item_id = w.id
    WHERE pl.parent_id = ${parent.id} AND ${itemReadable(viewer, 'w', 'g', 'p')}
    ORDER BY pl.created_at DESC, pl.relative_position, pl.id DESC
  `.execute(db);
  const owner = {
    ...parent,
    removable: may(viewer, 'adminEpicRelation', parent),
    admin: may(viewer, 'adminEpic', parent),
  };
  return rows.map((row) => childEpicJson(row, owner));
}

/** The readable items of projects under an epic, the newest link first. One statement. */
export async function childIssues(db: Db, viewer: Viewer, parent: Item, baseUrl: string) {
  const { rows } = await sql<ChildIssueFacts>`
    SELECT w.id, w.iid, w.type, w.title, w.state, w.confidential, w.weight, w.due_date, w.created_at, w.closed_at,
      g.full_path AS group_path, p.full_path AS project_path, pl.id AS epic_issue_id,
      (SELECT ${sql.raw(milestoneRowObject('m'))} FROM milestones m WHERE m.id = w.milestone_id) AS milestone,
      ${sql.raw(assigneesOf('w'))} AS assignees,
      EXISTS (SELECT FROM work_item_links b JOIN work_items s ON s.id = b.source_id JOIN groups sg ON sg.id = s.group_id
        WHERE b.target_id = w.id AND b.type = 'blocks' AND s.state = 'opened' AND ${itemReadable(viewer, 's', 'sg')}) AS blocked
    FROM parent_links pl
    JOIN work_items w ON w.id = pl.child_id AND w.type <> 'epic'
    JOIN groups g ON g.id = w.group_id
    JOIN projects p ON p.id = w.project_id
    WHERE pl.parent_id = ${parent.id} AND ${itemReadable(viewer, 'w', 'g', 'p')}
    ORDER BY pl.created_at DESC, pl.relative_position, pl.id DESC
  `.execute(db);
  const owner = { ...parent, removable: may(viewer, 'adminEpic', parent) };
  return rows.map((row) => childIssueJson(baseUrl, row, owner));
}
