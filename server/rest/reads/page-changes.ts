import { createHash } from 'node:crypto';
import { epicReadableSql, projectItemReadableSql } from '../../access/filters.ts';
import type { Query } from '../../graphql/plan/query.ts';
import {
  EPIC_COLUMNS,
  EPIC_FROM,
  ISSUE_COLUMNS,
  ISSUE_FROM,
  itemAccess,
  subjectOfItem,
} from '../../graphql/types/item.ts';
import { referencesFor } from '../../text/find-references.ts';
import { countTasks, rendered, renderTitle, taskStatus } from '../../text/markdown.ts';
import { renderTexts } from '../../text/references.ts';
import {
  changedIssueJson,
  type ChangedIssueFacts,
  type ChangesFacts,
  realtimeJson,
  type Rendered,
} from '../json/page-changes.ts';
import { type RestAnswer, type RestContext, type RestRoute, notFound } from '../types.ts';
import { at, issueFacts, factsOf } from './facts.ts';
import { jsonColumns, queryFor, rowsOf } from './page.ts';

/** Who edited the text of item `a` last. */
export const EDITOR =
  "(SELECT json_build_object('name', u.name, 'username', u.username) FROM users u WHERE u.id = a.last_edited_by)";

/** What the page of an item reads of changes: of epics in groups and of all items of projects. */

/** What a page is about: an epic by its group, or an item of whatever type by its project. */
export type PageKind = 'epic' | 'issue';

/** The readable item of a page route, as FROM item `a`, with the full paths of its group and project; null: no number. */
export function pageItem(ctx: RestContext, query: Query, kind: PageKind): string | null {
  const { iid = '' } = ctx.params;
  if (!/^[1-9]\d{0,8}$/.test(iid)) return null;
  const [owner, named] = kind === 'epic' ? ['g', 'group_named'] : ['p', 'project_named'];
  return itemWhere(
    query,
    kind,
    `w.iid = ${query.param(Number(iid), 'integer')} AND ${owner}.id = ${named}(${query.param(ctx.groupPath, 'text')})`,
  );
}

/** The same by any condition on `w`. */
export function itemWhere(query: Query, kind: PageKind, where: string): string {
  const { viewer } = query.context;
  const [columns, from, readable] =
    kind === 'epic'
      ? [`${EPIC_COLUMNS}, NULL::text AS p_path`, EPIC_FROM, `w.type = 'epic' AND ${epicReadableSql(viewer, 'w', 'g')}`]
      : [ISSUE_COLUMNS, ISSUE_FROM, projectItemReadableSql(viewer, 'w', 'g', 'p')];
  return `(SELECT ${columns} FROM ${from} WHERE ${where} AND ${readable}) a`;
}

export interface TextRow {
  readonly title: string;
  readonly description: string | null;
  /** As rendered elsewhere. */
  readonly description_html: string | null;
  readonly g_path: string;
  readonly p_path: string | null;
}

export async function renderedOf(ctx: RestContext, row: TextRow): Promise<Rendered> {
  const description = row.description ?? '';
  const placed = { text: rendered(description), place: { groupPath: row.g_path, projectPath: row.p_path } };
  const html = row.description_html ?? (await renderTexts([placed], referencesFor(ctx)))[0];
  return {
    title: renderTitle(row.title),
    description: html ?? '',
    taskStatus: taskStatus(description),
    taskCounts: countTasks(description),
  };
}

/** What an open page polls for (facts 3.4): 304 if nothing changed. `poll-interval` is in milliseconds. */
const realtimeChanges =
  (kind: PageKind) =>
  async (ctx: RestContext): Promise<RestAnswer> => {
    const query = queryFor(ctx);
    const from = pageItem(ctx, query, kind);
    if (from === null) return notFound;
    const [row] = await rowsOf(
      query,
      `SELECT a.title, a.description, a.description_html, a.g_path, a.p_path, a.lock_version, ${at('a.last_edited_at')} AS edited_at, ` +
        `${EDITOR} AS editor FROM ${from}`,
    );
    if (!row) return notFound;
    const item = row as unknown as ChangesFacts & TextRow;
    const body = realtimeJson(item, await renderedOf(ctx, item));
    const tag = `W/"${createHash('sha1').update(JSON.stringify(body)).digest('base64url')}"`;
    const headers = { 'poll-interval': '3000', etag: tag, 'cache-control': 'private, no-cache' };
    const unchanged = [ctx.headers['if-none-match']].flat().includes(tag);
    return unchanged ? { status: 304, headers } : { status: 200, body, headers };
  };

/** The answer of a change through the page of an item of a project. */
export async function changedIssue(ctx: RestContext, id: number): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const facts = {
    ...issueFacts(query),
    lock_version: 'a.lock_version',
    discussion_locked: 'a.discussion_locked',
    $acc: itemAccess('a', { query }),
  };
  const from = itemWhere(query, 'issue', `w.id = ${query.param(id, 'bigint')}`);
  const [row] = await rowsOf(query, `SELECT row_to_json(r) AS item FROM (SELECT ${jsonColumns(facts)} FROM ${from}) r`);
  if (!row) return notFound;
  const item = factsOf<ChangedIssueFacts & { readonly $acc: unknown }>(row.item);
  const subject = subjectOfItem({ $acc: item.$acc }, ctx.viewer);
  return { status: 200, body: changedIssueJson(ctx.baseUrl, ctx.now, item, subject) };
}

export const epicChangesRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'epics/:iid/realtime_changes', handle: realtimeChanges('epic') },
];

export const issueChangesRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'issues/:iid/realtime_changes', handle: realtimeChanges('issue') },
];
