import { accessActions } from '../access/index.ts';
import { epicActions } from '../epic/index.ts';
import { NOTE_TEXTS } from '../note/index.ts';
import { refusal, settle, UNREACHABLE } from '../testing/index.ts';
import { textActions } from './index.ts';
import { selectIsWriting } from './slice.ts';
import { openText, PATH } from './testing/form.ts';
import { TEXT_TEXTS } from './texts.ts';

test('WI-08.40 the form opens with the text as it was read, and once', async () => {
  const app = await openText();
  expect([app.form(), app.may()]).toEqual([null, true]);
  await app.act(textActions.opened({ id: app.id, field: 'title' }));
  expect(app.form()).toMatchObject({
    title: 'Plan',
    description: 'one\ntwo\nthree',
    field: 'title',
    titleError: null,
    canSave: true,
    saving: false,
    error: null,
    warning: null,
    conflict: null,
    asking: false,
    types: [],
  });
  await app.write('one');
  await app.edit();
  expect(app.form()).toMatchObject({ description: 'one', field: 'description' });
});

test('WI-08.41 who may not update the item has no form', async () => {
  for (const who of ['gus', null] as const) {
    const app = await openText(who);
    expect(app.may()).toBe(false);
    await app.edit();
    expect(app.form()).toBeNull();
  }
});

test('WI-08.41 who is signed out meanwhile keeps the form with its text, and cannot save', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  app.server.signInAs(null);
  await app.act(accessActions.sessionRequested());
  expect(app.form()).toMatchObject({ description: 'mine', canSave: false, mayNot: TEXT_TEXTS.mayNot });
  await app.save();
  expect([app.puts.length, app.form()?.description]).toEqual([0, 'mine']);
});

test('WI-08.42 what is over the page has a form of its own', async () => {
  const app = await openText();
  await app.over();
  expect(app.may('over')).toBe(true);
  await app.edit();
  await app.act(textActions.opened({ id: app.issueId }), textActions.titleTyped({ id: app.issueId, text: 'Dry tap' }));
  await app.write('mine');
  expect([app.form()?.description, app.form()?.title]).toEqual(['mine', 'Plan']);
  expect(app.form(app.issueId)).toMatchObject({ title: 'Dry tap', description: 'Water', chosenType: 'issue' });
  await app.act(textActions.discarded({ id: app.issueId }));
  expect([app.form(app.issueId), app.form()?.description]).toEqual([null, 'mine']);
});

test('WI-08.44 a form in which something was written stays when its item is left, any other closes', async () => {
  const app = await openText();
  const leave = epicActions.epicPageClosed();
  const back = epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' });
  await app.edit();
  await app.act(leave, back);
  expect(app.form()).toBeNull();
  await app.edit();
  await app.write('mine');
  await app.act(leave, back);
  expect(app.form()?.description).toBe('mine');
});

test('IE-02.40 Cancel closes an unchanged form, and asks about a changed one', async () => {
  const app = await openText();
  const cancel = () => app.act(textActions.cancelAsked({ id: app.id }));
  await app.edit();
  await cancel();
  expect(app.form()).toBeNull();
  await app.edit();
  await app.write('mine');
  await cancel();
  expect(app.form()).toMatchObject({ asking: true, description: 'mine' });
  await app.act(textActions.continued({ id: app.id }));
  expect(app.form()).toMatchObject({ asking: false, description: 'mine' });
  await cancel();
  await app.act(textActions.discarded({ id: app.id }));
  expect([app.form(), app.puts.length]).toEqual([null, 0]);
});

test.each([
  ['', "Title can't be blank"],
  ['  ', "Title can't be blank"],
  ['x'.repeat(256), 'Title is too long (maximum is 255 characters)'],
])('IE-02.42 a title that is none is not saved: %#', async (text, titleError) => {
  const app = await openText();
  await app.edit();
  await app.act(textActions.titleTyped({ id: app.id, text }));
  expect(app.form()).toMatchObject({ titleError, canSave: false });
  await app.save();
  expect([app.puts.length, app.form()?.title]).toEqual([0, text]);
});

test('IE-02.43 sent is what differs, with the version; an unchanged form closes', async () => {
  const app = await openText();
  await app.edit();
  await app.save();
  expect([app.form(), app.puts.length]).toEqual([null, 0]);
  const version = app.version();
  await app.edit();
  await app.act(textActions.titleTyped({ id: app.id, text: ' Better plan ' }));
  await app.save();
  await app.later();
  expect([app.form(), app.known()?.title, app.known()?.lockVersion]).toEqual([null, 'Better plan', version + 1]);
  await app.edit();
  await app.write('mine');
  await app.save();
  expect(app.puts.map(({ path, body }) => [path, body])).toEqual([
    [PATH, { epic: { title: 'Better plan', lock_version: version } }],
    [PATH, { epic: { description: 'mine', lock_version: version + 1 } }],
  ]);
});

test('IE-02.44 a refusal stands in the form with what the server says, and the text stays', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  app.server.fault({ kind: 'refuse', match: 'PUT', error: refusal(422, 'Too long', 'Too odd') });
  await app.save();
  expect(app.form()).toMatchObject({
    error: 'Error updating epic. Too long Too odd',
    description: 'mine',
    canSave: true,
    warning: null,
  });
  expect(app.state().notice).toEqual([]);
  await app.save();
  await app.later();
  expect([app.text(), app.form()]).toEqual(['mine', null]);
});

test('IE-02.45 leaving is asked about while something is written, unless a type was chosen', async () => {
  const app = await openText();
  await app.edit();
  expect(selectIsWriting(app.state())).toBe(false);
  await app.write('mine');
  expect(selectIsWriting(app.state())).toBe(true);
  await app.act(textActions.typeChosen({ id: app.id, type: 'incident' }));
  expect(selectIsWriting(app.state())).toBe(false);
});

test('IE-02.46 a saved form is disabled until its text was read again, and closes then', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  app.server.fault({ kind: 'delay', match: 'PUT', milliseconds: 500 });
  await app.save();
  expect(app.form()).toMatchObject({ saving: true, canSave: false });
  app.server.fault({ kind: 'delay', match: 'epicPage', milliseconds: 1_000 });
  await app.fake.clock.advance(500);
  await settle();
  expect(app.form()).toMatchObject({ saving: true, canSave: false, description: 'mine' });
  await app.fake.clock.advance(1_000);
  await settle();
  expect([app.form(), app.known()?.descriptionHtml]).toEqual([null, expect.stringContaining('mine')]);
});

test('WI-10.117 quick actions are carried out with the save, and do not come back', async () => {
  const app = await openText();
  await app.edit();
  await app.write('one\ntwo\nthree\n/close\n/title Named');
  app.server.fault({ kind: 'delay', match: 'PUT', milliseconds: 500 });
  await app.save();
  await app.write('one\ntwo more\nthree\n/close\n/title Named');
  await app.fake.clock.advance(500);
  await app.later();
  expect(app.form()).toMatchObject({
    title: 'Named',
    description: 'one\ntwo more\nthree',
    saving: false,
    conflict: null,
  });
  expect([app.text(), app.known()?.state]).toEqual(['one\ntwo\nthree', 'closed']);
  await app.save();
  await app.later();
  expect([app.form(), app.text(), app.known()?.description]).toEqual([null, ...Array(2).fill('one\ntwo more\nthree')]);
  expect(app.puts).toHaveLength(2);
  expect(app.state().notice).toEqual([]);
});

test('WI-10.117 they do not come back where what was written meanwhile is in conflict with what was saved', async () => {
  const app = await openText();
  await app.edit();
  await app.write('one\ntwo\nthree\n/close');
  app.server.fault({ kind: 'delay', match: 'PUT', milliseconds: 500 });
  await app.save();
  await app.write('one\ntwo\nthree\n/close\nfour\n/todo');
  await app.fake.clock.advance(500);
  await app.later();
  expect(app.form()).toMatchObject({ description: 'one\ntwo\nthree\nfour\n/todo', saving: false });
});

test('WI-10.117 WI-10.118 a text of nothing new but quick actions closes its form, and says which were refused', async () => {
  const app = await openText();
  await app.edit();
  await app.write('one\ntwo\nthree\n/reopen\n/close\n/label ~none');
  await app.save();
  await app.later();
  expect([app.form(), app.text(), app.known()?.state]).toEqual([null, 'one\ntwo\nthree', 'closed']);
  expect(app.state().notice).toMatchObject([
    {
      kind: 'warning',
      text: NOTE_TEXTS.commands,
      detail: 'Could not apply reopen command. Could not apply label command.',
      scope: 'epic',
    },
  ]);
});

test('IE-02.46 it closes after 3 s also where nothing could be read', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  app.server.fault({ kind: 'delay', match: 'epicPage', milliseconds: 60_000 });
  app.server.fault({ kind: 'delay', match: /realtime_changes$/, milliseconds: 60_000 });
  await app.save();
  await app.fake.clock.advance(2_999);
  expect(app.form()?.saving).toBe(true);
  await app.fake.clock.advance(1);
  await settle();
  expect([app.form(), app.known()?.description]).toEqual([null, 'mine']);
});

test('IE-02.46 what is written while it is being saved stays, as an edit of what was saved', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  app.server.fault({ kind: 'delay', match: 'PUT', milliseconds: 5_000 });
  await app.save();
  await app.write('mine and more');
  await app.fake.clock.advance(5_000);
  await app.later();
  expect(app.text()).toBe('mine');
  expect(app.form()).toMatchObject({ description: 'mine and more', saving: false, conflict: null, warning: null });
  await app.save();
  await app.later();
  expect([app.text(), app.form()]).toEqual(['mine and more', null]);
});

test('IE-02.47 a save without an answer is sent again under its key, and made once', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  const version = app.version();
  app.server.fault({ kind: 'lose', match: 'PUT', when: 'afterCommit' });
  await app.save();
  expect(app.form()).toMatchObject({ saving: true, description: 'mine' });
  await app.fake.clock.advance(20_000);
  await app.later();
  expect([app.form(), app.text(), app.version()]).toEqual([null, 'mine', version + 1]);
});

test('IE-02.47 without a connection the form waits, with its text', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  for (let count = 0; count < 3; count += 1) app.server.fault({ kind: 'refuse', match: 'PUT', error: UNREACHABLE });
  await app.save();
  await app.fake.clock.advance(2_000);
  expect(app.form()).toMatchObject({ saving: true, description: 'mine', error: null });
  await app.fake.clock.advance(60_000);
  await app.later();
  expect([app.form(), app.text()]).toEqual([null, 'mine']);
});

test('IE-02.46 a watcher that crashes and is started again closes what was saved', async () => {
  const app = await openText();
  await app.edit();
  await app.write('mine');
  app.server.fault({ kind: 'delay', match: 'epicPage', milliseconds: 60_000 });
  app.server.fault({ kind: 'delay', match: /realtime_changes$/, milliseconds: 60_000 });
  await app.save();
  expect(app.form()?.saving).toBe(true);
  // An action that names no form, as no view sends it.
  await app.act({ ...textActions.kept({ id: app.id }), payload: null });
  await app.fake.clock.advance(1_500);
  await settle();
  expect([app.form(), app.text(), app.fake.logged.length]).toEqual([null, 'mine', 1]);
});
