import {
  EpicChildEpicsOperation,
  GroupMilestonesOperation,
  RoadmapGroupEpicsOperation,
  RoadmapUndatedOperation,
  SearchEpicsOperation,
  SearchGroupLabelsOperation,
  SearchGroupMilestonesOperation,
  SearchGroupUsersOperation,
  UpdateEpicOperation,
} from '@espalier/core/api';
import {
  link,
  makeEpic,
  makeIssue,
  makeLabel,
  makeProject,
  relate,
  seedTiny,
  type TinyData,
} from '../db/testing-data.ts';
import { type Json, type TestServer, openTestServer } from './testing.ts';

let server: TestServer;
let tiny: TinyData;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
});

const QUARTER = { start: '2026-10-01', end: '2026-12-31' };

async function ask({ text }: { text: string }, variables: object, token?: string): Promise<Json> {
  const { status, data, errors } = await server.graphql(text, { fullPath: 'acme', ...variables }, token);
  expect([status, errors]).toEqual([200, undefined]);
  return data.group;
}
const nodes = (connection: Json): Json[] => connection.edges.map(({ node }: Json) => node);
const list = async (variables: object, token?: string): Promise<string[]> =>
  nodes((await ask(RoadmapGroupEpicsOperation, variables, token)).epics).map(({ title }) => title);
const fault = async ({ text }: { text: string }, variables: object): Promise<string | undefined> =>
  (await server.graphql(text, { fullPath: 'acme', ...variables })).errors?.[0]?.message;

const dated = (title: string, start: string | null, due: string | null, change: object = {}) =>
  makeEpic(server.db, { groupId: tiny.groups.acme, title, start_date: start, due_date: due, ...change });

test('RM-21.20 a timeframe finds what overlaps it, both ends included, and nothing without a date', async () => {
  await dated('within', '2026-11-01', '2026-11-30');
  await dated('ends on the first day', '2026-01-01', '2026-10-01');
  await dated('starts on the last day', '2026-12-31', '2027-05-01');
  await dated('around', '2020-01-01', '2030-01-01');
  await dated('only due', null, '2026-10-01');
  await dated('only start', '2026-12-31', null);
  await dated('before', '2026-01-01', '2026-09-30');
  await dated('after', '2027-01-01', null);
  await dated('due before', null, '2026-09-30');
  await dated('undated', null, null);
  expect((await list({ timeframe: QUARTER })).sort()).toEqual([
    'around',
    'ends on the first day',
    'only due',
    'only start',
    'starts on the last day',
    'within',
  ]);
  expect(await fault(RoadmapGroupEpicsOperation, { timeframe: { start: '2027-01-01', end: '2026-01-01' } })).toBe(
    'start must be before end',
  );
});

test('RM-21.21 state, author, labels, milestone, confidential, search, reaction and their negation', async () => {
  const { db } = server;
  const label = async (epic: number, ...titles: string[]) => {
    for (const title of titles) {
      const found = await db.selectFrom('labels').select('id').where('title', '=', title).executeTakeFirst();
      const id = found?.id ?? (await makeLabel(db, tiny.groups.acme, title));
      await db.insertInto('work_item_labels').values({ work_item_id: epic, label_id: id }).execute();
    }
  };
  const one = await dated('one apple', null, null, { author_id: tiny.users.dev });
  const two = await dated('two', null, null, { state: 'closed', description: 'an apple' });
  await dated('three', null, null, { confidential: true });
  await label(one.id, 'a', 'b');
  await label(two.id, 'a');
  const { id: milestone_id } = await db
    .insertInto('milestones')
    .values({ iid: 1, group_id: tiny.groups.acme, title: 'v1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const issue = await makeIssue(db, { projectId: tiny.projects.api, milestone_id });
  await link(db, two.id, issue.id);
  const token = await server.token(tiny.users.plan);
  const found = async (variables: object) => (await list({ sort: 'TITLE_ASC', ...variables }, token)).join();
  expect(await found({})).toBe('one apple,three,two');
  expect(await found({ state: 'opened' })).toBe('one apple,three');
  expect(await found({ state: 'closed' })).toBe('two');
  expect(await found({ authorUsername: 'dev' })).toBe('one apple');
  expect(await found({ labelName: ['a', 'b'] })).toBe('one apple');
  expect(await found({ labelName: ['a'] })).toBe('one apple,two');
  expect(await found({ milestoneTitle: 'v1' })).toBe('two');
  expect(await found({ confidential: true })).toBe('three');
  expect(await found({ confidential: false })).toBe('one apple,two');
  expect(await found({ search: 'apple' })).toBe('one apple,two');
  expect(await found({ search: 'apple', in: ['TITLE'] })).toBe('one apple');
  expect(await found({ search: 'apple', in: ['DESCRIPTION'] })).toBe('two');
  expect(await found({ myReactionEmoji: 'thumbsup' })).toBe('');
  expect(await found({ not: { authorUsername: 'dev' } })).toBe('three,two');
  expect(await found({ not: { labelName: ['b'] } })).toBe('three,two');
  expect(await found({ not: { labelName: ['a', 'b'] } })).toBe('three');
  expect(await found({ not: { myReactionEmoji: 'thumbsup' } })).toBe('one apple,three,two');
  expect(await found({ myReactionEmoji: 'None' })).toBe('one apple,three,two');
  expect(await found({ myReactionEmoji: 'Any' })).toBe('');
  expect(await found({ not: { myReactionEmoji: 'Any' } })).toBe('one apple,three,two');
  expect(await found({ not: { myReactionEmoji: 'None' } })).toBe('');
  expect(await found({ iid: String(two.iid) })).toBe('two');
  expect(await found({ labelName: ['gone'] })).toBe('');
  expect(await list({})).not.toContain('three');
});

test('RM-21.22 without a parent only, unless asked otherwise', async () => {
  const [parent, child] = [await dated('parent', null, null), await dated('child', null, null)];
  await link(server.db, parent.id, child.id);
  expect(await list({})).toEqual(['parent']);
  expect((await list({ topLevelHierarchyOnly: false })).sort()).toEqual(['child', 'parent']);
});

test.each([
  ['start_date_asc', ['early', 'late a', 'late b', 'none b', 'none a']],
  ['start_date_desc', ['late a', 'late b', 'early', 'none b', 'none a']],
])('RM-04.20 %s: undated last, ties by id descending, page by page', async (sort, expected) => {
  await dated('none a', null, '2026-11-01');
  await dated('late b', '2026-12-01', null);
  await dated('early', '2026-10-01', null);
  await dated('late a', '2026-12-01', null);
  await dated('none b', null, '2026-11-01');
  const read: string[] = [];
  for (let endCursor: string | null = null; ;) {
    const { epics } = await ask(RoadmapGroupEpicsOperation, { sort, first: 2, endCursor });
    read.push(...nodes(epics).map(({ title }: Json) => title));
    if (!epics.pageInfo.hasNextPage) break;
    endCursor = epics.pageInfo.endCursor;
  }
  expect(read).toEqual(expected);
});

test('RM-21.23 a cursor of another order, or one that is none, is refused', async () => {
  for (const title of ['a', 'b', 'c']) await dated(title, '2026-11-01', null);
  const { epics } = await ask(RoadmapGroupEpicsOperation, { sort: 'start_date_asc', first: 1 });
  const endCursor = epics.pageInfo.endCursor as string;
  expect(await fault(RoadmapGroupEpicsOperation, { sort: 'end_date_asc', endCursor })).toEqual(expect.any(String));
  expect(await fault(RoadmapGroupEpicsOperation, { endCursor: 'garbage' })).toEqual(expect.any(String));
  expect(await fault(EpicChildEpicsOperation, { iid: '1', endCursor })).toEqual(expect.any(String));
  expect(await fault(RoadmapGroupEpicsOperation, { sort: 'start_date_asc', endCursor })).toBeUndefined();
});

test('RM-21.24 undated epics are read from the end of the list', async () => {
  for (let index = 0; index < 5; index += 1) await dated(`undated ${index}`, null, null);
  await dated('dated', '2026-11-01', null);
  const first = (await ask(RoadmapUndatedOperation, { last: 3 })).epics;
  expect(nodes(first).map(({ title }) => title)).toEqual(['undated 2', 'undated 1', 'undated 0']);
  expect(first.pageInfo.hasPreviousPage).toBe(true);
  const second = (await ask(RoadmapUndatedOperation, { last: 3, startCursor: first.pageInfo.startCursor })).epics;
  expect(nodes(second).map(({ title }) => title)).toEqual(['dated', 'undated 4', 'undated 3']);
});

test('RM-21.25 an epic with everything that its row shows; colours where they are asked for', async () => {
  const parent = await dated('parent', null, null);
  const epic = await dated('epic', '2026-11-01', '2026-11-30', { color: '#dc143c', start_date_is_fixed: true });
  const blocker = await dated('blocker', null, null);
  const secret = await dated('secret', null, null, { confidential: true });
  await link(server.db, parent.id, epic.id);
  await relate(server.db, blocker.id, 'blocks', epic.id);
  await relate(server.db, secret.id, 'blocks', epic.id);
  const variables = { topLevelHierarchyOnly: false, iid: String(epic.iid) };
  const [node] = nodes((await ask(RoadmapGroupEpicsOperation, { ...variables, withColor: true })).epics);
  expect(node).toMatchObject({
    title: 'epic',
    reference: `acme&${epic.iid}`,
    hasParent: true,
    parent: { id: `gid://gitlab/Epic/${parent.id}` },
    blocked: true,
    blockedByEpics: { nodes: [{ id: `gid://gitlab/Epic/${blocker.id}` }] },
    startDate: '2026-11-01',
    startDateIsFixed: true,
    dueDate: '2026-11-30',
    color: '#dc143c',
    textColor: '#FFFFFF',
    userPermissions: { updateEpic: false },
    descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0 },
  });
  const [plain] = nodes((await ask(RoadmapGroupEpicsOperation, variables)).epics);
  expect(plain).not.toHaveProperty('color');
});

test('RM-21.26 children with the timeframe, the order and the filters of the roadmap', async () => {
  const parent = await dated('parent', null, null);
  const children = [
    await dated('late', '2026-12-01', null),
    await dated('early', '2026-10-01', null),
    await dated('outside', '2027-02-01', null),
    await dated('closed', '2026-11-01', null, { state: 'closed' }),
  ];
  for (const { id } of children) await link(server.db, parent.id, id);
  const read = async (variables: object) =>
    nodes(
      (await ask(EpicChildEpicsOperation, { iid: String(parent.iid), timeframe: QUARTER, ...variables })).epic.children,
    ).map(({ title }) => title);
  expect(await read({ sort: 'start_date_asc' })).toEqual(['early', 'closed', 'late']);
  expect(await read({ sort: 'start_date_desc', state: 'opened' })).toEqual(['late', 'early']);
  expect(await read({ not: { authorUsername: 'root' } })).toEqual([]);
});

describe('milestones', () => {
  const milestone = (title: string, owner: object, change: object = {}) =>
    server.db
      .insertInto('milestones')
      .values({ iid: 1, title, start_date: '2026-11-01', due_date: '2026-11-30', ...owner, ...change })
      .execute();
  const titles = async (variables: object, token?: string): Promise<string[]> =>
    nodes((await ask(GroupMilestonesOperation, variables, token)).milestones)
      .map(({ title }) => title)
      .sort();

  test('RM-10.20 those of groups above and below and of projects, by state, title and timeframe', async () => {
    const { acme, web } = tiny.groups;
    await milestone('own', { group_id: acme });
    await milestone('below', { group_id: web });
    await milestone('project', { project_id: tiny.projects.app });
    await milestone('closed', { group_id: acme }, { iid: 2, state: 'closed' });
    await milestone('early', { group_id: acme }, { iid: 3, start_date: null, due_date: '2026-09-30' });
    await milestone('undated', { group_id: acme }, { iid: 4, start_date: null, due_date: null });
    const all = { state: 'active', timeframe: QUARTER, includeAncestors: true, includeDescendants: true };
    expect(await titles(all)).toEqual(['below', 'own', 'project']);
    expect(await titles({ ...all, fullPath: 'acme/web' })).toEqual(['below', 'own', 'project']);
    expect(await titles({ ...all, fullPath: 'acme/web', includeAncestors: false })).toEqual(['below', 'project']);
    expect(await titles({ ...all, includeDescendants: false })).toEqual(['own']);
    expect(await titles({ ...all, title: 'below' })).toEqual(['below']);
    expect(await titles({ ...all, timeframe: undefined, state: undefined })).toHaveLength(6);
  });

  test('RM-10.21 those of groups and projects that the viewer may not see are not there', async () => {
    const { hidden } = tiny.groups;
    await server.db
      .updateTable('groups')
      .set({ parent_id: tiny.groups.acme, traversal_ids: [tiny.groups.acme, hidden], full_path: 'acme/hidden' })
      .where('id', '=', hidden)
      .execute();
    const project = await makeProject(server.db, { groupId: tiny.groups.acme, path: 'secret', visibility: 'private' });
    await milestone('hidden', { group_id: hidden });
    await milestone('private', { project_id: project });
    const all = { includeAncestors: true, includeDescendants: true };
    expect(await titles(all)).toEqual([]);
    expect(await titles(all, await server.token(tiny.users.root))).toEqual(['hidden', 'private']);
  });

  test('RM-10.20 their kind is told', async () => {
    await milestone('own', { group_id: tiny.groups.acme });
    await milestone('below', { group_id: tiny.groups.web });
    await milestone('project', { project_id: tiny.projects.app });
    const { milestones } = await ask(GroupMilestonesOperation, { includeDescendants: true });
    const kinds = nodes(milestones).map(({ title, groupMilestone, subgroupMilestone, projectMilestone }: Json) => [
      title,
      groupMilestone,
      subgroupMilestone,
      projectMilestone,
    ]);
    expect(kinds.sort()).toEqual([
      ['below', true, true, false],
      ['own', true, false, false],
      ['project', false, false, true],
    ]);
  });
});

test('RM-03.20 values for the filters: members, labels, milestones and epics of the group and those above', async () => {
  const { db } = server;
  await makeLabel(db, tiny.groups.acme, 'bug');
  await makeLabel(db, tiny.groups.web, 'build');
  await db.insertInto('milestones').values({ iid: 1, group_id: tiny.groups.acme, title: 'v1' }).execute();
  const above = await dated('Twelve above', null, null, { iid: 12 });
  await makeEpic(db, { groupId: tiny.groups.web, title: 'Twelve here', iid: 120 });
  const token = await server.token(tiny.users.plan);
  const plain = (connection: Json): Json[] => connection.nodes;
  const users = (await ask(SearchGroupUsersOperation, { search: 'dev', first: 20 }, token)).groupMembers;
  expect(plain(users).map(({ user }) => user.username)).toEqual(['dev']);
  const labels = (await ask(SearchGroupLabelsOperation, { search: 'bu', first: 20 })).labels;
  expect(plain(labels).map(({ title }) => title)).toEqual(['bug', 'build']);
  const milestones = (await ask(SearchGroupMilestonesOperation, { search: 'v' })).milestones;
  expect(plain(milestones).map(({ title }) => title)).toEqual(['v1']);
  const epics = async (variables: object) =>
    plain((await ask(SearchEpicsOperation, { fullPath: 'acme/web', ...variables })).epics).map(({ iid }) => iid);
  expect((await epics({ iidStartsWith: '12' })).sort()).toEqual([String(above.iid), '120']);
  expect(await epics({ search: 'here', state: 'all' })).toEqual(['120']);
  expect(plain((await ask(SearchEpicsOperation, { search: 'twelve' })).epics).map(({ title }) => title)).toEqual([
    'Twelve above',
  ]);
});

test('RM-09.25 fixed dates come back as the days that were sent, with the epics above; a refusal says why', async () => {
  const [parent, epic] = [await dated('parent', null, null), await dated('epic', null, null)];
  await link(server.db, parent.id, epic.id);
  const token = await server.token(tiny.users.plan);
  const update = async (change: object, as?: string) => {
    const input = { groupPath: 'acme', iid: String(epic.iid), ...change };
    return (await server.graphql(UpdateEpicOperation.text, { input }, as)).data?.updateEpic;
  };
  const fixed = {
    startDateIsFixed: true,
    startDateFixed: '2026-02-28',
    dueDateIsFixed: true,
    dueDateFixed: '2026-03-29',
  };
  const { errors, epic: saved } = await update(fixed, token);
  expect(errors).toEqual([]);
  expect(saved).toMatchObject({ startDate: '2026-02-28', dueDate: '2026-03-29', ...fixed });
  expect(saved.ancestors.nodes).toMatchObject([{ title: 'parent', startDate: '2026-02-28', dueDate: '2026-03-29' }]);
  const refused = await update({ dueDateIsFixed: true, dueDateFixed: '2026-02-30' }, token);
  expect(refused?.errors ?? ['refused']).toHaveLength(1);
  expect((await update({ dueDateIsFixed: true, dueDateFixed: null }, token)).epic).toMatchObject({
    startDate: '2026-02-28',
    dueDate: null,
    dueDateIsFixed: true,
  });
  const guest = await update(fixed, await server.token(tiny.users.guest));
  expect(guest?.epic ?? null).toBeNull();
});

test('RM-21.27 a page costs as many statements for one epic as for fifty, with parents, children and blockers', async () => {
  const grow = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const epic = await dated(`epic ${index}`, '2026-11-01', '2026-11-30');
      const child = await dated('child', '2026-11-01', null);
      await link(server.db, epic.id, child.id);
      await relate(server.db, child.id, 'blocks', epic.id);
    }
  };
  const count = async (): Promise<number> => {
    const { result, statements } = await server.countStatements(() =>
      list({ first: 50, timeframe: QUARTER, sort: 'start_date_asc', labelName: null, withColor: true }),
    );
    expect(result.length).toBeGreaterThan(0);
    return statements.length;
  };
  await grow(1);
  const one = await count();
  await grow(49);
  expect(await count()).toBe(one);
  expect(one).toBeLessThanOrEqual(3);
});

test('RM-21.28 the page of the roadmap is served', async () => {
  // No client is built for the tests: the answer says that a page of the client stands here.
  const { body } = await server.rest('GET', '/groups/acme/-/roadmap');
  expect(body).toContain('The client has not been built');
});
