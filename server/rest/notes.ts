import type { Item } from '../command/item.ts';
import { deleteComment, editComment } from '../note/comment.ts';
import { type Commented, commentWithCommands } from '../quick-action/comment.ts';
import { byPathId, listDiscussions, listNotes, oneDiscussion, oneNote, type Sort } from './reads/notes.ts';
import { notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { originOf, write } from './writes/answers.ts';
import { commandsJson } from './writes/commands.ts';
import { Fields, pathId, pathOrId } from './writes/fields.ts';
import { instantIn } from './writes/instants.ts';
import { Parameters } from './writes/parameters.ts';
import { issueOf } from './writes/path-item.ts';

/** Notes and discussions of epics and items of projects (WI-10.52, WI-10.53), behind `/api/v4/`. */

/** The item in the path, if the viewer may see it: an epic by its id, as in GitLab. */
async function itemOf(ctx: RestContext, sort: Sort): Promise<Item | undefined> {
  if (sort === 'issues') return issueOf(ctx);
  const { params, store, viewer } = ctx;
  const id = pathId(params['epic_id']);
  const group = id === null ? undefined : await store.group(viewer, pathOrId(params['id'] ?? ''));
  const item = group && id !== null ? (await store.items.byId(viewer, [id])).get(id) : undefined;
  return item?.type === 'epic' && item.group_id === group?.group_id ? item : undefined;
}

/** What a change is about: its item, and the discussion and the note where the path names them; null: one of them is nothing. */
interface Place {
  readonly item: Item;
  readonly itemId: number;
  readonly discussionId: number | undefined;
  readonly id: number;
}

const change = (name: string, sort: Sort, run: (ctx: RestContext, place: Place) => Promise<RestAnswer>) =>
  write(`api ${name} ${sort}`, async (ctx) => {
    const numbers = ['discussion_id', 'note_id'].map((part) =>
      ctx.params[part] === undefined ? undefined : pathId(ctx.params[part]),
    );
    const item = await itemOf(ctx, sort);
    if (item === undefined || numbers.includes(null)) return notFound;
    return run(ctx, { item, itemId: item.id, discussionId: numbers[0] ?? undefined, id: numbers[1] ?? 0 });
  });

function bodyIn(fields: Fields): string {
  const asked = new Parameters(fields);
  asked.required('body');
  asked.check();
  return fields.text('body') ?? '';
}

/** WI-10.124: GitLab's answer where there was nothing but commands; 400 where none could be carried out. */
function commandsAnswer({ done, refused, applied }: Commented): RestAnswer {
  if (done.length === 0) return refusedAnswer({ status: 400, errors: refused });
  return { status: 202, body: commandsJson({ done, refused, applied }) };
}

/** A comment, or with `begins` a discussion, is answered as a GET of it would. */
const post = (name: string, sort: Sort, begins = false) =>
  change(name, sort, async (ctx, { item, discussionId }) => {
    const fields = Fields.of(ctx);
    const body = bodyIn(fields);
    const internal = fields.flag('internal') ?? fields.flag('confidential') ?? false;
    const createdAt = instantIn(ctx, fields, 'created_at', item);
    const input = { itemId: item.id, discussionId, body, internal, createdAt, origin: originOf(ctx) };
    const outcome = await commentWithCommands(ctx.store, ctx.viewer, input, ctx.now);
    if (!outcome.ok) return refusedAnswer(outcome);
    if (outcome.value.id === null) return commandsAnswer(outcome.value);
    const answer = await (begins ? oneDiscussion : oneNote)(ctx, sort, outcome.value.id);
    return answer.status === 200 ? { ...answer, status: 201 } : answer;
  });

const put = (name: string, sort: Sort) =>
  change(name, sort, async (ctx, { item: _item, ...place }) => {
    const input = { ...place, body: bodyIn(Fields.of(ctx)) };
    const outcome = await editComment(ctx.store, ctx.viewer, input, ctx.now);
    return outcome.ok ? oneNote(ctx, sort, outcome.value) : refusedAnswer(outcome);
  });

const remove = (name: string, sort: Sort) =>
  change(name, sort, async (ctx, place) => {
    const outcome = await deleteComment(ctx.store, ctx.viewer, place, ctx.now);
    return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
  });

export const noteRoutes: RestRoute[] = (['epics', 'issues'] as const).flatMap((sort): RestRoute[] => {
  const item = sort === 'epics' ? 'groups/:id/epics/:epic_id' : 'projects/:id/issues/:iid';
  const [notes, discussions] = [`${item}/notes`, `${item}/discussions`];
  const within = `${discussions}/:discussion_id`;
  return [
    { method: 'GET', pattern: notes, handle: listNotes(sort) },
    { method: 'POST', pattern: notes, handle: post('note', sort) },
    { method: 'GET', pattern: `${notes}/:note_id`, handle: byPathId(sort, 'note_id', oneNote) },
    { method: 'PUT', pattern: `${notes}/:note_id`, handle: put('note edited', sort) },
    { method: 'DELETE', pattern: `${notes}/:note_id`, handle: remove('note deleted', sort) },
    { method: 'GET', pattern: discussions, handle: listDiscussions(sort) },
    { method: 'POST', pattern: discussions, handle: post('discussion', sort, true) },
    { method: 'GET', pattern: within, handle: byPathId(sort, 'discussion_id', oneDiscussion) },
    { method: 'POST', pattern: `${within}/notes`, handle: post('reply', sort) },
    { method: 'PUT', pattern: `${within}/notes/:note_id`, handle: put('reply edited', sort) },
    { method: 'DELETE', pattern: `${within}/notes/:note_id`, handle: remove('reply deleted', sort) },
  ];
});
