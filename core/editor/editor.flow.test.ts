import type { EditorSearch } from './actions.ts';
import { refusal } from '../testing/ports.ts';
import { settle } from '../testing/index.ts';
import { openItem, type ItemPage } from '../work-item/testing/item-page.ts';
import { editorActions, editorSaga, selectChoices, selectPreview, selectTextPlace } from './index.ts';
import { CHOICES_MAX, SEARCH_DELAY } from './rules.ts';
import { EDITOR_TEXTS } from './texts.ts';

const seed: NonNullable<Parameters<typeof openItem>[1]>['seed'] = (world, acme, app) => {
  const secret = world.addGroup({ path: 'secret', visibility: 'private' });
  world.addMember({ userId: world.addUser({ username: 'adamant' }), groupId: secret, level: 50 });
  for (const title of ['bug', 'to do', 'today']) world.addLabel(title, '#1068bf', acme);
  world.addMilestone('Version 1', null, null, acme);
  const tools = world.addProject({ groupId: acme, path: 'tools' });
  world.addItem(tools, { title: 'Tap wrench' });
  world.addItem(app, { title: 'Hidden tap', confidential: true });
  world.addEpic(acme, { title: 'Water' });
  return {};
};

async function open(who: 'ada' | 'gus' = 'ada') {
  const app = await openItem(who, { seed });
  app.planner.watch('editor', editorSaga);
  const place = () => selectTextPlace(app.state(), app.id);
  const trigger = async (kind: EditorSearch['kind'], term = ''): Promise<void> => {
    await app.act(editorActions.triggered({ ...place(), kind, term }));
  };
  const wait = async (milliseconds = SEARCH_DELAY): Promise<void> => {
    await app.fake.clock.advance(milliseconds);
    await settle();
  };
  const written = () => selectChoices(app.state()).map((choice) => choice.written);
  return { ...app, place, trigger, wait, written };
}

const requests = ({ server }: ItemPage, what: string): number =>
  server.calls.filter((call) => call.what.includes(what)).length;

test('IE-09.40 IE-09.43 people, labels and milestones of the project are offered, and nobody who is not in it', async () => {
  const app = await open();
  await app.trigger('person');
  expect(app.written()).toEqual(['@ada', '@gus']);
  await app.trigger('label');
  await app.wait();
  expect(app.written()).toEqual(['~bug', '~"to do"', '~today']);
  await app.trigger('milestone');
  await app.wait();
  expect(app.written()).toEqual(['%"Version 1"']);
  await app.act(editorActions.triggerLeft());
  expect(app.written()).toEqual([]);
});

test('IE-09.40 IE-09.44 issues and epics that the viewer may see, without the path where it is not needed', async () => {
  const app = await open();
  await app.trigger('issue', 'tap');
  await app.wait();
  expect(app.written().toSorted()).toEqual(['#1', '#2', 'acme/tools#1']);
  await app.trigger('epic', 'wat');
  await app.wait();
  expect(app.written()).toEqual(['&1']);
  const guest = await open('gus');
  await guest.trigger('issue', 'tap');
  await guest.wait();
  expect(guest.written()).toEqual(['#2', 'acme/tools#1']);
});

test('IE-09.40 in a text of a group its own people, labels and milestones are offered', async () => {
  const app = await open();
  const inGroup = { itemId: null, groupPath: 'acme', projectPath: null };
  const found: Record<string, readonly string[]> = {};
  for (const kind of ['person', 'label', 'milestone'] as const) {
    await app.act(editorActions.triggered({ ...inGroup, kind, term: '' }));
    await app.wait();
    found[kind] = app.written();
  }
  expect(found).toEqual({
    person: ['@ada', '@gus'],
    label: ['~bug', '~"to do"', '~today'],
    milestone: ['%"Version 1"'],
  });
  await app.act(
    editorActions.triggered({ itemId: null, groupPath: null, projectPath: null, kind: 'person', term: '' }),
  );
  await app.wait();
  expect([app.written(), requests(app, 'searchGroupUsers')]).toEqual([[], 1]);
});

test('IE-09.45 emojis that begin so come first, five at most, and nothing is asked', async () => {
  const app = await open();
  const before = app.server.calls.length;
  await app.trigger('emoji', 'heart');
  expect(app.written()).toHaveLength(CHOICES_MAX);
  expect(app.written()[0]).toBe(':heart:');
  await app.wait();
  expect(app.server.calls).toHaveLength(before);
});

test('IE-09.46 the latest search wins, after a while; what was found stays as long as it fits', async () => {
  const app = await open();
  await app.trigger('label');
  expect(requests(app, 'itemLabels')).toBe(1);
  await app.trigger('label', 't');
  expect(app.written()).toEqual(['~"to do"', '~today']);
  await app.wait(SEARCH_DELAY - 1);
  await app.trigger('label', 'tod');
  expect(app.written()).toEqual(['~today']);
  await app.wait(SEARCH_DELAY - 1);
  expect(requests(app, 'itemLabels')).toBe(1);
  await app.wait(1);
  expect(requests(app, 'itemLabels')).toBe(2);
  app.server.fault({ kind: 'refuse', match: 'itemLabels', error: refusal(500, 'no') });
  await app.trigger('label', 'bu');
  await app.wait();
  expect([app.written(), app.alerts()]).toEqual([[], []]);
});

test('IE-09.47 a preview is the server’s, says when it fails, and is fetched again', async () => {
  const app = await open();
  const id = 'field';
  const { itemId: _, ...place } = app.place();
  const preview = () => selectPreview(app.state(), id);
  app.server.fault({ kind: 'refuse', match: /preview_markdown/, error: refusal(500, 'no') });
  await app.act(editorActions.previewAsked({ ...place, id, text: 'Hello' }));
  expect(preview()).toEqual({ html: null, commands: '', isEmpty: false, error: EDITOR_TEXTS.previewFailed });
  await app.act(editorActions.previewRetried({ id }));
  expect(preview()).toEqual({ html: expect.stringContaining('Hello'), commands: '', isEmpty: false, error: null });
  await app.act(editorActions.previewLeft({ id }));
  expect(preview()).toBeNull();
  const before = requests(app, 'preview_markdown');
  await app.act(editorActions.previewAsked({ ...place, id, text: ' ' }));
  expect([preview()?.isEmpty, requests(app, 'preview_markdown')]).toEqual([true, before]);
});

test('IE-09.55 the preview of a comment says what its quick actions will do', async () => {
  const app = await open();
  const { itemId: _, ...place } = app.place();
  const text = 'Done.\n/close';
  const preview = () => selectPreview(app.state(), 'field');
  await app.act(editorActions.previewAsked({ ...place, id: 'field', text, commentOn: app.id }));
  expect(preview()).toMatchObject({ html: expect.not.stringContaining('close'), commands: 'Closes this issue.' });
  await app.act(editorActions.previewAsked({ ...place, id: 'field', text }));
  expect(preview()).toMatchObject({ html: expect.stringContaining('/close'), commands: '' });
});

test('IE-09.55 that of an edited description says nothing of commands that stood there before', async () => {
  const app = await open();
  const { itemId: _, ...place } = app.place();
  const row = app.row()!;
  app.world.items.set(row.id, { ...row, description: 'Done.\n/close' });
  const asked = { ...place, id: 'field', text: 'Done.\n/close\n/todo', commentOn: app.id };
  await app.act(editorActions.previewAsked({ ...asked, edits: true }));
  expect(selectPreview(app.state(), 'field')).toMatchObject({
    html: expect.stringContaining('/close'),
    commands: 'Adds a to-do item.',
  });
  await app.act(editorActions.previewAsked(asked));
  expect(selectPreview(app.state(), 'field')).toMatchObject({ commands: 'Closes this issue. Adds a to-do item.' });
});

test('IE-09.55 so does the preview of the description of an epic that is made with it', async () => {
  const app = await open();
  const place = { groupPath: 'acme', projectPath: null };
  await app.act(editorActions.previewAsked({ ...place, id: 'field', text: 'New.\n/close', commentOn: 'epic' }));
  expect(selectPreview(app.state(), 'field')).toMatchObject({ commands: 'Closes this epic.' });
});

test('IE-09.47 a text of a group is rendered there', async () => {
  const app = await open();
  await app.act(editorActions.previewAsked({ id: 'a', text: 'Hello', groupPath: 'acme', projectPath: null }));
  expect(requests(app, '/groups/acme/-/preview_markdown')).toBe(1);
});

test('IE-09.49 quick actions that the viewer can do with the item', async () => {
  const app = await open();
  await app.trigger('action', 'clo');
  expect(app.written()).toEqual(['/close']);
  await app.trigger('action');
  expect(app.written()).toHaveLength(CHOICES_MAX);
  const guest = await open('gus');
  await guest.trigger('action', 'clo');
  expect(guest.written()).toEqual([]);
  await guest.act(editorActions.triggered({ ...guest.place(), itemId: 'issue', kind: 'action', term: 'wei' }));
  expect(guest.written()).toEqual(['/weight']);
  await guest.act(editorActions.triggered({ ...guest.place(), itemId: 'epic', kind: 'action', term: 'wei' }));
  expect(guest.written()).toEqual([]);
});
