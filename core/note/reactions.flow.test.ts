import { refusal } from '../testing/ports.ts';
import { noteActions } from './actions.ts';
import { NOTE_ERRORS } from './rules.ts';
import { openActivity } from './testing/activity.ts';

async function openQuestion(who: 'ada' | 'gus' | null = 'ada') {
  const app = await openActivity(who, { before: ['question'] });
  const shown = () =>
    app.note('question').reactions?.reactions.map(({ emoji, count, isOwn, who: by }) => [emoji, count, isOwn, by]);
  const press = (emoji: string) => noteActions.reactionToggled({ itemId: app.id, id: app.note('question').id, emoji });
  /** Somebody reacts elsewhere. */
  const give = (username: string, name: string): void => {
    const userId = [...app.world.users.values()].find((user) => user.username === username)?.id ?? 0;
    const noteId = [...app.world.comments.keys()][0] ?? 0;
    const id = app.world.nextId('awards');
    app.world.awards.set(id, { id, itemId: null, noteId, userId, name });
  };
  const stored = () => [...app.world.awards.values()].map(({ name, noteId }) => [name, noteId]);
  return { ...app, shown, press, give, stored };
}

test('WI-10.87 what was given is shown with who gave it, and more is offered to who is signed in', async () => {
  const app = await openQuestion();
  expect(app.shown()).toEqual([]);
  app.give('gus', 'tada');
  app.give('ada', 'tada');
  await app.act(noteActions.retried());
  expect(app.shown()).toEqual([['tada', 2, true, 'You and gus']]);
  const more = app.note('question').reactions?.more.map(({ emoji }) => emoji) ?? [];
  expect([more.slice(0, 2), more.includes('tada')]).toEqual([['thumbsup', 'thumbsdown'], false]);
  const visitor = await openQuestion(null);
  expect(visitor.note('question').reactions).toBeNull();
  visitor.give('gus', 'tada');
  await visitor.act(noteActions.retried(), visitor.press('tada'));
  expect(visitor.note('question').reactions).toMatchObject({ mayReact: false, more: [] });
  expect([visitor.shown(), visitor.asked('awardEmojiToggle')]).toEqual([[['tada', 1, false, 'gus']], 0]);
});

test('WI-10.87 nobody reacts to what is on its way', async () => {
  const app = await openQuestion();
  app.server.fault({ kind: 'delay', match: 'createNote', milliseconds: 500 });
  await app.type('one');
  await app.act(noteActions.commented({ target: app.id }));
  expect(app.note('one').reactions).toBeNull();
  await app.act(noteActions.reactionToggled({ itemId: app.id, id: app.note('one').id, emoji: 'tada' }));
  expect(app.asked('awardEmojiToggle')).toBe(0);
});

test('WI-10.88 a press is shown at once, and one after the other', async () => {
  const app = await openQuestion();
  app.server.fault({ kind: 'delay', match: 'awardEmojiToggle', milliseconds: 500 });
  await app.act(app.press('tada'));
  expect([app.shown(), app.stored()]).toEqual([[['tada', 1, true, 'You']], []]);
  await app.act(app.press('tada'), app.press('tada'));
  expect([app.shown(), app.asked('awardEmojiToggle')]).toEqual([[['tada', 1, true, 'You']], 1]);
  await app.fake.clock.advance(500);
  await app.act();
  expect([app.stored(), app.asked('awardEmojiToggle')]).toEqual([[['tada', expect.any(Number)]], 3]);
  await app.act(app.press('tada'));
  expect([app.shown(), app.stored(), app.state().pending]).toEqual([[], [], []]);
});

test('WI-10.88 refused, they are as they were with what others gave, and an alert says so', async () => {
  const app = await openQuestion();
  app.server.fault({ kind: 'refuse', match: 'awardEmojiToggle', error: refusal(422, 'No') });
  app.give('gus', 'eyes');
  await app.act(app.press('heart'), noteActions.retried());
  expect(app.shown()?.map(([emoji]) => emoji)).toEqual(['eyes']);
  expect(app.alerts()).toEqual([[NOTE_ERRORS.notReacted, 'No']]);
  expect(app.state().notice[0]?.scope).toBe('notes');
});

test('WI-10.88 a reading that began before a press is answered does not take it back', async () => {
  const app = await openQuestion();
  app.server.fault({ kind: 'delay', match: 'itemNoteAwards', milliseconds: 500 });
  await app.act(noteActions.retried(), app.press('tada'));
  const asked = app.asked('itemNoteAwards');
  await app.fake.clock.advance(500);
  await app.act();
  expect([app.shown(), app.asked('itemNoteAwards')]).toEqual([[['tada', 1, true, 'You']], asked + 1]);
});

test('WI-10.89 they are read after the comments, as far as there are comments that are known', async () => {
  const app = await openActivity('ada', { before: Array.from({ length: 130 }, (_, index) => `no ${index}`) });
  const bar = (body: string) => app.note(body).reactions?.mayReact;
  expect([app.asked('itemNotes'), app.asked('itemNoteAwards'), bar('no 19')]).toEqual([1, 1, true]);
  await app.act(noteActions.moreAsked());
  expect([app.asked('itemNoteAwards'), bar('no 39')]).toEqual([2, true]);
  await app.act(noteActions.sortChosen({ newestFirst: true }));
  expect([app.asked('itemNoteAwards'), bar('no 129')]).toEqual([3, true]);
  await app.act(noteActions.closed());
  await app.act(noteActions.retried());
  expect(app.asked('itemNoteAwards')).toBe(3);
});

test('WI-10.89 what the list brings while they are read is read, too', async () => {
  const app = await openQuestion();
  app.server.fault({ kind: 'delay', match: 'itemNoteAwards', milliseconds: 500 });
  await app.act(noteActions.retried());
  app.say('since');
  await app.act(noteActions.retried());
  expect(app.note('since').reactions).toMatchObject({ mayReact: false });
  await app.fake.clock.advance(500);
  await app.act();
  await app.fake.clock.advance(500);
  await app.act();
  expect(app.note('since').reactions).toMatchObject({ mayReact: true });
});

test('WI-10.89 of an epic, found by its group and number', async () => {
  const app = await openActivity('ada');
  const epic = app.world.addEpic(app.acme, { title: 'Roof' });
  const id = `gid://gitlab/Epic/${epic.id}`;
  await app.act(noteActions.opened({ id, epic: { fullPath: 'acme', iid: String(epic.iid) } }));
  expect(app.asked('epicNoteAwards')).toBe(0);
  await app.act(noteActions.typed({ itemId: id, target: id, body: 'For all' }));
  await app.act(noteActions.commented({ target: id }), noteActions.retried());
  await app.act(noteActions.reactionToggled({ itemId: id, id: app.note('For all').id, emoji: 'tada' }));
  await app.act(noteActions.retried());
  expect(app.note('For all').reactions?.reactions).toMatchObject([{ emoji: 'tada', count: 1, isOwn: true }]);
  expect(app.asked('epicNoteAwards')).toBeGreaterThan(0);
});

test('WI-10.89 where they cannot be read they stay, and nobody adds to those that were never read', async () => {
  const app = await openQuestion();
  app.give('gus', 'tada');
  await app.act(noteActions.retried());
  app.server.fault({ kind: 'refuse', match: 'itemNoteAwards', error: refusal(500, 'No') });
  app.say('since');
  await app.act(noteActions.retried());
  expect([app.shown(), app.alerts()]).toEqual([[['tada', 1, false, 'gus']], []]);
  expect(app.note('since').reactions).toMatchObject({ mayReact: false, reactions: [], more: [] });
  await app.act(noteActions.reactionToggled({ itemId: app.id, id: app.note('since').id, emoji: 'tada' }));
  expect(app.asked('awardEmojiToggle')).toBe(0);
  await app.act(noteActions.retried());
  expect(app.note('since').reactions).toMatchObject({ mayReact: true });
});
