import { readFileSync } from 'node:fs';
import type { TinyData } from '../db/testing-data.ts';
import { link, makeEpic, makeIssue, makeLabel, relate, seedTiny } from '../db/testing-data.ts';
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

const operation = (name: string) =>
  readFileSync(new URL(`../../core/api/operations/${name}.graphql`, import.meta.url), 'utf8');
const EPIC_CHILDREN = operation('epic-children') + operation('fragments');

/** An epic with child epics, child issues, labels, assignees and blockers; each child has its own subtree. */
async function makeTree(children: number, grandchildren = 0) {
  const { db } = server;
  const parent = await makeEpic(db, { groupId: tiny.groups.acme });
  const label = await makeLabel(db, tiny.groups.acme, `label ${parent.iid}`);
  for (let index = 0; index < children; index += 1) {
    const epic = await makeEpic(db, { groupId: tiny.groups.acme });
    const issue = await makeIssue(db, { projectId: tiny.projects.api });
    await link(db, parent.id, epic.id);
    await link(db, parent.id, issue.id);
    await db
      .insertInto('work_item_labels')
      .values([epic, issue].map(({ id }) => ({ work_item_id: id, label_id: label })))
      .execute();
    await db
      .insertInto('work_item_people')
      .values({ work_item_id: issue.id, role: 'assignee', user_id: tiny.users.dev })
      .execute();
    for (let below = 0; below < grandchildren; below += 1) {
      await link(db, epic.id, (await makeIssue(db, { projectId: tiny.projects.api })).id);
    }
  }
  return parent;
}

const read = async (iid: number, token?: string, variables: Record<string, unknown> = {}): Promise<Json> => {
  const { status, data, errors } = await server.graphql(
    EPIC_CHILDREN,
    { fullPath: 'acme', iid: String(iid), ...variables },
    token,
  );
  expect([status, errors]).toEqual([200, undefined]);
  return data.group.epic;
};

test('TR-01.20 a row of the tree brings everything that it shows', async () => {
  const { db } = server;
  const parent = await makeEpic(db, { groupId: tiny.groups.acme });
  const epic = await makeEpic(db, {
    groupId: tiny.groups.web,
    title: 'Child',
    start_date: '2026-01-02',
    due_date: '2026-03-04',
  });
  const issue = await makeIssue(db, {
    projectId: tiny.projects.app,
    title: 'Issue',
    weight: 0,
    health_status: 'atRisk',
    due_date: '2026-05-06',
  });
  const blocker = await makeIssue(db, { projectId: tiny.projects.app });
  const epicLink = await link(db, parent.id, epic.id);
  const issueLink = await link(db, parent.id, issue.id);
  await relate(db, blocker.id, 'blocks', issue.id);
  const label = await makeLabel(db, tiny.groups.acme, 'scope::value', '#ffffff');
  await db.insertInto('work_item_labels').values({ work_item_id: issue.id, label_id: label }).execute();
  await db
    .insertInto('work_item_people')
    .values({ work_item_id: issue.id, role: 'assignee', user_id: tiny.users.dev })
    .execute();

  const found = await read(parent.iid, await server.token(tiny.users.rep));
  expect(found.children.nodes).toMatchObject([
    {
      id: `gid://gitlab/Epic/${epic.id}`,
      iid: '1',
      title: 'Child',
      reference: 'acme/web&1',
      webPath: '/groups/acme/web/-/epics/1',
      relationPath: `/groups/acme/-/epics/${parent.iid}/links/${epic.id}`,
      blocked: false,
      startDate: '2026-01-02',
      dueDate: '2026-03-04',
      group: { id: `gid://gitlab/Group/${tiny.groups.web}`, fullPath: 'acme/web' },
      userPermissions: { adminEpic: true, createEpic: true, updateEpic: true, destroyEpic: false },
    },
  ]);
  expect(epicLink).toBeLessThan(issueLink);
  expect(found.issues.nodes).toMatchObject([
    {
      id: `gid://gitlab/Issue/${issue.id}`,
      epicIssueId: `gid://gitlab/EpicIssue/${issueLink}`,
      reference: 'acme/web/app#1',
      webPath: '/acme/web/app/-/issues/1',
      relationPath: `/groups/acme/-/epics/${parent.iid}/issues/${issueLink}`,
      type: 'ISSUE',
      blocked: true,
      blockedByCount: 1,
      weight: 0,
      healthStatus: 'atRisk',
      dueDate: '2026-05-06',
      assignees: { nodes: [{ username: 'dev' }] },
      labels: { nodes: [{ title: 'scope::value', color: '#ffffff', textColor: '#333333' }] },
      userPermissions: { adminIssue: true, updateIssue: true },
    },
  ]);
});

test('TR-01.21 one statement for the whole tree page, and one for who asks, whatever its size', async () => {
  const small = await makeTree(1);
  const big = await makeTree(12, 3);
  const token = await server.token(tiny.users.plan);
  const counts: number[] = [];
  for (const { iid } of [small, big]) {
    const { statements } = await server.countStatements(() => read(iid, token));
    counts.push(statements.length);
  }
  expect(counts).toEqual([2, 2]);
  const { statements } = await server.countStatements(() => read(big.iid));
  expect(statements.length).toBe(1);
});

test('TR-01.22 epics and issues are paged apart, in their order, without a gap', async () => {
  const parent = await makeTree(5);
  const whole = await read(parent.iid);
  const ids: { children: string[]; issues: string[] } = { children: [], issues: [] };
  for (const kind of ['children', 'issues'] as const) {
    let cursor: string | null = null;
    do {
      const page: Json = await read(parent.iid, undefined, {
        pageSize: 2,
        [kind === 'children' ? 'epicEndCursor' : 'issueEndCursor']: cursor,
        withEpics: kind === 'children',
        withIssues: kind === 'issues',
      });
      expect(page[kind === 'children' ? 'issues' : 'children']).toBeUndefined();
      ids[kind].push(...page[kind].nodes.map(({ id }: Json) => id));
      expect(page[kind].pageInfo.hasPreviousPage).toBe(cursor !== null);
      cursor = page[kind].pageInfo.hasNextPage ? page[kind].pageInfo.endCursor : null;
    } while (cursor !== null);
  }
  expect(ids.children).toEqual(whole.children.nodes.map(({ id }: Json) => id));
  expect(ids.issues).toEqual(whole.issues.nodes.map(({ id }: Json) => id));
  expect([ids.children.length, ids.issues.length]).toEqual([5, 5]);
});

test('TR-01.22 positions at the ends of their range are paged like any other, and none beyond it is a cursor', async () => {
  const parent = await makeEpic(server.db, { groupId: tiny.groups.acme });
  const ends = [-(2 ** 31), -1_000_000_000, 999_999_999, 2 ** 31 - 1];
  for (const relative_position of ends) {
    const child = await makeEpic(server.db, { groupId: tiny.groups.acme });
    await server.db
      .insertInto('parent_links')
      .values({ parent_id: parent.id, child_id: child.id, relative_position })
      .execute();
  }
  const page = async (cursor: string | null): Promise<Json> =>
    (await read(parent.iid, undefined, { pageSize: 1, epicEndCursor: cursor, withIssues: false })).children;
  let cursor: string | null = null;
  const positions: number[] = [];
  do {
    const { nodes, pageInfo }: Json = await page(cursor);
    positions.push(...nodes.map(({ relativePosition }: Json) => relativePosition));
    cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (cursor !== null);
  expect(positions).toEqual(ends);

  const { endCursor } = (await page(null)).pageInfo;
  const [order, , ...rest] = JSON.parse(Buffer.from(endCursor, 'base64url').toString()) as string[];
  for (const value of ['2147483648', '-2147483649', '9999999999', '00000000001']) {
    const forged = Buffer.from(JSON.stringify([order, value, ...rest])).toString('base64url');
    const query = `{ group(fullPath: "acme") { epic(iid: "${parent.iid}") { children(after: "${forged}") { count } } } }`;
    expect((await server.graphql(query)).errors?.[0]?.message).toBe('Please provide a valid cursor');
  }
});

test('TR-01.23 a page backwards from a cursor is the mirror of a page forwards', async () => {
  const parent = await makeTree(5);
  const query = (args: string) =>
    `{ group(fullPath: "acme") { epic(iid: "${parent.iid}") { children(${args}) { nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } } } }`;
  const children = async (args: string): Promise<Json> => (await server.graphql(query(args))).data.group.epic.children;
  const first = await children('first: 4');
  const back = await children(`last: 2, before: "${first.pageInfo.endCursor}"`);
  expect(back.nodes).toEqual(first.nodes.slice(1, 3));
  expect(back.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  const end = await children('last: 2');
  expect(end.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
});

test('TR-13.20 relationPath is null without the right to release: a child epic wants Guest in the parent, an issue Reporter', async () => {
  const parent = await makeTree(1);
  const paths = async (token?: string) => {
    const epic = await read(parent.iid, token);
    return [epic.children.nodes[0].relationPath !== null, epic.issues.nodes[0].relationPath !== null];
  };
  expect(await paths()).toEqual([false, false]);
  expect(await paths(await server.token(tiny.users.out))).toEqual([false, false]);
  expect(await paths(await server.token(tiny.users.guest))).toEqual([true, false]);
  expect(await paths(await server.token(tiny.users.rep))).toEqual([true, true]);
  expect(await paths(await server.token(1))).toEqual([true, true]);
});

test('TR-01.24 the same paths outside of a tree', async () => {
  const parent = await makeTree(1);
  const token = await server.token(tiny.users.plan);
  const tree = await read(parent.iid, token);
  const { data } = await server.graphql(
    '{ group(fullPath: "acme") { epics(topLevelHierarchyOnly: false) { nodes { id relationPath relativePosition } } } }',
    {},
    token,
  );
  const [child] = tree.children.nodes;
  expect(data.group.epics.nodes).toContainEqual({
    id: child.id,
    relationPath: child.relationPath,
    relativePosition: child.relativePosition,
  });
});
