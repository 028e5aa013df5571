import type { PlannerOptions } from '../../planner.ts';
import { noteActions } from '../actions.ts';
import { noteSaga } from '../read.ts';
import { selectActivity, selectNoteForm } from '../select.ts';
import { type ItemSeed, openItem } from '../../work-item/testing/item-page.ts';

/** The page of item 1 of acme/app with its activity. `before`: texts of gus that are there already. */
export async function openActivity(
  who: 'ada' | 'gus' | null = 'ada',
  {
    before = [],
    stored = {},
    options = {},
    item = {},
  }: {
    item?: ItemSeed;
    before?: readonly string[];
    stored?: Readonly<Record<string, string>>;
    options?: PlannerOptions;
  } = {},
) {
  const app = await openItem(who, item, options);
  const itemId = app.row()?.id ?? 0;
  const authorId = [...app.world.users.values()].find(({ username }) => username === 'gus')?.id ?? 0;
  /** Gus says something elsewhere. */
  const say = (body: string, internal = false): number => {
    const id = app.world.nextId('notes');
    const nothing = { editedAt: null, editedBy: null, resolvedAt: null, resolvedBy: null };
    const createdAt = app.world.now();
    app.world.comments.set(id, {
      ...nothing,
      id,
      itemId,
      authorId,
      body,
      internal,
      system: false,
      createdAt,
      discussionId: id,
    });
    return id;
  };
  for (const body of before) say(body);
  for (const [key, value] of Object.entries(stored)) app.fake.stored.set(key, value);
  app.planner.watch('note', noteSaga);
  await app.act(noteActions.opened({ id: app.id, epic: null }));
  const activity = () => selectActivity(app.state(), 'page');
  return {
    ...app,
    say,
    activity,
    /** The texts, discussion by discussion. */
    texts: () => activity().discussions.map(({ notes }) => notes.map(({ body }) => body)),
    note: (body: string) => {
      const found = activity()
        .discussions.flatMap(({ notes }) => notes)
        .find((note) => note.body === body);
      if (found === undefined) throw new Error(`There is no note ${body}`);
      return found;
    },
    type: (body: string, target = app.id) => app.act(noteActions.typed({ itemId: app.id, target, body })),
    form: (target = app.id) => selectNoteForm(app.state(), target),
    comments: () => [...app.world.comments.values()].map(({ body }) => body),
    asked: (what: string) => app.server.calls.filter((call) => call.what.includes(what)).length,
  };
}
