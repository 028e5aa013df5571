import { epicReadableSql, meSql } from '../../access/filters.ts';
import { subjectOf } from '../../access/subject.ts';
import { sourceSql } from '../../store/sql/dates.ts';
import { subscribedSql } from '../../store/sql/personal.ts';
import type { Query } from '../../graphql/plan/query.ts';
import { type RestAnswer, type RestContext, type RestRoute, notFound } from '../types.ts';
import { initialJson, metaJson, type PageFacts, changedJson } from '../json/epic-page.ts';
import { at, epicFacts } from './facts.ts';
import { jsonColumns, queryFor, rowsOf } from './page.ts';
import { EDITOR, itemWhere, pageItem, renderedOf, type TextRow } from './page-changes.ts';

/** What the page of an epic reads: EP-01. */

const pageFacts = (ctx: RestContext, query: Query) => ({
  ...epicFacts(query),
  author_id: 'a.author_id',
  lock_version: 'a.lock_version',
  edited_at: at('a.last_edited_at'),
  editor: EDITOR,
  description_html: 'a.description_html',
  g_path: 'a.g_path',
  p_path: 'a.p_path',
  g_ids: 'a.g_ids',
  g_vis: 'a.g_vis',
  group_name: '(SELECT g.name FROM groups g WHERE g.id = a.group_id)',
  group_full_name: '(SELECT g.full_name FROM groups g WHERE g.id = a.group_id)',
  start_source: sourceSql(query.context.viewer, 'a', 'start'),
  due_source: sourceSql(query.context.viewer, 'a', 'due'),
  ancestors: ancestors(query),
  subscribed: subscribedSql(query.context.viewer, 'a'),
  todo_id:
    ctx.viewer.userId === null
      ? 'NULL'
      : `(SELECT t.id FROM todos t WHERE t.work_item_id = a.id AND t.user_id = ${meSql(query.context.viewer)} AND t.state = 'pending')`,
});

/** Columns beside the facts: what permissions are decided by, and the description as last rendered. */
interface PageRow extends PageFacts, TextRow {
  readonly g_ids: readonly number[];
  readonly g_vis: string;
}

/** Root first. An ancestor that the viewer may not see shows only that it exists (EP-11). */
function ancestors(query: Query): string {
  const readable = epicReadableSql(query.context.viewer, 'w', 'g');
  return (
    '(WITH RECURSIVE up AS (SELECT l.parent_id, 1 AS depth FROM parent_links l WHERE l.child_id = a.id UNION ALL ' +
    'SELECT l.parent_id, up.depth + 1 FROM up JOIN parent_links l ON l.child_id = up.parent_id WHERE up.depth < 100) ' +
    `SELECT coalesce(json_agg(CASE WHEN ${readable} THEN json_build_object('id', w.id, 'iid', w.iid, 'title', w.title, ` +
    `'url', '/groups/' || g.full_path || '/-/epics/' || w.iid, 'state', w.state, 'hidden', FALSE) ` +
    `ELSE json_build_object('hidden', TRUE) END ORDER BY up.depth DESC), '[]'::json) ` +
    `FROM up JOIN work_items w ON w.id = up.parent_id JOIN groups g ON g.id = w.group_id)`
  );
}

async function readRow(ctx: RestContext, query: Query, from: string): Promise<PageRow | undefined> {
  const text = `SELECT row_to_json(r) AS epic FROM (SELECT ${jsonColumns(pageFacts(ctx, query))} FROM ${from}) r`;
  const [row] = await rowsOf(query, text);
  return row?.epic as PageRow | undefined;
}

const subjectOfRow = (ctx: RestContext, { g_ids, g_vis, confidential, author_id }: PageRow) => {
  const item = { kind: 'epic' as const, confidential, authorId: author_id, assigned: false };
  return subjectOf(ctx.viewer, { traversalIds: g_ids, visibility: g_vis, item });
};

async function readPage(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const from = pageItem(ctx, query, 'epic');
  const row = from === null ? undefined : await readRow(ctx, query, from);
  if (row === undefined) return notFound;
  const initial = initialJson(
    row,
    subjectOfRow(ctx, row),
    await renderedOf(ctx, row),
    ctx.features?.iterations ?? true,
  );
  return { status: 200, body: { initial, meta: metaJson(ctx.baseUrl, row) } };
}

/** The answer of a change through the page. */
export async function changedEpic(ctx: RestContext, id: number): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const from = itemWhere(query, 'epic', `w.id = ${query.param(id, 'bigint')}`);
  const row = await readRow(ctx, query, from);
  return row === undefined ? notFound : { status: 200, body: changedJson(ctx.baseUrl, row, subjectOfRow(ctx, row)) };
}

export const epicPageReadRoutes: RestRoute[] = [{ method: 'GET', pattern: 'epics/:iid.json', handle: readPage }];
