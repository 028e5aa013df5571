import { EMOJI_NAMES } from '@espalier/core/filter/rules';
import { groupReadableSql, itemReadableSql, projectReadableSql } from '../../access/filters.ts';
import { sessionJson } from '../../auth/session-json.ts';
import type { RestAnswer, RestContext, RestRoute } from '../types.ts';
import { at } from './facts.ts';
import { list, queryFor, rowsOf } from './page.ts';

/** What belongs to no group and no project. */

async function readSession(ctx: RestContext): Promise<RestAnswer> {
  return { status: 200, body: await sessionJson(ctx.db, ctx.viewer, ctx.csrfToken ?? null, ctx) };
}

/** AP-05.24: the names of reaction emojis: the viewer's most used first, ties by name, then all others by name; visitors get an empty list. */
async function awardEmojis(ctx: RestContext): Promise<RestAnswer> {
  if (ctx.viewer.userId === null) return { status: 200, body: [] };
  const query = queryFor(ctx);
  const me = query.param(ctx.viewer.userId, 'bigint');
  const text = `SELECT aw.name FROM award_emoji aw WHERE aw.user_id = ${me} GROUP BY aw.name ORDER BY count(*) DESC, aw.name COLLATE "C"`;
  const used = (await rowsOf(query, text)).map(({ name }) => String(name));
  return { status: 200, body: [...new Set([...used, ...EMOJI_NAMES])].map((name) => ({ name })) };
}

/** As many as the longest page of a list of groups or projects. */
const MOST = 100;

const idsOf = (ctx: RestContext, name: string): number[] =>
  list(ctx, name)
    .filter((id) => /^\d{1,15}$/.test(id))
    .slice(0, MOST)
    .map(Number);

/**
 * AP-05.26: how much groups and projects hold for this viewer, in one statement that reads each item once, however many of its groups are asked for.
 * Epics and items of projects count towards every group above them, as in a group's lists.
 */
async function placeCounts(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const groups = query.param(idsOf(ctx, 'groups'), 'bigint[]');
  const projects = query.param(idsOf(ctx, 'projects'), 'bigint[]');
  const { viewer } = ctx;
  const text = `WITH held AS (
      SELECT w.group_id, w.project_id, coalesce(bool_or(p.archived), FALSE) AS archived, max(w.updated_at) AS at,
        count(*) FILTER (WHERE w.state = 'opened' AND w.project_id IS NULL) AS epics,
        count(*) FILTER (WHERE w.state = 'opened' AND w.project_id IS NOT NULL) AS issues
      FROM work_items w JOIN groups g ON g.id = w.group_id LEFT JOIN projects p ON p.id = w.project_id
      WHERE (g.traversal_ids && ${groups} OR w.project_id = ANY(${projects})) AND ${itemReadableSql(viewer, 'w', 'g', 'p')}
      GROUP BY w.group_id, w.project_id),
    below AS (
      SELECT up.id, sum(h.epics) AS epics, sum(h.issues) FILTER (WHERE NOT h.archived) AS issues, max(h.at) AS at
      FROM held h JOIN groups hg ON hg.id = h.group_id CROSS JOIN LATERAL unnest(hg.traversal_ids) AS up (id)
      WHERE up.id = ANY(${groups}) GROUP BY up.id)
    SELECT
      (SELECT coalesce(json_agg(json_build_object('id', g.id, 'opened_epics', coalesce(b.epics, 0), 'opened_issues', coalesce(b.issues, 0),
          'subgroups', coalesce(s.n, 0), 'projects', coalesce(q.n, 0), 'last_activity_at', ${at('b.at')}) ORDER BY g.id), '[]'::json)
        FROM groups g LEFT JOIN below b ON b.id = g.id
        LEFT JOIN (SELECT g.parent_id, count(*) AS n FROM groups g
          WHERE g.parent_id = ANY(${groups}) AND ${groupReadableSql(viewer, 'g')} GROUP BY 1) s ON s.parent_id = g.id
        LEFT JOIN (SELECT p.group_id, count(*) AS n FROM projects p JOIN groups g ON g.id = p.group_id
          WHERE p.group_id = ANY(${groups}) AND ${projectReadableSql(viewer, 'p', 'g')} GROUP BY 1) q ON q.group_id = g.id
        WHERE g.id = ANY(${groups}) AND ${groupReadableSql(viewer, 'g')}) AS groups,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'opened_issues', coalesce(h.issues, 0),
          'last_activity_at', ${at('h.at')}) ORDER BY p.id), '[]'::json)
        FROM projects p JOIN groups g ON g.id = p.group_id LEFT JOIN held h ON h.project_id = p.id
        WHERE p.id = ANY(${projects}) AND ${projectReadableSql(viewer, 'p', 'g')}) AS projects`;
  const [row] = await rowsOf(query, text);
  return { status: 200, body: row };
}

/** Under /-/. */
export const siteRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'session.json', handle: readSession },
  { method: 'GET', pattern: 'autocomplete/award_emojis', handle: awardEmojis },
  { method: 'GET', pattern: 'place_counts.json', handle: placeCounts },
];
