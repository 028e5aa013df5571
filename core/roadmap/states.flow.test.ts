import { UNREACHABLE } from '../testing/ports.ts';
import {
  EMPTY_TEXTS,
  roadmapActions,
  selectRoadmapEmpty,
  selectRoadmapFrame,
  selectRoadmapHeader,
  selectRoadmapMilestones,
  selectRoadmapRows,
  selectRoadmapStatus,
  selectRoadmapTray,
  selectTimeframe,
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

const rows = ({ root }: RoadmapPlanner) => selectRoadmapRows(root).rows.map(({ epic: { iid } }) => iid);
const changed = (change: Parameters<typeof view>[0]) => roadmapActions.viewChanged({ view: view(change) });
const TIMEFRAME = { start: '2026-09-27', end: '2027-01-02' };

describe('milestones', () => {
  const milestones = ({ root }: RoadmapPlanner) => selectRoadmapMilestones(root);

  test('RM-10.1 they are asked for with ancestors, descendants and the timeframe, all pages', async () => {
    const planner = await roadmapPlanner().open({
      filters: { tokens: [{ key: 'milestone', operator: '=', value: 'v1' }], search: '' },
    });
    const first = planner.fake.next('groupMilestones');
    expect(first.variables).toEqual({
      fullPath: 'acme',
      state: 'active',
      timeframe: TIMEFRAME,
      includeDescendants: true,
      includeAncestors: true,
      title: 'v1',
      first: 100,
    });
    await first.answer(milestonesAnswer([milestoneNode(1)], { next: 'm' }));
    const second = planner.fake.next('groupMilestones');
    expect(second.variables['endCursor']).toBe('m');
    await second.answer(milestonesAnswer([milestoneNode(2)]));
    expect(milestones(planner)?.bars.map(({ milestone: { title } }) => title)).toEqual(['v1.1', 'v1.2']);
    expect(milestones(planner)).toMatchObject({ status: 'ready', expanded: true, lanes: 2 });
  });

  test('RM-10.5 a failure has its own alert, and the epics stay', async () => {
    const planner = await roadmapPlanner().open();
    await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)]));
    await planner.fake.next('groupMilestones').fail(UNREACHABLE);
    expect(planner.app.alerts).toEqual(['Something went wrong while fetching milestones']);
    expect(rows(planner)).toEqual(['1']);
    expect(milestones(planner)?.status).toBe('failed');
  });

  test('RM-10.5 an answer to an older view is not taken in', async () => {
    const planner = await roadmapPlanner().open();
    const first = planner.fake.next('groupMilestones');
    await planner.do(changed({ filters: labelled('a') }));
    await first.answer(milestonesAnswer([milestoneNode(1)]));
    expect(milestones(planner)?.bars).toEqual([]);
    await planner.fake.next('groupMilestones').answer(milestonesAnswer([milestoneNode(2)]));
    expect(milestones(planner)?.bars).toHaveLength(1);
  });

  test('RM-10.6 the section collapses by itself', async () => {
    const planner = await roadmapPlanner().open();
    await planner.do(roadmapActions.milestonesToggled());
    expect(milestones(planner)?.expanded).toBe(false);
    await planner.do(roadmapActions.milestonesToggled());
    expect(milestones(planner)?.expanded).toBe(true);
  });

  test('RM-10.7 showing them reads them where none are loaded', async () => {
    const planner = await roadmapPlanner().open({ showMilestones: false });
    expect(planner.count('groupMilestones')).toBe(0);
    expect(milestones(planner)).toBeNull();
    await planner.do(changed({ showMilestones: true }));
    await planner.fake.next('groupMilestones').answer(milestonesAnswer([milestoneNode(1)]));
    await planner.do(changed({ showMilestones: false }), changed({ showMilestones: true }));
    expect(planner.count('groupMilestones')).toBe(1);
    expect(milestones(planner)?.bars).toHaveLength(1);
  });
});

describe('empty', () => {
  const empty = ({ root }: RoadmapPlanner) => selectRoadmapEmpty(root);

  test('RM-15.1 with filters', async () => {
    const planner = await roadmapPlanner().open({ filters: labelled('a') }, { canCreateEpic: true });
    await planner.fake.next('roadmapGroupEpics').answer(listAnswer([]));
    expect(empty(planner)).toEqual({
      title: 'Sorry, no epics matched your search',
      hint: 'To widen your search, change or remove filters; from Sep 27, 2026 to Jan 2, 2027.',
      help: null,
      newEpicPath: null,
      listEpicsPath: '/groups/acme/-/epics',
      wider: expect.any(Array),
    });
    expect(selectRoadmapFrame(planner.root).settingsShown).toBe(true);
  });

  test('RM-15.2 RM-19.1 without filters', async () => {
    const planner = await roadmapPlanner().shown([], { canCreateEpic: true });
    expect(empty(planner)).toMatchObject({
      title: 'The roadmap shows the progress of your epics along a timeline',
      newEpicPath: '/groups/acme/-/epics/new',
    });
    expect(empty(planner)?.hint).toContain(
      'add a start or due date to one of the epics in this group or its subgroups',
    );
    expect(selectRoadmapFrame(planner.root).settingsShown).toBe(false);
    const visitor = await roadmapPlanner().shown([]);
    expect(empty(visitor)?.newEpicPath).toBeNull();
  });

  test('RM-15.6 the longer ranges are offered, each by its own cells', async () => {
    const offered = (planner: RoadmapPlanner) =>
      empty(planner)?.wider.map(({ label, view: { range, preset, sort } }) => [label, range, preset, sort]);
    const planner = await roadmapPlanner().open({ sort: 'end_date_desc' });
    await planner.fake.next('roadmapGroupEpics').answer(listAnswer([]));
    expect(offered(planner)).toEqual([
      ['Show this year', 'CURRENT_YEAR', 'MONTHS', 'end_date_desc'],
      ['Show within 3 years', 'THREE_YEARS', 'QUARTERS', 'end_date_desc'],
    ]);
    await planner.do(changed({ range: 'THREE_YEARS', preset: 'WEEKS' }));
    await planner.fake.next('roadmapGroupEpics').answer(listAnswer([]));
    expect(offered(planner)).toEqual([]);
  });

  test('RM-19.2 the settings stay where they may be the reason, and while their drawer is open', async () => {
    const shown = ({ root }: RoadmapPlanner) => selectRoadmapFrame(root).settingsShown;
    for (const change of [{ state: 'closed' }, { range: 'CURRENT_YEAR', preset: 'MONTHS' }] as const) {
      const planner = await roadmapPlanner().open(change);
      await planner.fake.next('roadmapGroupEpics').answer(listAnswer([]));
      expect([empty(planner) !== null, shown(planner)]).toEqual([true, true]);
    }
    const planner = await roadmapPlanner().shown([]);
    await planner.do(roadmapActions.drawerOpened());
    expect(shown(planner)).toBe(true);
    await planner.do(roadmapActions.drawerClosed());
    expect(shown(planner)).toBe(false);
    const inEpic = await roadmapPlanner().open({ state: 'closed' }, { epicIid: '3' });
    await inEpic.do(roadmapActions.drawerOpened());
    expect(shown(inEpic)).toBe(false);
  });

  test('RM-15.3 RM-17.2 of one epic’s children', async () => {
    const planner = await roadmapPlanner().open({}, { epicIid: '3' });
    expect(planner.fake.next('epicChildEpics').variables).toMatchObject({ fullPath: 'acme', iid: '3', first: 100 });
    await planner.fake.next('epicChildEpics').answer(childrenAnswer([]));
    expect(empty(planner)?.hint).toBe(EMPTY_TEXTS.childrenHint);
  });

  test('RM-15.5 there, and only there, the words "child epics" lead to the documentation that the page names', async () => {
    const children = await roadmapPlanner().open({}, { epicIid: '3', docsPath: '/docs/epics' });
    await children.fake.next('epicChildEpics').answer(childrenAnswer([]));
    const { hint, help } = empty(children) ?? {};
    expect(help).toEqual({ text: 'child epics', path: '/docs/epics#multi-level-child-epics' });
    expect(hint?.split('child epics')).toEqual(['To view the roadmap, add a start or due date to one of the ', '.']);
    const group = await roadmapPlanner().shown([]);
    expect(empty(group)?.help).toBeNull();
  });

  test('RM-15.4 not while something is on its way, or another page may have more', async () => {
    const planner = await roadmapPlanner().open();
    expect(empty(planner)).toBeNull();
    await planner.fake
      .next('roadmapGroupEpics')
      .answer(listAnswer([epicNode(1, { startDate: '2026-11-20', dueDate: '2026-11-19' })], { next: 'c' }));
    expect(empty(planner)).toBeNull();
    await planner.do(roadmapActions.nextPageAsked());
    await planner.fake.next('roadmapGroupEpics').answer(listAnswer([]));
    expect(empty(planner)?.title).toBe(EMPTY_TEXTS.unfiltered);
  });
});

describe('the tray', () => {
  test('RM-07.8 RM-07.11 undated epics are read from the end of the list, until one has a start date', async () => {
    const planner = await roadmapPlanner().open();
    await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)]));
    const first = planner.fake.next('roadmapUndated');
    expect(first.variables).toEqual({ fullPath: 'acme', state: 'all', topLevelHierarchyOnly: true, last: 50 });
    const due = epicNode(9, { startDate: null });
    await first.answer(listAnswer([due, epicNode(8, UNDATED), epicNode(7, UNDATED)], { previous: 'p' }));
    const tray = () => selectRoadmapTray(planner.root);
    expect(tray()).toMatchObject({ status: 'ready', more: true });
    expect(tray().items.map(({ epic: { reference }, reason }) => [reference, reason])).toEqual([
      ['acme&7', 'No start and end date'],
      ['acme&8', 'No start and end date'],
    ]);
    await planner.do(roadmapActions.trayNextPageAsked(), roadmapActions.trayNextPageAsked());
    expect(planner.count('roadmapUndated')).toBe(2);
    const second = planner.fake.next('roadmapUndated');
    expect(second.variables['startCursor']).toBe('p');
    await second.answer(listAnswer([epicNode(2), epicNode(10, UNDATED)], { previous: 'q' }));
    expect(tray().items.map(({ epic }) => epic.title)).toEqual(['Epic 7', 'Epic 8', 'Epic 10']);
    expect(tray().more).toBe(false);
    await planner.do(roadmapActions.trayToggled());
    expect(tray().open).toBe(true);
  });

  test('RM-07.8 a failure is the tray’s own', async () => {
    const planner = await roadmapPlanner().open();
    await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)]));
    await planner.fake.next('roadmapUndated').fail(UNREACHABLE);
    expect(selectRoadmapTray(planner.root).status).toBe('failed');
    expect(selectRoadmapStatus(planner.root)).toBe('ready');
    expect(planner.app.alerts).toEqual([]);
  });

  test('RM-07.7 rejected epics are in it, with their reason', async () => {
    const planner = await roadmapPlanner().shown([epicNode(1, { startDate: '2026-11-20', dueDate: '2026-11-19' })]);
    expect(selectRoadmapTray(planner.root).items).toMatchObject([
      { id: gid(1), epic: { title: 'Epic 1', startDate: '2026-11-20' }, reason: 'Due before start' },
    ]);
  });
});

describe('days that pass', () => {
  test('RM-05.5 the line of today moves, and nothing is read while the cells are the same', async () => {
    const planner = await roadmapPlanner().shown([epicNode(1)]);
    const before = selectRoadmapHeader(planner.root);
    const cells = selectTimeframe(planner.root)?.cells;
    // Nobody looks, so that nothing is read for other people's changes either.
    await planner.fake.hide(true);
    await planner.fake.clock.advance(24 * 3_600_000);
    expect(planner.state.today).toBe('2026-11-22');
    expect(selectRoadmapHeader(planner.root)?.today).toBe((before?.today ?? 0) + 1);
    expect(selectTimeframe(planner.root)?.cells).toEqual(cells);
    expect(planner.count('roadmapGroupEpics')).toBe(1);
  });

  test('RM-05.5 with other cells everything is read again, when somebody looks again at the latest', async () => {
    const planner = await roadmapPlanner().shown([epicNode(1)]);
    const clock = planner.fake.clock as { today(): string };
    clock.today = () => '2027-01-01';
    await planner.fake.hide(true);
    await planner.fake.hide(false);
    expect(planner.fake.next('roadmapGroupEpics').variables).toMatchObject({
      timeframe: { start: '2026-12-27', end: '2027-04-03' },
    });
    expect(planner.count('groupMilestones')).toBe(2);
  });
});
