import { neededLevel } from '@espalier/core/access';
import {
  accessLevelSql,
  epicReadableSql,
  groupReadableSql,
  projectItemReadableSql,
  projectMember,
  projectReadableSql,
} from '../access/filters.ts';
import type { Viewer } from '../access/viewer.ts';
import { NAMING_ACTIONS } from './wording.ts';

/** The role that internal notes want: one table says so. */
const REPORTER = neededLevel('readInternalNote') ?? Infinity;

/** A reference as the wording writes it: `&12`, `#7`, `group/sub&12`, `group/project#7`. */
const REFERENCE = String.raw`(\S*)([&#])(\d+)`;

/**
 * May the viewer read the note `n` on the work item `item` (an alias with `group_id`, `project_id` and `g_ids`)? An internal note wants
 * Reporter or above; a system note that names other items is there for those who may see all of them. A named item that was deleted counts
 * as its group or project.
 */
export function noteReadableSql(viewer: Viewer, n: string, item: string): string[] {
  if (viewer.admin) return [];
  const actions = [...NAMING_ACTIONS].map((action) => `'${action}'`).join(', ');
  const named = `regexp_matches(${n}.body, '${REFERENCE}', 'g') AS named (r)`;
  const readable = `CASE named.r[2] WHEN '&' THEN ${epicVisible(viewer, n, item)} ELSE ${issueVisible(viewer, n, item)} END`;
  return [
    `(NOT ${n}.internal OR ${accessLevelSql(viewer, `${item}.g_ids`, REPORTER)} OR ${projectMember(viewer, `${item}.project_id`, REPORTER)})`,
    `(NOT ${n}.system OR ${n}.action IS NULL OR ${n}.action NOT IN (${actions}) ` +
      `OR NOT EXISTS (SELECT 1 FROM ${named} WHERE NOT ${readable}))`,
  ];
}

/** BD-05.95: the id of what owns the named item: a short reference means the owner of the note's own one, a path whoever had it when the note was written. */
const owner = (kind: 'group' | 'project', n: string, item: string): string =>
  `CASE WHEN named.r[1] = '' THEN ${item}.${kind}_id ELSE ${kind}_named_in(named.r[1], ${n}.id) END`;

function epicVisible(viewer: Viewer, n: string, item: string): string {
  return (
    `EXISTS (SELECT 1 FROM groups g LEFT JOIN work_items w ON w.group_id = g.id AND w.type = 'epic' AND w.iid = named.r[3]::bigint ` +
    `WHERE g.id = ${owner('group', n, item)} AND ${groupReadableSql(viewer, 'g')} ` +
    `AND (w.id IS NULL OR ${epicReadableSql(viewer, 'w', 'g')}))`
  );
}

function issueVisible(viewer: Viewer, n: string, item: string): string {
  return (
    'EXISTS (SELECT 1 FROM projects p JOIN groups g ON g.id = p.group_id ' +
    'LEFT JOIN work_items w ON w.project_id = p.id AND w.iid = named.r[3]::bigint ' +
    `WHERE p.id = ${owner('project', n, item)} AND ${projectReadableSql(viewer, 'p', 'g')} ` +
    `AND (w.id IS NULL OR ${projectItemReadableSql(viewer, 'w', 'g', 'p')}))`
  );
}
