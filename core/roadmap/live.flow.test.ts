import { refusal, UNREACHABLE } from '../testing/ports.ts';
import { get } from '../table/index.ts';
import {
  roadmapActions,
  selectRoadmapEpic,
  selectRoadmapFrame,
  selectRoadmapMilestones,
  selectRoadmapRows,
  selectRoadmapStatus,
  selectRoadmapTray,
} from './index.ts';
import { childrenKey } from './reads.ts';
import { LIVE_INTERVAL } from './saga.ts';
import {
  childrenAnswer,
  epicNode,
  gid,
  listAnswer,
  milestoneNode,
  milestonesAnswer,
  type RoadmapPlanner,
  roadmapPlanner,
  UNDATED,
  view,
} from './testing/answers.ts';

const rows = ({ root }: RoadmapPlanner) => selectRoadmapRows(root).rows.map(({ epic: { iid } }) => iid);
const PARENT = epicNode(1, { hasChildren: true });

/** The questions that wait, in their order. */
const waiting = ({ fake }: RoadmapPlanner) =>
  fake.calls.filter((call) => !call.answered && !call.cancelled).map(({ what }) => what);
const later = ({ fake }: RoadmapPlanner, milliseconds = LIVE_INTERVAL) => fake.clock.advance(milliseconds);

/** Answers the tray's and the milestones' part of a pass. */
async function rest({ fake }: RoadmapPlanner): Promise<void> {
  await fake.next('roadmapUndated').answer(listAnswer([]));
  await fake.next('groupMilestones').answer(milestonesAnswer([]));
}

test('RM-13.8 list, expanded children, tray and milestones are read again, one after the other', async () => {
  const planner = await roadmapPlanner().shown([PARENT]);
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(2)]));
  await later(planner, LIVE_INTERVAL - 1);
  expect(waiting(planner)).toEqual([]);
  await later(planner, 1);
  expect(waiting(planner)).toEqual(['roadmapGroupEpics']);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([{ ...PARENT, title: 'Other' }, epicNode(5)]));
  expect(waiting(planner)).toEqual(['epicChildEpics']);
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(3), epicNode(2)]));
  await planner.fake.next('roadmapUndated').answer(listAnswer([epicNode(9, UNDATED)]));
  await planner.fake.next('groupMilestones').answer(milestonesAnswer([milestoneNode(1)]));
  expect(rows(planner)).toEqual(['1', '3', '2', '5']);
  expect(selectRoadmapEpic(planner.root, gid(1))?.title).toBe('Other');
  expect(selectRoadmapTray(planner.root).items.map(({ epic }) => epic.title)).toEqual(['Epic 9']);
  expect(selectRoadmapMilestones(planner.root)?.lanes).toBe(1);
  await later(planner);
  expect(waiting(planner)).toEqual(['roadmapGroupEpics']);
});

test('RM-13.8 as often as the server says; a hidden tab reads nothing and catches up when it is shown', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  await later(planner);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)]));
  await planner.fake.next('roadmapUndated').answer(listAnswer([]));
  await planner.fake.next('groupMilestones').answer(milestonesAnswer([]), { 'poll-interval': '5000' });
  await later(planner, 5000);
  expect(waiting(planner)).toEqual(['roadmapGroupEpics']);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)]));
  await rest(planner);
  await planner.fake.hide(true);
  await later(planner, 600_000);
  expect(waiting(planner)).toEqual([]);
  await planner.fake.hide(false);
  expect(waiting(planner)).toEqual(['roadmapGroupEpics']);
});

test('RM-13.8 WI-11.4 with pushes all of it is read again after one about the group that concerns it, and not by an interval', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  const { fake } = planner;
  const round = async () => {
    await fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)]));
    await rest(planner);
  };
  await fake.connect(true);
  await round();
  expect(fake.topics).toEqual(['group/acme']);
  await later(planner, 600_000);
  await fake.push('group/acme', ['description', 'assignees', 'weight']);
  expect(waiting(planner)).toEqual([]);
  await fake.push('group/acme', ['description', 'dates']);
  await round();
  expect(waiting(planner)).toEqual([]);
  await fake.connect(false);
  await round();
  await later(planner);
  expect(waiting(planner)).toEqual(['roadmapGroupEpics']);
});

test('RM-13.8 what says the same changes nothing, not even a reference', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  const before = planner.root;
  const list = selectRoadmapRows(before);
  await later(planner);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)]));
  await rest(planner);
  expect(planner.root.confirmed).toBe(before.confirmed);
  expect(selectRoadmapRows(planner.root).rows).toEqual(list.rows);
});

test('RM-13.8 a failure says nothing, and the round is tried again after twice the time', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  await later(planner);
  await planner.fake.next('roadmapGroupEpics').fail(UNREACHABLE);
  expect(planner.app.alerts).toEqual([]);
  expect(rows(planner)).toEqual(['1']);
  await later(planner, 2 * LIVE_INTERVAL - 1);
  expect(waiting(planner)).toEqual([]);
  await later(planner, 1);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(2)]));
  await planner.fake.next('roadmapUndated').fail(refusal(500));
  expect(rows(planner)).toEqual(['2']);
  expect(planner.app.alerts).toEqual([]);
});

test('RM-13.8 a group that is gone for the viewer is missing', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  await later(planner);
  await planner.fake.next('roadmapGroupEpics').answer({ group: null });
  expect(selectRoadmapStatus(planner.root)).toBe('missing');
});

test('RM-13.9 as many epics as are known are read, and the list changes with the last page', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1), epicNode(2)], {}, { next: 'c' });
  await planner.do(roadmapActions.nextPageAsked());
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(3), epicNode(4)], { next: 'd' }));
  await later(planner);
  await planner.fake
    .next('roadmapGroupEpics')
    .answer(listAnswer([epicNode(2, { title: 'New' }), epicNode(3)], { next: 'e' }));
  expect(rows(planner)).toEqual(['1', '2', '3', '4']);
  expect(selectRoadmapEpic(planner.root, gid(2))?.title).toBe('New');
  const second = planner.fake.next('roadmapGroupEpics');
  expect(second.variables['endCursor']).toBe('e');
  await second.answer(listAnswer([epicNode(4), epicNode(6)], { next: 'f' }));
  expect(rows(planner)).toEqual(['2', '3', '4', '6']);
  await rest(planner);
  await planner.do(roadmapActions.nextPageAsked());
  expect(planner.fake.next('roadmapGroupEpics').variables['endCursor']).toBe('f');
});

test('RM-13.9 while a further page is on its way the list stays as it is', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)], {}, { next: 'c' });
  await later(planner);
  const reading = planner.fake.next('roadmapGroupEpics');
  await planner.do(roadmapActions.nextPageAsked());
  await reading.answer(listAnswer([epicNode(7)], { next: 'c2' }));
  expect(rows(planner)).toEqual(['1']);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(2)]));
  expect(rows(planner)).toEqual(['1', '2']);
});

test('RM-13.9 a change that is not answered yet stays in sight; a reading that began before the answer is repeated', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  await later(planner);
  const reading = planner.fake.next('roadmapGroupEpics');
  await planner.do(roadmapActions.datesChanged({ id: gid(1), startDate: '2026-11-09' }));
  await reading.answer(listAnswer([epicNode(1, { title: 'Theirs' })]));
  expect(selectRoadmapEpic(planner.root, gid(1))).toMatchObject({ title: 'Theirs', startDate: '2026-11-09' });
  await planner.fake.next('updateEpic').answer({ updateEpic: { errors: ['no'], epic: null } });
  expect(selectRoadmapEpic(planner.root, gid(1))).toMatchObject({ title: 'Theirs', startDate: '2026-11-02' });
});

test('RM-13.9 a list that was read around a change stays as it is until the next pass', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1), epicNode(2)], {}, { next: 'c' });
  await later(planner);
  await planner.do(roadmapActions.datesChanged({ id: gid(2), startDate: '2026-11-01' }));
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)], { next: 'c' }));
  await planner.fake.next('updateEpic').answer({ updateEpic: { errors: ['no'], epic: null } });
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(3)]));
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(3)]));
  expect(rows(planner)).toEqual(['1', '2']);
  await rest(planner);
  await later(planner);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(2), epicNode(1)]));
  expect(rows(planner)).toEqual(['2', '1']);
});

test('RM-13.9 a list that was read while a change was on its way stays as it is', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1), epicNode(2)], {}, { next: 'c' });
  await planner.do(roadmapActions.datesChanged({ id: gid(2), startDate: '2026-11-01' }));
  await later(planner);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)], { next: 'c' }));
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(3)]));
  expect(rows(planner)).toEqual(['1', '2']);
  expect(planner.root.pending).toHaveLength(1);
});

test('RM-13.9 a change that was answered between two rounds of one pass is one between two pages', async () => {
  const nodes = Array.from({ length: 11 }, (_, index) => epicNode(index + 1));
  const planner = await roadmapPlanner().shown(nodes);
  const before = rows(planner);
  await later(planner);
  for (const [index, node] of nodes.slice(0, 10).entries()) {
    await planner.fake.next('roadmapGroupEpics').answer(listAnswer([node], { next: `c${index}` }));
  }
  expect(waiting(planner)).toEqual([]);
  await planner.do(roadmapActions.datesChanged({ id: gid(11), startDate: '2026-11-01' }));
  await planner.fake.next('updateEpic').answer({ updateEpic: { errors: ['no'], epic: null } });
  await later(planner);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(20)]));
  expect(rows(planner)).toEqual(before);
});

test('RM-13.10 a round asks ten questions, the next one goes on', async () => {
  const parents = Array.from({ length: 12 }, (_, index) => epicNode(index + 1, { hasChildren: true }));
  const planner = await roadmapPlanner().shown(parents);
  for (const { id } of parents) {
    await planner.do(roadmapActions.epicToggled({ id }));
    await planner.fake.next('epicChildEpics').answer(childrenAnswer([]));
  }
  const before = planner.fake.calls.length;
  await later(planner);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer(parents));
  for (let at = 0; at < 9; at += 1) await planner.fake.next('epicChildEpics').answer(childrenAnswer([]));
  expect(waiting(planner)).toEqual([]);
  expect(planner.fake.calls.length - before).toBe(10);
  await later(planner);
  for (let at = 0; at < 3; at += 1) await planner.fake.next('epicChildEpics').answer(childrenAnswer([]));
  await rest(planner);
  expect(waiting(planner)).toEqual([]);
});

test('RM-13.11 children that are folded away are forgotten, and read when they are looked at', async () => {
  const planner = await roadmapPlanner().shown([PARENT]);
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(2)]));
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }));
  await later(planner);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([PARENT]));
  expect(waiting(planner)).toEqual(['roadmapUndated']);
  await rest(planner);
  expect(get(planner.root.confirmed.roadmapLists, childrenKey(gid(1)))).toBeUndefined();
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(3)]));
  expect(rows(planner)).toEqual(['1', '3']);
});

test('RM-13.11 what is folded away, or hidden, while a pass is under way is not read in it', async () => {
  const planner = await roadmapPlanner().shown([PARENT]);
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(2)]));
  await later(planner);
  await planner.do(
    roadmapActions.epicToggled({ id: gid(1) }),
    roadmapActions.viewChanged({ view: view({ showMilestones: false }) }),
  );
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([PARENT]));
  await planner.fake.next('roadmapUndated').answer(listAnswer([]));
  expect(waiting(planner)).toEqual([]);
});

test('RM-13.8 of the tray as many pages are read as are known, and kept in their order', async () => {
  const planner = await roadmapPlanner().open();
  const tray = () => selectRoadmapTray(planner.root).items.map(({ epic }) => epic.title);
  const page = (ids: readonly number[], previous?: string) =>
    planner.fake.next('roadmapUndated').answer(
      listAnswer(
        ids.map((id) => epicNode(id, UNDATED)),
        { previous },
      ),
    );
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)]));
  await page([7, 8], 'p');
  await planner.fake.next('groupMilestones').answer(milestonesAnswer([]));
  expect(tray()).toEqual(['Epic 8', 'Epic 7']);
  await later(planner);
  await planner.fake.next('roadmapGroupEpics').answer(listAnswer([epicNode(1)]));
  await page([8], 'p');
  await page([6, 7], 'q');
  expect(waiting(planner)).toEqual(['groupMilestones']);
  expect(tray()).toEqual(['Epic 8', 'Epic 7', 'Epic 6']);
});

test('RM-07.10 the tray of one epic has its children of every page', async () => {
  const planner = await roadmapPlanner().open({}, { epicIid: '3' });
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(1)]));
  const first = planner.fake.next('epicChildEpics');
  expect(first.variables).not.toHaveProperty('timeframe');
  await first.answer(childrenAnswer([epicNode(1), epicNode(4, UNDATED)], { next: 'u' }));
  const second = planner.fake.next('epicChildEpics');
  expect(second.variables).toMatchObject({ endCursor: 'u' });
  expect(second.variables).not.toHaveProperty('timeframe');
  await second.answer(childrenAnswer([epicNode(5, UNDATED)]));
  expect(selectRoadmapTray(planner.root).items.map(({ epic }) => epic.title)).toEqual(['Epic 4', 'Epic 5']);
  expect(selectRoadmapFrame(planner.root).settingsShown).toBe(false);
});
