import { refusal, UNREACHABLE } from '../testing/ports.ts';
import { get } from '../table/index.ts';
import {
  roadmapActions,
  type RoadmapConfirmed,
  selectRoadmapEpic,
  selectRoadmapRows,
  selectRoadmapTray,
} from './index.ts';
import { DATES_ERROR } from './mutations.ts';
import {
  childrenAnswer,
  datesAnswer,
  epicNode,
  gid,
  listAnswer,
  milestonesAnswer,
  type RoadmapPlanner,
  roadmapPlanner,
  UNDATED,
} from './testing/answers.ts';

const dated = (id: number, startDate?: string | null, dueDate?: string | null) =>
  roadmapActions.datesChanged({
    id: gid(id),
    ...(startDate === undefined ? {} : { startDate }),
    ...(dueDate === undefined ? {} : { dueDate }),
  });
const shown = ({ root }: RoadmapPlanner, id: number) => {
  const epic = selectRoadmapEpic(root, gid(id));
  return [epic?.startDate, epic?.dueDate];
};
const confirmedOf = ({ root }: RoadmapPlanner, id: number) => get((root.confirmed as RoadmapConfirmed).items, gid(id));
const rows = ({ root }: RoadmapPlanner) => selectRoadmapRows(root).rows.map(({ epic: { iid } }) => iid);

test('RM-09.20 a change is shown at once, states its result and fixes the dates that are given', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1, { startDateIsFixed: false, startDateFixed: null })]);
  const before = confirmedOf(planner, 1);
  await planner.do(dated(1, undefined, '2026-12-01'));
  expect(shown(planner, 1)).toEqual(['2026-11-02', '2026-12-01']);
  expect(selectRoadmapEpic(planner.root, gid(1))).toMatchObject({
    startDateIsFixed: false,
    dueDateIsFixed: true,
    dueDate: '2026-12-01',
  });
  expect(confirmedOf(planner, 1)).toBe(before);
  const call = planner.fake.next('updateEpic');
  expect(call.variables).toEqual({
    input: { groupPath: 'acme', iid: '1', dueDateIsFixed: true, dueDateFixed: '2026-12-01' },
  });
  expect(call.idempotencyKey).toBe(planner.root.pending[0]?.id);
});

test('RM-09.23 accepted, the epic and those above it become what the server says; nothing else is shown than before', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1, { color: '#ff0000' }), epicNode(2)], { colours: true });
  await planner.do(dated(1, '2026-11-05'));
  const call = planner.fake.next('updateEpic');
  const inherited = epicNode(2, { startDate: '2026-11-05' });
  await call.answer(
    datesAnswer(epicNode(1, { startDate: '2026-11-05', startDateFixed: '2026-11-05' }), [inherited, epicNode(9)]),
  );
  expect(planner.root.pending).toEqual([]);
  expect(confirmedOf(planner, 1)).toMatchObject({ startDate: '2026-11-05', color: '#ff0000' });
  expect(shown(planner, 2)).toEqual(['2026-11-05', '2026-11-20']);
  expect(confirmedOf(planner, 9)).toBeUndefined();
  expect(planner.app.alerts).toEqual([]);
});

test.each([
  ['by its errors', { updateEpic: { errors: ['Due date must be after the start date'], epic: null } }],
  ['without an answer’s body', { updateEpic: null }],
])('RM-09.23 refused %s, the dates are exactly as they were', async (_, answer) => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  const before = selectRoadmapRows(planner.root).rows;
  await planner.do(dated(1, '2026-11-30'));
  expect(rows(planner)).toEqual([]);
  await planner.fake.next('updateEpic').answer(answer);
  expect(selectRoadmapRows(planner.root).rows).toEqual(before);
  expect(planner.app.alerts).toEqual([DATES_ERROR]);
  expect(planner.root.pending).toEqual([]);
});

test('RM-09.23 the alert has the server’s words', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  await planner.do(dated(1, '2026-11-30'));
  await planner.fake.next('updateEpic').fail(refusal(422, 'No such day'));
  expect(planner.app.state.notice).toMatchObject([{ text: DATES_ERROR, detail: 'No such day' }]);
  expect(shown(planner, 1)).toEqual(['2026-11-02', '2026-11-20']);
});

test('RM-09.21 of one epic one change is on its way at a time; those of others go side by side', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1), epicNode(2)]);
  await planner.do(dated(1, '2026-11-03'), dated(1, '2026-11-04'), dated(2, '2026-11-05'));
  expect(planner.fake.waiting('updateEpic').map(({ variables }) => variables['input'])).toMatchObject([
    { iid: '1', startDateFixed: '2026-11-03' },
    { iid: '2', startDateFixed: '2026-11-05' },
  ]);
  expect(shown(planner, 1)[0]).toBe('2026-11-04');
  await planner.fake.next('updateEpic').answer({ updateEpic: { errors: ['no'], epic: null } });
  expect(shown(planner, 1)[0]).toBe('2026-11-04');
  expect(planner.fake.waiting('updateEpic').map(({ variables }) => variables['input'])).toMatchObject([
    { iid: '2' },
    { iid: '1', startDateFixed: '2026-11-04' },
  ]);
});

test('RM-09.21 a change outlives the page', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  await planner.do(dated(1, '2026-11-03'), roadmapActions.roadmapClosed());
  expect(planner.fake.next('updateEpic').cancelled).toBe(false);
  await planner.fake.next('updateEpic').answer(datesAnswer(epicNode(1)));
  expect(planner.root.pending).toEqual([]);
  expect(planner.app.alerts).toEqual([]);
});

test('RM-09.22 without an answer the same key is sent again until there is one', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  await planner.do(dated(1, '2026-11-03'));
  for (const wait of [1000, 2000, 4000, 8000]) {
    await planner.fake.next('updateEpic').fail(UNREACHABLE);
    await planner.fake.clock.advance(wait - 1);
    expect(planner.fake.waiting('updateEpic')).toEqual([]);
    await planner.fake.clock.advance(1);
  }
  const keys = planner.fake.calls
    .filter(({ what }) => what === 'updateEpic')
    .map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(1);
  await planner.fake.next('updateEpic').answer(datesAnswer(epicNode(1, { startDate: '2026-11-03' })));
  expect(planner.root.pending).toEqual([]);
  expect(planner.app.alerts).toEqual([]);
});

test('RM-09.22 a busy server is asked again when it says so', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)]);
  await planner.do(dated(1, '2026-11-03'));
  await planner.fake.next('updateEpic').fail({ ...refusal(503), retryAfter: 300 });
  await planner.fake.clock.advance(300);
  await planner.fake.next('updateEpic').answer(datesAnswer(epicNode(1, { startDate: '2026-11-03' })));
  expect(shown(planner, 1)[0]).toBe('2026-11-03');
  expect(planner.app.alerts).toEqual([]);
});

test('RM-09.24 a reading that began before a change was answered is dropped and repeated', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1)], {}, { next: 'c' });
  await planner.do(roadmapActions.nextPageAsked(), dated(1, '2026-11-03'));
  const stale = planner.fake.next('roadmapGroupEpics');
  await planner.fake.next('updateEpic').answer(datesAnswer(epicNode(1, { startDate: '2026-11-03' })));
  await stale.answer(listAnswer([epicNode(1), epicNode(2, { title: 'stale' })]));
  expect(shown(planner, 1)[0]).toBe('2026-11-03');
  expect(rows(planner)).toEqual(['1']);
  const again = planner.fake.next('roadmapGroupEpics');
  expect(again.variables).toEqual(stale.variables);
  await again.answer(listAnswer([epicNode(1, { startDate: '2026-11-03' }), epicNode(2)]));
  expect(rows(planner)).toEqual(['1', '2']);
});

test('RM-09.24 the same for children, and for a reading around a refusal', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1, { hasChildren: true })]);
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }), dated(1, '2026-11-03'));
  await planner.fake.next('updateEpic').answer({ updateEpic: { errors: ['no'], epic: null } });
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(7)]));
  expect(rows(planner)).toEqual(['1']);
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(2)]));
  expect(rows(planner)).toEqual(['1', '2']);
});

test('RM-09.36 children that were read in part before a change was answered are read again from the first page on', async () => {
  const planner = await roadmapPlanner().shown([epicNode(1, { hasChildren: true }), epicNode(2)]);
  await planner.do(roadmapActions.epicToggled({ id: gid(1) }), dated(2, '2026-11-03'));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(3, { title: 'stale' })], { next: 'c' }));
  await planner.fake.next('updateEpic').answer(datesAnswer(epicNode(2, { startDate: '2026-11-03' })));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(4)]));
  expect(rows(planner)).toEqual(['1', '2']);
  expect(planner.fake.next('epicChildEpics').variables).not.toHaveProperty('endCursor');
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(3)], { next: 'c' }));
  await planner.fake.next('epicChildEpics').answer(childrenAnswer([epicNode(4)]));
  expect(rows(planner)).toEqual(['1', '3', '4', '2']);
  expect(selectRoadmapEpic(planner.root, gid(3))?.title).toBe('Epic 3');
});

describe('epics above', () => {
  const INHERITS = { startDateIsFixed: false, startDateFixed: null, dueDateIsFixed: false, dueDateFixed: null };
  const parentNode = (change = {}) =>
    epicNode(1, { ...INHERITS, hasChildren: true, startDate: '2026-11-02', dueDate: '2026-11-20', ...change });
  const child = (id: number, startDate: string | null, dueDate: string | null) =>
    epicNode(id, { parent: { id: gid(1) }, startDate, dueDate });
  const family = async (parent = parentNode()) => {
    const planner = await roadmapPlanner().shown([parent]);
    await planner.do(roadmapActions.epicToggled({ id: gid(1) }));
    await planner.fake
      .next('epicChildEpics')
      .answer(childrenAnswer([child(2, '2026-11-02', '2026-11-10'), child(3, '2026-11-05', '2026-11-20')]));
    return planner;
  };

  test('RM-09.33 what they inherit follows in the same dispatch, outwards and inwards', async () => {
    const planner = await family();
    await planner.do(dated(2, '2026-10-28', '2026-11-30'));
    expect(shown(planner, 1)).toEqual(['2026-10-28', '2026-11-30']);
    await planner.do(dated(2, '2026-11-09', '2026-11-12'));
    expect(shown(planner, 1)).toEqual(['2026-11-05', '2026-11-20']);
    expect(selectRoadmapRows(planner.root).rows[0]?.epic.startDate).toBe('2026-11-05');
  });

  test('RM-09.33 a refusal takes them back exactly', async () => {
    const planner = await family();
    const before = selectRoadmapRows(planner.root).rows;
    await planner.do(dated(2, '2026-10-28', '2026-11-30'));
    await planner.fake.next('updateEpic').answer({ updateEpic: { errors: ['no'], epic: null } });
    expect(selectRoadmapRows(planner.root).rows).toEqual(before);
  });

  test('RM-09.33 fixed dates stay, each for itself; dates that come from elsewhere go on counting', async () => {
    const planner = await family(
      parentNode({ startDateIsFixed: true, startDateFixed: '2026-11-02', dueDate: '2026-12-24' }),
    );
    await planner.do(dated(3, '2026-10-01', '2026-11-01'));
    expect(shown(planner, 1)).toEqual(['2026-11-02', '2026-12-24']);
    await planner.do(dated(3, '2026-10-01', '2026-12-31'));
    expect(shown(planner, 1)).toEqual(['2026-11-02', '2026-12-31']);
  });

  test('RM-09.33 every one above follows, as far as each inherits', async () => {
    const grandchild = epicNode(4, { parent: { id: gid(2) }, startDate: '2026-11-02', dueDate: '2026-11-10' });
    const middle = { ...INHERITS, hasChildren: true };
    const planner = await roadmapPlanner().shown([parentNode()]);
    await planner.do(roadmapActions.epicToggled({ id: gid(1) }));
    await planner.fake
      .next('epicChildEpics')
      .answer(childrenAnswer([{ ...child(2, '2026-11-02', '2026-11-10'), ...middle }]));
    await planner.do(roadmapActions.epicToggled({ id: gid(2) }));
    await planner.fake.next('epicChildEpics').answer(childrenAnswer([grandchild]));
    await planner.do(dated(4, '2026-10-20'));
    expect([2, 1].map((id) => shown(planner, id)[0])).toEqual(['2026-10-20', '2026-10-20']);
  });

  test('RM-09.33 two readings that disagree about who is above whom end', async () => {
    const planner = await roadmapPlanner().shown([
      epicNode(1, { ...INHERITS, parent: { id: gid(2) } }),
      epicNode(2, { ...INHERITS, parent: { id: gid(1) } }),
    ]);
    await planner.do(dated(1, '2026-10-28'));
    expect(shown(planner, 1)[0]).toBe('2026-10-28');
    expect(shown(planner, 2)[0]).toBe('2026-10-28');
  });
});

describe('from the tray', () => {
  const withTray = async (list = [epicNode(1)]) => {
    const planner = await roadmapPlanner().open();
    await planner.fake.next('roadmapGroupEpics').answer(listAnswer(list));
    await planner.fake.next('roadmapUndated').answer(listAnswer([epicNode(2, UNDATED)]));
    await planner.fake.next('groupMilestones').answer(milestonesAnswer([]));
    return planner;
  };

  test('RM-07.9 RM-16.1 dates bring an epic onto the timeline at once, highlighted', async () => {
    const planner = await withTray();
    await planner.do(dated(2, '2026-11-03', '2026-11-09'));
    expect(rows(planner)).toEqual(['1', '2']);
    expect(selectRoadmapRows(planner.root).rows.map(({ fresh }) => fresh)).toEqual([false, true]);
    expect(selectRoadmapTray(planner.root).items).toEqual([]);
    await planner.fake.next('updateEpic').answer({ updateEpic: { errors: ['no'], epic: null } });
    expect(rows(planner)).toEqual(['1']);
    expect(selectRoadmapTray(planner.root).items.map(({ epic }) => epic.title)).toEqual(['Epic 2']);
  });

  test('RM-16.1 one that was due before its start is highlighted where it is repaired', async () => {
    const planner = await withTray([epicNode(1), epicNode(3, { startDate: '2026-11-20', dueDate: '2026-11-01' })]);
    expect(selectRoadmapTray(planner.root).items.map(({ reason }) => reason)).toContain('Due before start');
    await planner.do(roadmapActions.datesChanged({ id: gid(3), dueDate: '2026-11-27', fromTray: true }));
    expect(selectRoadmapRows(planner.root).rows.map(({ fresh }) => fresh)).toEqual([false, true]);
    const { variables } = planner.fake.next('updateEpic');
    expect(variables).toEqual({
      input: { groupPath: 'acme', iid: '3', dueDateFixed: '2026-11-27', dueDateIsFixed: true },
    });
    await planner.fake.clock.advance(3000);
    expect(planner.state.fresh).toEqual([]);
  });

  test('RM-16.2 the highlight ends after 3000 ms', async () => {
    const planner = await withTray();
    await planner.do(dated(2, '2026-11-03'));
    await planner.fake.clock.advance(2999);
    expect(planner.state.fresh).toEqual([gid(2)]);
    await planner.fake.clock.advance(1);
    expect(planner.state.fresh).toEqual([]);
    await planner.do(dated(1, '2026-11-03'));
    expect(planner.state.fresh).toEqual([]);
  });
});
