import { flow, refused, UNREACHABLE } from '../../access/testing/flow.ts';
import type { ListPlace, IssueListQuery } from '../index.ts';
import { issueList, issueListDomain } from '../index.ts';
import {
  issueListQueryFromUrl,
  issueListSaga,
  issueListQueryToUrl,
  selectIssueList,
  selectTimeboxItems,
  TIMEBOX_DEFAULTS,
  timeboxQueryFromUrl,
  timeboxQueryToUrl,
  withAssignee,
  withSearch,
} from './index.ts';

const start = () => flow([{ ...issueListDomain, saga: issueListSaga }]);
const APP: ListPlace = { kind: 'project', fullPath: 'acme/app' };
const ACME: ListPlace = { kind: 'group', fullPath: 'acme' };
const opened = (query: Partial<IssueListQuery> = {}, place = APP) =>
  issueList.actions.opened({ place, query: { ...issueList.defaults, ...query } });
const view = (app: ReturnType<typeof start>) => selectIssueList(app.state());
const titles = (app: ReturnType<typeof start>) => view(app).rows.map(({ title }) => title);
const variables = (app: ReturnType<typeof start>, operation = 'projectIssues') =>
  (app.call(operation).request as { variables: Record<string, unknown> }).variables;

const ada = { id: 'gid://gitlab/User/1', name: 'Ada', username: 'ada', avatarUrl: null, webUrl: 'http://host/ada' };
const issue = (iid: number, change: object = {}) => ({
  id: `gid://gitlab/Issue/${iid}`,
  iid: String(iid),
  title: `Issue ${iid}`,
  type: 'ISSUE',
  state: 'opened',
  reference: `acme/app#${iid}`,
  webPath: `/acme/app/-/issues/${iid}`,
  confidential: false,
  createdAt: '2026-01-02T03:04:05Z',
  updatedAt: '2026-02-02T03:04:05Z',
  closedAt: null,
  dueDate: null,
  weight: null,
  healthStatus: null,
  taskCompletionStatus: { count: 0, completedCount: 0 },
  milestone: null,
  author: ada,
  assignees: { nodes: [] },
  labels: { nodes: [] },
  userPermissions: { adminIssue: true, updateIssue: true },
  ...change,
});
const lists = (nodes: readonly object[], pageInfo: object) => ({
  issues: {
    nodes,
    pageInfo: { endCursor: 'e', startCursor: 's', hasNextPage: false, hasPreviousPage: false, ...pageInfo },
  },
  opened: { count: 30 },
  closed: { count: 4 },
});
const ofProject = (nodes: readonly object[], pageInfo: object = {}) => ({
  project: { id: 'p', name: 'App', nameWithNamespace: 'Acme / App', fullPath: 'acme/app', ...lists(nodes, pageInfo) },
});
const ofGroup = (nodes: readonly object[]) => ({
  group: { id: 'g', name: 'Acme', fullName: 'Acme', fullPath: 'acme', ...lists(nodes, {}) },
});

test('RP-02.161 the issues of a project: open ones, the newest first, 20 to a page, unless asked otherwise', async () => {
  const app = start();
  await app.dispatch(opened());
  expect(variables(app)).toEqual({
    fullPath: 'acme/app',
    search: null,
    state: 'opened',
    sort: 'CREATED_DESC',
    labelName: null,
    first: 20,
    after: null,
  });
  const label = { id: 'l', title: 'bug', color: '#ff0000', textColor: '#FFFFFF', description: null };
  const second = issue(1, {
    type: 'KEY_RESULT',
    state: 'closed',
    dueDate: '2026-04-01T00:00:00Z',
    weight: 0,
    healthStatus: 'atRisk',
    milestone: { id: 'm', title: '1.0', startDate: null, dueDate: null },
    assignees: { nodes: [ada, null] },
    labels: { nodes: [label] },
  });
  await app.call('projectIssues').answer(ofProject([issue(2), null as never, second], { hasNextPage: true }));
  expect(view(app)).toMatchObject({ status: 'ready', fullName: 'Acme / App', empty: null, previous: null });
  expect(view(app).next).toEqual({ ...issueList.defaults, after: 'e' });
  expect(view(app).rows).toMatchObject([
    { reference: '#2', type: 'issue', state: 'opened', dueDate: null, assignees: [] },
    { reference: '#1', type: 'key_result', state: 'closed', dueDate: '2026-04-01', assignees: [ada], labels: [label] },
  ]);
  expect(view(app).rows[1]).toMatchObject({
    updatedAt: '2026-02-02T03:04:05Z',
    weight: 0,
    healthStatus: 'atRisk',
    milestone: { id: 'm', title: '1.0', startDate: null, dueDate: null },
  });
  expect(view(app).tabs.map(({ count }) => count)).toEqual(['30', '4', '34']);
  expect(app.replayed()).toEqual(app.state());
});

test('TR-07.56 a row says how far its checklist is, and nothing where there is none', async () => {
  const app = start();
  await app.dispatch(opened());
  const told = issue(1, { taskCompletionStatus: { count: 3, completedCount: 1 } });
  await app.call('projectIssues').answer(ofProject([told, issue(2)]));
  expect(view(app).rows.map(({ tasks }) => tasks)).toEqual([{ count: 3, completed: 1 }, null]);
  expect(app.replayed()).toEqual(app.state());
});

test('RL-12.47 a number that the server did not count to its end is shown as what it is at least', async () => {
  const app = start();
  await app.dispatch(opened());
  const { project } = ofProject([issue(1)]);
  await app.call('projectIssues').answer({ project: { ...project, opened: { count: 1001 }, closed: { count: 1234 } } });
  expect(view(app).tabs.map(({ count }) => count)).toEqual(['1,000+', '1,234', '1,000+']);
});

test('RP-02.161 the issues of a group have full references', async () => {
  const app = start();
  await app.dispatch(opened({ labels: ['bug'] }, ACME));
  expect(variables(app, 'groupIssues')).toMatchObject({ fullPath: 'acme', labelName: ['bug'] });
  await app.call('groupIssues').answer(ofGroup([issue(2)]));
  expect(view(app)).toMatchObject({ place: ACME, fullName: 'Acme', rows: [{ reference: 'acme/app#2' }] });
});

test('RP-02.161 the query stands in the address, its defaults left out', () => {
  expect(issueListQueryToUrl(issueList.defaults)).toEqual([]);
  const query: IssueListQuery = {
    search: 'a b',
    state: 'all',
    sort: 'DUE_DATE_ASC',
    labels: ['priority::high'],
    after: null,
    before: 'x',
  };
  expect(issueListQueryFromUrl(issueListQueryToUrl(query))).toEqual(query);
  expect(issueListQueryFromUrl([['sort', 'START_DATE_ASC']])).toEqual(issueList.defaults);
});

test('RP-02.162 nothing at all, nothing in a state and nothing found are told apart', async () => {
  const app = start();
  const empty = async (query: Partial<IssueListQuery>) => {
    await app.dispatch(opened(query));
    await app.pass(250);
    await app.call('projectIssues').answer(ofProject([]));
    return view(app).empty?.title;
  };
  expect([
    await empty({ state: 'all' }),
    await empty({}),
    await empty({ state: 'closed' }),
    await empty({ search: 'x' }),
    await empty({ labels: ['x'] }),
  ]).toEqual([
    'There are no issues here yet',
    'There are no open issues here',
    'There are no closed issues here',
    'No matches found',
    'No matches found',
  ]);
});

test('RP-02.163 the latest question wins; a search waits for a pause; rows stay until the answer', async () => {
  const app = start();
  await app.dispatch(opened());
  const first = app.call('projectIssues');
  await app.dispatch(opened({ state: 'closed' }));
  expect(first.cancelled).toBe(true);
  await app.call('projectIssues').answer(ofProject([issue(5)]));
  await first.answer(ofProject([issue(1)]));
  expect(titles(app)).toEqual(['Issue 5']);
  await app.dispatch(opened({ search: 'two words' }));
  expect([titles(app), view(app).refreshing, app.count('projectIssues')]).toEqual([['Issue 5'], true, 2]);
  await app.pass(250);
  expect(variables(app)['search']).toBe('"two words"');
  await app.dispatch(opened({}, ACME));
  expect([titles(app), view(app).refreshing]).toEqual([[], false]);
});

test.each([refused(500), UNREACHABLE])(
  'RP-02.164 a list that cannot be read says why and can be tried again: %j',
  async (error) => {
    const app = start();
    await app.dispatch(opened());
    await app.call('projectIssues').fail(error);
    expect(view(app).status).toBe('failed');
    expect(view(app).error).toMatch(/^(Something went wrong while fetching issues|The server could not be reached)/);
    await app.dispatch(issueList.actions.retried());
    expect(view(app)).toMatchObject({ status: 'loading', error: null });
    await app.call('projectIssues').answer(ofProject([issue(1)]));
    expect(titles(app)).toEqual(['Issue 1']);
  },
);

test.each([
  ['project', APP, 'projectIssues', { project: null }],
  ['group', ACME, 'groupIssues', { group: null }],
] as const)('RP-02.164 a %s that may not be seen is missing', async (_kind, place, operation, answer) => {
  const app = start();
  await app.dispatch(opened({}, place));
  await app.call(operation).answer(answer);
  expect(view(app)).toMatchObject({ status: 'missing', rows: [] });
  await app.dispatch(opened({}, place));
  await app.call(operation).fail(refused(404));
  expect(view(app).status).toBe('missing');
});

test('AP-14.70 the issues of a milestone are told apart by their state and assignees', async () => {
  const app = start();
  const place = { ...ACME, milestone: { id: 'gid://gitlab/Milestone/7', title: 'Beta' } } as const;
  const open = (state: IssueListQuery['state']) =>
    app.dispatch(issueList.actions.opened({ place, query: { ...TIMEBOX_DEFAULTS, state } }));
  const operation = 'groupTimeboxIssues';
  const beta = { id: place.milestone.id, title: 'Beta', startDate: null, dueDate: null };
  const { group } = ofGroup([
    issue(2, { milestone: beta }),
    issue(1, { milestone: { ...beta, id: 'gid://gitlab/Milestone/8' } }),
  ]);
  const counts = { unstarted: { count: 20 }, ongoing: { count: 10 } };
  const ask = async (state: IssueListQuery['state']) => {
    await open(state);
    const asked = variables(app, operation);
    await app.call(operation).answer({ group });
    expect(variables(app, 'groupOpenTimeboxIssues')).toEqual({
      fullPath: 'acme',
      search: null,
      labelName: null,
      milestoneTitle: ['Beta'],
    });
    await app.call('groupOpenTimeboxIssues').answer({ group: { id: 'g', ...counts } });
    return [asked['milestoneTitle'], asked['state'], asked['assigneeWildcardId']];
  };
  expect([await ask('unstarted'), await ask('ongoing'), await ask('closed'), await ask('all')]).toEqual([
    [['Beta'], 'opened', 'NONE'],
    [['Beta'], 'opened', 'ANY'],
    [['Beta'], 'closed', undefined],
    [['Beta'], 'all', undefined],
  ]);
  const shown = selectTimeboxItems(app.state());
  expect(shown.tabs.map(({ label, count }) => [label, count])).toEqual([
    ['All', '34'],
    ['Unstarted', '20'],
    ['Ongoing', '10'],
    ['Completed', '4'],
  ]);
  // A project's own milestone of this title is another one.
  expect(shown.rows.map(({ title }) => title)).toEqual(['Issue 2']);
  const address = timeboxQueryToUrl({ ...TIMEBOX_DEFAULTS, state: 'ongoing' });
  expect([address, timeboxQueryFromUrl(address).state, timeboxQueryFromUrl([]).state]).toEqual([
    [['state', 'ongoing']],
    'ongoing',
    'all',
  ]);
  expect(issueListQueryFromUrl(address).state).toBe('opened');
  // The list of the group is another list.
  await app.dispatch(opened({}, ACME));
  expect(view(app).rows).toEqual([]);
  expect(app.replayed()).toEqual(app.state());
});

test('AP-14.102 the issues of an iteration are found by its id and told apart like those of a milestone', async () => {
  const app = start();
  const place = { ...ACME, iteration: { id: 'gid://gitlab/Iteration/9' } } as const;
  await app.dispatch(issueList.actions.opened({ place, query: { ...TIMEBOX_DEFAULTS, state: 'unstarted' } }));
  const asked = variables(app, 'groupTimeboxIssues');
  expect(asked).toMatchObject({ iterationId: [place.iteration.id], state: 'opened', assigneeWildcardId: 'NONE' });
  expect(asked).not.toHaveProperty('milestoneTitle');
  const beta = { id: 'gid://gitlab/Milestone/8', title: 'Beta', startDate: null, dueDate: null };
  const { group } = ofGroup([issue(2, { milestone: beta })]);
  await app.call('groupTimeboxIssues').answer({ group });
  await app
    .call('groupOpenTimeboxIssues')
    .answer({ group: { id: 'g', unstarted: { count: 20 }, ongoing: { count: 10 } } });
  expect(selectTimeboxItems(app.state()).rows).toMatchObject([{ title: 'Issue 2', milestone: { title: 'Beta' } }]);
  expect(app.replayed()).toEqual(app.state());
});

test('RL-12.85 the issues of one account stand in the address and are asked for; another filter keeps them, a milestone’s have none', async () => {
  const read = (text: string) => issueListQueryFromUrl(new URLSearchParams(text));
  const query = read('assignee_username[]=ada&label_name[]=bug&after=x');
  expect([query.assignee, issueListQueryToUrl(query)]).toEqual([
    'ada',
    [
      ['label_name[]', 'bug'],
      ['assignee_username[]', 'ada'],
      ['after', 'x'],
    ],
  ]);
  expect(withSearch(query, 'tap')).toMatchObject({ assignee: 'ada', after: null });
  expect(issueListQueryToUrl(withAssignee(query, null))).toEqual([['label_name[]', 'bug']]);
  expect(withAssignee(query, 'gus')).toMatchObject({ assignee: 'gus', after: null });
  for (const text of ['', 'a b', 'x'.repeat(256)])
    expect(read(`assignee_username[]=${text}`)).not.toHaveProperty('assignee');
  expect(timeboxQueryFromUrl(new URLSearchParams('assignee_username[]=ada'))).not.toHaveProperty('assignee');

  const app = start();
  await app.dispatch(opened({ assignee: 'ada' }));
  expect(variables(app)).toMatchObject({ assigneeUsernames: ['ada'], labelName: null });
  await app.call('projectIssues').answer(ofProject([]));
  expect(view(app).empty?.title).toBe('No matches found');
  await app.dispatch(opened());
  expect([variables(app)['assigneeUsernames'], view(app).tabs[0]?.count]).toEqual([undefined, null]);
});
