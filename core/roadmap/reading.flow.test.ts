import { refusal, UNREACHABLE } from '../testing/ports.ts';
import {
  roadmapActions,
  ROADMAP_ERRORS,
  roadmapConfig,
  roadmapData,
  selectRoadmapEmpty,
  selectRoadmapEpic,
  selectRoadmapFrame,
  selectRoadmapHeader,
  selectRoadmapMilestones,
  selectRoadmapRows,
  selectRoadmapStatus,
  selectRoadmapTray,
  selectRoadmapView,
  withRange,
} from './index.ts';
import {
  childrenAnswer,
  epicNode,
  gid,
  labelled,
  listAnswer,
  milestoneNode,
  milestonesAnswer,
  type RoadmapPlanner,
  roadmapPlanner,
  UNDATED,
  view,
} from './testing/answers.ts';
import { get } from '../table/index.ts';
import type { Stamped } from '../store/action.ts';
import { createPlanner, initialState, reducePlanner } from '../planner.ts';
import { FakePorts } from '../testing/ports.ts';
import { childrenKey, selectListed } from './reads.ts';

const rows = ({ root }: RoadmapPlanner) => selectRoadmapRows(root).rows.map(({ epic: { iid } }) => iid);
const changed = (change: Parameters<typeof view>[0]) => roadmapActions.viewChanged({ view: view(change) });
const TIMEFRAME = { start: '2026-09-27', end: '2027-01-02' };

test('RM-01.1 the attributes of the page, each with its own fallback', () => {
  const session = { user: null, features: {}, settings: {} };
  expect(roadmapConfig({}, 'a/b', session)).toEqual({
    fullPath: 'a/b',
    epicIid: null,
    canCreateEpic: false,
    allowSubEpics: true,
    colours: false,
    newEpicPath: '/groups/a/b/-/epics/new',
    listEpicsPath: '/groups/a/b/-/epics',
    docsPath: '/help/user/group/epics/index.md',
    user: null,
    firstDayOfWeek: 0,
    epicsLimit: 1000,
  });
  const data = {
    fullPath: 'c',
    epicIid: '12',
    canCreateEpic: 'true',
    allowSubEpics: 'false',
    newEpicPath: '/new',
    listEpicsPath: '/list',
    epicsDocsPath: '/docs',
  };
  expect(roadmapConfig(data, 'a/b', session)).toMatchObject({
    fullPath: 'c',
    epicIid: '12',
    canCreateEpic: true,
    allowSubEpics: false,
    newEpicPath: '/new',
    listEpicsPath: '/list',
    docsPath: '/docs',
  });
  const garbled = roadmapConfig({ epicIid: '0x1', canCreateEpic: 'yes', allowSubEpics: '' }, 'a/b', session);
  expect(garbled).toMatchObject({ epicIid: null, canCreateEpic: false, allowSubEpics: true });
});

test('RM-01.4 attributes of another group are none', () => {
  const data = { fullPath: 'Acme/Web', presetType: 'MONTHS' };
  expect(roadmapData(data, 'acme/web')).toBe(data);
  expect(roadmapData({ presetType: 'MONTHS' }, 'acme')).toEqual({ presetType: 'MONTHS' });
  expect(roadmapData(data, 'acme')).toEqual({});
});

test('RM-01.2 what the session knows', () => {
  const user = { id: 'gid://gitlab/User/1', name: 'Ada', username: 'ada', avatarUrl: null, webUrl: '/ada' };
  const of = (settings: Record<string, string | number | boolean>) =>
    roadmapConfig({}, 'a', { user, features: { epicColorHighlight: true }, settings });
  expect(of({ firstDayOfWeek: 1, roadmapEpicsLimit: 5 })).toMatchObject({
    user,
    colours: true,
    firstDayOfWeek: 1,
    epicsLimit: 5,
  });
  expect(of({ firstDayOfWeek: 7, roadmapEpicsLimit: 'many' })).toMatchObject({ firstDayOfWeek: 0, epicsLimit: 1000 });
});

test('RM-21.2 RM-21.4 opening reads the first page with path, state, order and timeframe', async () => {
  const planner = await roadmapPlanner().open();
  expect(selectRoadmapStatus(planner.root)).toBe('loading');
  expect(planner.fake.next('roadmapGroupEpics').variables).toEqual({
    fullPath: 'acme',
    state: 'all',
    sort: 'start_date_asc',
    timeframe: TIMEFRAME,
    topLevelHierarchyOnly: true,
    first: 50,
  });
  const node = epicNode(1, { dueDate: '2026-11-20T00:00:00Z', startDateFixed: 'soon', parent: { id: gid(9) } });
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([node]));
  expect(selectRoadmapStatus(planner.root)).toBe('ready');
  expect(selectRoadmapEpic(planner.root, gid(1))).toEqual({
    id: gid(1),
    iid: '1',
    type: 'epic',
    title: 'Epic 1',
    state: 'opened',
    webPath: '/groups/acme/-/epics/1',
    reference: 'acme&1',
    confidential: false,
    hasChildren: false,
    hasParent: false,
    parentId: gid(9),
    blocked: false,
    blockedByCount: 0,
    blockedBy: [],
    startDate: '2026-11-02',
    startDateIsFixed: true,
    startDateFixed: null,
    dueDate: '2026-11-20',
    dueDateIsFixed: true,
    dueDateFixed: null,
    group: { id: 'gid://gitlab/Group/7', name: 'Acme', fullName: 'Acme', fullPath: 'acme' },
    permissions: { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true },
    descendantCounts: { openedEpics: 1, closedEpics: 1, openedIssues: 2, closedIssues: 3 },
    descendantWeightSum: { openedIssues: 4, closedIssues: 1 },
  });
});

test('RM-21.3 the filters are sent; an epic that they name is found wherever it stands', async () => {
  const planner = await roadmapPlanner().open({
    filters: { ...labelled('a'), tokens: [...labelled('a').tokens, { key: 'epic', operator: '=', value: 'x::&12' }] },
  });
  expect(planner.fake.next('roadmapGroupEpics').variables).toMatchObject({
    labelName: ['a'],
    iid: '12',
    topLevelHierarchyOnly: false,
  });
});

test('RM-12.1 the sentinel reads the next page once, and its epics follow', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)], {}, { next: 'c1' });
  expect(selectRoadmapFrame(planner.root)).toMatchObject({ more: true, loadingMore: false });
  await planner.do(roadmapActions.nextPageAsked(), roadmapActions.nextPageAsked());
  expect(planner.count('roadmapGroupEpics')).toBe(2);
  expect(selectRoadmapFrame(planner.root).loadingMore).toBe(true);
  const next = planner.fake.next('roadmapGroupEpics');
  expect(next.variables).toMatchObject({ endCursor: 'c1', first: 50 });
  await next.answer(listAnswer([epicNode(2), epicNode(3)]));
  expect(rows(planner)).toEqual(['1', '2', '3']);
  await planner.do(roadmapActions.nextPageAsked());
  expect(planner.count('roadmapGroupEpics')).toBe(2);
  expect(selectRoadmapFrame(planner.root)).toMatchObject({ more: false, loadingMore: false });
});

test('RM-12.1 while the first page is on its way there is no next one', async () => {
  const planner = await roadmapPlanner().open();
  await planner.do(roadmapActions.nextPageAsked());
  expect(planner.count('roadmapGroupEpics')).toBe(1);
});

test('RM-07.6 an epic that comes on two pages stands once', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1), epicNode(2)], {}, { next: 'c' });
  await planner.do(roadmapActions.nextPageAsked());
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(2), epicNode(3)]));
  expect(selectListed(planner.root)).toEqual([gid(1), gid(2), gid(3)]);
});

test.each([
  ['range', withRange(view(), 'THREE_YEARS')],
  ['order', view({ sort: 'end_date_desc' })],
  ['state', view({ state: 'closed' })],
  ['filters', view({ filters: labelled('a') })],
])('RM-13.5 another %s clears epics, flags and children', async (_, next) => {
  const planner = await roadmapPlanner().shown([epicNode(1, { hasChildren: true })]);
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(2)]));
  expect(rows(planner)).toEqual(['1', '2']);
  await planner.do(roadmapActions.viewChanged({ view: next }));
  expect([selectRoadmapStatus(planner.root), selectListed(planner.root)]).toEqual(['loading', []]);
  expect([planner.state.branches.size, get(planner.root.confirmed.roadmapLists, childrenKey(gid(1)))]).toEqual([
    0,
    undefined,
  ]);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1, { hasChildren: true })]));
  expect(rows(planner)).toEqual(['1']);
});

test('RM-13.6 another preset keeps the rows until the new ones come, and reads what is expanded again', async () => {
  const planner = roadmapPlanner();
  await planner.open({ range: 'CURRENT_YEAR', preset: 'MONTHS' });
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1, { hasChildren: true })]));
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(2)]));
  await planner.do(changed({ range: 'CURRENT_YEAR', preset: 'WEEKS' }));
  expect(rows(planner)).toEqual(['1', '2']);
  expect(selectRoadmapFrame(planner.root).refreshing).toBe(true);
  const next = planner.fake.next('roadmapGroupEpics');
  expect(next.variables).toMatchObject({ timeframe: { start: '2025-12-28', end: '2027-01-02' } });
  await next.answer(listAnswer([epicNode(1, { hasChildren: true }), epicNode(4)]));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(2), epicNode(3)]));
  expect(rows(planner)).toEqual(['1', '2', '3', '4']);
});

test('RM-13.7 an answer to an older view is not taken in', async () => {
  const planner = await roadmapPlanner().open();
  const first = planner.fake.next('roadmapGroupEpics');
  await planner.do(changed({ state: 'closed' }));
  expect(first.cancelled).toBe(true);
  await first.answer(listAnswer([epicNode(1)]));
  expect(selectListed(planner.root)).toEqual([]);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(2)]));
  expect(rows(planner)).toEqual(['2']);
});

test('RM-13.4 RM-02.11 what is merely shown or hidden is taken over and reads nothing', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  const before = planner.fake.calls.length;
  await planner.do(changed({ progressBy: 'COUNT', showProgress: false, milestonesType: 'GROUP' }));
  expect(planner.fake.calls).toHaveLength(before);
  expect(selectRoadmapView(planner.root)).toEqual(
    view({ progressBy: 'COUNT', showProgress: false, milestonesType: 'GROUP' }),
  );
});

test('RM-14.1 RM-14.2 a failure has its alert, and nothing is on its way any more', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1, { hasChildren: true })], {}, { next: 'c' });
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }), roadmapActions.nextPageAsked());
  await planner.fake.next('roadmapGroupEpics').fail(refusal(500, 'Out of order'));
  expect(planner.app.alerts).toEqual([ROADMAP_ERRORS.epics]);
  expect(planner.app.state.notice[0]?.detail).toBe('Out of order');
  expect(selectRoadmapStatus(planner.root)).toBe('failed');
  expect([selectRoadmapFrame(planner.root).loadingMore, planner.state.branches.size]).toEqual([false, 0]);
});

test('RM-14.1 the first page fails the same way; the text is the catalogue’s', async () => {
  const planner = await roadmapPlanner().open();
  await planner.fake.next('roadmapGroupEpics').fail(UNREACHABLE);
  expect(planner.app.alerts).toEqual(['Something went wrong while fetching epics']);
  expect(selectRoadmapStatus(planner.root)).toBe('failed');
});

test('RM-14.3 trying again reads everything anew', async () => {
  const planner = await roadmapPlanner().open();
  await planner.fake.next('roadmapGroupEpics').fail(UNREACHABLE);
  await planner.fake.next('groupMilestones').fail(UNREACHABLE);
  await planner.do(roadmapActions.roadmapRetried());
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)]));
  await planner.fake.next('groupMilestones').answer(milestonesAnswer([milestoneNode(1)]));
  expect(rows(planner)).toEqual(['1']);
  expect(selectRoadmapMilestones(planner.root)).toMatchObject({ status: 'ready', lanes: 1 });
});

test('RM-14.4 a group that is not there, or not for the viewer, is missing', async () => {
  const planner = await roadmapPlanner().open();
  await planner.fake.next('roadmapGroupEpics').answer({ group: null });
  expect(selectRoadmapStatus(planner.root)).toBe('missing');
  await planner.do(roadmapActions.roadmapRetried());
  await planner.fake.next('roadmapGroupEpics').fail(refusal(404));
  expect(selectRoadmapStatus(planner.root)).toBe('missing');
  expect(planner.app.alerts).toEqual([]);
});

test('RM-17.1 colours are asked for where the feature is on', async () => {
  const planner = await roadmapPlanner().open({}, { colours: true });
  expect(planner.fake.next('roadmapGroupEpics').variables['withColor']).toBe(true);
  const node = epicNode(1, { hasChildren: true, color: '#ff0000', textColor: '#ffffff' });
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([node]));
  expect(selectRoadmapEpic(planner.root, gid(1))).toMatchObject({ color: '#ff0000', textColor: '#ffffff' });
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }));
  expect(planner.fake.next('epicChildEpics').variables['withColor']).toBe(true);
  const plain = await roadmapPlanner().open();
  expect(plain.fake.next('roadmapGroupEpics').variables).not.toHaveProperty('withColor');
});

test('RM-17.2 RM-19.1 the roadmap of one epic shows all of its children, and no settings', async () => {
  const planner = await roadmapPlanner().open({}, { epicIid: '3' });
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(1)], { next: 'c' }));
  const second = planner.fake.next('epicChildEpics');
  expect(second.variables['endCursor']).toBe('c');
  await second.answer(childrenAnswer([epicNode(2)]));
  expect(rows(planner)).toEqual(['1', '2']);
  expect(selectRoadmapFrame(planner.root)).toMatchObject({ settingsShown: false, more: false });
  expect(planner.count('roadmapGroupEpics')).toBe(0);
  const undated = planner.fake.next('epicChildEpics');
  expect(undated.variables).not.toHaveProperty('timeframe');
  await undated.answer(childrenAnswer([epicNode(1), epicNode(4, UNDATED)]));
  expect(selectRoadmapTray(planner.root).items.map(({ epic }) => epic.title)).toEqual(['Epic 4']);
});

test('RM-18.1 RM-18.2 more epics than the limit raise the warning until it is dismissed', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1), epicNode(2)], { epicsLimit: 2 }, { next: 'c' });
  expect(selectRoadmapFrame(planner.root).limitWarning).toBeNull();
  await planner.do(roadmapActions.nextPageAsked());
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(3)]));
  expect(selectRoadmapFrame(planner.root).limitWarning).toEqual({
    title: 'Some of your epics might not be visible',
    body: 'Roadmaps can display up to 2 epics. These appear in your selected sort order.',
  });
  await planner.do(roadmapActions.limitDismissed());
  expect(selectRoadmapFrame(planner.root).limitWarning).toBeNull();
});

test('RM-14.3 leaving gives up what is on its way, and forgets everything', async () => {
  const planner = await roadmapPlanner().open();
  const call = planner.fake.next('roadmapGroupEpics');
  await planner.do(roadmapActions.roadmapClosed());
  expect(call.cancelled).toBe(true);
  expect(planner.state.config).toBeNull();
  expect(planner.fake.clock.waiting).toBe(0);
  await planner.do(changed({ state: 'closed' }), roadmapActions.epicToggled({ id: gid(1) }));
  expect(planner.count('roadmapGroupEpics')).toBe(1);
});

test('a roadmap that was never opened is idle, and empty in every respect', () => {
  const state = createPlanner(new FakePorts().ports).store.getState();
  expect(selectRoadmapStatus(state)).toBe('idle');
  expect(selectRoadmapRows(state).rows).toEqual([]);
  expect(selectRoadmapHeader(state)).toBeNull();
  expect(selectRoadmapEpic(state, gid(1))).toBeNull();
  expect(selectRoadmapEmpty(state)).toBeNull();
});

test('a log of the roadmap replays to the same state', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1, { hasChildren: true })]);
  await planner.do(
    roadmapActions.epicToggled({ id: gid(1) }),
    roadmapActions.datesChanged({ id: gid(1), dueDate: null }),
  );
  const log = JSON.parse(JSON.stringify(planner.app.actions)) as readonly Stamped[];
  expect(log.reduce(reducePlanner, initialState())).toEqual(planner.app.state);
});

test('a watcher that crashes goes on with the open roadmap', async () => {
  const planner = await roadmapPlanner().open();
  let broken = true;
  planner.fake.script = (call) => {
    if (call.what !== 'roadmapGroupEpics' || !broken) return undefined;
    broken = false;
    throw new Error('the port broke');
  };
  await planner.do(changed({ state: 'closed' }));
  planner.fake.script = () => undefined;
  expect(planner.fake.logged).toHaveLength(1);
  // The one before it is that of the watcher that crashed.
  await planner.fake
    .waiting('roadmapGroupEpics')
    .at(-1)
    ?.answer(listAnswer([epicNode(1)]));
  expect(rows(planner)).toEqual(['1']);
});
