import { UNREACHABLE } from '../testing/ports.ts';
import { roadmapActions, selectChildrenNotShown, selectRoadmapRows, selectRoadmapStatus } from './index.ts';
import {
  childrenAnswer,
  epicNode,
  gid,
  labelled,
  listAnswer,
  type RoadmapPlanner,
  roadmapPlanner,
  view,
} from './testing/answers.ts';

const toggle = (id: number) => roadmapActions.epicToggled({ id: gid(id) });
const rows = ({ root }: RoadmapPlanner) =>
  selectRoadmapRows(root).rows.map(({ epic: { iid }, toggle: mark, level }) => `${'>'.repeat(level)}${iid} ${mark}`);
const PARENT = epicNode(1, {
  hasChildren: true,
  group: { id: 'gid://gitlab/Group/8', name: 'Sub', fullName: 'Acme / Sub', fullPath: 'acme/sub' },
});

test('RM-11.2 RM-11.3 the chevron reads the children once, expands and collapses', async () => {
  const planner = await roadmapPlanner().shown([PARENT, epicNode(2)]);
  expect(rows(planner)).toEqual(['>1 collapsed', '>2 none']);
  await planner.do(toggle(1));
  expect(rows(planner)).toEqual(['>1 loading', '>2 none']);
  await planner.do(toggle(1));
  expect(planner.count('epicChildEpics')).toBe(1);
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(3), epicNode(4)]));
  expect(rows(planner)).toEqual(['>1 expanded', '>>3 none', '>>4 none', '>2 none']);
  await planner.do(toggle(1));
  expect(rows(planner)).toEqual(['>1 collapsed', '>2 none']);
  await planner.do(toggle(1));
  expect(rows(planner)).toHaveLength(4);
  expect(planner.count('epicChildEpics')).toBe(1);
});

test('RM-11.7 children are asked for by the path of the group that owns the parent, all pages, with the filters', async () => {
  const planner = await roadmapPlanner().open({ filters: labelled('a'), state: 'opened', sort: 'end_date_asc' });
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([PARENT]));
  await planner.do(toggle(1));
  const first = planner.fake.next('epicChildEpics');
  expect(first.variables).toEqual({
    fullPath: 'acme/sub',
    iid: '1',
    state: 'opened',
    sort: 'end_date_asc',
    timeframe: { start: '2026-09-27', end: '2027-01-02' },
    labelName: ['a'],
    first: 100,
  });
  await first.answer(childrenAnswer([epicNode(3)], { next: 'c' }));
  expect(rows(planner)).toEqual(['>1 loading']);
  const second = planner.fake.next('epicChildEpics');
  expect(second.variables).toMatchObject({ endCursor: 'c' });
  await second.answer(childrenAnswer([epicNode(4)]));
  expect(rows(planner)).toEqual(['>1 expanded', '>>3 none', '>>4 none']);
});

test('RM-11.4 expanded, without a child and with filters a click does nothing; without filters it collapses', async () => {
  const planner = await roadmapPlanner().open({ filters: labelled('a') });
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([PARENT]));
  await planner.do(toggle(1));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([]));
  expect(rows(planner)).toEqual(['>1 info']);
  await planner.do(toggle(1));
  expect(rows(planner)).toEqual(['>1 info']);

  const plain = await roadmapPlanner().shown([PARENT]);
  await plain.do(toggle(1));
  await plain.fake.next('epicChildEpics').answer(childrenAnswer([]));
  expect(rows(plain)).toEqual(['>1 expanded']);
  await plain.do(toggle(1));
  expect(rows(plain)).toEqual(['>1 collapsed']);
});

test('RM-11.8 children whose reading fails are a failure of their row, which tries again; the roadmap stands', async () => {
  const planner = await roadmapPlanner().shown([PARENT, epicNode(2)]);
  await planner.do(toggle(1));
  await planner.fake.next('epicChildEpics').fail(UNREACHABLE);
  expect(selectRoadmapStatus(planner.root)).toBe('ready');
  expect(planner.app.alerts).toEqual([]);
  expect(rows(planner)).toEqual(['>1 failed', '>2 none']);
  await planner.do(toggle(1));
  expect(rows(planner)).toEqual(['>1 loading', '>2 none']);
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(3)]));
  expect(rows(planner)).toEqual(['>1 expanded', '>>3 none', '>2 none']);
});

test('RM-11.8 children that are known stay where reading them again fails', async () => {
  const planner = await roadmapPlanner().shown([PARENT]);
  await planner.do(toggle(1));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(3)]));
  await planner.do(roadmapActions.viewChanged({ view: view({ range: 'CURRENT_YEAR', preset: 'MONTHS' }) }));
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([PARENT]));
  await planner.do(toggle(1));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(3)]));
  await planner.do(roadmapActions.viewChanged({ view: view({ range: 'CURRENT_YEAR', preset: 'WEEKS' }) }));
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([PARENT]));
  await planner.fake.next('epicChildEpics').fail(UNREACHABLE);
  expect(rows(planner)).toEqual(['>1 expanded', '>>3 none']);
});

test('RM-11.8 RM-11.10 an only epic that was collapsed is expanded with its known children where reading them again fails', async () => {
  const planner = await roadmapPlanner().open({ range: 'CURRENT_YEAR', preset: 'MONTHS' });
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([PARENT]));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(3)]));
  await planner.do(toggle(1));
  expect(rows(planner)).toEqual(['>1 collapsed']);
  await planner.do(roadmapActions.viewChanged({ view: view({ range: 'CURRENT_YEAR', preset: 'WEEKS' }) }));
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([PARENT]));
  expect(rows(planner)).toEqual(['>1 expanded', '>>3 none']);
  await planner.fake.next('epicChildEpics').fail(UNREACHABLE);
  expect(rows(planner)).toEqual(['>1 expanded', '>>3 none']);
});

test('RM-13.7 children that an older view asked for do not come in', async () => {
  const planner = await roadmapPlanner().shown([PARENT, epicNode(2)]);
  await planner.do(toggle(1));
  const asked = planner.fake.next('epicChildEpics');
  await planner.do(roadmapActions.viewChanged({ view: view({ state: 'opened' }) }));
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([PARENT, epicNode(2)]));
  expect(asked.cancelled).toBe(true);
  await asked.answer(childrenAnswer([epicNode(3)]));
  expect(rows(planner)).toEqual(['>1 collapsed', '>2 none']);
});

test('RM-11.10 the only epic of a list is expanded at once, and stays collapsed where a person collapsed it', async () => {
  const planner = await roadmapPlanner().shown([PARENT]);
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(3)]));
  expect(rows(planner)).toEqual(['>1 expanded', '>>3 none']);
  await planner.do(toggle(1));
  expect(rows(planner)).toEqual(['>1 collapsed']);
});

test.each([
  ['one of several', [PARENT, epicNode(2)], {}],
  ['one without children', [epicNode(1)], {}],
  ['one that filters left', [PARENT], { filters: labelled('a') }],
])('RM-11.10 %s is not', async (_case, nodes, change) => {
  const planner = await roadmapPlanner().open(change);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer(nodes));
  expect(planner.fake.waiting('epicChildEpics')).toEqual([]);
});

test('RM-11.2 several epics are read at once, each with its own children', async () => {
  const planner = await roadmapPlanner().shown([PARENT, epicNode(2, { hasChildren: true })]);
  await planner.do(toggle(1), toggle(2));
  const [first, second] = planner.fake.waiting('epicChildEpics');
  await second?.answer(childrenAnswer([epicNode(4)]));
  await first?.answer(childrenAnswer([epicNode(3)]));
  expect(rows(planner)).toEqual(['>1 expanded', '>>3 none', '>2 expanded', '>>4 none']);
});

test('RM-11.9 an expanded epic counts the epics below it that are not shown', async () => {
  const counts = (closedEpics: number, openedEpics: number) => ({
    descendantCounts: { openedEpics, closedEpics, openedIssues: 0, closedIssues: 0 },
  });
  const planner = await roadmapPlanner().shown([{ ...PARENT, ...counts(2, 5) }, epicNode(2)]);
  const missing = () => [...selectChildrenNotShown(planner.root)];
  await planner.do(toggle(1));
  expect(missing()).toEqual([]);
  await planner.fake
    .next('epicChildEpics')
    .answer(childrenAnswer([epicNode(3, counts(0, 0)), epicNode(4, counts(0, 2))]));
  expect(missing()).toEqual([[gid(1), 3]]);
  await planner.do(toggle(1));
  expect(missing()).toEqual([]);
});
