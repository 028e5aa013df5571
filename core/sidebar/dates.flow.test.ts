import type { EpicChildrenQuery } from '../api/generated/operations.ts';
import type { RoadmapEpic } from '../roadmap/index.ts';
import { roadmapActions } from '../roadmap/index.ts';
import { treeActions } from '../tree/actions.ts';
import { epicGid, epicChildren, epicNode, issueNode } from '../testing/wire.ts';
import { selectSidebarDates } from './index.ts';
import { EPIC_ID, sidebarAnswer, type SidebarPlanner, sidebarPlanner } from './testing/answers.ts';

type Children = Parameters<typeof epicChildren>[1];

const children = (given: Children): EpicChildrenQuery => epicChildren(1, given, { id: EPIC_ID });
const start = ({ root }: SidebarPlanner) => selectSidebarDates(root)?.start;

/** The tree and the sidebar of one epic, both read. */
async function shown(given: Children, inherited: string | null = '2026-03-01'): Promise<SidebarPlanner> {
  const planner = sidebarPlanner();
  await planner.shown({ startDate: inherited, startDateFromInheritedSource: inherited });
  await planner.do(treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '1', id: EPIC_ID }, config: {} }));
  await planner.fake.next('epicChildren').answer(children(given));
  return planner;
}

const early = epicNode(2, { title: 'Early', startDate: '2026-03-01' });
const late = epicNode(3, { title: 'Late', startDate: '2026-03-20', hasChildren: true });
const move = (fromParentId: string, parentId: string, childId = epicGid(2)) =>
  treeActions.childMoved({ childId, fromParentId, parentId, before: null, after: null });

/** The earliest child is taken out of the epic. */
async function removeEarly(planner: SidebarPlanner): Promise<void> {
  await planner.do(treeActions.removeConfirmed({ id: epicGid(2), parentId: EPIC_ID }));
  await planner.fake.calls.at(-1)?.answer({});
}

test('EP-07.38 the child that gives an inherited date is named', async () => {
  const planner = await shown({ epics: [early, late] });
  expect(start(planner)).toMatchObject({ date: '2026-03-01', source: 'Early', wording: 'Inherited from Early' });
  const milestone = { id: 'gid://gitlab/Milestone/1', title: 'v9', startDate: '2026-03-01', dueDate: null };
  const other = await shown({ epics: [late], issues: [issueNode(5, { milestone })] });
  expect(start(other)?.wording).toBe('Inherited from v9');
});

test('EP-07.35 EP-07.36 the earliest child leaves: the date follows at once, and is read again once it has left', async () => {
  const planner = await shown({ epics: [early, late] });
  await planner.do(move(EPIC_ID, epicGid(3)));
  expect(start(planner)).toMatchObject({ date: '2026-03-20', source: 'Late' });
  await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: [] } });
  expect(start(planner)?.date).toBe('2026-03-20');
  const answer = { startDate: '2026-03-15', startDateFromInheritedSource: '2026-03-15' };
  await planner.fake.next('epicSidebar').answer(sidebarAnswer(answer));
  // One that may not be seen starts on that day.
  expect(start(planner)).toMatchObject({ date: '2026-03-15', wording: 'Inherited' });
});

test('EP-07.35 a refused move brings the date back', async () => {
  const planner = await shown({ epics: [early, late] });
  const before = start(planner);
  await planner.do(move(EPIC_ID, epicGid(3)));
  await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: ['No'] } });
  expect(start(planner)).toEqual(before);
});

test('EP-07.35 with children that are not loaded it does not follow, and is read again', async () => {
  const planner = await shown({ epics: [early, late], moreEpics: 'c' });
  await planner.do(move(EPIC_ID, epicGid(3)));
  expect(start(planner)?.date).toBe('2026-03-01');
  await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: [] } });
  expect(planner.fake.waiting('epicSidebar')).toHaveLength(1);
});

test('EP-07.36 a child that comes or goes has the dates read again; a new place among its siblings does not', async () => {
  const planner = await shown({ epics: [early, late] });
  const before = planner.count('epicSidebar');
  await planner.do(move(EPIC_ID, EPIC_ID));
  await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: [] } });
  expect(planner.count('epicSidebar')).toBe(before);
  await removeEarly(planner);
  expect(planner.count('epicSidebar')).toBe(before + 1);
  expect(start(planner)?.date).toBe('2026-03-20');
});

test('EP-07.36 a date that the roadmap gave to a child has the dates read again', async () => {
  const planner = await shown({ epics: [early, late] });
  const before = planner.count('epicSidebar');
  const saved = (...ids: readonly string[]) =>
    roadmapActions.datesChanged.committed({
      id: 'x',
      asked: { id: ids[0] ?? '' },
      answer: ids.map((id) => ({ id })) as unknown as RoadmapEpic[],
    });
  await planner.do(saved(epicGid(2)));
  expect(planner.count('epicSidebar')).toBe(before);
  await planner.do(saved(epicGid(2), EPIC_ID));
  expect(planner.count('epicSidebar')).toBe(before + 1);
});

test('EP-07.36 other children than those that were known have the dates read again', async () => {
  const planner = await shown({ epics: [early, late] });
  const before = planner.count('epicSidebar');
  await planner.fake.clock.advance(30_000);
  await planner.fake.next('epicChildren').answer(children({ epics: [{ ...early, startDate: '2026-02-02' }, late] }));
  expect(start(planner)?.date).toBe('2026-02-02');
  expect(planner.count('epicSidebar')).toBe(before + 1);
});

test('EP-07.35 a fixed date does not follow', async () => {
  const planner = await shown({ epics: [early, late] });
  await removeEarly(planner);
  const fixed = { startDate: '2026-01-01', startDateIsFixed: true, startDateFixed: '2026-01-01' };
  await planner.fake.next('epicSidebar').answer(sidebarAnswer(fixed));
  expect(start(planner)).toMatchObject({ date: '2026-01-01', wording: 'Fixed', source: '1.0' });
});
