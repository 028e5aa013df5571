import { RoadmapGroupEpicsOperation } from '../../../core/api/index.ts';
import { GROUP, ROADMAP_GROUP } from './data.ts';

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

/** A page of the roadmap, in the client's own words but for the cursors, which are each server's own matter. */
export const ROADMAP_QUERY = RoadmapGroupEpicsOperation.text
  .replace(/\$endCursor: String\s*/, '')
  .replace(/after: \$endCursor\s*/, '')
  .replace(/(endCursor|startCursor|hasPreviousPage)\s/g, '');

/** Of 50 epics, in ever changing timeframes. */
export function roadmapVariables(turn: number): Record<string, unknown> {
  const year = 2025 + (turn % 3);
  const timeframe = { start: `${year}-0${1 + (turn % 9)}-01`, end: `${year + 1}-12-31` };
  return { fullPath: ROADMAP_GROUP, state: 'all', sort: 'start_date_asc', timeframe, first: 50, withColor: true };
}

/** The same answer as one statement. `$1` is the group's path, `$2` and `$3` the timeframe. */
export const ROADMAP_FLOOR = `SELECT json_build_object('group', json_build_object(
  'id', 'gid://gitlab/Group/' || g.id,
  'name', g.name,
  'epics', (SELECT json_build_object(
    'edges', coalesce(json_agg(json_build_object('node', page.node) ORDER BY page.place) FILTER (WHERE page.place <= 50), '[]'),
    'pageInfo', json_build_object('hasNextPage', count(*) > 50))
    FROM (SELECT row_number() OVER (ORDER BY w.start_date NULLS LAST, w.id DESC) AS place, json_build_object(
      'id', 'gid://gitlab/Epic/' || w.id,
      'iid', w.iid::text,
      'title', w.title,
      'state', w.state,
      'webPath', '/groups/' || o.full_path || '/-/epics/' || w.iid,
      'reference', o.full_path || '&' || w.iid,
      'confidential', w.confidential,
      'hasChildren', coalesce(ro.child_epics, 0) > 0,
      'hasParent', FALSE,
      'parent', NULL,
      'blocked', b.ids IS NOT NULL,
      'blockedByCount', coalesce(json_array_length(b.ids), 0),
      'blockedByEpics', json_build_object('nodes', coalesce(b.ids, '[]')),
      'startDate', w.start_date,
      'startDateIsFixed', w.start_date_is_fixed,
      'startDateFixed', w.start_date_fixed,
      'dueDate', w.due_date,
      'dueDateIsFixed', w.due_date_is_fixed,
      'dueDateFixed', w.due_date_fixed,
      'group', json_build_object('id', 'gid://gitlab/Group/' || o.id, 'name', o.name, 'fullName', o.full_name, 'fullPath', o.full_path),
      'userPermissions', json_build_object('updateEpic', FALSE),
      'descendantCounts', json_build_object('openedEpics', coalesce(ro.opened_epics, 0), 'closedEpics', coalesce(ro.closed_epics, 0),
        'openedIssues', coalesce(ro.opened_issues, 0), 'closedIssues', coalesce(ro.closed_issues, 0)),
      'descendantWeightSum', json_build_object('openedIssues', coalesce(ro.opened_weight, 0), 'closedIssues', coalesce(ro.closed_weight, 0)),
      'color', w.color,
      'textColor', '#FFFFFF'
    ) AS node
    FROM (SELECT w.* FROM work_items w JOIN groups o ON o.id = w.group_id
      WHERE w.type = 'epic' AND o.traversal_ids @> ARRAY[g.id] AND o.visibility = 'public' AND NOT w.confidential
        AND NOT EXISTS (SELECT 1 FROM parent_links t WHERE t.child_id = w.id)
        AND (w.start_date IS NOT NULL OR w.due_date IS NOT NULL)
        AND (w.start_date IS NULL OR w.start_date <= $3::date) AND (w.due_date IS NULL OR w.due_date >= $2::date)
      ORDER BY w.start_date NULLS LAST, w.id DESC LIMIT 51) w
    JOIN groups o ON o.id = w.group_id
    LEFT JOIN rollups ro ON ro.work_item_id = w.id
    LEFT JOIN LATERAL (SELECT json_agg(json_build_object('id', 'gid://gitlab/Epic/' || s.id)) AS ids
      FROM work_item_links k JOIN work_items s ON s.id = k.source_id
      WHERE k.target_id = w.id AND k.type = 'blocks' AND s.type = 'epic' AND NOT s.confidential) b ON TRUE) page)
  ))::text AS data
  FROM groups g WHERE lower(g.full_path) = lower($1) AND g.visibility = 'public'`;
