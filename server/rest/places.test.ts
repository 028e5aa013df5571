import { sql } from 'kysely';
import type { DeletePlace, Job } from '../command/job.ts';
import { makeEpic, makeIssue, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

import { deletePiece } from '../place/deletion.ts';
import { nameTreesPiece } from '../place/move.ts';
import { sqlStore } from '../store/sql/index.ts';
import { settle } from '../tree/testing.ts';

/** GitLab 16.2: docs/api/groups.md and docs/api/projects.md. */

let server: TestServer;
let tiny: TinyData;
let plan: string;
let out: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  [plan, out] = [await server.token(tiny.users.plan), await server.token(tiny.users.out)];
});

/** What a page is answered with where no client is built. */
const PAGE = 503;

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = plan) {
  const { status, body: told } = await server.rest(method, `/api/v4/${path}`, token, body);
  return { status, body: told as Json };
}

test('AP-05.120 docs/api/groups.md, New group: POST, PUT and GET answer one JSON', async () => {
  const made = await ask('POST', 'groups', {
    name: 'Design',
    path: 'design',
    parent_id: tiny.groups.acme,
    description: 'Shapes',
    visibility: 'internal',
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      id: expect.any(Number),
      name: 'Design',
      path: 'design',
      description: 'Shapes',
      visibility: 'internal',
      full_name: 'Acme / Design',
      full_path: 'acme/design',
      parent_id: tiny.groups.acme,
      created_at: '2026-11-21T12:00:00.000Z',
      avatar_url: null,
      project_creation_level: 'developer',
      subgroup_creation_level: 'maintainer',
      shared_with_groups: [],
    },
  });
  const { id } = made.body;
  expect(await ask('GET', `groups/${id}`)).toEqual({ status: 200, body: made.body });
  expect((await ask('GET', 'groups/acme/subgroups')).body).toContainEqual(made.body);
  const changed = await ask('PUT', 'groups/acme%2Fdesign', { name: 'Forms', path: 'forms', description: '' });
  expect(changed).toEqual({
    status: 200,
    body: {
      ...made.body,
      name: 'Forms',
      path: 'forms',
      description: null,
      full_name: 'Acme / Forms',
      full_path: 'acme/forms',
      web_url: made.body.web_url.replace('design', 'forms'),
    },
  });
  expect((await ask('GET', 'groups/acme%2FDesign')).body).toEqual(changed.body);
});

test('AP-05.100 AP-05.120 docs/api/groups.md: what one makes one sees at once, as its Owner', async () => {
  const made = await ask('POST', 'groups', { name: 'Mine', path: 'mine' }, out);
  expect(made).toMatchObject({ status: 201, body: { visibility: 'private', parent_id: null } });
  expect((await ask('GET', 'groups/mine/members', undefined, out)).body).toMatchObject([
    { username: 'out', access_level: 50 },
  ]);
  expect((await ask('GET', 'groups/mine')).body).toEqual({ message: '404 Group Not Found' });
});

test('AP-05.120 docs/api/projects.md, Create project and Edit project: POST, PUT and GET answer one JSON', async () => {
  const made = await ask('POST', 'projects', { name: 'Big App', namespace_id: tiny.groups.web });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Big App',
      path: 'big-app',
      name_with_namespace: 'Acme / Web / Big App',
      path_with_namespace: 'acme/web/big-app',
      description: null,
      visibility: 'private',
      issues_enabled: true,
      issues_access_level: 'enabled',
      merge_requests_enabled: false,
      topics: [],
      namespace: { id: tiny.groups.web, kind: 'group', full_path: 'acme/web' },
    },
  });
  const { id } = made.body;
  expect(await ask('GET', `projects/${id}`)).toEqual({ status: 200, body: made.body });
  const changed = await ask('PUT', `projects/${id}`, { path: 'app3', visibility: 'public' });
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'Big App', path_with_namespace: 'acme/web/app3', visibility: 'public' },
  });
  expect((await ask('GET', 'projects/acme%2Fweb%2Fbig-app')).body).toEqual(changed.body);
});

test('AP-05.120 what is missing or wrong is said in GitLab’s forms', async () => {
  const wrong = (method: 'POST' | 'PUT', path: string, body: object) => ask(method, path, body);
  expect(await wrong('POST', 'groups', { visibility: 'open' })).toEqual({
    status: 400,
    body: { error: 'name is missing, path is missing, visibility does not have a valid value' },
  });
  expect(await wrong('POST', 'groups', { name: 'New', path: 'ACME' })).toEqual({
    status: 400,
    body: { message: 'Failed to save group {:path=>["has already been taken"]}' },
  });
  expect(await wrong('POST', 'projects', {})).toEqual({
    status: 400,
    body: { error: 'name, path are missing, at least one parameter must be provided, namespace_id is missing' },
  });
  expect(await wrong('POST', 'projects', { name: 'API', namespace_id: 'acme' })).toEqual({
    status: 400,
    body: { message: { path: ['has already been taken'], name: ['has already been taken'] } },
  });
  expect(await wrong('PUT', 'groups/acme', { visibility: 'private' })).toEqual({
    status: 400,
    body: {
      message: {
        visibility_level: [
          'private is not allowed since this group contains projects with higher visibility.',
          'private is not allowed since there are sub-groups with higher visibility.',
        ],
      },
    },
  });
  expect(await wrong('PUT', 'projects/acme%2Fapi', {})).toEqual({
    status: 400,
    body: { error: 'avatar, description, name, path, visibility are missing, at least one parameter must be provided' },
  });
  expect(await wrong('PUT', 'projects/acme%2Fapi', { path: 'a b' })).toMatchObject({
    status: 400,
    body: { message: { path: [expect.stringContaining("Cannot start with '-'")] } },
  });
});

test('AP-05.121 what may not be seen is not found, by its name', async () => {
  expect(await ask('PUT', 'groups/hidden', { name: 'x' })).toEqual({
    status: 404,
    body: { message: '404 Group Not Found' },
  });
  expect(await ask('GET', 'projects/nowhere')).toEqual({ status: 404, body: { message: '404 Project Not Found' } });
  expect(await ask('POST', 'projects', { name: 'x', namespace_id: tiny.groups.hidden })).toEqual({
    status: 404,
    body: { message: '404 Namespace Not Found' },
  });
  expect(await ask('POST', 'groups', { name: 'x', path: 'x', parent_id: tiny.groups.acme }, out)).toEqual({
    status: 403,
    body: { message: '403 Forbidden' },
  });
});

test('AP-05.104 calls by an old path answer, and pages are redirected with what follows in their address', async () => {
  const epic = await makeEpic(server.db, { groupId: tiny.groups.web });
  await makeIssue(server.db, { projectId: tiny.projects.app });
  await ask('PUT', 'groups/acme', { path: 'corp' });
  expect((await ask('GET', 'groups/acme%2Fweb/epics')).body).toMatchObject([{ id: epic.id }]);
  const { data } = await server.graphql(
    '{ group(fullPath: "acme/web") { fullPath } project(fullPath: "acme/web/app") { fullPath } }',
    {},
    plan,
  );
  expect(data).toEqual({ group: { fullPath: 'corp/web' }, project: { fullPath: 'corp/web/app' } });
  expect((await server.rest('GET', '/groups/acme/web/-/epics/1.json', plan)).status).toBe(200);
  expect((await server.rest('GET', '/acme/web/app/-/issues/1/realtime_changes', plan)).status).toBe(200);
  const page = async (url: string) => {
    const { statusCode, headers } = await server.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    if (statusCode === 301) expect(headers['cache-control']).toBe('no-store');
    return [statusCode, headers.location];
  };
  expect(await page('/groups/Acme/web/-/epics/1?x=1')).toEqual([301, '/groups/corp/web/-/epics/1?x=1']);
  expect(await page('/acme/web/app/-/issues/1')).toEqual([301, '/corp/web/app/-/issues/1']);
  expect(await page('/acme/web')).toEqual([301, '/groups/corp/web']);
  expect(await page('/groups/acme')).toEqual([301, '/groups/corp']);
  for (const url of ['/groups/corp', '/groups/acme/web/app', '/acme/web/-/issues/1', '/', '/-/x'])
    expect([url, ...(await page(url))]).toEqual([url, PAGE, undefined]);
  await server.db.updateTable('groups').set({ visibility: 'private' }).where('id', '=', tiny.groups.acme).execute();
  expect(await page('/groups/acme')).toEqual([PAGE, undefined]);
});

test('AP-05.103 a group with a thousand below it is named anew by the same number of statements as one with none', async () => {
  const rename = async (path: string, to: string) =>
    (await server.countStatements(() => ask('PUT', `groups/${path}`, { path: to }))).statements.length;
  const few = await rename('acme', 'corp');
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    parent_id: tiny.groups.web,
    path: `g${at}`,
    full_path: `corp/web/g${at}`,
    name: `g${at}`,
    full_name: `Acme / Web / g${at}`,
  }));
  await server.db.insertInto('groups').values(rows).execute();
  expect(await rename('corp', 'big')).toBe(few);
  expect((await ask('GET', 'groups/acme%2Fweb%2Fg999')).status).toBe(404);
  expect((await ask('GET', 'groups/corp%2Fweb%2Fg999')).body.full_path).toBe('big/web/g999');
});

test('AP-05.123 docs/api/groups.md and docs/api/projects.md, Remove and Restore: accepted, marked, and taken back', async () => {
  const accepted = { status: 202, body: { message: '202 Accepted' } };
  expect(await ask('DELETE', 'groups/acme%2Fweb')).toEqual(accepted);
  expect((await ask('GET', 'groups/acme%2Fweb')).body.marked_for_deletion_on).toBe('2026-11-21');
  expect(await ask('DELETE', 'groups/acme%2Fweb')).toEqual({
    status: 400,
    body: { message: 'Group has been already marked for deletion' },
  });
  expect(await ask('DELETE', 'groups/acme%2Fweb?permanently_remove=true&full_path=web')).toMatchObject({ status: 400 });
  expect(await ask('POST', 'groups/acme%2Fweb/restore')).toMatchObject({
    status: 201,
    body: { id: tiny.groups.web, marked_for_deletion_on: null },
  });
  expect(await ask('DELETE', 'projects/acme%2Fweb%2Fapp')).toEqual(accepted);
  expect((await ask('GET', 'projects/acme%2Fweb%2Fapp')).body).toMatchObject({
    archived: true,
    path: `app-deleted-${tiny.projects.app}`,
    marked_for_deletion_at: '2026-11-21',
    marked_for_deletion_on: '2026-11-21',
  });
  expect(await ask('POST', `projects/${tiny.projects.app}/restore`)).toMatchObject({
    status: 201,
    body: { archived: false, path: 'app', marked_for_deletion_on: null },
  });
});

test('AP-05.113 docs/api/groups.md, permanently_remove: thousands of items go in pieces, and nothing of them is left', async () => {
  const epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  await sql`INSERT INTO work_items (iid, type, group_id, project_id, title, author_id)
    SELECT n, 'issue', ${tiny.groups.web}, ${tiny.projects.app}, 'x', 1 FROM generate_series(1, 1200) n`.execute(
    server.db,
  );
  await sql`INSERT INTO parent_links (parent_id, child_id, relative_position)
    SELECT ${epic.id}, id, iid FROM work_items WHERE type = 'issue'`.execute(server.db);
  await settle(server.db);
  await ask('DELETE', 'groups/acme%2Fweb');
  await ask('DELETE', 'groups/acme%2Fweb', { permanently_remove: true, full_path: 'acme/web' });
  const store = sqlStore(server.db);
  const jobs = async () => {
    const { rows } = await sql<{
      id: string;
      data: Job;
    }>`SELECT id, data FROM espalier_jobs.job ORDER BY created_on`.execute(server.db);
    await sql`DELETE FROM espalier_jobs.job`.execute(server.db);
    return rows.map(({ data }) => data).filter((job) => job.kind === 'deletePlace');
  };
  let pieces = 0;
  for (let [job] = await jobs(); job !== undefined; [job] = await jobs()) {
    await store.transaction((inside) => deletePiece(inside, job as DeletePlace));
    pieces += 1;
  }
  expect(pieces).toBe(4);
  expect((await ask('GET', 'groups/acme%2Fweb')).status).toBe(404);
  const { rows } = await sql`SELECT opened_issues, child_issues FROM rollups WHERE work_item_id = ${epic.id}`.execute(
    server.db,
  );
  expect(rows).toEqual([{ opened_issues: 0, child_issues: 0 }]);
  const left = await sql<{
    n: number;
  }>`SELECT (SELECT count(*) FROM work_items) + (SELECT count(*) FROM item_counts WHERE items <> 0) AS n`.execute(
    server.db,
  );
  expect(left.rows).toEqual([{ n: 2 }]);
});

test('AP-05.124 docs/api/groups.md, Transfer a group, and docs/api/projects.md, Transfer a project', async () => {
  expect(await ask('POST', 'groups/acme%2Fweb/transfer')).toMatchObject({
    status: 201,
    body: { id: tiny.groups.web, full_path: 'web', parent_id: null },
  });
  expect(await ask('POST', 'groups/web/transfer')).toEqual({
    status: 400,
    body: { message: 'Transfer failed: Group is already a root group.' },
  });
  expect(await ask('POST', 'groups/web/transfer', { group_id: tiny.groups.acme })).toMatchObject({
    status: 201,
    body: { full_path: 'acme/web', full_name: 'Acme / Web' },
  });
  expect(await ask('POST', 'groups/acme%2Fweb/transfer', { group_id: tiny.groups.hidden })).toEqual({
    status: 404,
    body: { message: '404 Group Not Found' },
  });
  expect(await ask('PUT', 'projects/acme%2Fweb%2Fapp/transfer', { namespace: 'acme' })).toMatchObject({
    status: 200,
    body: { path_with_namespace: 'acme/app', namespace: { id: tiny.groups.acme } },
  });
  const app = 'projects/acme%2Fweb%2Fapp/transfer';
  expect(await ask('PUT', app, {})).toEqual({ status: 400, body: { error: 'namespace is missing' } });
  expect(await ask('PUT', app, { namespace: 'hidden' })).toEqual({
    status: 404,
    body: { message: '404 Namespace Not Found' },
  });
  expect(await ask('PUT', app, { namespace: tiny.groups.acme })).toEqual({
    status: 400,
    body: { message: 'Failed to transfer project {:new_namespace=>["Project is already in this namespace."]}' },
  });
});

test('AP-05.114 lists and numbers of both groups are right after a move, with a thousand groups below by as many statements', async () => {
  const other = (await ask('POST', 'groups', { name: 'Other', path: 'other', visibility: 'public' })).body;
  await makeEpic(server.db, { groupId: tiny.groups.web });
  for (let n = 0; n < 3; n += 1) await makeIssue(server.db, { projectId: tiny.projects.app });
  const count = async (path: string) => {
    const text = `{ group(fullPath: "${path}") { epics { count nodes { iid } } issues(includeSubgroups: true) { count nodes { iid } } } }`;
    const { epics, issues } = (await server.graphql(text, {}, plan)).data.group;
    return [epics.count, epics.nodes.length, issues.count, issues.nodes.length];
  };
  const move = async (to: number) =>
    (await server.countStatements(() => ask('POST', `groups/${tiny.groups.web}/transfer`, { group_id: to }))).statements
      .length;
  expect([await count('acme'), await count('other')]).toEqual([
    [1, 1, 3, 3],
    [0, 0, 0, 0],
  ]);
  const few = await move(other.id);
  expect([await count('acme'), await count('other')]).toEqual([
    [0, 0, 0, 0],
    [1, 1, 3, 3],
  ]);
  await sql`INSERT INTO groups (parent_id, path, full_path, name, full_name, traversal_ids)
    SELECT ${tiny.groups.web}, 'g' || n, 'other/web/g' || n, 'g' || n, 'Other / Web / g' || n, ARRAY[${other.id}::bigint, ${tiny.groups.web}::bigint]
    FROM generate_series(1, 1000) n`.execute(server.db);
  expect(await move(tiny.groups.acme)).toBe(few);
  expect([await count('acme'), await count('other')]).toEqual([
    [1, 1, 3, 3],
    [0, 0, 0, 0],
  ]);
  await ask('PUT', `projects/${tiny.projects.app}/transfer`, { namespace: 'other' });
  expect([await count('acme'), await count('other')]).toEqual([
    [1, 1, 0, 0],
    [0, 0, 3, 3],
  ]);
  const roots =
    await sql`SELECT DISTINCT w.root_id = g.traversal_ids[1] AS right FROM work_items w JOIN groups g ON g.id = w.group_id`.execute(
      server.db,
    );
  expect(roots.rows).toEqual([{ right: true }]);
});

test('AP-05.116 the items of a large group that is moved are found by its new tree as soon as the jobs are done', async () => {
  const other = (await ask('POST', 'groups', { name: 'Other', path: 'other', visibility: 'public' })).body;
  await sql`INSERT INTO work_items (iid, type, group_id, project_id, title, author_id)
    SELECT n, 'issue', ${tiny.groups.web}, ${tiny.projects.app}, 'x', 1 FROM generate_series(1, 2500) n`.execute(
    server.db,
  );
  await ask('POST', `groups/${tiny.groups.web}/transfer`, { group_id: other.id });
  const inTree = async () => {
    const { rows } = await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM work_items WHERE root_id = ${other.id}`.execute(server.db);
    return rows[0]?.n;
  };
  const counts = [await inTree()];
  const store = sqlStore(server.db);
  for (let n = 0; n < 3; n += 1) {
    const { rows } = await sql<{ data: Job }>`DELETE FROM espalier_jobs.job RETURNING data`.execute(server.db);
    for (const { data } of rows)
      if (data.kind === 'nameTrees') await store.transaction((inside) => nameTreesPiece(inside, data));
    counts.push(await inTree());
  }
  expect(counts).toEqual([0, 2000, 2500, 2500]);
  const left = await sql`SELECT data FROM espalier_jobs.job WHERE data ->> 'kind' = 'nameTrees'`.execute(server.db);
  expect(left.rows).toEqual([]);
});
