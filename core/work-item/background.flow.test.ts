import type { ExtrasPage } from './testing/extras.ts';
import { refusal } from '../testing/ports.ts';
import { noteActions, noteSaga } from '../note/index.ts';
import { get } from '../table/index.ts';
import { extrasActions } from './extras/actions.ts';
import {
  BACKGROUND_ERROR,
  selectIsHidden,
  selectItemParticipants,
  selectTime,
  selectZoomLink,
  timeSaid,
} from './extras/background.ts';
import { participantsTitle } from './rules.ts';
import { workItemActions } from './slice.ts';
import { itemExtrasSaga } from './extras/read.ts';
import { askedOf, openExtras } from './testing/extras.ts';
import { openItem } from './testing/item-page.ts';

const HOUR = 3600;

const time = (app: ExtrasPage) => selectTime(app.state(), app.id);
const people = (app: ExtrasPage) => selectItemParticipants(app.state(), app.id).people?.map(({ username }) => username);
const again = (app: ExtrasPage) => app.act(extrasActions.retried());

function spend(app: ExtrasPage, seconds: number): void {
  const id = app.world.nextId('timelogs');
  const log = { itemId: app.itemId, userId: app.userId('ada'), seconds, spentAt: app.world.now(), summary: null };
  app.world.timelogs.set(id, { ...log, id });
}

test('WI-07.70 WI-07.71 estimate and time spent are read once the item is shown, for visitors too', async () => {
  const app = await openExtras('gus', { timeEstimate: 3 * HOUR });
  spend(app, HOUR);
  expect(time(app)).toMatchObject({ spent: null, estimate: 'Estimated: 3h', percent: 0 });
  await again(app);
  expect(time(app)).toEqual({
    spent: 'Spent: 1h',
    estimate: 'Estimated: 3h',
    rest: 'Time remaining: 2h',
    percent: 33,
    over: false,
  });
  expect(time(await openExtras(null))).toBeNull();
});

test('WI-07.71 the time in words', () => {
  expect(timeSaid({ estimate: 0, spent: 0 })).toBeNull();
  expect(timeSaid({ estimate: 0, spent: 90 * 60 })).toEqual({
    spent: 'Spent: 1h 30m',
    estimate: null,
    rest: null,
    percent: null,
    over: false,
  });
  expect(timeSaid({ estimate: HOUR, spent: HOUR })).toMatchObject({ rest: null, percent: 100, over: false });
  expect(timeSaid({ estimate: HOUR, spent: 10 * HOUR })).toMatchObject({
    rest: 'Over by 1d 1h',
    percent: 100,
    over: true,
  });
});

test('WI-07.72 what was tracked elsewhere is seen within thirty seconds without pushes', async () => {
  const app = await openExtras('ada');
  expect(time(app)).toBeNull();
  spend(app, HOUR);
  await app.fake.clock.advance(30_000);
  expect(time(app)).toMatchObject({ spent: 'Spent: 1h' });
});

test('WI-07.72 a push about time, assignees, reactions, comments or the description has it read again, one about anything else has not', async () => {
  const app = await openExtras('ada');
  await app.fake.connect(true);
  const readings = async (kind: string) => {
    const before = askedOf(app, 'issueExtras').length;
    await app.fake.push(app.id, [kind]);
    await app.act();
    return askedOf(app, 'issueExtras').length - before;
  };
  for (const kind of ['timeTracking', 'assignees', 'awards', 'notes', 'description'])
    expect([kind, await readings(kind)]).toEqual([kind, 1]);
  expect(await readings('title')).toBe(0);
});

test('IE-01.53 the Zoom meeting comes with a push about it, for visitors too, and goes again', async () => {
  const app = await openExtras(null);
  await app.fake.connect(true);
  const shown: (string | null)[] = [selectZoomLink(app.state(), app.id)];
  for (const zoomLink of ['https://zoom.us/j/1', 'https://elsewhere.example/j/1', null]) {
    const row = app.row();
    if (row === undefined) throw new Error('It is there');
    app.world.items.set(row.id, { ...row, zoomLink });
    await app.fake.push(app.id, ['zoomLink']);
    await app.act();
    shown.push(selectZoomLink(app.state(), app.id));
  }
  expect(shown).toEqual([null, 'https://zoom.us/j/1', null, null]);
});

test('AP-09.100 that an item is hidden comes with a push about who may see it, and goes again', async () => {
  const app = await openExtras('ada');
  await app.fake.connect(true);
  const { authorId = 0 } = app.row() ?? {};
  const ada = app.userId('ada');
  app.world.users.set(ada, { ...app.world.user(ada), admin: true });
  const shown: boolean[] = [selectIsHidden(app.state(), app.id)];
  for (const state of ['banned', 'active'] as const) {
    app.world.users.set(authorId, { ...app.world.user(authorId), state });
    await app.fake.push(app.id, ['confidential']);
    await app.act();
    shown.push(selectIsHidden(app.state(), app.id));
  }
  expect(shown).toEqual([false, true, false]);
});

test('WI-07.73 author, assignees and who has reacted take part', async () => {
  const app = await openExtras('ada', { mine: true });
  expect(people(app)).toEqual(['gus']);
  const row = app.row();
  if (row === undefined) throw new Error('It is there');
  const bob = app.world.addUser({ username: 'bob' });
  app.world.items.set(row.id, { ...row, assigneeIds: [bob] });
  app.give('ada', 'tada');
  await again(app);
  expect([people(app), selectItemParticipants(app.state(), app.id).title]).toEqual([
    ['ada', 'gus', 'bob'],
    '3 participants',
  ]);
});

test('WI-07.73 all pages are read, and stand in one answer', async () => {
  const app = await openExtras('ada');
  app.world.pageMax = 2;
  for (const index of [1, 2, 3, 4]) {
    app.world.addUser({ username: `p${index}` });
    app.give(`p${index}`, 'tada');
  }
  const before = askedOf(app, 'issueExtras').length;
  await again(app);
  expect([people(app)?.length, askedOf(app, 'issueExtras').length - before]).toEqual([5, 3]);
  expect(participantsTitle(1000)).toBe('1,000+ participants');
});

test('WI-07.74 what cannot be read says so and can be tried again; what was read stays', async () => {
  const app = await openItem('ada');
  app.planner.watch('itemExtras', itemExtrasSaga);
  const shown = () => selectItemParticipants(app.state(), app.id);
  const refuse = () => app.server.fault({ kind: 'refuse', match: 'issueExtras', error: refusal(500, 'Down') });
  refuse();
  await app.act(extrasActions.opened({ id: app.id, epic: null }));
  expect(shown()).toEqual({ error: BACKGROUND_ERROR, people: null, title: 'Participants' });
  expect(selectTime(app.state(), app.id)).toBeUndefined();
  await app.act(extrasActions.retried());
  expect(shown()).toMatchObject({ error: null, title: '1 participant' });
  refuse();
  await app.act(extrasActions.retried());
  expect(shown()).toMatchObject({ error: null, title: '1 participant' });
});

test('WI-07.73 people stay known for as long as the item is', async () => {
  const app = await openExtras('ada', { mine: true });
  expect(get(app.state().confirmed.users, `gid://gitlab/User/${app.userId('gus')}`)).toBeDefined();
  await app.act(extrasActions.closed({ id: app.id }), workItemActions.pageClosed());
  expect(get(app.state().confirmed.users, `gid://gitlab/User/${app.userId('gus')}`)).toBeUndefined();
});

test('WI-07.75 who comments is a participant at once, with pushes or without', async () => {
  for (const connected of [true, false]) {
    const app = await openExtras('ada', { mine: true });
    await app.fake.connect(connected);
    app.planner.watch('note', noteSaga);
    await app.act(noteActions.opened({ id: app.id, epic: null }));
    expect(people(app)).toEqual(['gus']);
    const before = askedOf(app, 'issueExtras').length;
    await app.act(noteActions.typed({ itemId: app.id, target: app.id, body: 'Hello' }));
    await app.act(noteActions.commented({ target: app.id }));
    if (connected) await app.fake.push(app.id, ['notes']);
    await app.act();
    expect([people(app), askedOf(app, 'issueExtras').length - before]).toEqual([['ada', 'gus'], 1]);
  }
});
