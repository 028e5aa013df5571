import { accessDomain } from '../access/index.ts';
import { flow, refused, UNREACHABLE } from '../access/testing/flow.ts';
import type { WorkItemPageFragment } from '../api/generated/operations.ts';
import { workItemPage } from './slice.ts';
import { noRecords, withItems, type ItemReading } from './entity.ts';
import { itemAnswer } from './page-data.ts';
import { entries, get, size } from '../table/index.ts';
import { workItemNode } from '../testing/index.ts';
import {
  childrenTexts,
  hasDeleteForm,
  isOpenIn,
  selectWorkItem,
  selectWorkItemModel,
  selectItemReading,
  WORK_ITEM_TEXTS,
  WORK_ITEM_TYPES,
  workItemActions,
  workItemDomain,
} from './index.ts';

const BY_ID = { projectPath: 'acme/app', by: 'id', number: '7' } as const;
const ID = 'gid://gitlab/Issue/7';
const BY_IID = { projectPath: 'acme/app', by: 'iid', number: '7' } as const;

const ada = { id: 'gid://gitlab/User/1', name: 'Ada', username: 'ada', avatarUrl: null, webUrl: 'http://host/ada' };

const WIDGETS: WorkItemPageFragment['widgets'] = [
  { type: 'ASSIGNEES', assignees: { nodes: [ada] } },
  { type: 'LABELS', labels: { nodes: [] } },
  { type: 'DESCRIPTION', lastEditedAt: null, lastEditedBy: null },
  {
    type: 'HIERARCHY',
    hasChildren: false,
    parent: {
      id: 'gid://gitlab/WorkItem/3',
      iid: '3',
      state: 'OPEN',
      confidential: false,
      title: 'Plan',
      reference: 'acme&3',
      webUrl: 'http://host/groups/acme/-/epics/3',
      workItemType: { id: 'gid://gitlab/WorkItems::Type/8', name: 'Epic', iconName: null },
    },
  },
  { type: 'START_AND_DUE_DATE', startDate: '2026-03-01', dueDate: null },
  { type: 'MILESTONE', milestone: null },
  { type: 'WEIGHT', weight: 3 },
  { type: 'HEALTH_STATUS', healthStatus: 'atRisk' },
];

const page = (change: Partial<WorkItemPageFragment> & { readonly typeName?: string } = {}): WorkItemPageFragment => ({
  ...workItemNode(7, { typeName: 'Issue' }),
  description: 'Text',
  descriptionHtml: '<p>Text</p>',
  author: ada,
  ...workItemNode(7, { typeName: 'Issue', ...change }),
  project: { id: 'gid://gitlab/Project/5', name: 'App', nameWithNamespace: 'Acme / App', fullPath: 'acme/app' },
  widgets: WIDGETS,
  ...change,
});

const start = () => flow([accessDomain, workItemDomain]);

async function open(item: WorkItemPageFragment | null = page()) {
  const app = start();
  await app.dispatch(workItemActions.pageOpened(BY_ID));
  await app.call('workItemPage').answer({ workItem: item });
  return app;
}

test('WI-01.20 an item is read by its number overall, or by its number in the project', async () => {
  const app = start();
  await app.dispatch(workItemActions.pageOpened(BY_ID));
  expect(app.call('workItemPage').request).toEqual({ variables: { id: 'gid://gitlab/WorkItem/7' } });
  expect(selectItemReading(app.state(), 'page')).toEqual({ status: 'loading', error: null, route: BY_ID, id: null });
  await app.dispatch(workItemActions.pageOpened(BY_IID));
  expect(app.call('workItemPage').cancelled).toBe(true);
  expect(isOpenIn(app.state(), 'page', BY_ID)).toBe(false);
  const call = app.call('projectWorkItemPage');
  expect(call.request).toEqual({ variables: { projectPath: 'acme/app', iid: '7' } });
  await call.answer({ project: { id: 'p', workItems: { nodes: [page()] } } });
  expect(selectItemReading(app.state(), 'page')).toEqual({ status: 'ready', error: null, route: BY_IID, id: ID });
  expect(selectWorkItem(app.state())).toMatchObject({ iid: '7', type: 'issue', reference: 'acme/app#7' });
  expect(app.replayed()).toEqual(app.state());
  await app.dispatch(workItemActions.pageClosed());
  expect(selectItemReading(app.state(), 'page')).toEqual({ status: 'idle', error: null, route: null, id: null });
});

test.each([
  ['never', null, null, null],
  [
    'by somebody',
    '2026-03-01T10:00:00Z',
    { name: 'Ada', webUrl: 'http://host/ada' },
    { name: 'Ada', path: '/ada', at: '2026-03-01T10:00:00Z' },
  ],
  ['by somebody who is gone', '2026-03-01T10:00:00Z', null, { name: '', path: '', at: '2026-03-01T10:00:00Z' }],
])(
  'IE-12.20 the text of an item, its version and who edited it: %s',
  async (_case, lastEditedAt, lastEditedBy, editedBy) => {
    const app = await open(page({ lockVersion: 4, widgets: [{ type: 'DESCRIPTION', lastEditedAt, lastEditedBy }] }));
    const text = { description: 'Text', descriptionHtml: '<p>Text</p>', lockVersion: 4, editedBy };
    expect(selectWorkItem(app.state())).toMatchObject(text);
  },
);

test.each([
  ['id', 'workItemPage', { workItem: page() }],
  ['iid', 'projectWorkItemPage', { project: { id: 'p', workItems: { nodes: [page()] } } }],
] as const)('WI-01.23 a path in an address means the same in upper and lower case: by %s', async (by, what, answer) => {
  const app = start();
  const route = { projectPath: 'Acme/APP', by, number: '7' };
  await app.dispatch(workItemActions.pageOpened(route));
  await app.call(what).answer(answer);
  expect(selectItemReading(app.state(), 'page')).toEqual({ status: 'ready', error: null, route, id: ID });
});

test.each([
  ['no such item', null],
  [
    'an item of another project',
    page({ project: { id: 'p', name: 'B', nameWithNamespace: 'Acme / B', fullPath: 'acme/other' } }),
  ],
  ['an item whose project is hidden', page({ project: null })],
])('WI-01.21 what the address does not name is not there: %s', async (_case, item) => {
  const app = await open(item);
  expect(selectItemReading(app.state(), 'page')).toEqual({ status: 'missing', error: null, route: BY_ID, id: null });
  expect(selectWorkItemModel(app.state(), ID)).toBeNull();
  expect(app.alerts()).toEqual([]);
});

test.each([
  ['no such project', { project: null }],
  ['no such number', { project: { id: 'p', workItems: { nodes: [] } } }],
])('WI-01.21 nor is what the project does not have: %s', async (_case, answer) => {
  const app = start();
  await app.dispatch(workItemActions.pageOpened(BY_IID));
  await app.call('projectWorkItemPage').answer(answer);
  expect(selectItemReading(app.state(), 'page').status).toBe('missing');
});

test('WI-01.24 WI-11.1 WI-11.2 an open page is read every 30 seconds, with pushes after one about the item itself', async () => {
  const app = await open(page());
  const reads = () => app.count('workItemPage');
  await app.pass(30_000);
  expect(reads()).toBe(2);
  await app.call('workItemPage').fail(UNREACHABLE);
  expect([selectItemReading(app.state(), 'page').status, app.alerts()]).toEqual(['ready', []]);
  await app.connect(true);
  await app.call('workItemPage').answer({ workItem: page({ title: 'Two' }) });
  expect(selectWorkItem(app.state())?.title).toBe('Two');
  await app.pass(600_000);
  expect(reads()).toBe(3);
  await app.push('gid://gitlab/Issue/7', ['tree', 'counts', 'links', 'notes']);
  expect(reads()).toBe(3);
  await app.push('gid://gitlab/Issue/7', ['tree', 'labels']);
  expect(reads()).toBe(4);
  await app.dispatch(workItemActions.pageClosed());
  await app.push('gid://gitlab/Issue/7');
  expect(reads()).toBe(4);
});

test('WI-01.25 RP-02.320 an open page is read again when its parent is renamed, whichever that is by then', async () => {
  const app = await open(page());
  await app.connect(true);
  const below = (id: number, title: string) => {
    const named = { id: `gid://gitlab/WorkItem/${id}`, reference: `acme&${id}`, title };
    return page({
      widgets: WIDGETS.map((each) =>
        each !== null && 'parent' in each && each.parent !== null
          ? { ...each, parent: { ...each.parent, ...named } }
          : each,
      ),
    });
  };
  await app.call('workItemPage').answer({ workItem: below(3, 'Plan') });
  const reads = app.count('workItemPage');
  await app.push('gid://gitlab/WorkItem/3', ['tree', 'counts', 'weight']);
  expect(app.count('workItemPage')).toBe(reads);
  for (const [index, kind] of ['state', 'type', 'confidential', 'deleted', 'title'].entries()) {
    if (index > 0) await app.call('workItemPage').answer({ workItem: below(3, 'Plan') });
    await app.push('gid://gitlab/WorkItem/3', [kind]);
    expect([kind, app.count('workItemPage')]).toEqual([kind, reads + index + 1]);
  }
  await app.call('workItemPage').answer({ workItem: below(4, 'Other plan') });
  expect(selectWorkItemModel(app.state(), ID)?.parent?.title).toBe('Other plan');
  // It may have been renamed since the answer that named it.
  expect(app.count('workItemPage')).toBe(reads + 6);
  await app.call('workItemPage').answer({ workItem: below(4, 'Other plan') });
  await app.push('gid://gitlab/WorkItem/3', ['title']);
  expect(app.count('workItemPage')).toBe(reads + 6);
  await app.push('gid://gitlab/WorkItem/4', ['title']);
  expect(app.count('workItemPage')).toBe(reads + 7);
  await app.dispatch(workItemActions.pageClosed());
  await app.push('gid://gitlab/WorkItem/4', ['title']);
  expect(app.count('workItemPage')).toBe(reads + 7);
});

test('WI-01.24 RP-02.307 a page that is missing is not read again when the connection comes or goes', async () => {
  const app = await open(null);
  for (const connected of [true, false, true]) await app.connect(connected);
  expect(app.count('workItemPage')).toBe(1);
});

test('WI-01.1 refusals look like what does not exist, and have the one text', async () => {
  for (const status of [401, 403, 404]) {
    const app = start();
    await app.dispatch(workItemActions.pageOpened(BY_ID));
    await app.call('workItemPage').fail(refused(status, 'No.'));
    expect(selectItemReading(app.state(), 'page')).toEqual({ status: 'missing', error: null, route: BY_ID, id: null });
  }
  expect(WORK_ITEM_TEXTS.missingTitle).toBe('Work item not found');
  expect(WORK_ITEM_TEXTS.missing).toBe(
    "This work item is not available. It either doesn't exist or you don't have permission to view it.",
  );
});

test.each([
  [refused(500), 'Something went wrong while fetching the work item.'],
  [UNREACHABLE, 'The server could not be reached. Check your connection and try again.'],
])('WI-01.2 a page that cannot be read says why and can be tried again: %j', async (error, text) => {
  const app = start();
  await app.dispatch(workItemActions.pageOpened(BY_ID));
  await app.call('workItemPage').fail(error);
  expect(selectItemReading(app.state(), 'page')).toMatchObject({ status: 'failed', error: text });
  await app.dispatch(workItemActions.pageRetried());
  expect(selectItemReading(app.state(), 'page').status).toBe('loading');
  await app.call('workItemPage').answer({ workItem: page() });
  expect(selectItemReading(app.state(), 'page').status).toBe('ready');
});

test('WI-01.22 WI-01.5 the page shows the parts that the type has, empty ones as empty', async () => {
  const app = await open();
  expect(selectWorkItemModel(app.state(), ID)).toEqual({
    id: 'gid://gitlab/Issue/7',
    type: 'issue',
    typeName: 'Issue',
    noun: 'issue',
    icon: 'issue-type-issue',
    hasParents: true,
    title: 'Work item 7',
    reference: 'acme/app#7',
    pageTitle: 'Work item 7 · Issue · acme/app',
    webPath: '/acme/app/-/work_items/7',
    descriptionHtml: '<p>Text</p>',
    editedBy: null,
    canUpdate: true,
    badge: { text: 'Open', state: 'opened' },
    confidential: null,
    createdAt: '2026-03-01T10:00:00Z',
    author: ada,
    assignees: [ada],
    labels: [],
    milestone: null,
    weight: 3,
    health: { label: 'At risk', variant: 'danger' },
    dates: { start: 'Mar 1, 2026', due: null },
    parent: {
      id: 'gid://gitlab/WorkItem/3',
      iid: '3',
      type: 'epic',
      state: 'opened',
      title: 'Plan',
      reference: 'acme&3',
      webPath: '/groups/acme/-/epics/3',
      confidential: false,
    },
    deletable: true,
    deletePath: '/acme/app/-/issues/7',
  });
  const bare = await open(
    page({ typeName: 'Test case', state: 'CLOSED', confidential: true, widgets: [], descriptionHtml: null }),
  );
  const model = selectWorkItemModel(bare.state(), ID);
  expect(model).toMatchObject({
    badge: { text: 'Closed', state: 'closed' },
    confidential: { text: 'Confidential', tooltip: expect.stringContaining('confidential test case') as string },
    descriptionHtml: '',
  });
  for (const part of ['assignees', 'labels', 'milestone', 'weight', 'health', 'dates', 'parent'] as const) {
    expect(model?.[part]).toBeUndefined();
  }
});

test('WI-09.1 children of issues and incidents are tasks, those of objectives objectives and key results', () => {
  const tasks = {
    heading: 'Tasks',
    empty: 'No tasks are currently assigned. Use tasks to break down this issue into smaller parts.',
  };
  expect(Object.fromEntries(WORK_ITEM_TYPES.map((type) => [type, childrenTexts(type)]))).toEqual({
    epic: null,
    issue: tasks,
    incident: tasks,
    objective: {
      heading: 'Child objectives and key results',
      empty: 'No objectives or key results are currently assigned.',
    },
    task: null,
    test_case: null,
    requirement: null,
    key_result: null,
  });
});

test('TR-24.2 only issues are deleted by the form, by those who may', async () => {
  expect(WORK_ITEM_TYPES.filter(hasDeleteForm)).toEqual(['issue']);
  const rights = { updateWorkItem: true, setWorkItemMetadata: true, adminParentLink: true };
  const reader = await open(page({ userPermissions: { ...rights, deleteWorkItem: false } }));
  expect(selectWorkItemModel(reader.state(), ID)?.deletePath).toBeNull();
  const task = await open(page({ typeName: 'Task' }));
  expect(selectWorkItemModel(task.state(), ID)?.deletePath).toBeNull();
});

const item = (
  id: string,
  type: 'epic' | 'issue',
  reference: string,
  facts: Partial<ItemReading> = {},
): ItemReading => ({
  ...{ id, iid: reference.slice(-1), type, state: 'opened', title: id, reference, webPath: '', confidential: false },
  ...facts,
});

/** What is known once the page was read. */
const afterPage = (...known: readonly ItemReading[]) =>
  workItemDomain.reduceConfirmed(withItems(noRecords(), known), {
    ...workItemPage.received({ params: BY_ID, data: itemAnswer(page()), cursor: null }),
    meta: { origin: 'server', at: 0 },
  }).items;

test('RP-02.274 what one API calls an issue and another a work item is one record', () => {
  const items = afterPage(item('gid://gitlab/Issue/7', 'issue', 'acme/app#7', { blockedByCount: 2 }));
  expect(get(items, 'gid://gitlab/Issue/7')).toMatchObject({ title: 'Work item 7', blockedByCount: 2, weight: 3 });
  expect(size(items)).toBe(2);
});

test('RP-02.275 an epic whose work item has another number is found by its reference, and no other epic is taken for it', () => {
  // The work item of acme&3 has the number of another epic.
  const items = afterPage(item('gid://gitlab/Epic/5', 'epic', 'acme&3'), item('gid://gitlab/Epic/3', 'epic', 'acme&9'));
  expect([...entries(items)].map(([id, { title }]) => [id, title]).sort()).toEqual([
    ['gid://gitlab/Epic/3', 'gid://gitlab/Epic/3'],
    ['gid://gitlab/Epic/5', 'Plan'],
    ['gid://gitlab/Issue/7', 'Work item 7'],
  ]);
  expect(get(items, 'gid://gitlab/Issue/7')?.parentId).toBe('gid://gitlab/Epic/5');
  expect(get(afterPage(), 'gid://gitlab/Issue/7')?.parentId).toBe('gid://gitlab/WorkItem/3');
});
