import { changeLabel, createLabel, deleteLabel, followLabel, mergeLabel, promoteLabel } from '../label/change.ts';
import type { Outcome, Refused } from '../command/outcome.ts';
import { hiddenText } from '../command/outcome.ts';
import { type LabelOwner, oneLabel } from './reads/labels.ts';
import { findPlace } from '../template/change.ts';
import {
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

/** Changes of labels, behind `/api/v4/`: GitLab 16.2's docs/api/labels.md and docs/api/group_labels.md, and merging (AP-14.33). */

/** What a call is about. */
interface Call {
  readonly ctx: RestContext;
  readonly of: LabelOwner;
  readonly fields: Fields;
  readonly place: { readonly kind: LabelOwner; readonly pathOrId: string | number };
}

const COLOR_AND_NAMES = ['new_name', 'color', 'description'];

async function post({ ctx, of, fields, place }: Call): Promise<RestAnswer> {
  const asked = new Parameters(fields);
  asked.required('name', 'color');
  const [title, color] = [asked.text('name') ?? '', asked.text('color') ?? ''];
  const description = asked.text('description');
  if (of === 'project') asked.integer('priority');
  asked.check();
  const input = { place, title, color, description: description || null, unlike: true };
  return answered(ctx, of, 201, await createLabel(ctx.store, ctx.viewer, input, ctx.now));
}

async function put(call: Call, label: string, asked = new Parameters(call.fields)): Promise<RestAnswer> {
  const { ctx, of, place } = call;
  asked.oneOf(...COLOR_AND_NAMES, ...(of === 'project' ? ['priority'] : []));
  const [title, color, description] = [asked.text('new_name'), asked.text('color'), asked.text('description')];
  if (of === 'project') asked.integer('priority');
  asked.check();
  const changed = {
    ...(title !== undefined && { title }),
    ...(color !== undefined && { color }),
    ...(description !== undefined && { description: description || null }),
  };
  return answered(ctx, of, 200, await changeLabel(ctx.store, ctx.viewer, { place, label, changed }, ctx.now));
}

async function remove({ ctx, of, place }: Call, label: string, asked?: Parameters): Promise<RestAnswer> {
  asked?.check();
  const outcome = await deleteLabel(ctx.store, ctx.viewer, { place, label }, ctx.now);
  return outcome.ok ? { status: 204 } : refused(ctx, of, outcome);
}

async function promote({ ctx, of, place }: Call, label: string, asked?: Parameters): Promise<RestAnswer> {
  asked?.check();
  const outcome = await promoteLabel(ctx.store, ctx.viewer, { place, label }, ctx.now);
  if (!outcome.ok) return refused(ctx, of, outcome);
  const project = await ctx.store.project(ctx.viewer, place.pathOrId);
  const group = { ...ctx, params: { id: String(project?.group_id) } };
  return oneLabel(group, 'group', String(outcome.value));
}

async function merge({ ctx, of, fields, place }: Call, label: string): Promise<RestAnswer> {
  const asked = new Parameters(fields);
  asked.required('into');
  const into = asked.text('into') ?? '';
  asked.check();
  return answered(ctx, of, 200, await mergeLabel(ctx.store, ctx.viewer, { place, label, into }, ctx.now));
}

/** 304 where nothing changes. */
const follow = (follows: boolean) => async (call: Call, label: string) => {
  const { ctx, of, place } = call;
  const outcome = await followLabel(ctx.store, ctx.viewer, { place, label, follows }, ctx.now);
  if (!outcome.ok) return refused(ctx, of, outcome);
  return outcome.value ? oneLabel(ctx, of, label, 201) : { status: 304 };
};

/** GitLab's older forms name the label beside the path. */
const named =
  (run: (call: Call, label: string, asked: Parameters) => Promise<RestAnswer>, ...names: readonly string[]) =>
  (call: Call) => {
    const asked = new Parameters(call.fields);
    if (names.length === 1) asked.required(...names);
    else asked.exactlyOneOf(...names);
    const given = names.map((name) => (name === 'label_id' ? asked.integer(name) : asked.text(name)));
    return run(call, String(given.find((value) => value !== undefined) ?? ''), asked);
  };

const answered = (ctx: RestContext, of: LabelOwner, status: number, outcome: Outcome<number>) =>
  outcome.ok ? oneLabel(ctx, of, String(outcome.value), status) : refused(ctx, of, outcome);

/** Says whether it is the place or the label that is not there. */
async function refused(ctx: RestContext, of: LabelOwner, outcome: Refused): Promise<RestAnswer> {
  if (outcome.status === 422) return validationAnswer(outcome);
  if (outcome.status !== 404 || outcome.errors[0] !== hiddenText) return refusedAnswer(outcome);
  const place = await findPlace(ctx.store, ctx.viewer, { kind: of, pathOrId: pathOrId(ctx.params['id'] ?? '') });
  return place === undefined ? notFound : notFoundAs('Label');
}

type Run = (call: Call, label: string) => Promise<RestAnswer>;

function route(method: RestMethod, of: LabelOwner, rest: string, run: Run): RestRoute {
  const handle = write(`${method} ${of} label${rest}`, async (ctx) => {
    if (ctx.viewer.userId === null) return unauthorized;
    const place = { kind: of, pathOrId: pathOrId(ctx.params['id'] ?? '') };
    return run({ ctx, of, fields: Fields.of(ctx), place }, ctx.params['label'] ?? '');
  });
  return { method, pattern: `${of}s/:id/labels${rest}`, handle };
}

export const labelWriteRoutes = (['group', 'project'] as const).flatMap((of): RestRoute[] => [
  route('POST', of, '', post),
  route('PUT', of, '', named(put, 'label_id', 'name')),
  route('DELETE', of, '', of === 'group' ? named(remove, 'name') : named(remove, 'label_id', 'name')),
  route('PUT', of, '/:label', put),
  route('DELETE', of, '/:label', remove),
  route('POST', of, '/:label/merge', merge),
  route('POST', of, '/:label/subscribe', follow(true)),
  route('POST', of, '/:label/unsubscribe', follow(false)),
  ...(of === 'group'
    ? []
    : [route('PUT', of, '/promote', named(promote, 'name')), route('PUT', of, '/:label/promote', promote)]),
]);
