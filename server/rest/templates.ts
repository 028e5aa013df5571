import { mayIn, type Owner } from '../command/item.ts';
import type { Outcome } from '../command/outcome.ts';
import type { StoredTemplate, TemplateSource } from '../command/template-store.ts';
import { changeTemplate, createTemplate, deleteTemplate, findPlace, type TemplatePlace } from '../template/change.ts';
import {
  forbidden,
  notFound,
  refusedAnswer,
  type RestAnswer,
  type RestContext,
  type RestRoute,
  unauthorized,
} from './types.ts';
import { Fields, pathOrId } from './writes/fields.ts';

/** Description templates (IE-08.43 to IE-08.45): GitLab's calls of pages, and the API in which they are managed. */

type Kind = TemplatePlace['kind'];
/** What is needed of a request. */
type Call = Pick<RestContext, 'store' | 'viewer' | 'groupPath' | 'params' | 'query' | 'body' | 'now'>;

/** `:id` of the API, or the path of a page. */
const placeOf = (ctx: Call, kind: Kind): TemplatePlace => ({
  kind,
  pathOrId: ctx.params.id === undefined ? ctx.groupPath : pathOrId(ctx.params.id),
});

type Read = (ctx: Call, owner: Owner) => Promise<RestAnswer> | RestAnswer;

/** A call for those who have signed in, about a place that they may read. */
const reading = (kind: Kind, read: Read) => async (ctx: Call) => {
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

async function found(ctx: Call, owner: Owner, name: string, status = 200): Promise<RestAnswer> {
  const source = sourceOf(ctx);
  const template = source === undefined ? undefined : await ctx.store.templates.find(ctx.viewer, owner, name, source);
  return template === undefined ? notFound : { status, body: { ...keyed(template), content: template.content } };
}

/** Null: none is named; undefined: what is named is no place. */
function sourceOf(ctx: Call): TemplateSource | null | undefined {
  const [group, project] = ['group', 'project'].map((kind) => [ctx.query[`source_template_${kind}_id`]].flat()[0]);
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

/** The template as it is after a change. */
async function changed(ctx: Call, kind: Kind, status: number, outcome: Outcome<string>): Promise<RestAnswer> {
  if (!outcome.ok) return refusedAnswer(outcome);
  const owner = await findPlace(ctx.store, ctx.viewer, placeOf(ctx, kind));
  return owner === undefined ? notFound : found({ ...ctx, query: {} }, owner, outcome.value, status);
}

const create = (kind: Kind) => async (ctx: Call) => {
  const fields = Fields.of(ctx);
  const typed = { name: fields.text('name') ?? '', content: fields.text('content') ?? '' };
  const input = { place: placeOf(ctx, kind), ...typed };
  return changed(ctx, kind, 201, await createTemplate(ctx.store, ctx.viewer, input, ctx.now));
};

const change = (kind: Kind) => async (ctx: Call) => {
  const fields = Fields.of(ctx);
  const [name, content] = [fields.text('name'), fields.text('content')];
  const given = { ...(name !== undefined && { name }), ...(content !== undefined && { content }) };
  const input = { place: placeOf(ctx, kind), name: ctx.params.key ?? '', changed: given };
  return changed(ctx, kind, 200, await changeTemplate(ctx.store, ctx.viewer, input, ctx.now));
};

const remove = (kind: Kind) => async (ctx: Call) => {
  const input = { place: placeOf(ctx, kind), name: ctx.params.key ?? '' };
  const outcome = await deleteTemplate(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
};

type Writes = (name: string, handle: (ctx: Call) => Promise<RestAnswer>) => RestRoute['handle'];

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

/** Behind `/api/v4/`. `writes`: what is around a change. */
export const templateApi = (writes: Writes) =>
  (['group', 'project'] as const).flatMap((kind): RestRoute[] => {
    const list = `${kind}s/:id/templates/issues`;
    return [
      { method: 'GET', pattern: list, handle: reading(kind, listed) },
      { method: 'POST', pattern: list, handle: writes(`${kind} template made`, create(kind)) },
      { method: 'GET', pattern: `${list}/:key`, handle: reading(kind, one) },
      { method: 'PUT', pattern: `${list}/:key`, handle: writes(`${kind} template changed`, change(kind)) },
      { method: 'DELETE', pattern: `${list}/:key`, handle: writes(`${kind} template deleted`, remove(kind)) },
    ];
  });
