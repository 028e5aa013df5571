import { can, itemPermissions } from '@espalier/core/access';
import { createHash } from 'node:crypto';
import { epicReadableSql } from '../../access/filters.ts';
import { subjectOf } from '../../access/subject.ts';
import { sourceDateSql, sourceDatesSql, sourceTitleSql } from '../../epic/date-source.ts';
import { subscribedSql } from '../../epic/subscribed.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { EPIC_COLUMNS, EPIC_FROM } from '../../graphql/types/item.ts';
import { countTasks, renderMarkdown, renderTitle, taskStatus } from '../../text/markdown.ts';
import { todoPath } from '../todos.ts';
import { type RestAnswer, type RestContext, type RestRoute, notFound } from '../types.ts';
import { at, withTextColors } from './json.ts';
import { jsonColumns, queryFor, rowsOf } from './page.ts';

/** The data of the epic page: EP-01. Shapes as in GitLab's pages; `initial` in camel case, `meta` in snake case, as GitLab's pages have them. */

/** The readable epic of a page route, as FROM item `a`. */
function pageEpic(ctx: RestContext, query: Query): string | null {
  const { iid = '' } = ctx.params;
  if (!/^[1-9]\d{0,8}$/.test(iid)) return null;
  return (
    `(SELECT ${EPIC_COLUMNS} FROM ${EPIC_FROM} WHERE w.type = 'epic' AND w.iid = ${query.param(Number(iid), 'integer')} ` +
    `AND lower(g.full_path) = lower(${query.param(ctx.groupPath, 'text')}) AND ${epicReadableSql(ctx.viewer, 'w', 'g')}) a`
  );
}

function source(ctx: RestContext, which: 'start' | 'due') {
  return {
    [`${which}_source_title`]: sourceTitleSql(ctx.viewer, 'a', which),
    [`${which}_source_date`]: sourceDateSql('a', which),
    [`${which}_source_dates`]: sourceDatesSql(ctx.viewer, 'a', which),
  };
}

function columns(ctx: RestContext, query: Query) {
  return {
    id: 'a.id',
    iid: 'a.iid',
    title: 'a.title',
    description: `coalesce(a.description, '')`,
    description_html: 'a.description_html',
    state: 'a.state',
    confidential: 'a.confidential',
    color: 'a.color',
    lock_version: 'a.lock_version',
    created: at('a.created_at'),
    author_id: 'a.author_id',
    author: `(SELECT json_build_object('name', u.name, 'username', u.username, 'avatar_url', u.avatar_url) FROM users u WHERE u.id = a.author_id)`,
    g_id: 'a.group_id',
    g_ids: 'a.g_ids',
    g_vis: 'a.g_vis',
    g_path: 'a.g_path',
    g_name: '(SELECT g.name FROM groups g WHERE g.id = a.group_id)',
    start_date: 'a.start_date',
    start_date_fixed: 'a.start_date_fixed',
    start_date_is_fixed: 'a.start_date_is_fixed',
    due_date: 'a.due_date',
    due_date_fixed: 'a.due_date_fixed',
    due_date_is_fixed: 'a.due_date_is_fixed',
    ...source(ctx, 'start'),
    ...source(ctx, 'due'),
    labels:
      `(SELECT coalesce(json_agg(json_build_object('id', b.id, 'title', b.title, 'color', b.color, ` +
      `'description', b.description) ORDER BY b.title, b.id), '[]'::json) FROM work_item_labels wl JOIN labels b ON b.id = wl.label_id WHERE wl.work_item_id = a.id)`,
    ancestors: ancestors(ctx),
    subscribed: subscribedSql(ctx.viewer, 'a'),
    todo_id:
      ctx.viewer.userId === null
        ? 'NULL'
        : `(SELECT t.id FROM todos t WHERE t.work_item_id = a.id AND t.user_id = ${ctx.viewer.userId} AND t.state = 'pending')`,
    base: query.baseUrl(),
  };
}

/** Root first; an ancestor the viewer may not see is told only by its being there (EP-11). */
function ancestors(ctx: RestContext): string {
  const readable = epicReadableSql(ctx.viewer, 'w', 'g');
  return (
    '(WITH RECURSIVE up AS (SELECT l.parent_id, 1 AS depth FROM parent_links l WHERE l.child_id = a.id UNION ALL ' +
    'SELECT l.parent_id, up.depth + 1 FROM up JOIN parent_links l ON l.child_id = up.parent_id WHERE up.depth < 100) ' +
    `SELECT coalesce(json_agg(CASE WHEN ${readable} THEN json_build_object('id', w.id, 'iid', w.iid, 'title', w.title, ` +
    `'url', '/groups/' || g.full_path || '/-/epics/' || w.iid, 'state', w.state, 'hidden', FALSE) ` +
    `ELSE json_build_object('hidden', TRUE) END ORDER BY up.depth DESC), '[]'::json) ` +
    `FROM up JOIN work_items w ON w.id = up.parent_id JOIN groups g ON g.id = w.group_id)`
  );
}

async function readPage(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const from = pageEpic(ctx, query);
  if (from === null) return notFound;
  const [row] = await rowsOf(
    query,
    `SELECT row_to_json(r) AS epic FROM (SELECT ${jsonColumns(columns(ctx, query))} FROM ${from}) r`,
  );
  if (!row) return notFound;
  const epic = withTextColors(row.epic as Row);
  return { status: 200, body: { initial: initialOf(ctx, epic), meta: metaOf(epic) } };
}

function initialOf(ctx: RestContext, epic: Row) {
  const group = `/groups/${String(epic.g_path)}`;
  const endpoint = `${group}/-/epics/${String(epic.iid)}`;
  const description = String(epic.description);
  const subject = {
    ...subjectOf(ctx.viewer, {
      traversalIds: epic.g_ids as number[],
      visibility: String(epic.g_vis),
      item: {
        kind: 'epic',
        confidential: epic.confidential === true,
        authorId: Number(epic.author_id),
        assigned: false,
      },
    }),
  };
  const html = (epic.description_html as string | null) ?? renderMarkdown(description);
  return {
    endpoint,
    updateEndpoint: `${endpoint}.json`,
    ...itemPermissions(subject as Parameters<typeof itemPermissions>[0]),
    canCreateNote: can('createNote', subject),
    issuableRef: `&${String(epic.iid)}`,
    markdownPreviewPath: `${group}/-/preview_markdown?target_type=Epic`,
    markdownDocsPath: '/-/help/markdown',
    issuableTemplateNamesPath: '',
    lockVersion: epic.lock_version,
    state: epic.state,
    initialTitleHtml: renderTitle(String(epic.title)),
    initialTitleText: epic.title,
    initialDescriptionHtml: html,
    initialDescriptionText: description,
    initialTaskStatus: taskStatus(description),
    initialTaskCompletionStatus: countTasks(description),
    epicLinksEndpoint: `${endpoint}/links`,
    issueLinksEndpoint: `${endpoint}/issues`,
    projectsEndpoint: `/api/v4/groups/${String(epic.g_id)}/projects`,
    epicsWebUrl: `${group}/-/epics`,
    issuesWebUrl: `${group}/-/issues`,
    fullPath: epic.g_path,
    groupId: epic.g_id,
    groupName: epic.g_name,
    confidential: epic.confidential,
    allowSubEpics: true,
    allowIssuableHealthStatus: true,
    allowIterations: ctx.features?.iterations ?? true,
  };
}

function metaOf(epic: Row) {
  const group = `/groups/${String(epic.g_path)}`;
  const endpoint = `${group}/-/epics/${String(epic.iid)}`;
  const author = epic.author as { name: string; username: string; avatar_url: string | null };
  const dates = (which: 'start' | 'due') => ({
    [`${which}_date`]: epic[`${which}_date`],
    [`${which}_date_is_fixed`]: epic[`${which}_date_is_fixed`],
    [`${which}_date_fixed`]: epic[`${which}_date_fixed`],
    [`${which}_date_from_milestones`]: epic[`${which}_source_date`],
    [`${which}_date_sourcing_milestone_title`]: epic[`${which}_source_title`],
    [`${which}_date_sourcing_milestone_dates`]: epic[`${which}_source_dates`],
  });
  return {
    epic_id: epic.id,
    epic_iid: epic.iid,
    created: epic.created,
    author: {
      name: author.name,
      username: `@${author.username}`,
      url: `${String(epic.base)}/${author.username}`,
      src: author.avatar_url,
    },
    ancestors: epic.ancestors,
    todo_exists: epic.todo_id !== null,
    todo_path: `${endpoint}/todos`,
    ...(epic.todo_id !== null && { todo_delete_path: todoPath(Number(epic.todo_id)) }),
    lock_version: epic.lock_version,
    state: epic.state,
    scoped_labels: true,
    namespace: epic.g_path,
    labels: epic.labels,
    labels_path: `${group}/-/labels.json?include_ancestor_groups=true&only_group_labels=true`,
    labels_web_url: `${group}/-/labels`,
    toggle_subscription_path: `${endpoint}/toggle_subscription`,
    epics_web_url: `${group}/-/epics`,
    new_epic_web_url: `${group}/-/epics/new`,
    subscribed: epic.subscribed,
    color: epic.color,
    text_color: epic.text_color,
    ...dates('start'),
    ...dates('due'),
  };
}

/** Facts 3.4: what an open page polls for. Unchanged: 304. The interval is in milliseconds. */
async function realtimeChanges(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const from = pageEpic(ctx, query);
  if (from === null) return notFound;
  const [epic] = await rowsOf(
    query,
    `SELECT a.title, coalesce(a.description, '') AS description, a.description_html, a.lock_version, ${at('a.last_edited_at')} AS edited_at, ` +
      `u.name AS editor, u.username AS editor_username FROM ${from} LEFT JOIN users u ON u.id = a.last_edited_by`,
  );
  if (!epic) return notFound;
  const description = String(epic.description);
  const body = {
    title: renderTitle(String(epic.title)),
    title_text: epic.title,
    description: (epic.description_html as string | null) ?? renderMarkdown(description),
    description_text: description,
    task_status: taskStatus(description),
    task_completion_status: countTasks(description),
    lock_version: epic.lock_version,
    ...(epic.edited_at !== null && {
      updated_at: epic.edited_at,
      updated_by_name: epic.editor,
      updated_by_path: epic.editor_username === null ? null : `/${String(epic.editor_username)}`,
    }),
  };
  const tag = `W/"${createHash('sha1').update(JSON.stringify(body)).digest('base64url')}"`;
  const headers = { 'poll-interval': '3000', etag: tag, 'cache-control': 'no-cache' };
  const unchanged = [ctx.headers['if-none-match']].flat().includes(tag);
  return unchanged ? { status: 304, headers } : { status: 200, body, headers };
}

export const epicPageReadRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'epics/:iid.json', handle: readPage },
  { method: 'GET', pattern: 'epics/:iid/realtime_changes', handle: realtimeChanges },
];
