import { toggleEpicSubscription } from '../epic/subscribe.ts';
import { todoPath } from '../work-item/addresses.ts';
import { finishAllTodos, finishTodo, markEpicTodo } from '../work-item/todos.ts';
import { oneTodo, todos } from './reads/todos.ts';
import { notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute, unauthorized } from './types.ts';
import { write } from './writes/answers.ts';
import { Fields, pathId } from './writes/fields.ts';

/** A person's own state on an epic's page: to-dos and the subscription. */

/** `issuable_id` and `issuable_type`, if given, must match the epic in the path; otherwise the answer is 404. */
async function postTodo(ctx: RestContext): Promise<RestAnswer> {
  if (ctx.viewer.userId === null) return unauthorized;
  const iid = pathId(ctx.params['iid']);
  const fields = Fields.of(ctx);
  const id = fields.integer('issuable_id');
  if (iid === null || (fields.text('issuable_type') ?? 'epic').toLowerCase() !== 'epic') return notFound;
  const input = { groupPath: ctx.groupPath, iid, ...(id !== undefined && { id }) };
  const outcome = await markEpicTodo(ctx.store, ctx.viewer, input, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  return { status: 200, body: { count: outcome.value.count, delete_path: todoPath(outcome.value.id) } };
}

async function deleteTodo(ctx: RestContext): Promise<RestAnswer> {
  const id = pathId(ctx.params['id']);
  if (id === null) return notFound;
  const outcome = await finishTodo(ctx.store, ctx.viewer, id, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  return { status: 200, body: { count: outcome.value.pending, done_count: outcome.value.done } };
}

async function toggleSubscription(ctx: RestContext): Promise<RestAnswer> {
  const iid = pathId(ctx.params['iid']);
  if (iid === null) return notFound;
  const outcome = await toggleEpicSubscription(ctx.store, ctx.viewer, { groupPath: ctx.groupPath, iid }, ctx.now);
  return outcome.ok ? { status: 200, body: { subscribed: outcome.value } } : refusedAnswer(outcome);
}

/** Behind `/groups/<full path>/-/`. */
export const personalEpicRoutes: RestRoute[] = [
  { method: 'POST', pattern: 'epics/:iid/todos', handle: write('todo', postTodo) },
  { method: 'POST', pattern: 'epics/:iid/toggle_subscription', handle: write('subscription', toggleSubscription) },
];

/** Behind `/dashboard/`. */
export const dashboardRoutes: RestRoute[] = [
  { method: 'DELETE', pattern: 'todos/:id', handle: write('todo done', deleteTodo) },
];

async function finish(ctx: RestContext): Promise<RestAnswer> {
  const id = pathId(ctx.params['id']);
  if (ctx.viewer.userId === null) return unauthorized;
  if (id === null) return notFound;
  const outcome = await finishTodo(ctx.store, ctx.viewer, id, ctx.now);
  return outcome.ok ? oneTodo(ctx, id, 201) : refusedAnswer(outcome);
}

async function finishAll(ctx: RestContext): Promise<RestAnswer> {
  const outcome = await finishAllTodos(ctx.store, ctx.viewer, ctx.now);
  return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
}

/** Behind `/api/v4/`: GitLab 16.2's docs/api/todos.md (AP-05.150). */
export const todoApiRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'todos', handle: todos },
  { method: 'POST', pattern: 'todos/:id/mark_as_done', handle: write('api todo done', finish) },
  { method: 'POST', pattern: 'todos/mark_as_done', handle: write('api todos done', finishAll) },
];
