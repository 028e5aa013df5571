import { isCivilDate } from '@espalier/core/calendar/rules';
import type { MilestoneFields } from '../command/milestone-store.ts';
import type { Outcome, Refused } from '../command/outcome.ts';
import {
  createMilestone,
  deleteMilestone,
  type MilestonePlace,
  promoteMilestone,
  updateMilestone,
} from '../milestone/change.ts';
import {
  burndownEvents,
  milestoneAnswer,
  milestoneIdOf,
  milestoneIssues,
  milestoneList,
  milestoneMergeRequests,
} from './reads/milestones.ts';
import { Invalid, refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { write } from './writes/answers.ts';
import { Fields, pathOrId } from './writes/fields.ts';

/** Milestones of groups and projects (AP-05.80 to AP-05.90). */

type Kind = MilestonePlace['kind'];
type Handle = (ctx: RestContext, kind: Kind) => Promise<RestAnswer>;

const placeOf = ({ params }: RestContext, kind: Kind): MilestonePlace => ({
  kind,
  pathOrId: pathOrId(params.id ?? ''),
});

const at = (ctx: RestContext, kind: Kind) => ({ place: placeOf(ctx, kind), id: milestoneIdOf(ctx) });

/** GitLab's own way to write what is wrong with which field. */
const FIELDS = { Title: 'title', 'Due date': 'due_date' } as const;

function failed(what: 'create' | 'update', refused: Refused): RestAnswer {
  if (refused.status !== 400) return refusedAnswer(refused);
  const faults = refused.errors.map((error) => {
    const [name, field] = Object.entries(FIELDS).find(([words]) => error.startsWith(`${words} `)) ?? ['', 'base'];
    return `:${field}=>["${error.slice(name.length).trim()}"]`;
  });
  const message = `Failed to ${what} milestone {${faults.join(', ')}}`;
  return { status: 400, body: { message, errors: refused.errors } };
}

function told(ctx: RestContext, what: 'create' | 'update', outcome: Outcome<number>): Promise<RestAnswer> | RestAnswer {
  return outcome.ok ? milestoneAnswer(ctx, outcome.value, what === 'create' ? 201 : 200) : failed(what, outcome);
}

const create: Handle = async (ctx, kind) => {
  const { title, ...typed } = typedIn(ctx);
  if (title === undefined) throw new Invalid(['title is missing']);
  const fields = { title, description: null, startDate: null, dueDate: null, ...typed };
  return told(
    ctx,
    'create',
    await createMilestone(ctx.store, ctx.viewer, { place: placeOf(ctx, kind), fields }, ctx.now),
  );
};

const STATES = { close: 'closed', activate: 'active' } as const;
const CHANGED = ['title', 'description', 'start_date', 'due_date', 'state_event'];

const update: Handle = async (ctx, kind) => {
  const event = Fields.of(ctx).text('state_event');
  if (event !== undefined && !Object.hasOwn(STATES, event))
    throw new Invalid(['state_event does not have a valid value']);
  const typed = typedIn(ctx);
  const changed = { ...typed, ...(event !== undefined && { state: STATES[event as keyof typeof STATES] }) };
  if (Object.keys(changed).length === 0)
    throw new Invalid([`${CHANGED.join(', ')} are missing, at least one parameter must be provided`]);
  return told(ctx, 'update', await updateMilestone(ctx.store, ctx.viewer, { ...at(ctx, kind), changed }, ctx.now));
};

const remove: Handle = async (ctx, kind) => {
  const outcome = await deleteMilestone(ctx.store, ctx.viewer, at(ctx, kind), ctx.now);
  return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
};

const promote: Handle = async (ctx) => {
  const input = { project: pathOrId(ctx.params.id ?? ''), id: milestoneIdOf(ctx) };
  const outcome = await promoteMilestone(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? milestoneAnswer(ctx, outcome.value, 200) : refusedAnswer(outcome);
};

/** What is there of a milestone's fields, but for its state. */
function typedIn(ctx: RestContext): Partial<Omit<MilestoneFields, 'state'>> {
  const fields = Fields.of(ctx);
  const [title, description] = [fields.text('title'), fields.nullableText('description')];
  const [startDate, dueDate] = [fields.day('start_date'), fields.day('due_date')];
  const wrong = Object.entries({ start_date: startDate, due_date: dueDate }).filter(
    ([, day]) => typeof day === 'string' && !isCivilDate(day),
  );
  if (wrong.length > 0) throw new Invalid(wrong.map(([name]) => `${name} is invalid`));
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(startDate !== undefined && { startDate }),
    ...(dueDate !== undefined && { dueDate }),
  };
}

export const milestoneApi: RestRoute[] = (['group', 'project'] as const).flatMap((kind): RestRoute[] => {
  const list = `${kind}s/:id/milestones`;
  const one = `${list}/:milestone_id`;
  const get = (pattern: string, handle: Handle): RestRoute => ({
    method: 'GET',
    pattern,
    handle: (ctx) => handle(ctx, kind),
  });
  const change = (method: 'POST' | 'PUT' | 'DELETE', pattern: string, name: string, handle: Handle): RestRoute => ({
    method,
    pattern,
    handle: write(`${kind} milestone ${name}`, (ctx) => handle(ctx, kind)),
  });
  return [
    get(list, milestoneList),
    get(one, (ctx) => milestoneAnswer(ctx, milestoneIdOf(ctx), 200, kind)),
    get(`${one}/issues`, milestoneIssues),
    get(`${one}/merge_requests`, milestoneMergeRequests),
    get(`${one}/burndown_events`, burndownEvents),
    change('POST', list, 'made', create),
    change('PUT', one, 'changed', update),
    change('DELETE', one, 'deleted', remove),
    ...(kind === 'project' ? [change('POST', `${one}/promote`, 'promoted', promote)] : []),
  ];
});
