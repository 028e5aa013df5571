import type { TestPlanner } from '../testing/index.ts';
import { confirmedEpic } from '../sidebar/select-root.ts';
import { epicDate } from '../work-item/dates.ts';
import { accessActions } from '../access/index.ts';
import { frameActions } from '../frame/index.ts';
import { selectToasts } from '../notice/index.ts';
import { roadmapActions, selectRoadmapEpic } from '../roadmap/index.ts';
import { epicNode, gid, roadmapPlanner, type RoadmapPlanner } from '../roadmap/testing/answers.ts';
import { dateFacts } from '../work-item/dates.ts';
import { epicEdits } from '../epic/actions.ts';
import {
  selectColor,
  selectConfidentiality,
  selectSidebarDates,
  selectSidebarLabels,
  selectSubscription,
  selectTodo,
  sidebarActions,
  sidebarReads,
} from '../sidebar/index.ts';
import { EPIC_ID, label, sidebarPlanner, updateAnswer, type SidebarPlanner } from '../sidebar/testing/answers.ts';
import { epicPage } from '../epic/queries.ts';
import { selectEpic } from '../epic/select.ts';
import type { PageEpic } from '../epic/index.ts';
import { wholeItem } from '../work-item/shown.ts';
import { commandActions, commandSaga, commandsOf } from './index.ts';

/** Edits of fields are taken back: those of the sidebar and the dates of the roadmap. */

const undo = commandActions.undoAsked();
const redo = commandActions.redoAsked();
const toasts = ({ state }: TestPlanner) => selectToasts(state).map(({ text }) => text);

async function at<P extends SidebarPlanner | RoadmapPlanner>(planner: P, webPath: string): Promise<P> {
  planner.app.planner.watch('command', commandSaga);
  await planner.app.do(frameActions.navigated({ webPath, query: '' }));
  return planner;
}

const sidebar = async (change: object = {}) => at(await sidebarPlanner().shown(change), '/groups/acme/-/epics/1');

/** What another person made of the epic, as the next reading brings it. */
async function others(planner: SidebarPlanner, change: object): Promise<void> {
  const epic = confirmedEpic(planner.root, EPIC_ID);
  if (epic === null) throw new Error('Nothing was read');
  const params = { id: epic.id, groupPath: 'acme', iid: epic.iid };
  await planner.do(sidebarReads.epic.received({ params, data: { epic: change, children: null }, cursor: null }));
}

const titles = ({ root }: SidebarPlanner) => selectSidebarLabels(root).labels.map(({ title }) => title);
const due = ({ root }: SidebarPlanner) => {
  const date = selectSidebarDates(root)?.due;
  return [date?.isFixed, date?.fixed];
};
const start = ({ root }: SidebarPlanner) => {
  const date = selectSidebarDates(root)?.start;
  return [date?.isFixed, date?.fixed, date?.date];
};

describe('RP-02.214 the sidebar', () => {
  test('RP-02.214 a date gets its kind and its fixed value back', async () => {
    const planner = await sidebar();
    expect(start(planner)).toEqual([false, null, '2026-03-01']);
    await planner.do(epicEdits.dateChanged({ field: 'start', value: '2026-02-02' }));
    await planner.do(epicEdits.dateChanged({ field: 'due', value: '2026-05-05' }));
    await planner.do(undo);
    expect(due(planner)).toEqual([true, '2026-04-01']);
    expect(start(planner)).toEqual([true, '2026-02-02', '2026-02-02']);
    await planner.do(undo);
    expect(start(planner)).toEqual([false, null, '2026-03-01']);
    await planner.do(redo);
    expect(start(planner)).toEqual([true, '2026-02-02', '2026-02-02']);
    expect(toasts(planner.app)[0]).toMatch(/^Undone: changed the due date of acme&1 “.*”\.$/);
  });

  test('RP-02.214 not where another person gave the date another value', async () => {
    const planner = await sidebar();
    await planner.do(epicEdits.dateChanged({ field: 'due', value: '2026-05-05' }));
    await planner.fake
      .next('epicFieldsUpdate')
      .answer(updateAnswer({ dueDate: '2026-05-05', dueDateFixed: '2026-05-05', dueDateIsFixed: true }));
    await others(
      planner,
      dateFacts('due', { date: '2026-06-06', isFixed: true, fixed: '2026-06-06', inherited: null }),
    );
    await planner.do(undo);
    expect(due(planner)).toEqual([true, '2026-06-06']);
    expect(toasts(planner.app)).toEqual([
      expect.stringMatching(/^Not undone: changed the due date of .* Reason: it was changed meanwhile\.$/),
    ]);
  });

  test('RP-02.214 a change of the kind alone leaves the fixed date alone: it may be somebody else’s by then', async () => {
    const planner = await sidebar();
    await planner.do(epicEdits.dateChanged({ field: 'due', isFixed: false }));
    await planner.fake
      .next('epicFieldsUpdate')
      .answer(updateAnswer({ dueDate: null, dueDateFixed: '2026-04-01', dueDateIsFixed: false }));
    await others(planner, dateFacts('due', { date: null, isFixed: false, fixed: '2026-06-06', inherited: null }));
    await planner.do(undo);
    expect(due(planner)).toEqual([true, '2026-06-06']);
  });

  test('RP-02.214 labels: those of the edit, whatever else changed', async () => {
    const [a, b, c] = [label(1, 'a'), label(2, 'b'), label(3, 'c')];
    const planner = await sidebar();
    await planner.do(sidebarActions.labelPickerOpened(), sidebarActions.labelTicked({ label: b, ticked: true }));
    await planner.do(sidebarActions.labelTicked({ label: a, ticked: false }));
    await planner.do(epicEdits.labelsChanged());
    expect(titles(planner)).toEqual(['b']);
    await planner.fake.next('epicFieldsUpdate').answer(updateAnswer({ labels: { nodes: [b] } }));
    await others(planner, { labels: [b, c] });
    await planner.do(undo);
    expect(titles(planner).toSorted()).toEqual(['a', 'c']);
    await planner.do(redo);
    expect(titles(planner).toSorted()).toEqual(['b', 'c']);
  });

  test('RP-02.214 labels: not where one of the edit was taken away since', async () => {
    const planner = await sidebar();
    await planner.do(sidebarActions.labelPickerOpened());
    await planner.do(sidebarActions.labelTicked({ label: label(2, 'b'), ticked: true }));
    await planner.do(epicEdits.labelsChanged());
    await planner.fake
      .next('epicFieldsUpdate')
      .answer(updateAnswer({ labels: { nodes: [label(1, 'a'), label(2, 'b')] } }));
    await others(planner, { labels: [label(1, 'a')] });
    await planner.do(undo);
    expect(toasts(planner.app)[0]).toMatch(/^Not undone: changed the labels of .*Reason: it was changed meanwhile\.$/);
  });

  test('RP-02.214 confidentiality, notifications and the to-do', async () => {
    const planner = await sidebar();
    await planner.do(epicEdits.confidentialityChanged());
    await planner.do(epicEdits.subscriptionChanged());
    await planner.do(epicEdits.todoChanged());
    const now = () => [
      selectConfidentiality(planner.root)?.confidential,
      selectSubscription(planner.root)?.subscribed,
      selectTodo(planner.root)?.exists,
    ];
    expect(now()).toEqual([true, true, true]);
    await planner.do(undo);
    expect(now()).toEqual([true, true, false]);
    await planner.do(undo, undo);
    expect(now()).toEqual([false, false, false]);
  });

  test('RP-02.214 the colour, and nothing where the former one is not known', async () => {
    const planner = await sidebar();
    await planner.do(sidebarActions.colorEditorOpened(), sidebarActions.colorPicked({ color: '#c91c00' }));
    await planner.do(epicEdits.colorChanged());
    expect(selectColor(planner.root)?.color).toBe('#c91c00');
    await planner.do(undo);
    expect(selectColor(planner.root)?.color).toBe('#1068bf');
  });

  test('RP-02.202 who is signed out or may no longer change it is told so', async () => {
    const planner = await sidebar();
    await planner.do(epicEdits.dateChanged({ field: 'due', value: '2026-05-05' }));
    const { data } = planner.app.state.epic.page;
    await planner.do({
      type: epicPage.received.type,
      payload: {
        params: { groupPath: 'acme', iid: '1' },
        data: {
          epic: wholeItem(planner.app.state.confirmed, selectEpic(planner.app.state) as PageEpic),
          data: { ...data, permissions: { ...data?.permissions, canUpdate: false } },
          behind: false,
        },
      },
    } as never);
    await planner.do(undo);
    expect(toasts(planner.app)[0]).toMatch(/Reason: you may not change it any more\.$/);
    await planner.do(accessActions.signedOut());
    await planner.do(undo);
    expect(toasts(planner.app).at(-1)).toBe('There is nothing to undo on this page.');
  });
});

test('RP-02.183 the sidebar’s fields are commands for those who may change them', async () => {
  const planner = await sidebar();
  const idsOf = ({ app }: SidebarPlanner) =>
    commandsOf({ ...app.state, visible: app.state.confirmed }).map(({ id }) => id);
  const fields = ['edit:start', 'edit:due', 'edit:labels', 'edit:color', 'confidentiality'];
  expect(idsOf(planner)).toEqual(expect.arrayContaining(['todo', ...fields, 'subscription', 'sidebar']));
  const initial = { canUpdate: false };
  const page = await sidebarPlanner().shown({}, { signedIn: false, features: {}, initial });
  const visitor = await at(page, '/groups/acme/-/epics/1');
  expect(idsOf(visitor)).toContain('sidebar');
  for (const id of ['todo', 'subscription', ...fields]) expect(idsOf(visitor)).not.toContain(id);
});

describe('RM-09.41 the dates of the roadmap', () => {
  const roadmap = async (...nodes: readonly ReturnType<typeof epicNode>[]) =>
    at(await roadmapPlanner().shown([...nodes]), '/groups/acme/-/roadmap');
  const dates = ({ root }: RoadmapPlanner) => {
    const epic = selectRoadmapEpic(root, gid(1));
    return [epic?.startDate, epic?.startDateIsFixed, epic && epicDate(epic, 'start').fixed, epic?.dueDate];
  };

  test('RM-09.41 both dates go back by a change of their own', async () => {
    const planner = await roadmap(epicNode(1));
    const before = dates(planner);
    await planner.do(roadmapActions.datesChanged({ id: gid(1), startDate: '2026-12-01', dueDate: '2026-12-24' }), undo);
    expect(dates(planner)).toEqual(before);
    await planner.do(redo);
    expect(dates(planner)).toEqual(['2026-12-01', true, '2026-12-01', '2026-12-24']);
    expect(toasts(planner.app)[0]).toBe('Undone: moved acme&1 “Epic 1” in time.');
  });

  test('RM-09.40 a date that was inherited is inherited again, with the fixed one that was kept beside it', async () => {
    const planner = await roadmap(epicNode(1, { startDateIsFixed: false, startDateFixed: '2026-10-10' }));
    const before = dates(planner);
    await planner.do(roadmapActions.datesChanged({ id: gid(1), startDate: '2026-12-01' }));
    expect(dates(planner).slice(0, 3)).toEqual(['2026-12-01', true, '2026-12-01']);
    await planner.fake.next('updateEpic').fail({ name: 'WireError', kind: 'http', status: 500, messages: [] });
    expect(dates(planner)).toEqual(before);
    await planner.do(roadmapActions.datesChanged({ id: gid(1), startDate: '2026-12-01' }), undo);
    expect(dates(planner)).toEqual(before);
    const made = planner.app.actions.findLast(roadmapActions.datesChanged.match)?.payload;
    expect(made).toEqual({ id: gid(1), startDate: before[0], keptStart: '2026-10-10' });
  });

  test('RM-09.41 not where they were changed since', async () => {
    const planner = await roadmap(epicNode(1));
    await planner.do(roadmapActions.datesChanged({ id: gid(1), startDate: '2026-12-01' }));
    await planner.do(roadmapActions.datesChanged({ id: gid(1), startDate: '2026-12-02' }));
    const [first] = planner.app.actions.filter(roadmapActions.datesChanged.match);
    expect(first).toBeDefined();
    await planner.do(undo, undo);
    expect(dates(planner)[0]).toBe('2026-11-02');
    await planner.do(redo);
    await planner.do(roadmapActions.roadmapClosed(), undo);
    expect(toasts(planner.app).at(-1)).toMatch(/Reason: the roadmap is still being read\.$/);
  });
});
