import { mayIn, type Owner } from '../command/item.ts';
import type { Outcome } from '../command/outcome.ts';
import type { StoredTemplate, TemplateSource } from '../command/template-store.ts';
import { changeTemplate, createTemplate, deleteTemplate, findPlace, type TemplatePlace } from '../template/change.ts';
import { text } from './reads/page.ts';
import {
  forbidden,
  notFound,
  refusedAnswer,
  type RestAnswer,
  type RestContext,
  type RestRoute,
  unauthorized,
} from './types.ts';
import { write } from './writes/answers.ts';
import { Fields, pathOrId } from './writes/fields.ts';

/** Description templates (IE-08.43 to IE-08.45): GitLab's calls of pages, and the API in which they are managed. */

type Kind = TemplatePlace['kind'];

/** `:id` of the API, or the path of a page. */
const placeOf = (ctx: RestContext, kind: Kind): TemplatePlace => ({
  kind,
  pathOrId: ctx.params.id === undefined ? ctx.groupPath : pathOrId(ctx.params.id),
});

type Read = (ctx: RestContext, owner: Owner) => Promise<RestAnswer> | RestAnswer;

/** A call for those who have signed in, about a place that they may read. */
const reading = (kind: Kind, read: Read) => async (ctx: RestContext) => {
  if (ctx.viewer.userId === null) return unauthorized;
  const owner = await findPlace(ctx.store, ctx.viewer, placeOf(ctx, kind));
  return owner === undefined ? notFound : read(ctx, owner);
};

const keyed = ({ name, projectId, groupId }: StoredTemplate) => ({
  name,
  key: name,
  project_id: projectId,
  ...(groupId !== null && { group_id: groupId }),
});

const names: Read = async ({ store, viewer, params }, owner) => {
  if (params.type !== 'issue') return notFound;
  const body: Record<string, object[]> = {};
  for (const template of await store.templates.around(viewer, owner)) {
    const category = template.groupName === null ? 'Project Templates' : `Group ${template.groupName}`;
    (body[category] ??= []).push({ ...keyed(template), id: template.name });
  }
  return { status: 200, body };
};

const listed: Read = async ({ store, viewer }, owner) => ({
  status: 200,
  body: (await store.templates.around(viewer, owner)).map(keyed),
});

const one: Read = (ctx, owner) =>
  (ctx.params.type ?? 'issue') === 'issue' ? found(ctx, owner, ctx.params.key ?? '') : notFound;

async function found(ctx: RestContext, owner: Owner, name: string, status = 200): Promise<RestAnswer> {
  const source = sourceOf(ctx);
  const template = source === undefined ? undefined : await ctx.store.templates.find(ctx.viewer, owner, name, source);
  return template === undefined ? notFound : { status, body: { ...keyed(template), content: template.content } };
}

/** Null: none is named; undefined: what is named is no place. */
function sourceOf(ctx: RestContext): TemplateSource | null | undefined {
  const [group, project] = [text(ctx, 'source_template_group_id'), text(ctx, 'source_template_project_id')];
  const named = group ?? project;
  if (named === undefined || named === '') return null;
  if (!/^[1-9]\d{0,14}$/.test(named)) return undefined;
  return group === undefined ? { projectId: Number(named) } : { groupId: Number(named) };
}

const managed: Read = async ({ store, viewer }, owner) => {
  if (!mayIn(viewer, 'adminTemplate', owner)) return forbidden;
  const { group_id, project_id } = owner;
  const templates = (await store.templates.around(viewer, owner))
    .filter(({ groupId, projectId }) => (project_id === null ? groupId === group_id : projectId === project_id))
    .map((template) => ({ name: template.name, updated_at: template.updatedAt }));
  return { status: 200, body: { templates } };
};

/** A change of a template; the answer is the template as it is then. */
const changing = (name: string, kind: Kind, status: number, run: (ctx: RestContext) => Promise<Outcome<string>>) =>
  write(`${kind} template ${name}`, async (ctx) => {
    const outcome = await run(ctx);
    if (!outcome.ok) return refusedAnswer(outcome);
    const owner = await findPlace(ctx.store, ctx.viewer, placeOf(ctx, kind));
    return owner === undefined ? notFound : found({ ...ctx, query: {} }, owner, outcome.value, status);
  });

const create = (kind: Kind) =>
  changing('made', kind, 201, (ctx) => {
    const fields = Fields.of(ctx);
    const typed = { name: fields.text('name') ?? '', content: fields.text('content') ?? '' };
    return createTemplate(ctx.store, ctx.viewer, { place: placeOf(ctx, kind), ...typed }, ctx.now);
  });

const change = (kind: Kind) =>
  changing('changed', kind, 200, (ctx) => {
    const fields = Fields.of(ctx);
    const [name, content] = [fields.text('name'), fields.text('content')];
    const changed = { ...(name !== undefined && { name }), ...(content !== undefined && { content }) };
    const input = { place: placeOf(ctx, kind), name: ctx.params.key ?? '', changed };
    return changeTemplate(ctx.store, ctx.viewer, input, ctx.now);
  });

const remove = (kind: Kind) =>
  write(`${kind} template deleted`, async (ctx) => {
    const input = { place: placeOf(ctx, kind), name: ctx.params.key ?? '' };
    const outcome = await deleteTemplate(ctx.store, ctx.viewer, input, ctx.now);
    return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
  });

const offered = (kind: Kind): RestRoute[] => [
  { method: 'GET', pattern: 'description_templates/names/:type', handle: reading(kind, names) },
  { method: 'GET', pattern: 'templates/:type/:key', handle: reading(kind, one) },
];
const page = (kind: Kind): RestRoute => ({
  method: 'GET',
  pattern: 'settings/templates.json',
  handle: reading(kind, managed),
});

/** Behind `/{project}/`, without `/-/`. */
export const bareTemplateRoutes = offered('project');
export const projectTemplateRoutes = [page('project')];
export const groupTemplateRoutes = [...offered('group'), page('group')];
export const apiTemplateRoutes = (['group', 'project'] as const).flatMap((kind): RestRoute[] => {
  const list = `${kind}s/:id/templates/issues`;
  return [
    { method: 'GET', pattern: list, handle: reading(kind, listed) },
    { method: 'POST', pattern: list, handle: create(kind) },
    { method: 'GET', pattern: `${list}/:key`, handle: reading(kind, one) },
    { method: 'PUT', pattern: `${list}/:key`, handle: change(kind) },
    { method: 'DELETE', pattern: `${list}/:key`, handle: remove(kind) },
  ];
});
