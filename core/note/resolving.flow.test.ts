import { refusal } from '../testing/ports.ts';
import { noteActions } from './actions.ts';
import { NOTE_ERRORS } from './rules.ts';
import { openActivity } from './testing/activity.ts';

/** The page with one question, and what one does with it. */
async function openQuestion(who: 'ada' | 'gus' | null = 'ada') {
  const app = await openActivity(who, { before: ['question'] });
  const first = () => app.activity().discussions[0]!;
  const ask = () => noteActions.resolveToggled({ itemId: app.id, id: first().id });
  const row = () => [...app.world.comments.values()][0]!;
  return { ...app, first, toggle: () => app.act(ask()), row };
}

test('WI-10.80 WI-10.81 it is resolved at once, told by whom and since when, and opened again', async () => {
  const app = await openQuestion();
  expect(app.first()).toMatchObject({ mayResolve: true, resolved: null, folded: false });
  app.server.fault({ kind: 'delay', match: 'discussionToggleResolve', milliseconds: 500 });
  await app.toggle();
  expect(app.first()).toMatchObject({ resolved: { at: null, by: 'ada' }, folded: true });
  await app.toggle();
  expect([app.first().resolved, app.asked('discussionToggleResolve')]).toEqual([null, 1]);
  await app.toggle();
  await app.fake.clock.advance(500);
  await app.act();
  expect([app.row().resolvedAt, app.asked('discussionToggleResolve')]).toEqual([expect.any(String), 3]);
  expect(app.first().resolved).toEqual({ at: app.row().resolvedAt, by: 'ada' });
  await app.act(noteActions.retried());
  expect(app.first().resolved?.by).toBe('ada');
  await app.toggle();
  expect([app.first().resolved, app.row().resolvedAt, app.state().pending]).toEqual([null, null, []]);
});

test('WI-10.80 who may not, resolves nothing, and nobody what is on its way', async () => {
  for (const who of ['gus', null] as const) {
    const app = await openQuestion(who);
    expect(app.first().mayResolve).toBe(false);
    await app.toggle();
    expect([app.asked('discussionToggleResolve'), app.first().resolved]).toEqual([0, null]);
  }
  const app = await openActivity();
  app.server.fault({ kind: 'delay', match: 'createNote', milliseconds: 500 });
  await app.type('one');
  await app.act(noteActions.commented({ target: app.id }));
  const mayResolve = () => app.activity().discussions.map((each) => each.mayResolve);
  expect(mayResolve()).toEqual([false]);
  await app.fake.clock.advance(500);
  await app.act();
  expect(mayResolve()).toEqual([true]);
});

test('WI-10.82 refused, it is as it was with what others did meanwhile, and an alert says so', async () => {
  const app = await openQuestion();
  app.server.fault({ kind: 'delay', match: 'discussionToggleResolve', milliseconds: 500 });
  app.server.fault({ kind: 'refuse', match: 'discussionToggleResolve', error: refusal(422, 'No') });
  await app.toggle();
  await app.toggle();
  const other = app.say('other');
  await app.fake.clock.advance(500);
  await app.act(noteActions.retried());
  expect(app.texts()).toEqual([['question'], ['other']]);
  expect([app.first().resolved?.by, app.first().folded]).toEqual(['ada', true]);
  expect(app.alerts()).toEqual([[NOTE_ERRORS.notResolved, 'No']]);
  expect(app.state().notice[0]?.scope).toBe('notes');
  expect(app.world.comments.get(other)?.resolvedAt).toBeNull();
});

test('WI-10.82 a discussion that is gone meanwhile is not brought back', async () => {
  const app = await openQuestion();
  const toggled = noteActions.resolveToggled({ itemId: app.id, id: app.first().id });
  app.world.comments.clear();
  await app.act(toggled, noteActions.retried());
  expect([app.texts(), app.alerts()]).toEqual([[], [[NOTE_ERRORS.notResolved, expect.any(String)]]]);
  await app.act(toggled);
  expect(app.asked('discussionToggleResolve')).toBe(1);
});

test('WI-10.83 a resolved discussion is folded, unless the address names it or somebody opens it', async () => {
  const app = await openQuestion();
  const fold = (folded: boolean) => app.act(noteActions.folded({ id: app.first().id, folded }));
  await fold(true);
  expect(app.first()).toMatchObject({ folded: false, fold: null });
  const target = app.first().id;
  await app.type('answer', target);
  await app.act(noteActions.commented({ target }));
  expect(app.first()).toMatchObject({ folded: true, fold: '1 reply' });
  await fold(false);
  expect(app.first()).toMatchObject({ folded: false, fold: 'Collapse replies' });
  await app.toggle();
  expect(app.first().folded).toBe(true);
  await fold(false);
  expect(app.first().folded).toBe(false);
  await app.toggle();
  await app.toggle();
  expect(app.first().folded).toBe(true);
  await app.act(noteActions.addressed({ number: app.row().id }));
  expect([app.first().folded, app.activity().addressed]).toEqual([false, app.row().id]);
  await fold(true);
  expect(app.first().folded).toBe(true);
});
