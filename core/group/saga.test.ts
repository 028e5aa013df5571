import { flow, refused, UNREACHABLE } from '../access/testing/flow.ts';
import {
  groupActions,
  groupDomain,
  selectGroupPage,
  selectHomeEmpty,
  selectHomeGroups,
  selectHomeProjects,
  selectHomeSearch,
  selectPlaceCounts,
  placeFacts,
} from './index.ts';

const COUNTS = 'GET /-/place_counts.json';

const start = () => flow([groupDomain]);

const pageInfo = (endCursor: string | null = null) => ({
  endCursor,
  hasNextPage: endCursor !== null,
  hasPreviousPage: false,
  startCursor: null,
});
const group = (fullPath: string) => ({
  id: `gid://gitlab/Group/${fullPath}`,
  name: fullPath.split('/').at(-1) ?? '',
  fullName: fullPath,
  fullPath,
  description: null,
  visibility: 'public',
  webUrl: `/groups/${fullPath}`,
});
const project = (fullPath: string) => ({
  id: `gid://gitlab/Project/${fullPath}`,
  name: fullPath,
  nameWithNamespace: fullPath,
  fullPath,
  webUrl: `/${fullPath}`,
  visibility: 'public',
});
const groups = (paths: string[], cursor: string | null = null) => ({
  groups: { nodes: paths.map(group), pageInfo: pageInfo(cursor) },
});
const projects = (paths: string[], cursor: string | null = null) => ({
  projects: { nodes: paths.map(project), pageInfo: pageInfo(cursor) },
});
const paths = (app: ReturnType<typeof start>) => selectHomeGroups(app.state()).rows.map((row) => row.group.fullPath);

test('RP-02.121 home reads both lists at once', async () => {
  const app = start();
  await app.dispatch(groupActions.homeOpened());
  expect(selectHomeGroups(app.state()).status).toBe('loading');
  await app.call('homeGroups').answer(groups(['acme', 'acme/web']));
  await app.call('homeProjects').answer(projects(['acme/api']));
  expect(selectHomeGroups(app.state())).toMatchObject({ status: 'ready', hasMore: false });
  expect(paths(app)).toEqual(['acme', 'acme/web']);
  expect(selectHomeProjects(app.state()).projects.map(({ fullPath }) => fullPath)).toEqual(['acme/api']);
  expect(selectHomeEmpty(app.state())).toBeNull();
  expect(app.replayed()).toEqual(app.state());
});

test('RP-02.123 a search is sent after a pause in typing, trimmed, and the latest one wins', async () => {
  const app = start();
  await app.dispatch(groupActions.homeSearchChanged({ search: 'a' }));
  await app.pass(249);
  await app.dispatch(groupActions.homeSearchChanged({ search: ' ab ' }));
  await app.pass(249);
  expect(app.calls).toEqual([]);
  await app.pass(1);
  expect(app.count('homeGroups')).toBe(1);
  expect(app.call('homeGroups').request).toMatchObject({ variables: { search: 'ab', after: null } });
  expect(selectHomeSearch(app.state())).toBe(' ab ');
  const stale = app.call('homeGroups');
  await app.dispatch(groupActions.homeSearchChanged({ search: '' }));
  expect(stale.cancelled).toBe(true);
  await stale.answer(groups(['stale']));
  expect(paths(app)).toEqual([]);
  await app.pass(250);
  expect(app.call('homeGroups').request).toMatchObject({ variables: { search: null } });
});

test('RP-02.124 further pages are added, each fetched once, nothing twice', async () => {
  const app = start();
  await app.dispatch(groupActions.homeOpened());
  await app.call('homeGroups').answer(groups(['a', 'b'], 'c1'));
  await app.dispatch(groupActions.homeMoreRequested({ list: 'groups' }));
  await app.dispatch(groupActions.homeMoreRequested({ list: 'groups' }));
  expect(app.count('homeGroups')).toBe(2);
  expect(app.call('homeGroups').request).toMatchObject({ variables: { after: 'c1' } });
  expect(selectHomeGroups(app.state())).toMatchObject({ status: 'ready', loadingMore: true });
  await app.call('homeGroups').answer(groups(['b', 'c']));
  expect(paths(app)).toEqual(['a', 'b', 'c']);
  expect(selectHomeGroups(app.state())).toMatchObject({ hasMore: false, loadingMore: false });
  await app.dispatch(groupActions.homeMoreRequested({ list: 'groups' }));
  expect(app.count('homeGroups')).toBe(2);
});

test('RP-02.124 a page of an earlier search is not added', async () => {
  const app = start();
  await app.dispatch(groupActions.homeOpened());
  await app.call('homeGroups').answer(groups(['a'], 'c1'));
  await app.dispatch(groupActions.homeMoreRequested({ list: 'groups' }));
  const old = app.call('homeGroups');
  await app.dispatch(groupActions.homeSearchChanged({ search: 'x' }));
  await app.pass(250);
  await app.call('homeGroups').answer(groups(['x']));
  await old.answer(groups(['b']));
  expect(paths(app)).toEqual(['x']);
});

test.each([
  ['groups', 'homeGroups', 'Something went wrong while fetching groups.'],
  ['projects', 'homeProjects', 'Something went wrong while fetching projects.'],
] as const)('RP-02.125 a failed list of %s says so and can be tried again', async (list, operation, text) => {
  const app = start();
  const view = () => (list === 'groups' ? selectHomeGroups : selectHomeProjects)(app.state());
  const answer = list === 'groups' ? groups(['a'], 'c1') : projects(['a'], 'c1');
  await app.dispatch(groupActions.homeOpened());
  await app.call(operation).fail(refused(500));
  expect(view()).toMatchObject({ status: 'failed', error: text });
  await app.dispatch(groupActions.homeRetried({ list }));
  expect(view()).toMatchObject({ status: 'loading', error: null });
  await app.call(operation).answer(answer);
  expect(view()).toMatchObject({ status: 'ready', error: null });
  await app.dispatch(groupActions.homeMoreRequested({ list }));
  await app.call(operation).fail(UNREACHABLE);
  expect(view()).toMatchObject({
    status: 'ready',
    loadingMore: false,
    error: 'The server could not be reached. Check your connection and try again.',
  });
  await app.dispatch(groupActions.homeRetried({ list }));
  expect(app.call(operation).request).toMatchObject({ variables: { after: 'c1' } });
});

test('RP-02.126 nothing to see and nothing found are told apart', async () => {
  const app = start();
  await app.dispatch(groupActions.homeOpened());
  await app.call('homeGroups').answer(groups([]));
  expect(selectHomeEmpty(app.state())).toBeNull();
  await app.call('homeProjects').answer(projects([]));
  expect(selectHomeEmpty(app.state())?.title).toBe('There is nothing to show yet');
  await app.dispatch(groupActions.homeSearchChanged({ search: 'zzz' }));
  await app.pass(250);
  await app.call('homeGroups').answer({ groups: null });
  await app.call('homeProjects').answer({ projects: null });
  expect(selectHomeEmpty(app.state())?.title).toBe('No matches found');
});

test('RP-02.122 a group is folded and unfolded', async () => {
  const app = start();
  await app.dispatch(groupActions.homeOpened());
  await app.call('homeGroups').answer(groups(['a', 'a/b']));
  await app.dispatch(groupActions.groupToggled({ id: group('a').id }));
  expect(paths(app)).toEqual(['a']);
  await app.dispatch(groupActions.groupToggled({ id: group('a').id }));
  expect(paths(app)).toEqual(['a', 'a/b']);
});

const page = (fullPath: string, change: object = {}) => ({
  group: {
    ...group(fullPath),
    parent: null,
    descendantGroups: { nodes: [group(`${fullPath}/web`), null], pageInfo: pageInfo('g1') },
    projects: { nodes: [project(`${fullPath}/api`)], pageInfo: pageInfo('p1') },
    ...change,
  },
});

test('RP-02.127 a group page shows the group, its subgroups and projects, and reads on in each list', async () => {
  const app = start();
  await app.dispatch(groupActions.groupPageOpened({ fullPath: 'acme' }));
  expect(selectGroupPage(app.state()).status).toBe('loading');
  await app.call('groupPage').answer(page('acme'));
  const view = selectGroupPage(app.state());
  expect(view.group?.fullPath).toBe('acme');
  expect(view.subgroups.map(({ fullPath }) => fullPath)).toEqual(['acme/web']);
  expect([view.moreSubgroups, view.moreProjects]).toEqual([true, true]);
  await app.dispatch(groupActions.groupPageMoreRequested({ list: 'subgroups' }));
  expect(app.call('groupPage').request).toMatchObject({
    variables: { groupsAfter: 'g1', withGroups: true, withProjects: false },
  });
  await app
    .call('groupPage')
    .answer(page('acme', { descendantGroups: { nodes: [group('acme/z')], pageInfo: pageInfo() } }));
  const after = selectGroupPage(app.state());
  expect(after.subgroups.map(({ fullPath }) => fullPath)).toEqual(['acme/web', 'acme/z']);
  expect([after.moreSubgroups, after.moreProjects, after.loadingMore]).toEqual([false, true, false]);
  expect(selectGroupPage(app.state())).toBe(after);
});

test.each([
  ['hidden or absent', (app: ReturnType<typeof start>) => app.call('groupPage').answer({ group: null })],
  ['404', (app: ReturnType<typeof start>) => app.call('groupPage').fail(refused(404))],
])('RP-02.128 a group that may not be seen is missing: %s', async (_case, reply) => {
  const app = start();
  await app.dispatch(groupActions.groupPageOpened({ fullPath: 'secret' }));
  await reply(app);
  expect(selectGroupPage(app.state())).toMatchObject({ status: 'missing', group: null });
});

test('RP-02.128 a failed group page says so; trying again reads it; the latest path wins', async () => {
  const app = start();
  await app.dispatch(groupActions.groupPageOpened({ fullPath: 'acme' }));
  const first = app.call('groupPage');
  await first.fail(refused(500));
  expect(selectGroupPage(app.state())).toMatchObject({
    status: 'failed',
    error: 'Something went wrong while fetching the group.',
  });
  await app.dispatch(groupActions.groupPageRetried());
  const second = app.call('groupPage');
  await app.dispatch(groupActions.groupPageOpened({ fullPath: 'other' }));
  await second.answer(page('acme'));
  await app.call('groupPage').answer(page('other'));
  expect(selectGroupPage(app.state()).group?.fullPath).toBe('other');
});

test('RP-02.270 what the rows of a page hold is asked for once, and stands beside them', async () => {
  const app = start();
  const row = (number: number, path: string) => ({ ...group(path), id: `gid://gitlab/Group/${number}` });
  await app.dispatch(groupActions.homeOpened());
  await app.call('homeProjects').answer({
    projects: { nodes: [{ ...project('acme/api'), id: 'gid://gitlab/Project/5' }], pageInfo: pageInfo() },
  });
  await app
    .call('homeGroups')
    .answer({ groups: { nodes: [row(7, 'acme'), row(8, 'acme/web')], pageInfo: pageInfo() } });
  const asked = () => app.calls.filter((call) => call.what === COUNTS).map(({ request }) => request);
  expect(asked()).toEqual([
    expect.objectContaining({ query: { projects: '5' } }),
    expect.objectContaining({ query: { groups: '7,8' } }),
  ]);
  expect(selectPlaceCounts(app.state(), 'gid://gitlab/Group/7')).toBeNull();
  await app.call(COUNTS).answer({
    groups: [
      { id: 7, opened_epics: 2, opened_issues: 0, subgroups: 1, projects: 0, last_activity_at: '2026-01-01T00:00:00Z' },
    ],
    projects: [],
  });
  const counts = selectPlaceCounts(app.state(), 'gid://gitlab/Group/7');
  expect(counts).toEqual({ epics: 2, issues: 0, subgroups: 1, projects: 0, lastActivityAt: '2026-01-01T00:00:00Z' });
  expect(counts && placeFacts(counts).map(({ label }) => label)).toEqual(['1 subgroup', '2 open epics']);
  expect(selectHomeGroups(app.state()).rows).toHaveLength(2);
  expect(app.replayed()).toEqual(app.state());
});

test('RP-02.270 a server that counts nothing leaves the lists as they are', async () => {
  const app = start();
  await app.dispatch(groupActions.homeOpened());
  await app.call('homeGroups').answer(groups(['acme']));
  await app.call(COUNTS).fail(refused(404));
  expect(selectHomeGroups(app.state())).toMatchObject({ status: 'ready', error: null });
});
