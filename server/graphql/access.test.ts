import { can } from '@espalier/core/access';
import { sql } from 'kysely';
import { itemReadableSql } from '../access/filters.ts';
import { subjectOf } from '../access/subject.ts';
import { loadViewer } from '../access/load-viewer.ts';
import type { TinyData } from '../db/testing-data.ts';
import {
  link,
  makeEpic,
  makeGroup,
  makeIssue,
  makeMember,
  makeProject,
  makeUser,
  relate,
  seedTiny,
} from '../db/testing-data.ts';
import { type TestServer, openTestServer } from './testing.ts';

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

interface ItemRow {
  readonly id: number;
  readonly project_id: number | null;
  readonly confidential: boolean;
  readonly author_id: number;
  readonly traversal_ids: number[];
  readonly visibility: string;
  readonly assignees: number[];
}

/** Everybody who may ask: the members of acme, a member of nothing, the administrator, and nobody. */
async function everybody(): Promise<[string, string | undefined][]> {
  const named: [string, string | undefined][] = [['anonymous', undefined]];
  for (const [name, id] of Object.entries(tiny.users)) named.push([name, await server.token(id)]);
  return named;
}

/** What each of them sees. */
async function seenBy(look: (token: string | undefined) => Promise<unknown>): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const [name, token] of await everybody()) seen[name] = await look(token);
  return seen;
}

test('EP-18.30 a private group is not there for whoever may not see it, in GraphQL and in REST', async () => {
  await makeEpic(server.db, { groupId: tiny.groups.hidden });
  const graphql = await seenBy(
    async (token) => (await server.graphql('{ group(fullPath: "hidden") { id } }', {}, token)).data.group !== null,
  );
  const rest = await seenBy(async (token) => (await server.rest('GET', '/api/v4/groups/hidden', token)).status);
  const page = await seenBy(async (token) => (await server.rest('GET', '/groups/hidden/-/epics/1.json', token)).status);
  const only = (yes: unknown, no: unknown) => ({
    anonymous: no,
    root: yes,
    plan: no,
    dev: no,
    rep: no,
    guest: no,
    out: no,
  });
  expect(graphql).toEqual(only(true, false));
  expect(rest).toEqual(only(200, 404));
  expect(page).toEqual(only(200, 404));
});

test('EP-18.31 a confidential epic is for Reporters and above; others find it nowhere and in no count', async () => {
  const { db } = server;
  const parent = await makeEpic(db, { groupId: tiny.groups.acme, title: 'parent' });
  const secret = await makeEpic(db, {
    groupId: tiny.groups.acme,
    title: 'secret',
    confidential: true,
    author_id: tiny.users.guest,
  });
  await link(db, parent.id, secret.id);
  await relate(db, secret.id, 'blocks', parent.id);
  const query = `{ group(fullPath: "acme") {
    epic(iid: "${secret.iid}") { id }
    epics(search: "secret") { count nodes { id } }
    parent: epic(iid: "${parent.iid}") { blocked blockedByCount blockedByEpics { nodes { id } } children { count nodes { id } } }
  } workItem(id: "gid://gitlab/WorkItem/${secret.id}") { id } }`;
  const seen = await seenBy(async (token) => {
    const { data } = await server.graphql(query, {}, token);
    const rest = await server.rest('GET', `/api/v4/groups/acme/epics`, token);
    const children = await server.rest('GET', `/api/v4/groups/acme/epics/${parent.iid}/epics`, token);
    const completion = await server.rest('GET', '/groups/acme/-/autocomplete_sources/epics?search=secret', token);
    const page = await server.rest('GET', `/groups/acme/-/epics/${secret.iid}.json`, token);
    const polled = await server.rest('GET', `/groups/acme/-/epics/${secret.iid}/realtime_changes`, token);
    const { group } = data;
    return [
      group.epic !== null,
      group.epics.count,
      group.epics.nodes.length,
      group.parent.blocked,
      group.parent.blockedByCount,
      group.parent.blockedByEpics.nodes.length,
      group.parent.children.count,
      group.parent.children.nodes.length,
      data.workItem !== null,
      rest.headers['x-total'],
      children.body.length,
      completion.body.length,
      page.status,
      polled.status,
    ];
  });
  const yes = [true, 1, 1, true, 1, 1, 1, 1, true, '2', 1, 1, 200, 200];
  const no = [false, 0, 0, false, 0, 0, 0, 0, false, '1', 0, 0, 404, 404];
  expect(seen).toEqual({ anonymous: no, root: yes, plan: yes, dev: yes, rep: yes, guest: no, out: no });
});

test('EP-18.32 a confidential issue is also for its author and its assignees', async () => {
  const { db } = server;
  const parent = await makeEpic(db, { groupId: tiny.groups.acme });
  const secret = await makeIssue(db, {
    projectId: tiny.projects.api,
    title: 'secret',
    confidential: true,
    author_id: tiny.users.guest,
  });
  await link(db, parent.id, secret.id);
  await db
    .insertInto('work_item_people')
    .values({ work_item_id: secret.id, role: 'assignee', user_id: tiny.users.out })
    .execute();
  const query = `{ issue(id: "gid://gitlab/Issue/${secret.id}") { id }
    project(fullPath: "acme/api") { issues { count nodes { id } } workItems { nodes { id } } }
    group(fullPath: "acme") { epic(iid: "${parent.iid}") { issues { count nodes { id } } } issues { count } } }`;
  const seen = await seenBy(async (token) => {
    const { data } = await server.graphql(query, {}, token);
    const { issues, workItems } = data.project;
    const rest = await server.rest('GET', `/api/v4/projects/acme%2Fapi/issues/${secret.iid}`, token);
    const list = await server.rest('GET', '/api/v4/groups/acme/issues', token);
    const under = await server.rest('GET', `/api/v4/groups/acme/epics/${parent.iid}/issues`, token);
    const { epic } = data.group;
    return [
      data.issue !== null,
      issues.count,
      issues.nodes.length,
      workItems.nodes.length,
      epic.issues.count,
      epic.issues.nodes.length,
      data.group.issues.count,
      rest.status,
      list.headers['x-total'],
      under.body.length,
    ];
  });
  const yes = [true, 1, 1, 1, 1, 1, 1, 200, '1', 1];
  const no = [false, 0, 0, 0, 0, 0, 0, 404, '0', 0];
  expect(seen).toEqual({ anonymous: no, root: yes, plan: yes, dev: yes, rep: yes, guest: yes, out: yes });
});

test('EP-11.20 an ancestor that may not be seen is told only by its being there', async () => {
  const { db } = server;
  const top = await makeEpic(db, { groupId: tiny.groups.hidden, title: 'hidden top' });
  const middle = await makeEpic(db, { groupId: tiny.groups.acme, title: 'middle' });
  const low = await makeEpic(db, { groupId: tiny.groups.acme, title: 'low' });
  await link(db, top.id, middle.id);
  await link(db, middle.id, low.id);
  const query = `{ group(fullPath: "acme") { epic(iid: "${low.iid}") { parent { title parent { title } } hasParent ancestors { nodes { title hasParent } } } } }`;
  const { data } = await server.graphql(query);
  expect(data.group.epic).toEqual({
    parent: { title: 'middle', parent: null },
    hasParent: true,
    ancestors: { nodes: [{ title: 'middle', hasParent: true }] },
  });
  const page = await server.rest('GET', `/groups/acme/-/epics/${low.iid}.json`);
  expect(page.body.meta.ancestors).toMatchObject([{ hidden: true }, { title: 'middle', hidden: false }]);
  expect(JSON.stringify(page.body)).not.toContain('hidden top');
  const rest = await server.rest('GET', `/api/v4/groups/acme/epics/${middle.iid}`);
  expect([rest.body.parent_id, rest.body.parent_iid, rest.body._links.parent]).toEqual([null, null, null]);
});

test('TR-02.20 roll-ups count what the viewer may not see, and nothing else does', async () => {
  const { db } = server;
  const parent = await makeEpic(db, { groupId: tiny.groups.acme });
  const secret = await makeEpic(db, { groupId: tiny.groups.acme, confidential: true });
  await link(db, parent.id, secret.id);
  await sql`INSERT INTO rollups (work_item_id, opened_epics, child_epics) VALUES (${parent.id}, 1, 1)
    ON CONFLICT (work_item_id) DO UPDATE SET opened_epics = 1, child_epics = 1`.execute(db);
  const { data } = await server.graphql(
    `{ group(fullPath: "acme") { epic(iid: "${parent.iid}") { descendantCounts { openedEpics } children { count } } } }`,
  );
  expect(data.group.epic).toEqual({ descendantCounts: { openedEpics: 1 }, children: { count: 0 } });
});

test('EP-18.33 what the queries let through is what the rules of access allow, for every mixture', async () => {
  const { db } = server;
  const viewers = [null, ...Object.values(tiny.users)];
  const banned = await makeUser(db, 'banned');
  await db.updateTable('users').set({ state: 'banned' }).where('id', '=', banned).execute();
  const direct = await makeProject(db, { groupId: tiny.groups.hidden, path: 'direct', visibility: 'private' });
  await makeMember(db, { userId: tiny.users.out, projectId: direct, accessLevel: 10 });
  for (const visibility of ['private', 'internal', 'public'] as const) {
    const groupId = await makeGroup(db, { path: `g-${visibility}`, visibility, parentId: tiny.groups.acme });
    const outside = await makeGroup(db, { path: `o-${visibility}`, visibility });
    const projectId = await makeProject(db, { groupId, path: 'p', visibility });
    const far = await makeProject(db, { groupId: outside, path: 'p', visibility });
    for (const confidential of [false, true]) {
      for (const group of [groupId, outside])
        await makeEpic(db, { groupId: group, confidential, author_id: tiny.users.guest });
      for (const project of [projectId, far, direct]) {
        await makeIssue(db, { projectId: project, confidential, author_id: tiny.users.guest });
        const assigned = await makeIssue(db, { projectId: project, confidential });
        await makeIssue(db, { projectId: project, confidential, author_id: banned });
        await db
          .insertInto('work_item_people')
          .values({ work_item_id: assigned.id, role: 'assignee', user_id: tiny.users.out })
          .execute();
      }
    }
  }
  const { rows } = await sql<ItemRow>`
    SELECT w.id, w.project_id, w.confidential, w.author_id, g.traversal_ids, coalesce(p.visibility, g.visibility) AS visibility,
      ARRAY(SELECT user_id FROM work_item_people x WHERE x.work_item_id = w.id) AS assignees
    FROM work_items w JOIN groups g ON g.id = w.group_id LEFT JOIN projects p ON p.id = w.project_id ORDER BY w.id`.execute(
    db,
  );
  expect(rows.length).toBe(66);
  for (const userId of viewers) {
    const viewer = await loadViewer(db, userId);
    const allowed = rows.filter((row) => {
      const kind = row.project_id === null ? ('epic' as const) : ('issue' as const);
      const assigned = row.assignees.includes(userId ?? 0);
      const hidden = kind === 'issue' && row.author_id === banned;
      const item = { kind, confidential: row.confidential, authorId: row.author_id, assigned, hidden };
      const { visibility } = row;
      const subject = subjectOf(viewer, {
        traversalIds: row.traversal_ids,
        projectId: row.project_id,
        visibility,
        item,
      });
      return can(kind === 'epic' ? 'readEpic' : 'readIssue', subject);
    });
    for (const project of ['p', undefined]) {
      const seen = await sql<{ id: number }>`SELECT w.id FROM work_items w JOIN groups g ON g.id = w.group_id
        LEFT JOIN projects p ON p.id = w.project_id WHERE ${sql.raw(itemReadableSql(viewer, 'w', 'g', project))} ORDER BY w.id`.execute(
        db,
      );
      expect([userId, seen.rows.map(({ id }) => id)]).toEqual([userId, allowed.map(({ id }) => id)]);
    }
  }
});

test('EP-18.34 internal notes are for Reporters and above', async () => {
  const { db } = server;
  const epic = await makeEpic(db, { groupId: tiny.groups.acme });
  await db
    .insertInto('notes')
    .values([true, false].map((internal) => ({ work_item_id: epic.id, author_id: 1, body: 'note', internal })))
    .execute();
  const seen = await seenBy(async (token) => {
    const { data } = await server.graphql(
      `{ group(fullPath: "acme") { epic(iid: "${epic.iid}") { notes { nodes { internal } } } } }`,
      {},
      token,
    );
    return data.group.epic.notes.nodes.length;
  });
  expect(seen).toEqual({ anonymous: 1, root: 2, plan: 2, dev: 2, rep: 2, guest: 1, out: 1 });
});

test('WI-03.41 a project lists its own members and the inherited ones, to those who are signed in', async () => {
  const { db } = server;
  const guest = await db
    .insertInto('users')
    .values({ username: 'pat', name: 'Pat' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await makeMember(db, { userId: guest.id, projectId: tiny.projects.api, accessLevel: 30 });
  const members = async (args: string, who?: string) => {
    const { data, errors } = await server.graphql(
      `{ project(fullPath: "acme/api") { projectMembers(${args}) { nodes { __typename id user { username } ... on ProjectMember { accessLevel { integerValue } } } } } }`,
      {},
      who,
    );
    expect(errors).toBeUndefined();
    return (data.project?.projectMembers.nodes ?? []) as {
      __typename: string;
      id: string;
      user: { username: string };
    }[];
  };
  const token = await server.token(tiny.users.plan);
  expect(
    (await members('relations: [DIRECT]', token)).map(({ __typename, user }) => [__typename, user.username]),
  ).toEqual([['ProjectMember', 'pat']]);
  const all = await members('first: 50', token);
  expect(all.map(({ user }) => user.username)).toEqual(expect.arrayContaining(['pat', 'plan']));
  expect(all.find(({ user }) => user.username === 'plan')?.id).toMatch(/^gid:\/\/gitlab\/GroupMember\/\d+$/);
  expect((await members('search: "pat"', token)).map(({ user }) => user.username)).toEqual(['pat']);
  await db.updateTable('users').set({ state: 'blocked' }).where('id', '=', guest.id).execute();
  expect(await members('relations: [DIRECT]', token)).toEqual([]);
  expect(await members('first: 5')).toEqual([]);
});

test('EP-18.35 people are listed only to those who are signed in', async () => {
  const { data } = await server.graphql(
    '{ users { nodes { id } } user(username: "dev") { id } group(fullPath: "acme") { groupMembers { nodes { id } } } }',
  );
  expect(data).toEqual({ users: { nodes: [] }, user: null, group: { groupMembers: { nodes: [] } } });
  expect((await server.rest('GET', '/api/v4/users?search=dev')).status).toBe(401);
});
