import type { Typed } from '../store/drafts.ts';
import { refusal } from '../testing/ports.ts';
import { noteActions } from './actions.ts';
import { noteDrafts } from './drafts.ts';
import { openActivity } from './testing/activity.ts';

type App = Awaited<ReturnType<typeof openActivity>>;

const typed = (app: App, body: string, internal?: boolean, target = app.id) =>
  app.act(noteActions.typed({ itemId: app.id, target, body, ...(internal !== undefined && { internal }) }));
const send = (app: App, target = app.id) => app.act(noteActions.commented({ target }));
const stored = (app: App) => [...app.world.comments.values()].map(({ body, internal }) => [body, internal]);
const discussionOf = (app: App, body: string): string =>
  app.activity().discussions.find(({ notes }) => notes.some((note) => note.body === body))?.id ?? '';

test('WI-10.84 Reporters may, on items and on epics; guests and visitors may not', async () => {
  const may = async (who: 'ada' | 'gus' | null) => (await openActivity(who)).activity().mayInternal;
  expect([await may('ada'), await may('gus'), await may(null)]).toEqual([true, false, false]);
});

test('WI-10.85 a discussion is internal from the first moment, and so is what answers it', async () => {
  const app = await openActivity();
  app.server.fault({ kind: 'delay', match: 'createNote', milliseconds: 500 });
  await typed(app, 'secret', true);
  await typed(app, 'secret!');
  expect(app.form().internal).toBe(true);
  await send(app);
  expect([app.note('secret!').internal, app.form().internal]).toEqual([true, false]);
  await app.fake.clock.advance(500);
  await app.act();
  const target = discussionOf(app, 'secret!');
  app.server.fault({ kind: 'delay', match: 'createNote', milliseconds: 500 });
  await typed(app, 'more', true, target);
  await send(app, target);
  expect(app.note('more').internal).toBe(true);
  await app.fake.clock.advance(500);
  await app.act();
  await typed(app, 'for all', true);
  await typed(app, 'for all', false);
  await send(app);
  expect(stored(app)).toEqual([
    ['secret!', true],
    ['more', true],
    ['for all', false],
  ]);
});

test('WI-10.86 refused and joined with another text, it stays internal', async () => {
  const app = await openActivity();
  app.server.fault({ kind: 'delay', match: 'createNote', milliseconds: 500 });
  app.server.fault({ kind: 'refuse', match: 'createNote', error: refusal(422, 'No') });
  await typed(app, 'first');
  await send(app);
  await typed(app, 'secret', true);
  await send(app);
  await typed(app, 'for all');
  expect(app.form().internal).toBe(false);
  await app.fake.clock.advance(500);
  await app.act();
  expect(app.form()).toMatchObject({ body: 'secret\n\nfor all', internal: true, error: 'No' });
});

test('WI-10.86 what answers or edits an internal note that is gone is internal in the form of the item', async () => {
  const app = await openActivity();
  app.say('secret', true);
  app.say('open');
  await app.act(noteActions.retried());
  const target = discussionOf(app, 'secret');
  await typed(app, 'answer', true, target);
  await typed(app, 'public answer', undefined, discussionOf(app, 'open'));
  expect([app.form(target).internal, app.form(discussionOf(app, 'open')).internal]).toEqual([true, false]);
  const row = [...app.world.comments.values()].find(({ body }) => body === 'secret')!;
  app.world.comments.delete(row.id);
  await app.act(noteActions.retried());
  expect(app.form()).toMatchObject({ body: 'answer', internal: true });
  await app.act(noteActions.formClosed({ target: discussionOf(app, 'open') }));

  await typed(app, 'mine', true);
  await send(app);
  const { id } = app.note('mine');
  await typed(app, 'mine, edited', true, id);
  app.world.comments.clear();
  await app.act(noteActions.edited({ target: id }), noteActions.retried());
  expect(app.form()).toMatchObject({ body: 'mine, edited', internal: true });
});

test('WI-10.86 a draft keeps that it is internal', async () => {
  const app = await openActivity();
  await typed(app, 'half a secret', true);
  const [draft] = noteDrafts;
  const written = draft?.typed(app.state() as never);
  await app.act(noteActions.formClosed({ target: app.id }));
  await app.act(...(draft?.restore(app.state() as never, JSON.parse(JSON.stringify(written)) as Typed) ?? []));
  expect(app.form()).toMatchObject({ body: 'half a secret', internal: true });
});
