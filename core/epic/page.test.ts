import { flow, refused, UNREACHABLE, wireError } from '../access/testing/flow.ts';
import { accessDomain } from '../access/index.ts';
import {
  epicActions,
  epicDomain,
  selectEpic,
  selectEpicConfig,
  selectEpicEndpoints,
  selectEpicHeader,
  selectEpicPage,
  selectEpicPermissions,
} from './index.ts';
import { recordKey } from '../entities/index.ts';
import { get } from '../table/index.ts';
import { changedSince } from '../mutation/pending.ts';
import { epicPageData, lockVersionIn, readInitialData } from './page-data.ts';
import { EPIC_ID, epicAnswer, pageJson, ROUTE } from './testing/answers.ts';

const JSON_PATH = 'GET /groups/acme/-/epics/1.json';
const CHANGES = 'GET /groups/acme/-/epics/1/realtime_changes';
const start = () => flow([accessDomain, epicDomain]);

async function open(json: object = pageJson(), answer: object = epicAnswer()) {
  const app = start();
  await app.dispatch(epicActions.epicPageOpened(ROUTE));
  await app.call(JSON_PATH).answer(json);
  await app.call('epicPage').answer(answer);
  return app;
}

test('EP-01.21 the page mounts from its data and the epic, read together', async () => {
  const app = start();
  await app.dispatch(epicActions.epicPageOpened(ROUTE));
  expect(app.calls.map(({ what }) => what)).toEqual([JSON_PATH, 'epicPage']);
  expect(selectEpicPage(app.state())).toEqual({ status: 'loading', error: null, ...ROUTE });
  await app.call(JSON_PATH).answer(pageJson());
  expect(selectEpicPage(app.state()).status).toBe('loading');
  await app.call('epicPage').answer(epicAnswer());
  expect(selectEpicPage(app.state()).status).toBe('ready');
  expect(selectEpic(app.state())).toMatchObject({
    id: EPIC_ID,
    descriptionHtml: '<p>Text</p>',
    lockVersion: 3,
    labels: ['gid://gitlab/GroupLabel/1'],
    group: { fullPath: 'acme' },
  });
  expect(get(app.state().confirmed.labels, 'gid://gitlab/GroupLabel/1')?.title).toBe('a');
  expect(selectEpicEndpoints(app.state())).toMatchObject({
    endpoint: '/groups/acme/-/epics/1',
    updateEndpoint: '/groups/acme/-/epics/1.json',
    epicLinksEndpoint: '/groups/acme/-/epics/1/links',
  });
  expect(selectEpicConfig(app.state())).toMatchObject({ allowSubEpics: true, epicsWebUrl: '/groups/acme/-/epics' });
  expect(app.logged).toEqual([]);
  expect(app.replayed()).toEqual(app.state());
});

test('EP-01.20 what the page says counts; what it leaves out is derived from its address', () => {
  const own = { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: false };
  const bare = epicPageData({}, {}, ROUTE, own, {});
  expect(bare).toMatchObject({
    endpoint: '/groups/acme/-/epics/1',
    projectsEndpoint: '/api/v4/groups/acme/projects',
    todoPath: '/groups/acme/-/epics/1/todos',
    permissions: own,
    author: null,
  });
  const said = epicPageData(
    { endpoint: 'https://host:8/x/-/epics/9', canUpdate: false, allowSubEpics: false, projectsEndpoint: '/api/v4/p' },
    { scoped_labels: false, todo_exists: true, todo_delete_path: '/dashboard/todos/4' },
    ROUTE,
    own,
    {},
  );
  expect(said).toMatchObject({
    endpoint: '/x/-/epics/9',
    updateEndpoint: '/x/-/epics/9.json',
    projectsEndpoint: '/api/v4/p',
    permissions: { ...own, canUpdate: false },
    allowSubEpics: false,
    allowScopedLabels: false,
    todoExists: true,
    todoDeletePath: '/dashboard/todos/4',
  });
  expect([lockVersionIn({}, {}), lockVersionIn({ lockVersion: 7 }, { lock_version: 8 })]).toEqual([0, 8]);
});

test('AP-06.20 data that cannot be parsed is an empty object and a report, never an exception', () => {
  expect(readInitialData('{"a":1}')).toEqual({ data: { a: 1 }, error: null });
  expect(readInitialData({ a: 1 })).toEqual({ data: { a: 1 }, error: null });
  for (const raw of ['{', '[1]', 'null', '', 7, null, undefined, ['x']]) {
    const { data, error } = readInitialData(raw);
    expect(data).toEqual({});
    expect(error).toMatch(/initial data/);
  }
});

test('AP-06.20 a page with unreadable data still shows the epic, and reports', async () => {
  const app = await open({ initial: '{broken', meta: '{"lock_version": 5}' });
  expect(selectEpicPage(app.state()).status).toBe('ready');
  expect(selectEpic(app.state())?.lockVersion).toBe(5);
  expect(selectEpicPermissions(app.state()).canUpdate).toBe(true);
  expect(app.logged).toHaveLength(1);
  const other = start();
  await other.dispatch(epicActions.epicPageOpened(ROUTE));
  await other.call(JSON_PATH).fail(wireError({ kind: 'malformed', status: 200 }));
  await other.call('epicPage').answer(epicAnswer());
  expect(selectEpicPage(other.state()).status).toBe('ready');
  expect(other.logged).toHaveLength(2);
});

test.each([
  ['no such group', pageJson(), { group: null }],
  ['no such epic', pageJson(), { group: { ...epicAnswer().group, epic: null } }],
  ['page data refused', refused(404), epicAnswer()],
  ['not allowed', refused(403), epicAnswer()],
])('EP-18.21 what does not exist and what may not be seen look alike: %s', async (_case, json, answer) => {
  const app = start();
  await app.dispatch(epicActions.epicPageOpened(ROUTE));
  const page = app.call(JSON_PATH);
  await ('name' in json ? page.fail(json) : page.answer(json));
  await app.call('epicPage').answer(answer);
  expect(selectEpicPage(app.state())).toEqual({ status: 'missing', error: null, ...ROUTE });
  expect(selectEpic(app.state())).toBeNull();
  expect(app.alerts()).toEqual([]);
});

test.each([
  [refused(500), 'Something went wrong while fetching the epic.'],
  [UNREACHABLE, 'The server could not be reached. Check your connection and try again.'],
])('EP-01.22 a page that cannot be read says why and can be tried again: %j', async (error, text) => {
  const app = start();
  await app.dispatch(epicActions.epicPageOpened(ROUTE));
  await app.call(JSON_PATH).answer(pageJson());
  await app.call('epicPage').fail(error);
  expect(selectEpicPage(app.state())).toMatchObject({ status: 'failed', error: text });
  await app.dispatch(epicActions.epicPageRetried());
  expect(selectEpicPage(app.state()).status).toBe('loading');
  await app.call(JSON_PATH).answer(pageJson());
  await app.call('epicPage').answer(epicAnswer());
  expect(selectEpicPage(app.state()).status).toBe('ready');
});

test('EP-01.24 opening another page gives up the first', async () => {
  const app = start();
  await app.dispatch(epicActions.epicPageOpened(ROUTE));
  const first = app.call('epicPage');
  await app.dispatch(epicActions.epicPageOpened({ groupPath: 'acme', iid: '2' }));
  expect(first.cancelled).toBe(true);
  await app.call('GET /groups/acme/-/epics/2.json').answer(pageJson({ endpoint: '/groups/acme/-/epics/2' }));
  await app.call('epicPage').answer(epicAnswer({ iid: '2', id: 'gid://gitlab/Epic/13' }));
  expect(selectEpic(app.state())?.iid).toBe('2');
  await app.dispatch(epicActions.epicPageClosed());
  expect(selectEpicPage(app.state())).toMatchObject({ status: 'idle', iid: null });
});

test('EP-02.20 the header tells state, confidentiality, creation and author, and what the viewer may do', async () => {
  const app = await open();
  expect(selectEpicHeader(app.state())).toEqual({
    id: 'gid://gitlab/Epic/12',
    title: 'One',
    noun: 'epic',
    badge: { text: 'Open', state: 'opened' },
    confidential: null,
    createdAt: '2026-01-02T03:04:05Z',
    author: { name: 'Ada', username: 'ada', url: '/ada', avatarUrl: '/ada.png', isProviderEmployee: false },
    toggle: { label: 'Close epic', loading: false },
    canCreate: true,
    canDestroy: true,
  });
  const closed = await open(
    pageJson(
      { canUpdate: false, canDestroy: false },
      { author: { name: 'B', username: 'b', is_gitlab_employee: true } },
    ),
    epicAnswer({ state: 'closed', confidential: true }),
  );
  const header = selectEpicHeader(closed.state());
  expect(header).toMatchObject({ badge: { text: 'Closed' }, toggle: null, canDestroy: false });
  expect(header?.confidential?.text).toBe('Confidential');
  expect(header?.confidential?.tooltip).toMatch(/at least the Reporter role/);
  expect(header?.author?.isProviderEmployee).toBe(true);
});

test('EP-18.20 what the page data leaves open, the rights of the epic decide', async () => {
  const none = { canUpdate: undefined, canDestroy: undefined, canAdmin: undefined, canAdminRelation: undefined };
  const reader = { adminEpic: false, createEpic: false, updateEpic: false, destroyEpic: false };
  const app = await open(pageJson(none), epicAnswer({ userPermissions: reader }));
  expect(Object.values(selectEpicPermissions(app.state()))).toEqual([false, false, false, false, false]);
  expect(selectEpicHeader(app.state())).toMatchObject({ toggle: null, canCreate: false, canDestroy: false });
});

test.each([
  ['canUpdate', { toggle: { label: 'Close epic', loading: false }, canCreate: false, canDestroy: false }],
  ['canCreate', { toggle: null, canCreate: true, canDestroy: false }],
  ['canDestroy', { toggle: null, canCreate: false, canDestroy: true }],
] as const)('EP-18.10 %s opens its part of the header and nothing else', async (right, opened) => {
  const none = { canUpdate: false, canDestroy: false, canAdmin: false, canAdminRelation: false };
  const initial = right === 'canCreate' ? none : { ...none, [right]: true };
  const reader = { adminEpic: false, createEpic: right === 'canCreate', updateEpic: false, destroyEpic: false };
  const app = await open(pageJson(initial), epicAnswer({ userPermissions: reader }));
  expect(selectEpicHeader(app.state())).toMatchObject(opened);
});

const change = (lockVersion: number) => ({
  title: 'Two',
  title_text: 'Two',
  description: '<p>New</p>',
  description_text: 'New',
  lock_version: lockVersion,
  updated_at: '2026-11-21T12:00:02Z',
  updated_by_name: 'Bo',
  updated_by_path: '/bo',
});

test('EP-01.23 an open page follows changes, after two seconds and then by the interval of the answers', async () => {
  const app = await open();
  await app.pass(1999);
  expect(app.count(CHANGES)).toBe(0);
  await app.pass(1);
  await app.call(CHANGES).answer(change(3), { 'poll-interval': '3000' });
  expect(selectEpic(app.state())?.title).toBe('One');
  expect(app.count('epicPage')).toBe(1);
  await app.pass(3000);
  await app.call(CHANGES).answer(change(4), { 'poll-interval': '3000' });
  expect(selectEpic(app.state())).toMatchObject({
    title: 'Two',
    descriptionHtml: '<p>New</p>',
    lockVersion: 4,
    editedBy: { name: 'Bo', path: '/bo', at: '2026-11-21T12:00:02Z' },
  });
  expect(app.count('epicPage')).toBe(2);
  await app.call(JSON_PATH).answer(pageJson({}, { lock_version: 4 }));
  await app.call('epicPage').answer(epicAnswer({ title: 'Two', state: 'closed' }));
  expect(selectEpic(app.state())).toMatchObject({ state: 'closed', editedBy: { name: 'Bo' } });
  await app.dispatch(epicActions.epicPageClosed());
  await app.pass(60_000);
  expect(app.count(CHANGES)).toBe(2);
});

test('EP-01.31 who edited the text last comes with the page', async () => {
  const app = await open(pageJson({ updatedAt: '2026-11-21T12:00:02Z', updatedBy: { name: 'Bo', path: '/bo' } }));
  expect(selectEpic(app.state())?.editedBy).toEqual({ name: 'Bo', path: '/bo', at: '2026-11-21T12:00:02Z' });
});

test('EP-01.23 a failed reading changes nothing; a page that has gone is missing', async () => {
  const app = await open();
  await app.pass(2000);
  await app.call(CHANGES).fail(refused(500));
  expect(selectEpic(app.state())?.title).toBe('One');
  expect(app.alerts()).toEqual([]);
  await app.pass(600_000);
  expect(app.count(CHANGES)).toBe(2);
  await app.call(CHANGES).fail(refused(404));
  expect(selectEpicPage(app.state()).status).toBe('missing');
  await app.pass(600_000);
  expect(app.count(CHANGES)).toBe(2);
});

test('EP-01.25 a reading again that fails is repeated until one succeeds, more and more slowly', async () => {
  const app = await open();
  await app.pass(2000);
  await app.call(CHANGES).answer(change(4), { 'poll-interval': '600000' });
  for (const wait of [5_000, 10_000]) {
    await app.call(JSON_PATH).fail(refused(500));
    await app.call('epicPage').answer(epicAnswer({ title: 'Two', state: 'closed' }));
    expect(selectEpic(app.state())).toMatchObject({ title: 'Two', state: 'opened', lockVersion: 4 });
    const before = app.count('epicPage');
    await app.pass(wait - 1);
    expect(app.count('epicPage')).toBe(before);
    await app.pass(1);
  }
  await app.call(JSON_PATH).answer(pageJson({}, { lock_version: 4 }));
  await app.call('epicPage').answer(epicAnswer({ title: 'Two', state: 'closed' }));
  expect(selectEpic(app.state())).toMatchObject({ state: 'closed', lockVersion: 4 });
  await app.pass(120_000);
  expect(app.count('epicPage')).toBe(4);
});

test('EP-01.25 so is one that failed after an older answer', async () => {
  const app = await open();
  await app.pass(2000);
  await app.call(CHANGES).answer(change(4), { 'poll-interval': '3000' });
  await app.pass(3000);
  await app.call(CHANGES).answer(change(5), { 'poll-interval': '600000' });
  // This reading began before version 5 was announced, so what that may have changed is not taken in.
  await app.call(JSON_PATH).answer(pageJson({}, { lock_version: 4 }));
  await app.call('epicPage').answer(epicAnswer({ title: 'Two', state: 'closed' }));
  await app.call(JSON_PATH).fail(refused(500));
  await app.call('epicPage').answer(epicAnswer({ title: 'Two', state: 'closed' }));
  expect(selectEpic(app.state())?.state).toBe('opened');
  await app.pass(5000);
  await app.call(JSON_PATH).answer(pageJson({}, { lock_version: 5 }));
  await app.call('epicPage').answer(epicAnswer({ title: 'Two', state: 'closed' }));
  expect(selectEpic(app.state())).toMatchObject({ state: 'closed', lockVersion: 5 });
});

test('EP-01.29 with pushes the text is read after one about the epic itself, and not by an interval', async () => {
  const app = await open();
  await app.connect(true);
  await app.pass(2000);
  await app.call(CHANGES).answer(change(3), { 'poll-interval': '3000' });
  await app.pass(60_000);
  expect(app.count(CHANGES)).toBe(1);
  await app.push(EPIC_ID, ['tree', 'counts']);
  expect(app.count(CHANGES)).toBe(1);
  await app.push(EPIC_ID, ['counts', 'title']);
  expect(app.count(CHANGES)).toBe(2);
  await app.call(CHANGES).answer(change(4));
  expect(selectEpic(app.state())?.title).toBe('Two');
  await app.connect(false);
  expect(app.count(CHANGES)).toBe(3);
});

test.each([
  ['title', { initialTitleText: 'Two' }, {}, { title: 'Two' }],
  ['state', { state: 'closed' }, {}, { state: 'closed' }],
  [
    'fixed due date',
    {},
    { due_date_is_fixed: true, due_date_fixed: '2026-05-01' },
    { dueDate: '2026-05-01', dueDateFixed: '2026-05-01' },
  ],
  ['labels', {}, { labels: [{ id: 2, title: 'b' }] }, { labels: { nodes: [] } }],
])(
  'EP-01.26 page data of another %s than the epic is a change between the two: both are read again',
  async (...given) => {
    const [, initial, meta, later] = given;
    const app = await open(pageJson(initial, { lock_version: 4, ...meta }));
    const version = () => selectEpic(app.state())?.lockVersion;
    expect(version()).toBeUndefined();
    await app.pass(2000);
    await app.call(CHANGES).answer(change(4), { 'poll-interval': '600000' });
    await app.pass(3000);
    expect(app.count('epicPage')).toBe(2);
    const known = { ...initial, state: 'state' in later ? later.state : 'opened' };
    const labels = 'labels' in later ? { labels: [] } : {};
    await app.call(JSON_PATH).answer(pageJson(known, { lock_version: 4, ...meta, ...labels }));
    await app.call('epicPage').answer(epicAnswer(later));
    expect(version()).toBe(4);
    await app.pass(120_000);
    expect(app.count('epicPage')).toBe(2);
  },
);

test('EP-01.26 RP-02.319 page data that came broken is read again by itself', async () => {
  const app = start();
  await app.dispatch(epicActions.epicPageOpened(ROUTE));
  await app.call(JSON_PATH).fail(wireError({ kind: 'malformed', status: 200 }));
  await app.call('epicPage').answer(epicAnswer());
  expect(selectEpic(app.state())?.lockVersion).toBeUndefined();
  await app.pass(5000);
  await app.call(JSON_PATH).answer(pageJson());
  await app.call('epicPage').answer(epicAnswer());
  expect(selectEpic(app.state())?.lockVersion).toBe(3);
  await app.pass(120_000);
  expect(app.count('epicPage')).toBe(2);
});

test('EP-01.27 a page that could not be read stays so until somebody tries again, and is followed then', async () => {
  const app = start();
  await app.dispatch(epicActions.epicPageOpened(ROUTE));
  await app.call(JSON_PATH).fail(refused(500));
  await app.call('epicPage').answer(epicAnswer());
  await app.dispatch(epicActions.epicPageOutdated());
  expect(app.count('epicPage')).toBe(1);
  await app.dispatch(epicActions.epicPageRetried());
  await app.call(JSON_PATH).answer(pageJson());
  await app.call('epicPage').answer(epicAnswer());
  expect(selectEpicPage(app.state()).status).toBe('ready');
  await app.pass(2000);
  expect(app.count(CHANGES)).toBe(1);
  await app.dispatch(epicActions.epicPageOutdated());
  expect(app.count('epicPage')).toBe(3);
});

test('EP-01.28 what was read before a newer version was told of does not bring back what that version changed', async () => {
  const app = await open();
  const isNewer = (field: string) => changedSince(app.state().versions, recordKey(EPIC_ID, field), 0);
  await app.pass(2000);
  await app.call(CHANGES).answer(change(3), { 'poll-interval': '3000' });
  expect(isNewer('title')).toBe(false);
  await app.pass(3000);
  await app.call(CHANGES).answer(change(4), { 'poll-interval': '3000' });
  expect(['title', 'state', 'labels', 'dueDate', 'todo'].map(isNewer)).toEqual([true, true, true, true, false]);
});

test('RP-02.278 what the page reads is newer than what was asked for elsewhere before', async () => {
  const app = await open();
  const isNewer = (field: string) => changedSince(app.state().versions, recordKey(EPIC_ID, field), 0);
  await app.dispatch(epicActions.epicPageOutdated());
  await app.call(JSON_PATH).answer(pageJson({}, { lock_version: 4 }));
  await app.call('epicPage').answer(epicAnswer({ title: 'Two' }));
  expect(['title', 'lockVersion', 'description'].map(isNewer)).toEqual([true, true, false]);
});

test('EP-01.23 an older text than the one that is shown is not taken in', async () => {
  const app = await open();
  await app.dispatch(
    epicActions.epicRefreshed({
      id: EPIC_ID,
      title: 'Old',
      description: '',
      descriptionHtml: '',
      lockVersion: 2,
      editedBy: null,
    }),
  );
  expect(selectEpic(app.state())?.title).toBe('One');
});
