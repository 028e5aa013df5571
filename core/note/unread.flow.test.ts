import { accessActions } from '../access/index.ts';
import { createPlanner } from '../planner.ts';
import { madeIn } from '../store/action.ts';
import { settle } from '../testing/index.ts';
import { noteActions } from './actions.ts';
import { noteSaga } from './read.ts';
import { SEEN_MOST } from './seen.ts';
import { selectActivity } from './select.ts';
import { openActivity } from './testing/activity.ts';

const KEY = 'notes-seen/ada';

/** Ada has seen the comments `before`; then those of `since` are there, and she opens the item again. */
async function visitAgain(since: (app: Awaited<ReturnType<typeof openApp>>) => void, stored = {}) {
  const app = await openApp(stored);
  const first = app.activity().unread;
  await app.act(noteActions.closed());
  since(app);
  await app.act(noteActions.opened({ id: app.id, epic: null }));
  const line = () => app.activity().unread;
  return { ...app, first, line };
}

async function openApp(stored = {}) {
  const app = await openActivity('ada', { before: ['one', 'two'], stored });
  /** A comment of a later minute, in the discussion of another one, or of somebody else. */
  const later = (body: string, minute: number, other: { discussionId?: number; authorId?: number } = {}) => {
    const id = app.say(body);
    const createdAt = new Date(Date.parse(app.world.now()) + minute * 60_000).toISOString();
    app.world.comments.set(id, { ...app.world.comments.get(id)!, ...other, createdAt });
    return id;
  };
  const numberOf = (body: string) => [...app.world.comments.values()].find((row) => row.body === body)?.id ?? 0;
  const ada = [...app.world.users.values()].find(({ username }) => username === 'ada')?.id ?? 0;
  return { ...app, later, numberOf, ada };
}

const discussion = (id: number) => `gid://gitlab/Discussion/${id}`;

test('WI-10.91 WI-10.92 a line stands before the first new note, and on the first visit there is none', async () => {
  const app = await visitAgain(({ later, ada }) => {
    later('mine', 1, { authorId: ada });
    later('three', 2);
    later('four', 3);
  });
  expect([app.first, app.line()]).toEqual([null, { at: discussion(app.numberOf('three')), above: false }]);
});

test('WI-10.91 before a new reply, or its discussion where that is folded', async () => {
  const app = await visitAgain(({ later, numberOf }) => void later('reply', 1, { discussionId: numberOf('one') }));
  expect(app.line()).toEqual({ at: app.note('reply').id, above: false });
  await app.act(noteActions.folded({ id: discussion(app.numberOf('one')), folded: true }));
  expect(app.line()).toEqual({ at: discussion(app.numberOf('one')), above: false });
});

test('WI-10.91 where the newest stand first it follows the last new discussion', async () => {
  const app = await visitAgain(
    ({ later, numberOf }) => {
      later('three', 1);
      later('four', 2);
      later('reply', 3, { discussionId: numberOf('one') });
    },
    { sort_direction_work_item: 'desc' },
  );
  expect(app.texts().flat()).toEqual(['four', 'three', 'two', 'one', 'reply']);
  expect(app.line()).toEqual({ at: discussion(app.numberOf('three')), above: true });
});

test('WI-10.91 of what had no notes everything is new', async () => {
  const app = await openActivity('ada');
  await app.act(noteActions.closed());
  app.say('first');
  await app.act(noteActions.opened({ id: app.id, epic: null }));
  expect(app.activity().unread).toMatchObject({ above: false });
});

test('WI-10.92 it stays while the item is shown, also where that is opened over the page, and is gone on the next visit', async () => {
  const app = await visitAgain(({ later }) => void later('three', 1));
  const line = { at: discussion(app.numberOf('three')), above: false };
  app.later('four', 2);
  await app.act(noteActions.retried());
  expect(app.line()).toEqual(line);
  await app.act(madeIn(noteActions.opened({ id: app.id, epic: null }), 'over'));
  expect(app.line()).toEqual(line);
  await app.act(madeIn(noteActions.closed(), 'over'), noteActions.closed());
  await app.act(noteActions.opened({ id: app.id, epic: null }));
  expect(app.line()).toBeNull();
});

test('WI-10.91 there is a line also where the session comes after the item', async () => {
  const app = await openApp({ [KEY]: '[]' });
  const { createdAt } = app.note('one');
  app.later('three', 1);
  const late = createPlanner({ ...app.fake.ports, graphql: app.server.graphql, rest: app.server.rest });
  app.fake.stored.set(KEY, JSON.stringify([{ id: app.id, at: createdAt }]));
  late.watch('note', noteSaga);
  const act = async (action: { readonly type: string }) => {
    late.store.dispatch(action);
    await settle();
  };
  await act(noteActions.opened({ id: app.id, epic: null }));
  const unread = () => selectActivity(late.store.getState(), 'page').unread;
  expect([unread(), app.fake.stored.get(KEY)]).toEqual([null, JSON.stringify([{ id: app.id, at: createdAt }])]);
  await act(accessActions.sessionRequested());
  expect(unread()).toEqual({ at: discussion(app.numberOf('three')), above: false });
  expect(app.fake.stored.get(KEY)).toContain(app.world.comments.get(app.numberOf('three'))!.createdAt.slice(0, 19));
});

test('WI-10.92 so many items are kept, what cannot be read is none, and visitors have none', async () => {
  const kept = Array.from({ length: SEEN_MOST }, (_, index) => ({ id: `gid://gitlab/Issue/${index + 1000}`, at: '' }));
  const app = await openApp({ [KEY]: JSON.stringify([...kept, { id: 7 }, null]) });
  const after = JSON.parse(app.fake.stored.get(KEY) ?? '') as unknown[];
  expect([after.length, after[0], after.at(-1)]).toEqual([
    SEEN_MOST,
    kept[1],
    { id: app.id, at: app.note('two').createdAt },
  ]);
  const broken = await openApp({ [KEY]: '{' });
  expect(broken.activity().unread).toBeNull();
  const visitor = await openActivity(null, { before: ['one'] });
  expect([...visitor.fake.stored.keys()].filter((key) => key.startsWith('notes-seen'))).toEqual([]);
});
