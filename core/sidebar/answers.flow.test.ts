import { confirmedEpic } from './select-root.ts';
import { epicActions } from '../epic/index.ts';
import { epicAnswer, pageJson } from '../epic/testing/answers.ts';
import { mutationEvents } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { treeActions } from '../tree/actions.ts';
import { added, removed } from '../tree/testing/answers.ts';
import { refusal, UNREACHABLE, wireError } from '../testing/ports.ts';
import { epicChildren } from '../testing/wire.ts';
import { epicEdits } from '../epic/actions.ts';
import {
  selectColor,
  selectConfidentiality,
  selectSidebarDates,
  selectSidebarLabels,
  sidebarActions,
} from './index.ts';
import {
  EPIC_ID,
  label,
  PAGE,
  sidebarAnswer,
  type SidebarPlanner,
  sidebarPlanner,
  updateAnswer,
} from './testing/answers.ts';

const inputs = ({ fake }: SidebarPlanner) =>
  fake.waiting('epicFieldsUpdate').map(({ variables }) => variables['input']);
const dates = ({ root }: SidebarPlanner) => selectSidebarDates(root);
const confirmed = ({ root }: SidebarPlanner) => confirmedEpic(root, EPIC_ID);
const titles = ({ root }: SidebarPlanner) => selectSidebarLabels(root).labels.map(({ title }) => title);
const ENDPOINT = { groupPath: 'acme', iid: '1' };

test('EP-18.40 without the right to update nothing is sent', async () => {
  const planner = await sidebarPlanner().shown({}, { initial: { canUpdate: false } });
  await planner.do(
    epicEdits.dateChanged({ field: 'start', value: '2026-03-05' }),
    epicEdits.labelsChanged({ add: [], remove: [label(1).id] }),
    epicEdits.confidentialityChanged(),
    sidebarActions.colorEditorOpened(),
    sidebarActions.colorPicked({ color: '#abc' }),
    epicEdits.colorChanged(),
  );
  expect(planner.root.pending).toEqual([]);
  expect(dates(planner)?.start.canUpdate).toBe(false);
  expect(selectSidebarLabels(planner.root).canUpdate).toBe(false);
  expect(selectColor(planner.root)?.canUpdate).toBe(false);
  expect(selectConfidentiality(planner.root)?.canUpdate).toBe(false);
});

test('EP-18.43 without an answer it is sent again under its key; where none can be read, the epic is read again', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(epicEdits.labelsChanged({ add: [], remove: [label(1).id] }));
  for (const wait of [1000, 2000, 4000, 8000]) {
    await planner.update.fail(UNREACHABLE);
    await planner.fake.clock.advance(wait);
  }
  const keys = planner.fake.calls.flatMap(({ what, idempotencyKey }) =>
    what === 'epicFieldsUpdate' ? [idempotencyKey] : [],
  );
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(1);
  await planner.update.fail(wireError({ kind: 'malformed' }));
  expect(titles(planner)).toEqual(['a']);
  await planner.fake.next('epicSidebar').answer(sidebarAnswer({ labels: { nodes: [] } }));
  expect(titles(planner)).toEqual([]);
});

test('EP-18.50 after an answer that may be older than what was read meanwhile the epic is read again', async () => {
  const planner = await sidebarPlanner().shown();
  const remove = (at: number) => planner.do(epicEdits.labelsChanged({ add: [], remove: [label(at).id] }));
  await remove(1);
  await planner.update.answer(updateAnswer({ labels: { nodes: [] } }));
  expect(planner.fake.waiting('epicSidebar')).toEqual([]);
  await planner.do(epicEdits.labelsChanged({ add: [label(1)], remove: [] }));
  await planner.do(sidebarActions.partRetried({ part: 'epic' }));
  await planner.fake.next('epicSidebar').answer(sidebarAnswer({ labels: { nodes: [] } }));
  await planner.update.answer(updateAnswer({ labels: { nodes: [label(1)] } }));
  await planner.fake.next('epicSidebar').answer(sidebarAnswer({ labels: { nodes: [] } }));
  expect(titles(planner)).toEqual([]);
});

test('EP-18.41 another person’s edit comes in, never over one that waits', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(epicEdits.dateChanged({ field: 'start', value: '2026-03-05' }));
  await planner.do(epicActions.epicPageOutdated());
  await planner.fake.next(PAGE).answer(pageJson());
  await planner.fake.next('epicPage').answer(epicAnswer());
  const theirs = {
    startDate: '2026-02-02',
    startDateIsFixed: true,
    startDateFixed: '2026-02-02',
    labels: { nodes: [] },
  };
  await planner.fake.next('epicSidebar').answer(sidebarAnswer(theirs));
  expect(titles(planner)).toEqual([]);
  expect(dates(planner)?.start.date).toBe('2026-03-05');
  expect(confirmed(planner)?.startDate).toBe('2026-02-02');
});

test('EP-18.49 what another person’s edit calls for is read until that succeeds', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(epicActions.epicPageOutdated());
  await planner.fake.next(PAGE).answer(pageJson());
  await planner.fake.next('epicPage').answer(epicAnswer());
  await planner.fake.next('epicSidebar').fail(refusal(500));
  await planner.fake.clock.advance(4_999);
  expect(planner.fake.waiting('epicSidebar')).toHaveLength(0);
  await planner.fake.clock.advance(1);
  await planner.fake.next('epicSidebar').fail(UNREACHABLE);
  await planner.fake.clock.advance(10_000);
  await planner.fake.next('epicSidebar').answer(sidebarAnswer({ labels: { nodes: [] } }));
  expect(titles(planner)).toEqual([]);
});

test('EP-18.49 a change of the children does not end what somebody’s edit calls for', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(epicActions.epicPageOutdated());
  await planner.fake.next(PAGE).answer(pageJson());
  await planner.fake.next('epicPage').answer(epicAnswer());
  await planner.fake.next('epicColor').fail(UNREACHABLE);
  await planner.do(removed('gid://gitlab/Epic/77', EPIC_ID).answer);
  await planner.fake.clock.advance(5_000);
  expect(planner.fake.waiting('epicColor')).toHaveLength(1);
});

test('EP-18.44 a reading that began before an edit was answered is repeated', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(epicActions.epicPageOutdated(), epicEdits.labelsChanged({ add: [], remove: [label(1).id] }));
  await planner.fake.next(PAGE).answer(pageJson());
  await planner.fake.next('epicPage').answer(epicAnswer());
  const stale = planner.fake.next('epicSidebar');
  await planner.update.answer(updateAnswer({ labels: { nodes: [] } }));
  await stale.answer(sidebarAnswer());
  expect(titles(planner)).toEqual([]);
  await planner.fake.next('epicSidebar').answer(sidebarAnswer({ labels: { nodes: [label(7, 'new')] } }));
  expect(titles(planner)).toEqual(['new']);
});

test('EP-18.44 EP-10.31 of the confidentiality both the fields and the tree’s own epic are read again', async () => {
  const planner = await sidebarPlanner().shown();
  const own = (confidential: boolean) => epicChildren(1, {}, { id: EPIC_ID, confidential });
  const shown = () => [
    selectConfidentiality(planner.root)?.confidential,
    get(planner.root.confirmed.items, EPIC_ID)?.confidential,
  ];
  await planner.do(treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '1', id: EPIC_ID }, config: {} }));
  await planner.fake.next('epicChildren').answer(own(false));
  await planner.do(added(EPIC_ID, []).answer, epicActions.epicPageOutdated());
  await planner.fake.next(PAGE).answer(pageJson());
  await planner.fake.next('epicPage').answer(epicAnswer());
  const [fields, tree] = [planner.fake.next('epicSidebar'), planner.fake.next('epicChildren')];
  await planner.do(epicEdits.confidentialityChanged());
  await planner.update.answer(updateAnswer({ confidential: true }));
  await fields.answer(sidebarAnswer());
  await tree.answer(own(false));
  expect(shown()).toEqual([true, true]);
  await planner.fake.next('epicSidebar').answer(sidebarAnswer());
  await planner.fake.next('epicChildren').answer(own(false));
  expect(shown()).toEqual([false, false]);
});

test('EP-18.46 an edit outlives the page', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(
    epicEdits.labelsChanged({ add: [], remove: [label(1).id] }),
    epicEdits.dateChanged({ field: 'due', value: '2026-12-24' }),
    epicEdits.dateChanged({ field: 'due', value: '2026-12-25' }),
    sidebarActions.sidebarClosed(),
    epicActions.epicPageClosed(),
  );
  for (const call of planner.fake.waiting('epicFieldsUpdate')) {
    expect(call.cancelled).toBe(false);
    await call.answer(updateAnswer());
  }
  expect(inputs(planner)).toEqual([{ ...ENDPOINT, dueDateIsFixed: true, dueDateFixed: '2026-12-25' }]);
  await planner.update.answer(updateAnswer());
  expect(planner.root.pending).toEqual([]);
  expect(planner.app.alerts).toEqual([]);
});

test('EP-18.46 a restarted queue turns what was sent unknown', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(epicEdits.labelsChanged({ add: [], remove: [label(1).id] }));
  await planner.do(mutationEvents.queueRestarted());
  expect(planner.root.pending[0]?.status).toBe('unknown');
  await planner.update.answer(updateAnswer({ labels: { nodes: [] } }));
  expect(titles(planner)).toEqual([]);
});
