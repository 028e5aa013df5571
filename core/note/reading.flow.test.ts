import { refusal } from '../testing/ports.ts';
import { madeIn } from '../store/action.ts';
import { size } from '../table/index.ts';
import { noteActions } from './actions.ts';
import { listAfter, type NotesPage } from './lists.ts';
import { NOTE_TEXTS } from './texts.ts';
import type { Discussion, NotesFilter } from './types.ts';
import { selectActivity } from './select.ts';
import { openActivity } from './testing/activity.ts';
import { pageOf } from './page.ts';
import { noteOf } from './wire.ts';

const ENDS = { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null };

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `no ${index + 1}`);

test('WI-10.60 each place reads what it shows, and what is shown nowhere is forgotten', async () => {
  const app = await openActivity('ada', { before: ['hello'] });
  expect(app.texts()).toEqual([['hello']]);
  await app.act(madeIn(noteActions.opened({ id: app.id, epic: null }), 'over'));
  expect(selectActivity(app.state(), 'over').discussions).toHaveLength(1);
  expect(app.asked('itemNotes')).toBe(1);
  await app.act(noteActions.closed());
  expect([app.activity().discussions, size(app.state().confirmed.notes)]).toEqual([[], 1]);
  await app.act(madeIn(noteActions.closed(), 'over'));
  expect([size(app.state().confirmed.notes), size(app.state().confirmed.discussions)]).toEqual([0, 0]);
});

test('WI-10.60 an epic has it, found by its group and number', async () => {
  const app = await openActivity('ada');
  const epic = app.world.addEpic(app.acme, { title: 'Roof' });
  const epicId = `gid://gitlab/Epic/${epic.id}`;
  await app.act(noteActions.opened({ id: epicId, epic: { fullPath: 'acme', iid: String(epic.iid) } }));
  expect([app.activity().status, app.asked('epicNotes')]).toEqual(['ready', 1]);
  await app.act(noteActions.typed({ itemId: epicId, target: epicId, body: 'For all' }));
  await app.act(noteActions.commented({ target: epicId }));
  expect([app.texts(), [...app.world.comments.values()].map(({ itemId }) => itemId)]).toEqual([
    [['For all']],
    [epic.id],
  ]);
});

test('WI-10.61 the oldest first, or the newest; who answers', async () => {
  const app = await openActivity('gus', { before: ['first', 'second'] });
  expect(app.texts()).toEqual([['first'], ['second']]);
  await app.act(noteActions.sortChosen({ newestFirst: true }));
  expect(app.texts()).toEqual([['second'], ['first']]);
  expect(app.activity().discussions.map(({ mayReply }) => mayReply)).toEqual([true, true]);
  const visitor = await openActivity(null, { before: ['first'] });
  expect(visitor.activity().discussions.map(({ mayReply }) => mayReply)).toEqual([false]);
});

test('WI-10.62 filter and order are kept under GitLab’s names', async () => {
  const app = await openActivity('ada', { before: ['first'], stored: { sort_direction_work_item: 'desc' } });
  expect([app.activity().newestFirst, app.activity().filter]).toEqual([true, 'ALL_NOTES']);
  await app.act(noteActions.filterChosen({ filter: 'ONLY_ACTIVITY' }));
  expect([app.texts(), app.fake.stored.get('filter_key_work_item')]).toEqual([[], 'ONLY_ACTIVITY']);
  await app.act(noteActions.sortChosen({ newestFirst: false }));
  expect(app.fake.stored.get('sort_direction_work_item')).toBe('asc');
  await app.act(noteActions.filterChosen({ filter: 'ONLY_COMMENTS' }));
  expect(app.texts()).toEqual([['first']]);
});

test('WI-10.62 the activity of an epic is narrowed as well, by its first notes', () => {
  const note = (number: number, system: boolean) => ({
    ...{ id: `gid://gitlab/Note/${number}`, body: '', bodyHtml: null, createdAt: '', internal: null, system },
    ...{
      systemNoteIconName: null,
      lastEditedAt: null,
      lastEditedBy: null,
      maxAccessLevelOfAuthor: null,
      userPermissions: { adminNote: false, resolveNote: false },
    },
    author: { id: 'gid://gitlab/User/1', name: 'Ada', username: 'ada', avatarUrl: null, webUrl: '/ada' },
  });
  const open = { resolvedAt: null, resolvedBy: null };
  const nodes = [true, false].map((system, index) => ({
    ...open,
    id: `${index}`,
    notes: { nodes: [note(index, system)], pageInfo: { hasNextPage: false, endCursor: null } },
  }));
  const wire = [{ nodes, pageInfo: ENDS }];
  const shown = (filter: NotesFilter) => pageOf(wire, { filter, newestFirst: false }).discussions.map(({ id }) => id);
  expect([shown('ALL_NOTES'), shown('ONLY_COMMENTS'), shown('ONLY_ACTIVITY')]).toEqual([['0', '1'], ['1'], ['0']]);
  expect(noteOf(note(1, true))).toMatchObject({ bodyHtml: '', internal: false });
});

test('WI-10.63 pages of 20, and a push reads as many again as are shown', async () => {
  const app = await openActivity('ada', { before: numbers(45) });
  expect([app.texts().length, app.activity().hasMore]).toEqual([20, true]);
  await app.act(noteActions.moreAsked());
  expect([app.texts().length, app.activity().hasMore, app.asked('itemNotes')]).toEqual([40, true, 2]);
  await app.type('mine');
  await app.act(noteActions.commented({ target: app.id }));
  expect([app.texts().length, app.texts().at(-1)]).toEqual([41, ['mine']]);
  await app.act(noteActions.retried());
  expect([app.texts().length, app.texts().at(-1), app.asked('itemNotes')]).toEqual([41, ['mine'], 4]);
  await app.act(noteActions.moreAsked());
  expect(app.texts().map(([text]) => text)).toEqual([...numbers(45), 'mine']);
  expect(app.activity().hasMore).toBe(false);
});

test('WI-10.62 what was begun here beyond the pages that are read is not shown as history', async () => {
  const app = await openActivity('ada', { before: numbers(25) });
  await app.type('mine');
  await app.act(noteActions.commented({ target: app.id }));
  expect(app.texts().at(-1)).toEqual(['mine']);
  const page = { nodes: [], pageInfo: { ...ENDS, hasNextPage: true, endCursor: 'more' } };
  const known = [{ id: 'mine', notes: [], own: true as const }];
  const shown = (filter: NotesFilter) =>
    listAfter(known, pageOf([page], { filter, newestFirst: false }), false).map(({ id }) => id);
  expect([shown('ONLY_ACTIVITY'), shown('ONLY_COMMENTS')]).toEqual([[], ['mine']]);
});

test('WI-10.63 the narrowed activity of an epic keeps its length when it is read again', async () => {
  const app = await openActivity();
  const epic = app.world.addEpic(app.acme, { title: 'Roof' });
  for (let index = 0; index < 60; index += 1) {
    const id = app.say(`no ${index}`);
    const row = app.world.comments.get(id)!;
    app.world.comments.set(id, { ...row, itemId: epic.id, system: ![4, 29, 49].includes(index) });
  }
  await app.act(
    noteActions.filterChosen({ filter: 'ONLY_COMMENTS' }),
    noteActions.opened({ id: `gid://gitlab/Epic/${epic.id}`, epic: { fullPath: 'acme', iid: String(epic.iid) } }),
  );
  await app.act(noteActions.moreAsked());
  await app.act(noteActions.moreAsked());
  expect(app.texts()).toEqual([['no 4'], ['no 29'], ['no 49']]);
  await app.act(noteActions.retried());
  expect(app.texts()).toEqual([['no 4'], ['no 29'], ['no 49']]);
});

const NEWEST = { sort_direction_work_item: 'desc' };
const downFrom = (from: number, to: number) =>
  numbers(from)
    .slice(to - 1)
    .toReversed();

test('WI-10.63 where the newest stand first they are read first, and further ones below', async () => {
  const app = await openActivity('ada', { before: numbers(45), stored: NEWEST });
  expect([app.texts().flat(), app.activity().hasMore]).toEqual([downFrom(45, 26), true]);
  expect([app.asked('newestItemNotes'), app.asked('itemNotes')]).toEqual([1, 0]);
  await app.act(noteActions.moreAsked());
  await app.act(noteActions.moreAsked());
  expect([app.texts().flat(), app.activity().hasMore]).toEqual([downFrom(45, 1), false]);
  expect(app.asked('newestItemNotes')).toBe(3);
});

test('WI-10.63 what others begin stands above, and what is shown stays', async () => {
  const app = await openActivity('ada', { before: numbers(45), stored: NEWEST });
  for (const text of ['new 1', 'new 2', 'new 3']) app.say(text);
  await app.act(noteActions.retried());
  const shown = app.texts().flat();
  expect(shown.slice(0, 24)).toEqual(['new 3', 'new 2', 'new 1', ...downFrom(45, 25)]);
  expect(app.asked('newestItemNotes')).toBe(3);
  const oldest = [...app.world.comments.values()].find(({ body }) => body === shown.at(-1));
  app.world.comments.delete(oldest?.id ?? 0);
  await app.act(noteActions.retried());
  expect([shown.at(-1), app.texts().at(-1), app.asked('newestItemNotes')]).toEqual(['no 9', ['no 8'], 5]);
});

test('WI-10.63 a comment of one’s own stands above where the newest stand first', async () => {
  const app = await openActivity('ada', { before: numbers(25), stored: NEWEST });
  await app.type('mine');
  app.planner.store.dispatch(noteActions.commented({ target: app.id }));
  expect(app.texts()[0]).toEqual(['mine']);
  await app.act();
  expect(app.texts()[0]).toEqual(['mine']);
  await app.act(noteActions.moreAsked());
  expect(app.texts().flat()).toEqual(['mine', ...downFrom(25, 1)]);
});

test('WI-10.63 so it is of an epic', async () => {
  const app = await openActivity('ada', { stored: NEWEST });
  const epic = app.world.addEpic(app.acme, { title: 'Roof' });
  for (const text of numbers(25)) {
    const id = app.say(text);
    app.world.comments.set(id, { ...app.world.comments.get(id)!, itemId: epic.id });
  }
  await app.act(
    noteActions.opened({ id: `gid://gitlab/Epic/${epic.id}`, epic: { fullPath: 'acme', iid: String(epic.iid) } }),
  );
  expect([app.texts().flat(), app.asked('newestEpicNotes')]).toEqual([downFrom(25, 6), 1]);
});

test('WI-10.63 another order is read from where it begins', async () => {
  const app = await openActivity('ada', { before: numbers(45) });
  await app.act(noteActions.moreAsked());
  await app.act(noteActions.sortChosen({ newestFirst: true }));
  expect([app.texts().flat(), app.asked('newestItemNotes')]).toEqual([downFrom(45, 26), 1]);
});

test('WI-10.63 a reading that says what was known changes nothing that is shown', () => {
  const known = [
    { id: 'a', notes: [] },
    { id: 'mine', notes: [], own: true as const },
  ];
  const page = (next: string | null, ...ids: string[]) => ({
    ...{ next, beyond: next !== null },
    discussions: ids.map((id) => ({ id, notes: [] })),
  });
  const ids = (list: readonly Discussion[], read: NotesPage, isFurther: boolean) =>
    listAfter(list, read, isFurther).map(({ id }) => id);
  expect(ids(known, page('x', 'a'), false)).toEqual(['a', 'mine']);
  expect(ids(known, page('x', 'b'), true)).toEqual(['a', 'b', 'mine']);
  expect(ids(known, page(null, 'b', 'mine'), true)).toEqual(['a', 'b', 'mine']);
  expect(ids(known, page(null, 'b'), false)).toEqual(['b']);
});

test('WI-10.63 a push has it read again', async () => {
  const app = await openActivity('ada', { before: ['first'] });
  app.say('second');
  await app.fake.connect(true);
  await app.act();
  expect(app.texts()).toEqual([['first'], ['second']]);
  app.say('third');
  await app.fake.push(app.id, ['awards']);
  await app.act();
  expect(app.texts()).toHaveLength(2);
  await app.fake.push(app.id, ['notes']);
  await app.act();
  expect(app.texts()).toHaveLength(3);
});

test('WI-10.64 what cannot be read says so, and is tried again', async () => {
  const app = await openActivity('ada', { before: ['first'] });
  app.server.fault({ kind: 'refuse', match: 'itemNotes', error: refusal(500) });
  await app.act(noteActions.filterChosen({ filter: 'ONLY_COMMENTS' }));
  expect([app.activity().status, app.activity().error]).toEqual(['failed', NOTE_TEXTS.failed]);
  await app.act(noteActions.retried());
  expect([app.activity().status, app.texts()]).toEqual(['ready', [['first']]]);
});

test('WI-10.65 a note has an address', async () => {
  const app = await openActivity('ada', { before: ['first'] });
  expect(app.note('first').anchor).toMatch(/^note_\d+$/);
});

test('WI-10.63 a narrowed list is read on until something of it is there', async () => {
  const app = await openActivity();
  const epic = app.world.addEpic(app.acme, { title: 'Roof' });
  for (const text of numbers(70)) {
    const id = app.say(text);
    app.world.comments.set(id, { ...app.world.comments.get(id)!, itemId: epic.id, system: text !== 'no 50' });
  }
  await app.act(
    noteActions.filterChosen({ filter: 'ONLY_COMMENTS' }),
    noteActions.opened({ id: `gid://gitlab/Epic/${epic.id}`, epic: { fullPath: 'acme', iid: String(epic.iid) } }),
  );
  expect([app.texts(), app.activity().hasMore, app.asked('epicNotes')]).toEqual([[['no 50']], true, 3]);
});
