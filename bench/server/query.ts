import { GROUP } from './data.ts';

/** One epic's first 100 children with two nested connections: what the child tree asks, in one field tree. */
export const QUERY = `query children($fullPath: ID!, $iid: ID!) {
  group(fullPath: $fullPath) {
    id
    epic(iid: $iid) {
      id
      title
      issues(first: 100) {
        nodes {
          id
          iid
          title
          state
          confidential
          weight
          dueDate
          relativePosition
          milestone { id title }
          assignees { nodes { id username name } }
          labels { nodes { id title color } }
        }
      }
    }
  }
}`;

export const variables = (epic: number): Record<string, string> => ({ fullPath: GROUP, iid: String(epic) });

/** The same answer as one statement. `$1` is the group's path, `$2` the epic's iid. */
export const FLOOR = `SELECT json_build_object('group', json_build_object(
  'id', 'gid://gitlab/Group/' || g.id,
  'epic', json_build_object(
    'id', 'gid://gitlab/Epic/' || e.id,
    'title', e.title,
    'issues', json_build_object('nodes', (SELECT coalesce(json_agg(child.row), '[]') FROM (
      SELECT json_build_object(
        'id', 'gid://gitlab/Issue/' || w.id,
        'iid', w.iid::text,
        'title', w.title,
        'state', w.state,
        'confidential', w.confidential,
        'weight', w.weight,
        'dueDate', w.due_date,
        'relativePosition', l.relative_position,
        'milestone', (SELECT json_build_object('id', 'gid://gitlab/Milestone/' || m.id, 'title', m.title)
          FROM milestones m WHERE m.id = w.milestone_id),
        'assignees', json_build_object('nodes', (SELECT coalesce(json_agg(json_build_object(
            'id', 'gid://gitlab/User/' || u.id, 'username', u.username, 'name', u.name) ORDER BY p.place), '[]')
          FROM work_item_people p JOIN users u ON u.id = p.user_id WHERE p.work_item_id = w.id AND p.role = 'assignee')),
        'labels', json_build_object('nodes', (SELECT coalesce(json_agg(json_build_object(
            'id', 'gid://gitlab/GroupLabel/' || b.id, 'title', b.title, 'color', b.color) ORDER BY b.title), '[]')
          FROM work_item_labels wl JOIN labels b ON b.id = wl.label_id WHERE wl.work_item_id = w.id))
      ) AS row
      FROM parent_links l JOIN work_items w ON w.id = l.child_id
      WHERE l.parent_id = e.id AND w.type <> 'epic' AND NOT w.confidential
      ORDER BY l.relative_position, l.id LIMIT 100) child))
  )))::text AS data
  FROM groups g JOIN work_items e ON e.group_id = g.id AND e.type = 'epic' AND e.iid = $2::int
  WHERE lower(g.full_path) = lower($1) AND g.visibility = 'public' AND NOT e.confidential`;
