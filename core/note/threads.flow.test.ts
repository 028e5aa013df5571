import { refusal } from '../testing/ports.ts';
import { noteActions } from './actions.ts';
import { openActivity } from './testing/activity.ts';

/** A discussion of one comment and so many replies of gus. */
async function openThread(replies: number, resolved = false) {
  const app = await openActivity('ada');
  const first = app.say('question');
  const row = app.world.comments.get(first)!;
  app.world.comments.set(first, { ...row, resolvedAt: resolved ? app.world.now() : null });
  const reply = (text: string) => {
    const id = app.say(text);
    app.world.comments.set(id, { ...app.world.comments.get(id)!, discussionId: first });
  };
  for (let number = 1; number <= replies; number += 1) reply(`reply ${number}`);
  await app.act(noteActions.retried());
  const thread = () => app.activity().discussions[0]!;
  return {
    ...{ ...app, reply, thread, id: thread().id, itemId: app.id },
    fold: (folded: boolean) => app.act(noteActions.folded({ id: thread().id, folded })),
  };
}

test('WI-10.90 all replies of a discussion that is unfolded are read, a hundred by a hundred', async () => {
  const app = await openThread(230);
  expect([app.thread().notes.length, app.thread().more, app.asked('discussionNotes')]).toEqual([231, false, 2]);
  expect(app.thread().notes.at(-1)?.body).toBe('reply 230');
  app.reply('reply 231');
  await app.act(noteActions.retried());
  expect(app.thread().notes.at(-1)?.body).toBe('reply 231');
});

test('WI-10.90 a short discussion costs no request of its own', async () => {
  const app = await openThread(99);
  expect([app.thread().notes.length, app.asked('discussionNotes')]).toEqual([100, 0]);
});

test('WI-10.90 of one that is folded the rest is read when it is unfolded', async () => {
  const app = await openThread(120, true);
  expect(app.thread()).toMatchObject({ folded: true, fold: 'More than 99 replies', more: true });
  expect(app.asked('discussionNotes')).toBe(0);
  await app.fold(false);
  expect([app.thread().notes.length, app.thread().more, app.asked('discussionNotes')]).toEqual([121, false, 1]);
  await app.fold(true);
  expect([app.thread().fold, app.asked('discussionNotes')]).toEqual(['120 replies', 1]);
});

test('WI-10.90 what could not be read is asked for again', async () => {
  const app = await openThread(120, true);
  app.server.fault({ kind: 'refuse', match: 'discussionNotes', error: refusal(500) });
  await app.fold(false);
  expect([app.thread().notes.length, app.thread().more, app.activity().status]).toEqual([100, true, 'ready']);
  await app.fold(false);
  expect([app.thread().notes.length, app.thread().more]).toEqual([121, false]);
});

test('WI-10.90 the edit of a reply that was not read keeps its form', async () => {
  const app = await openThread(120, true);
  await app.fold(false);
  const target = app.thread().notes.at(-1)!.id;
  await app.act(noteActions.typed({ itemId: app.itemId, target, body: 'better' }));
  await app.fold(true);
  await app.act(noteActions.retried());
  expect(app.thread().more).toBe(true);
  expect([app.form(target).body, app.form(app.itemId).body]).toEqual(['better', '']);
});

test('WI-10.68 an answer to a discussion that is gone stands in the form of the item, also where another has replies that were not read', async () => {
  const app = await openThread(120, true);
  const other = app.say('other');
  await app.act(noteActions.retried());
  const target = app.activity().discussions[1]!.id;
  await app.act(noteActions.typed({ itemId: app.itemId, target, body: 'answer' }));
  await app.act(noteActions.retried());
  expect([app.form(target).body, app.form(app.itemId).body]).toEqual(['answer', '']);
  app.world.comments.delete(other);
  await app.act(noteActions.retried());
  expect(app.thread().more).toBe(true);
  expect([app.form(target).open, app.form(app.itemId).body]).toEqual([false, 'answer']);
});

test('WI-10.90 the first hundred notes are shown before the rest is read, and each answer at once; own replies stay behind what is read', async () => {
  const app = await openThread(330, true);
  app.server.fault({ kind: 'hold', match: 'discussionNotes', milliseconds: 1_000 });
  await app.fold(false);
  expect([app.thread().notes.length, app.thread().more, app.activity().status]).toEqual([100, true, 'ready']);
  await app.act(noteActions.typed({ itemId: app.itemId, target: app.id, body: 'mine' }));
  await app.act(noteActions.commented({ target: app.id }));
  expect(app.thread().notes.at(-1)?.body).toBe('mine');
  await app.fake.clock.advance(1_000);
  await app.act();
  const bodies = app.thread().notes.map(({ body }) => body);
  expect([bodies.length, bodies.at(-1), bodies.at(-2), app.thread().more]).toEqual([332, 'mine', 'reply 330', false]);
  expect(app.asked('discussionNotes')).toBe(3);
});

test('WI-10.90 the next part is asked for before one is shown', async () => {
  const app = await openThread(1_200, true);
  const seen: (readonly [shown: number, asked: number])[] = [];
  app.planner.store.subscribe(() => {
    const now = [app.thread().notes.length, app.asked('discussionNotes')] as const;
    if (seen.at(-1)?.[0] !== now[0]) seen.push(now);
  });
  await app.fold(false);
  expect(seen).toEqual([
    [100, 0],
    [600, 6],
    [1_100, 11],
    [1_201, 12],
  ]);
});
