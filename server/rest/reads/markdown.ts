import { explained, parseQuickActions } from '@espalier/core/quick-action/rules';
import type { WorkItemType } from '@espalier/core/work-item/rules';
import { groupReadableSql, projectReadableSql } from '../../access/filters.ts';
import { referencesFor } from '../../text/find-references.ts';
import { rendered, renderMarkdown } from '../../text/markdown.ts';
import { type Place, renderTexts } from '../../text/references.ts';
import { type RestAnswer, type RestContext, type RestRoute, notFound, unauthorized } from '../types.ts';
import { byIdOrPath, queryFor, rowsOf } from './page.ts';

/** Markdown that is not stored: the preview of a page, and GitLab's call for it. */

/** Characters. */
const TEXT_MAX = 1_048_576;

/** A group or project by its path, as what a text belongs to; null: the reader may not see it. */
async function readablePlace(ctx: RestContext, kind: 'group' | 'project', path: string): Promise<Place | null> {
  const query = queryFor(ctx);
  const { viewer } = query.context;
  const text =
    kind === 'group'
      ? `SELECT g.full_path AS group, NULL AS project FROM groups g WHERE ${byIdOrPath(query, 'g', path)} AND ${groupReadableSql(viewer, 'g')}`
      : `SELECT g.full_path AS group, p.full_path AS project FROM projects p JOIN groups g ON g.id = p.group_id ` +
        `WHERE ${byIdOrPath(query, 'p', path)} AND ${projectReadableSql(viewer, 'p', 'g')}`;
  const [row] = await rowsOf(query, text);
  return row ? { groupPath: row.group as string, projectPath: row.project as string | null } : null;
}

async function htmlFor(ctx: RestContext, source: string, place: Place): Promise<string> {
  const [html = ''] = await renderTexts([{ text: rendered(source), place }], referencesFor(ctx));
  return html;
}

const fieldsOf = (ctx: RestContext): Readonly<Record<string, unknown>> =>
  typeof ctx.body === 'object' && ctx.body !== null ? (ctx.body as Record<string, unknown>) : {};
const isText = (given: unknown): given is string => typeof given === 'string' && given.length <= TEXT_MAX;

/** GitLab's names of what a text may belong to; of an item that is there its own type counts. */
const TARGETS: ReadonlyMap<unknown, WorkItemType> = new Map([
  ['Epic', 'epic'],
  ['Issue', 'issue'],
  ['WorkItem', 'issue'],
]);

interface Target {
  /** Undefined: of nothing that has commands. */
  readonly type: WorkItemType | undefined;
  /** WI-10.116: the text that is edited; empty: it is a new one. */
  readonly before: string;
}

/** WI-10.126: what the text is to belong to. It is read from the database where it is named and may be seen. */
async function targetOf(ctx: RestContext, place: Place): Promise<Target> {
  const asked = { ...ctx.query, ...fieldsOf(ctx) } as Readonly<Record<string, unknown>>;
  const type = TARGETS.get(asked['target_type']);
  const iid = Number(asked['target_id']);
  if (type === undefined || !Number.isSafeInteger(iid) || iid < 1) return { type, before: '' };
  const { items } = ctx.store;
  const item = await (place.projectPath === null
    ? items.epic(ctx.viewer, place.groupPath ?? '', iid)
    : items.ofProject(ctx.viewer, place.projectPath, iid));
  return { type: item?.type ?? type, before: (asked['edits'] === true && item?.description) || '' };
}

/** Facts 3.4, IE-07.26: `{ text }` → `{ body, references }`. What the commands of the text would do stands in `references.commands`, and they are not in the body. `edits` is ours: the text is the description of the target. */
function preview(kind: 'group' | 'project'): (ctx: RestContext) => Promise<RestAnswer> {
  return async (ctx) => {
    if (ctx.viewer.userId === null) return unauthorized;
    const place = await readablePlace(ctx, kind, ctx.groupPath);
    if (!place) return notFound;
    const { text } = fieldsOf(ctx);
    if (!isText(text)) return { status: 422, body: { errors: ['text is not valid'] } };
    const { type, before } = await targetOf(ctx, place);
    const { body, commands } = type === undefined ? { body: text, commands: [] } : parseQuickActions(text, before);
    const told = explained(commands, type ?? 'issue', { today: ctx.now.slice(0, 10) }).join(' ');
    return {
      status: 200,
      body: { body: await htmlFor(ctx, body, place), references: { users: [], suggestions: [], commands: told } },
    };
  };
}

/** IE-07.27: `{ text, gfm, project }` → `{ html }`; `group` is ours. Without `gfm` references stay plain, as GitLab has it. */
async function render(ctx: RestContext): Promise<RestAnswer> {
  if (ctx.viewer.userId === null) return unauthorized;
  const { text, gfm, project, group } = fieldsOf(ctx);
  if (!isText(text)) return { status: 400, body: { error: 'text is not valid' } };
  const named = [project, group].find((path) => path !== undefined);
  if (named !== undefined && typeof named !== 'string') return { status: 400, body: { error: 'project is not valid' } };
  const place =
    named === undefined
      ? { groupPath: null, projectPath: null }
      : await readablePlace(ctx, project === undefined ? 'group' : 'project', named);
  if (!place) return notFound;
  const html = gfm === true || gfm === 'true' ? await htmlFor(ctx, text, place) : renderMarkdown(text);
  return { status: 201, body: { html } };
}

export const markdownApiRoutes: RestRoute[] = [{ method: 'POST', pattern: 'markdown', handle: render }];
export const groupPreviewRoutes: RestRoute[] = [
  { method: 'POST', pattern: 'preview_markdown', handle: preview('group') },
];
export const projectPreviewRoutes: RestRoute[] = [
  { method: 'POST', pattern: 'preview_markdown', handle: preview('project') },
];
