import { frameActions } from '../frame/index.ts';
import { noteActions } from './actions.ts';
import { openActivity } from './testing/activity.ts';

const texts = (badges: readonly { readonly text: string }[]) => badges.map(({ text }) => text);

test('WI-10.94 a comment tells who made the item and which role its author has, and what that means', async () => {
  const app = await openActivity('ada', { before: ['question'], item: { mine: true } });
  const role = 'This user has the guest role in the app project.';
  expect(app.note('question').badges).toEqual([
    { text: 'Author', tooltip: 'This user is the author of this issue.' },
    { text: 'Guest', tooltip: role },
  ]);
  await app.act(frameActions.placeNamed({ fullPath: 'acme/app', fullName: 'Acme / The app' }));
  expect(app.note('question').badges[1]?.tooltip).toBe(role.replace('the app', 'the The app'));
  await app.type('answer');
  await app.act(noteActions.commented({ target: app.id }));
  expect(texts(app.note('answer').badges)).toEqual(['Owner']);
});

test('WI-10.94 what is on its way has no role yet, nor has who has none, an administrator either', async () => {
  const app = await openActivity('ada');
  app.server.fault({ kind: 'delay', match: 'createNote', milliseconds: 500 });
  await app.type('one');
  await app.act(noteActions.commented({ target: app.id }));
  expect(app.note('one').badges).toEqual([]);
  await app.fake.clock.advance(500);
  await app.act();
  expect(texts(app.note('one').badges)).toEqual(['Owner']);
  const note = [...app.world.comments.values()][0]!;
  const root = [...app.world.users.values()].find(({ admin }) => admin)!;
  app.world.comments.set(note.id, { ...note, authorId: root.id });
  await app.act(noteActions.retried());
  expect(texts(app.note('one').badges)).toEqual(['Author']);
});

test('WI-10.94 of an epic the role in its group; a line of activity tells none, and a visitor is told none', async () => {
  const app = await openActivity('ada');
  const epic = app.world.addEpic(app.acme, { title: 'Roof' });
  const id = `gid://gitlab/Epic/${epic.id}`;
  await app.act(noteActions.opened({ id, epic: { fullPath: 'acme', iid: String(epic.iid) } }));
  await app.act(noteActions.typed({ itemId: id, target: id, body: 'For all' }));
  await app.act(noteActions.commented({ target: id }));
  expect(texts(app.note('For all').badges)).toEqual(['Owner']);
  const note = [...app.world.comments.values()][0]!;
  app.world.comments.set(note.id, { ...note, system: true });
  await app.act(noteActions.retried());
  expect(app.note('For all').badges).toEqual([]);
  const visitor = await openActivity(null, { before: ['question'] });
  expect(visitor.note('question').badges).toEqual([]);
});
