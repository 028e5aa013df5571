import { sql } from 'kysely';
import { fullReference } from '@espalier/core/work-item/rules';
import { itemReadable } from '../access/filters.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { issueWebPath } from '../graphql/types/issue.ts';
import { loadItems } from '../tree/items.ts';

interface Extras {
  readonly path: string;
  readonly author: { id: number; username: string; name: string; state: string; avatar_url: string | null };
  readonly labels: readonly string[];
  readonly assignees: readonly { id: number; username: string; name: string; avatar_url: string | null }[];
  readonly milestone: {
    id: number;
    iid: number;
    title: string;
    state: string;
    start_date: string | null;
    due_date: string | null;
  } | null;
  readonly epic: { id: number; iid: number; title: string; group_id: number; full_path: string } | null;
}

/** An issue as REST answers it after it was made: the shape of GitLab's issues API, with its epic and the id of the link to it. */
export async function issueEntity(
  db: Db,
  viewer: Viewer,
  id: number,
  baseUrl: string,
): Promise<Record<string, unknown> | undefined> {
  const item = (await loadItems(db, viewer, [id])).get(id);
  if (item === undefined || item.project_path === null) return undefined;
  const { rows } = await sql<Extras>`
    SELECT ${sql.raw(issueWebPath('i', 'p.full_path'))} AS path,
      (SELECT jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'state', u.state, 'avatar_url', u.avatar_url)
        FROM users u WHERE u.id = i.author_id) AS author,
      coalesce((SELECT jsonb_agg(l.title ORDER BY l.title)
        FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id WHERE wl.work_item_id = i.id), '[]'::jsonb) AS labels,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar_url', u.avatar_url)
          ORDER BY a.place, u.id)
        FROM work_item_people a JOIN users u ON u.id = a.user_id WHERE a.work_item_id = i.id AND a.role = 'assignee'), '[]'::jsonb) AS assignees,
      (SELECT jsonb_build_object('id', m.id, 'iid', m.iid, 'title', m.title, 'state', m.state,
          'start_date', m.start_date, 'due_date', m.due_date)
        FROM milestones m WHERE m.id = i.milestone_id) AS milestone,
      (SELECT jsonb_build_object('id', w.id, 'iid', w.iid, 'title', w.title, 'group_id', w.group_id, 'full_path', g.full_path)
        FROM parent_links pl JOIN work_items w ON w.id = pl.parent_id AND w.type = 'epic' JOIN groups g ON g.id = w.group_id
        WHERE pl.child_id = i.id AND ${itemReadable(viewer, 'w', 'g')}) AS epic
    FROM work_items i JOIN projects p ON p.id = i.project_id WHERE i.id = ${id}
  `.execute(db);
  const extras = rows[0];
  if (extras === undefined) return undefined;
  const { epic, path } = extras;
  const reference = fullReference('issue', item.project_path, item.iid);
  const user = <U extends { username: string }>(each: U) => ({ ...each, web_url: `${baseUrl}/${each.username}` });
  return {
    id: item.id,
    iid: item.iid,
    project_id: item.project_id,
    title: item.title,
    description: item.description,
    state: item.state,
    type: item.type.toUpperCase(),
    issue_type: item.type,
    confidential: item.confidential,
    author: user(extras.author),
    assignees: extras.assignees.map(user),
    labels: extras.labels,
    milestone: extras.milestone,
    weight: item.weight,
    health_status: item.health_status,
    due_date: item.due_date,
    created_at: item.created_at,
    updated_at: item.updated_at,
    closed_at: item.closed_at,
    reference,
    references: { short: `#${item.iid}`, relative: `#${item.iid}`, full: reference },
    path,
    web_url: `${baseUrl}${path}`,
    epic_iid: epic?.iid ?? null,
    epic_issue_id: epic === null ? null : item.link_id,
    epic:
      epic === null
        ? null
        : {
            id: epic.id,
            iid: epic.iid,
            title: epic.title,
            group_id: epic.group_id,
            url: `/groups/${epic.full_path}/-/epics/${epic.iid}`,
          },
  };
}
