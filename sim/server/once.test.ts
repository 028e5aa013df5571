import { accessActions } from '@espalier/core/access';
import { createPlanner, selectLinkSubject, treeOpening } from '@espalier/core';
import { epicList, epicActions } from '@espalier/core/epic';
import { epicListSaga } from '@espalier/core/epic/list';
import {
  DEFAULT_VIEW,
  roadmapActions,
  roadmapSaga,
  selectListed,
  selectRoadmapMilestones,
} from '@espalier/core/roadmap';
import { selectLabelPicker, sidebarActions, sidebarSaga } from '@espalier/core/sidebar';
import { linkActions, linkedOf, linkSaga, type LinkSubject } from '@espalier/core/link';
import { FakePorts, settle } from '@espalier/core/testing';
import { recordsOf } from '@espalier/core/entities';
import { entries, get, size } from '@espalier/core/table';
import { treeActions } from '@espalier/core/tree';
import { issueList } from '@espalier/core/work-item';
import { issueListSaga } from '@espalier/core/work-item/list';
import { selectWorkItemModel, workItemActions } from '@espalier/core/work-item';
import type { World } from './index.ts';
import { ModelServer } from './index.ts';

/** Words that stand nowhere else: whatever keeps a copy of them is found. */
const PAGE = { title: 'Wrenpage', dueDate: '2031-07-09', label: 'finchpage' };
const ROW = { title: 'Wrenrow', dueDate: '2032-08-10', label: 'finchrow' };
const ITEM = { title: 'Wrenitem', dueDate: '2033-09-11', label: 'finchitem' };

/** What several of the children have: a label, a person, a milestone. */
const SHARED = { label: 'finchshared', person: 'Heronson', milestone: 'Ternstone' };

function seed(world: World): void {
  const acme = world.addGroup({ path: 'acme', name: 'Acme' });
  const app = world.addProject({ groupId: acme, path: 'app', name: 'App' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
  const dated = ({ title, dueDate, label }: typeof PAGE) => ({ title, dueDate, labelIds: [world.addLabel(label)] });
  const epic = world.addEpic(acme, { ...dated(PAGE), dueIsFixed: true });
  const row = world.addEpic(acme, { ...dated(ROW), dueIsFixed: true });
  const last = world.addEpic(acme, { title: 'Last', dueIsFixed: true, dueDate: '2040-01-01' });
  const item = world.addItem(app, dated(ITEM));
  const shared = {
    labelIds: [world.addLabel(SHARED.label)],
    assigneeIds: [world.addUser({ username: 'heron', name: SHARED.person })],
    milestoneId: world.addMilestone(SHARED.milestone, '2026-01-01', '2041-01-01', acme),
  };
  const sharing = [1, 2, 3].map(() => world.addItem(app, shared));
  world.attach(epic.id, [row.id, last.id, item.id]);
  world.attach(
    last.id,
    sharing.map(({ id }) => id),
  );
  world.relate('relates_to', sharing[0]?.id ?? 0, epic.id);
  world.relate('blocks', epic.id, row.id);
  world.relate('relates_to', item.id, epic.id);
}

const times = (text: string, word: string): number => text.split(word).length - 1;

const RECORDS = ['items', 'labels', 'users', 'milestones'] as const;

test('RP-02.266 RP-02.268 RP-02.265 RP-02.274 what is known of an item stands once, however many places show it', async () => {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock, seed });
  server.signInAs('ada');
  const { store, watch, dispose } = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest });
  const act = async (action: { readonly type: string }): Promise<void> => {
    store.dispatch(action);
    await settle();
  };
  await act(accessActions.sessionRequested());
  watch('epicList', epicListSaga);
  watch('issueList', issueListSaga);
  await act(epicList.actions.opened({ place: { kind: 'group', fullPath: 'acme' }, query: epicList.defaults }));
  const place = { kind: 'project', fullPath: 'acme/app' } as const;
  await act(issueList.actions.opened({ place, query: issueList.defaults }));
  await act(workItemActions.pageOpened({ projectPath: 'acme/app', by: 'iid', number: '1' }));
  await act(epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
  const opening = treeOpening(store.getState());
  if (opening === null) throw new Error('The page is not there');
  await act(treeActions.opened(opening));
  const [lastId = ''] = [...entries(store.getState().confirmed.items)].find(([, { title }]) => title === 'Last') ?? [];
  await act(treeActions.itemToggled({ id: lastId }));
  watch('sidebar', sidebarSaga);
  await act(sidebarActions.sidebarOpened({ width: 1400 }));
  await act(sidebarActions.labelPickerOpened());
  watch('roadmap', roadmapSaga);
  const config = { fullPath: 'acme', epicIid: '1', colours: false };
  await act(roadmapActions.roadmapOpened({ config, view: DEFAULT_VIEW } as never));
  watch('link', linkSaga);
  await act(linkActions.opened({ subject: selectLinkSubject(store.getState(), 'epic') as LinkSubject }));

  const state = store.getState();
  const { epic, queries } = state;
  const linked = linkedOf(state.confirmed, epic.page.id ?? '') ?? [];
  const lists = [selectListed(state), state.issueList.ids, state.epicList.ids, linked].map(({ length }) => length);
  const { labels, users, milestones, items } = state.confirmed;
  const children = get(state.confirmed.orders, lastId)?.ids ?? [];
  const sharing = recordsOf(items, children).filter(({ assignees }) => assignees?.length === 1);
  // RP-02.268
  const read = [labels.size, users.size, milestones.size, sharing.length];
  expect([...read, selectLabelPicker(state).options.length, selectRoadmapMilestones(state)?.bars.length]).toEqual([
    4, 2, 1, 3, 4, 1,
  ]);
  expect([...lists, get(queries, `sidebar/epic ${epic.page.id}`)?.status]).toEqual([2, 4, 3, 3, 'ready']);
  const text = JSON.stringify(state);
  const found = [PAGE, ROW, ITEM, SHARED].flatMap((words) =>
    Object.values(words).map((word) => [word, times(text, word)]),
  );
  expect(found).toEqual(found.map(([word]) => [word, 1]));
  // RP-02.274, RP-02.275
  expect(selectWorkItemModel(state, state.workItem.page.id)).toMatchObject({
    title: ITEM.title,
    parent: { id: epic.page.id, title: PAGE.title },
  });
  // RP-02.265
  await act(workItemActions.pageClosed());
  await act(linkActions.closed());
  await act(roadmapActions.roadmapClosed());
  await act(sidebarActions.sidebarClosed());
  await act(treeActions.closed());
  await act(epicList.actions.opened({ place: { kind: 'group', fullPath: 'elsewhere' }, query: epicList.defaults }));
  await act(issueList.actions.opened({ place: { kind: 'group', fullPath: 'elsewhere' }, query: issueList.defaults }));
  await act(epicActions.epicPageClosed());
  expect(RECORDS.map((name) => size(store.getState().confirmed[name]))).toEqual([0, 0, 0, 0]);
  dispose();
});
