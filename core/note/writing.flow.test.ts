import { keeper } from '../keep/index.ts';
import { refusal } from '../testing/ports.ts';
import { noteActions } from './actions.ts';
import { NOTE_ERRORS } from './rules.ts';
import { openActivity } from './testing/activity.ts';

type App = Awaited<ReturnType<typeof openActivity>>;

const send = (app: App, target = app.id) => app.act(noteActions.commented({ target }));
const discussionOf = (app: App, body: string): string =>
  app.activity().discussions.find(({ notes }) => notes.some((note) => note.body === body))?.id ?? '';

test('WI-10.66 an empty comment is not sent, and stays in its form', async () => {
  const app = await openActivity();
  await app.type('  \n');
  expect(app.form()).toMatchObject({ open: true, canSend: false });
  await send(app);
  expect([app.asked('createNote'), app.form().body, app.texts()]).toEqual([0, '  \n', []]);
});

test('WI-10.67 a comment is shown at once and rendered by the answer; one after the other', async () => {
  const app = await openActivity();
  app.server.fault({ kind: 'delay', match: 'createNote', milliseconds: 500 });
  await app.type('one');
  await send(app);
  await app.type('two');
  await send(app);
  expect([app.texts(), app.comments(), app.asked('createNote')]).toEqual([[['one'], ['two']], [], 1]);
  expect(app.note('one')).toMatchObject({ bodyHtml: null, createdAt: null, anchor: null, author: { username: 'ada' } });
  expect(app.activity().discussions[0]?.mayReply).toBe(false);
  await app.fake.clock.advance(500);
  await app.act();
  expect([app.texts(), app.comments()]).toEqual([
    [['one'], ['two']],
    ['one', 'two'],
  ]);
  expect(app.note('one')).toMatchObject({ canAdmin: true, anchor: expect.stringMatching(/^note_\d+$/) as string });
  expect([app.note('one').bodyHtml, app.form(), app.state().pending]).toEqual([
    expect.stringContaining('one'),
    { open: false, body: '', internal: false, error: null, canSend: false },
    [],
  ]);
});

test('WI-10.67 a reply stands in its discussion', async () => {
  const app = await openActivity('ada', { before: ['question', 'other'] });
  const target = discussionOf(app, 'question');
  await app.type('answer', target);
  await send(app, target);
  expect(app.texts()).toEqual([['question', 'answer'], ['other']]);
  await app.act(noteActions.retried());
  expect(app.texts()).toEqual([['question', 'answer'], ['other']]);
});

test('WI-10.67 who is not signed in sends nothing', async () => {
  const app = await openActivity(null, { before: ['question'] });
  await app.type('answer');
  await send(app);
  expect([app.asked('createNote'), app.form().body]).toEqual([0, 'answer']);
});

test('WI-10.68 a refused comment is in its form again, above what was written since', async () => {
  const app = await openActivity();
  app.server.fault({ kind: 'delay', match: 'createNote', milliseconds: 500 });
  app.server.fault({ kind: 'refuse', match: 'createNote', error: refusal(422, 'No') });
  for (const body of ['one', 'two']) {
    await app.type(body);
    await send(app);
  }
  await app.type('three');
  expect(app.texts()).toEqual([['one'], ['two']]);
  await app.fake.clock.advance(500);
  await app.act();
  expect([app.texts(), app.comments()]).toEqual([[['one']], ['one']]);
  expect(app.form()).toEqual({ open: true, body: 'two\n\nthree', internal: false, error: 'No', canSend: true });
  await app.type('two and three');
  expect(app.form().error).toBeNull();
  await app.act(noteActions.formClosed({ target: app.id }));
  expect([app.form().open, app.alerts()]).toEqual([false, []]);
});

test('WI-10.68 what answers a discussion that is gone, or was refused for it, stands in the form of the item', async () => {
  const app = await openActivity('ada', { before: ['question', 'other'] });
  const target = discussionOf(app, 'question');
  await app.type('mine');
  await app.type('answer', target);
  await app.type('', discussionOf(app, 'other'));
  await app.act(noteActions.retried());
  expect([app.form(target).body, app.form().body]).toEqual(['answer', 'mine']);
  app.world.comments.clear();
  await send(app, target);
  await app.act(noteActions.retried());
  expect([app.texts(), app.form(target).open, app.form()]).toEqual([
    [],
    false,
    {
      open: true,
      body: 'answer\n\nmine',
      internal: false,
      error: 'Discussion to reply to cannot be found',
      canSend: true,
    },
  ]);
  expect(Object.keys(app.state().note.forms)).toEqual([app.id]);
});

test('WI-10.69 an edit is shown at once, an unchanged text is not sent', async () => {
  const app = await openActivity();
  await app.type('tpyo');
  await send(app);
  const { id } = app.note('tpyo');
  const edit = async (body: string) => {
    await app.type(body, id);
    await app.act(noteActions.edited({ target: id }));
  };
  await edit('tpyo');
  expect([app.asked('updateNote'), app.form(id).open]).toEqual([0, false]);
  app.server.fault({ kind: 'delay', match: 'updateNote', milliseconds: 500 });
  await edit('typo');
  expect([app.note('typo').bodyHtml, app.comments()]).toEqual([null, ['tpyo']]);
  await app.fake.clock.advance(500);
  await app.act();
  expect([app.note('typo').editedBy?.username, app.comments()]).toEqual(['ada', ['typo']]);
  app.server.fault({ kind: 'refuse', match: 'updateNote', error: refusal(422, 'No') });
  await edit('worse');
  expect([app.texts(), app.form(id)]).toEqual([
    [['typo']],
    { open: true, body: 'worse', internal: false, error: 'No', canSend: true },
  ]);
});

test('IE-09.94 a checked line of a comment is shown in its rendered text, and is there for everybody once it is answered', async () => {
  const app = await openActivity();
  await app.type('- [ ] one\n- [x] two');
  await send(app);
  await app.act();
  const { id, bodyHtml } = app.note('- [ ] one\n- [x] two');
  const marks = (html: string | null) => html?.match(/<input[^>]*>/g)?.map((box) => box.includes(' checked'));
  expect(marks(bodyHtml)).toEqual([false, true]);
  app.server.fault({ kind: 'delay', match: 'updateNote', milliseconds: 500 });
  await app.type('- [x] one\n- [x] two', id);
  await app.act(noteActions.edited({ target: id }));
  expect(marks(app.note('- [x] one\n- [x] two').bodyHtml)).toEqual([true, true]);
  await app.fake.clock.advance(500);
  await app.act();
  expect([app.comments(), app.form(id).open]).toEqual([['- [x] one\n- [x] two'], false]);
  app.server.fault({ kind: 'delay', match: 'updateNote', milliseconds: 500 });
  await app.type('- [ ] one\n- [ ] two', id);
  await app.act(noteActions.edited({ target: id }));
  expect(app.note('- [ ] one\n- [ ] two').bodyHtml).toBeNull();
});

test('WI-10.70 a deleted comment is gone at once; a refusal brings it back and says so', async () => {
  const app = await openActivity('ada', { before: ['question'] });
  const target = discussionOf(app, 'question');
  await app.type('answer', target);
  await send(app, target);
  const remove = (body: string) => app.act(noteActions.deleted({ itemId: app.id, id: app.note(body).id }));
  await remove('answer');
  expect([app.texts(), app.comments()]).toEqual([[['question']], ['question']]);
  app.server.fault({ kind: 'refuse', match: 'destroyNote', error: refusal(422, 'No') });
  await remove('question');
  expect([app.texts(), app.alerts()]).toEqual([[['question']], [[NOTE_ERRORS.notDeleted, 'No']]]);
  expect(app.state().notice[0]?.scope).toBe('notes');
  await remove('question');
  expect([app.texts(), app.comments()]).toEqual([[], []]);
});

test('WI-10.71 what is written stays when the item is left, and outlives the page', async () => {
  const app = await openActivity();
  app.planner.keep(keeper);
  await app.type('half a sent');
  await app.act(noteActions.closed(), noteActions.opened({ id: app.id, epic: null }));
  expect(app.form().body).toBe('half a sent');
  expect([...app.fake.stored.values()].join()).toContain('half a sent');
  const { note } = app.state();
  await send(app);
  expect([...app.fake.stored.values()].join()).not.toContain('half a sent');
  // A form for an edit holds what is there already until somebody writes in it.
  const { id } = app.note('half a sent');
  await app.type('half a sent', id);
  expect([...app.fake.stored.values()].join()).not.toContain('half a sent');
  await app.type('half a sentence', id);
  expect([...app.fake.stored.values()].join()).toContain('half a sentence');
  expect(note.forms[app.id]?.body).toBe('half a sent');
});
