import { loadViewer } from '../access/load-viewer.ts';
import type { Outcome, Refused } from '../command/outcome.ts';
import { hiddenText } from '../command/outcome.ts';
import type { NewPlace } from '../command/place-store.ts';
import {
  archiveProject,
  changePlace,
  createGroup,
  createProject,
  type Pictured,
  type TypedPlace,
  type WantedPlace,
} from '../place/change.ts';
import { deletePlace, restorePlace } from '../place/deletion.ts';
import { movePlace, NO_TARGET } from '../place/move.ts';
import { onePlace } from './reads/groups.ts';
import {
  forbidden,
  notFound,
  notFoundAs,
  refusedAnswer,
  type RestAnswer,
  type RestContext,
  type RestMethod,
  type RestRoute,
  unauthorized,
} from './types.ts';
import { write } from './writes/answers.ts';
import { Fields, pathOrId } from './writes/fields.ts';
import { Parameters, validationAnswer } from './writes/parameters.ts';

/** Changes of groups and projects, behind `/api/v4/`: GitLab 16.2's docs/api/groups.md and docs/api/projects.md. */

type Kind = WantedPlace['kind'];

/** What a call is about. */
interface Call {
  readonly ctx: RestContext;
  readonly kind: Kind;
  readonly asked: Parameters;
  readonly place: WantedPlace;
}

const VISIBILITIES = ['private', 'internal', 'public'] as const;

function texts(asked: Parameters): Partial<NewPlace> & Pictured {
  const [name, path, description] = [asked.text('name'), asked.text('path'), asked.text('description')];
  const visibility = asked.word('visibility', VISIBILITIES);
  const avatar = asked.file('avatar');
  return {
    ...(name !== undefined && { name }),
    ...(path !== undefined && { path }),
    ...(description !== undefined && { description: description || null }),
    ...(visibility !== undefined && { visibility }),
    ...(avatar !== undefined && { avatar }),
  };
}

async function postGroup({ ctx, asked }: Call): Promise<RestAnswer> {
  asked.required('name', 'path');
  const parent = asked.integer('parent_id') ?? null;
  const typed: TypedPlace = { ...texts(asked), parent };
  asked.check();
  const outcome = await createGroup(ctx.store, ctx.viewer, typed, ctx.now);
  if (outcome.ok) return told(ctx, 'group', 201, outcome.value);
  // GitLab's words for this one call.
  if (outcome.status === 422) return message(400, `Failed to save group ${inspected(outcome.errors)}`);
  return refused(outcome);
}

async function postProject({ ctx, asked }: Call): Promise<RestAnswer> {
  asked.oneOf('name', 'path');
  asked.required('namespace_id');
  const parent = asked.place('namespace_id') ?? '';
  const typed = { ...texts(asked), parent };
  asked.check();
  const outcome = await createProject(ctx.store, ctx.viewer, typed, ctx.now);
  if (outcome.ok) return told(ctx, 'project', 201, outcome.value);
  return outcome.status === 404 ? notFoundAs('Namespace') : refused(outcome);
}

async function put({ ctx, kind, asked, place }: Call): Promise<RestAnswer> {
  if (kind === 'project') asked.oneOf('avatar', 'description', 'name', 'path', 'visibility');
  const changed = texts(asked);
  asked.check();
  return answered(ctx, kind, 200, await changePlace(ctx.store, ctx.viewer, { ...place, changed }, ctx.now));
}

const archive =
  (archived: boolean) =>
  async ({ ctx, place: { pathOrId } }: Call) =>
    answered(ctx, 'project', 201, await archiveProject(ctx.store, ctx.viewer, { pathOrId, archived }, ctx.now));

async function remove({ ctx, asked, place }: Call): Promise<RestAnswer> {
  const fullPath = asked.text('full_path') ?? '';
  // What is no truth is none, as in GitLab.
  const isNow = /^(true|1|t|yes|y|on)$/i.test(asked.text('permanently_remove') ?? '');
  asked.check();
  const input = { ...place, now: isNow ? { fullPath } : null };
  const outcome = await deletePlace(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? message(202, '202 Accepted') : refused(outcome);
}

const restore = async ({ ctx, kind, place }: Call) =>
  answered(ctx, kind, 201, await restorePlace(ctx.store, ctx.viewer, place, ctx.now));

async function moveGroup({ ctx, asked, place }: Call): Promise<RestAnswer> {
  const to = asked.place('group_id') ?? null;
  asked.check();
  return answered(ctx, 'group', 201, await movePlace(ctx.store, ctx.viewer, { ...place, to }, ctx.now));
}

async function moveProject({ ctx, asked, place }: Call): Promise<RestAnswer> {
  asked.required('namespace');
  const to = asked.place('namespace') ?? '';
  asked.check();
  const outcome = await movePlace(ctx.store, ctx.viewer, { ...place, to }, ctx.now);
  return !outcome.ok && outcome.errors[0] === NO_TARGET
    ? notFoundAs('Namespace')
    : answered(ctx, 'project', 200, outcome);
}

/** AP-05.201: what only administrators do this way. */
async function moveInto({ ctx, place }: Call): Promise<RestAnswer> {
  if (!ctx.viewer.admin) return forbidden;
  const to = (await ctx.store.group(ctx.viewer, place.pathOrId))?.group_id;
  if (to === undefined) return notFound;
  const moved = { kind: 'project', pathOrId: pathOrId(ctx.params['project'] ?? '') } as const;
  const outcome = await movePlace(ctx.store, ctx.viewer, { ...moved, to }, ctx.now);
  if (!outcome.ok && outcome.errors[0] === hiddenText) return notFoundAs('Project');
  return outcome.ok ? told(ctx, 'group', 201, to) : refused(outcome);
}

const message = (status: number, text: string): RestAnswer => ({ status, body: { message: text } });

/** Faults as Ruby shows a hash of them: `{:path=>["has already been taken"]}`. */
function inspected(errors: readonly string[]): string {
  const told = new Map<string, string[]>();
  for (const error of errors) {
    const [, name = 'base', text = error] = /^(\w+) (.*)$/s.exec(error) ?? [];
    told.set(name, [...(told.get(name) ?? []), JSON.stringify(text)]);
  }
  return `{${[...told].map(([name, texts]) => `:${name}=>[${texts.join(', ')}]`).join(', ')}}`;
}

async function answered(ctx: RestContext, kind: Kind, status: number, outcome: Outcome<number>): Promise<RestAnswer> {
  return outcome.ok ? told(ctx, kind, status, outcome.value) : refused(outcome);
}

/** Whoever changed it may see it by a role that they have got with the change. */
async function told(ctx: RestContext, kind: Kind, status: number, id: number): Promise<RestAnswer> {
  const viewer = await loadViewer(ctx.db, ctx.viewer.userId, ctx.now);
  return { ...(await onePlace({ ...ctx, viewer, params: { id: String(id) } }, kind)), status };
}

function refused(outcome: Refused): RestAnswer {
  if (outcome.status === 422) return validationAnswer(outcome);
  if (outcome.errors[0] === NO_TARGET) return notFoundAs('Group');
  if (outcome.status === 400) return message(400, outcome.errors.join(' '));
  if (outcome.status === 404 && outcome.errors[0] === hiddenText) return notFound;
  return refusedAnswer(outcome);
}

function route(method: RestMethod, kind: Kind, rest: string, run: (call: Call) => Promise<RestAnswer>): RestRoute {
  const pattern = `${kind}s${rest}`;
  const handle = write(`${method} ${pattern}`, async (ctx) => {
    if (ctx.viewer.userId === null) return unauthorized;
    const place = { kind, pathOrId: pathOrId(ctx.params['id'] ?? '') };
    return run({ ctx, kind, asked: new Parameters(Fields.of(ctx)), place });
  });
  return { method, pattern, handle };
}

export const placeWriteRoutes: readonly RestRoute[] = [
  route('POST', 'group', '', postGroup),
  route('POST', 'project', '', postProject),
  ...(['group', 'project'] as const).flatMap((kind) => [
    route('PUT', kind, '/:id', put),
    route('DELETE', kind, '/:id', remove),
    route('POST', kind, '/:id/restore', restore),
  ]),
  route('POST', 'group', '/:id/transfer', moveGroup),
  route('POST', 'group', '/:id/projects/:project', moveInto),
  route('PUT', 'project', '/:id/transfer', moveProject),
  route('POST', 'project', '/:id/archive', archive(true)),
  route('POST', 'project', '/:id/unarchive', archive(false)),
];
