import { sql } from 'kysely';
import { openSession } from '../auth/sessions.ts';
import { hashPassword, verifyPassword } from '../auth/secrets.ts';
import { makeIssue, makeMember, makeUser, seedTiny, type TinyData } from '../db/testing-data.ts';
import { NOW, openTestServer, type Json, type TestServer } from '../graphql/testing.ts';

/** GitLab's docs/api/users.md. */

let server: TestServer;
let tiny: TinyData;
let root: string;
let dev: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  [root, dev] = [await server.token(tiny.users.root), await server.token(tiny.users.dev)];
});

const USERS = '/api/v4/users';
const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token?: string, body?: unknown) => {
  const { status, body: told } = await server.rest(method, url, token, body);
  return { status, body: told as Json };
};
const names = async (query = '', token = root) => {
  const { status, body, headers } = await server.rest('GET', `${USERS}${query}`, token);
  expect(status).toBe(200);
  const list = (body as Json[]).map(({ username }) => String(username));
  expect(headers['x-total']).toBe(String(list.length));
  return list;
};
const person = { username: 'ada', name: 'Ada', email: 'ada@example.com' };
const set = (id: number, fields: object) => server.db.updateTable('users').set(fields).where('id', '=', id).execute();

test('AP-09.20 "List users": every documented filter', async () => {
  const everybody = ['out', 'guest', 'rep', 'dev', 'plan', 'root'];
  expect(await names()).toEqual(everybody);
  expect(await names('?order_by=username&sort=asc')).toEqual(['dev', 'guest', 'out', 'plan', 'rep', 'root']);
  await set(tiny.users.out, { state: 'blocked', email: 'Out@example.com' });
  await set(tiny.users.rep, { state: 'deactivated', email: 'rep@example.com', created_at: '2020-05-05T10:00:00Z' });
  await set(tiny.users.guest, { state: 'banned', profile: JSON.stringify({ public_email: 'guest@example.com' }) });
  expect(await names('?username=REP')).toEqual(['rep']);
  expect(await names('?search=ou')).toEqual(['out']);
  expect(await names('?search=out@EXAMPLE.com')).toEqual(['out']);
  expect(await names('?active=true')).toEqual(['dev', 'plan', 'root']);
  expect(await names('?blocked=true')).toEqual(['out']);
  expect(await names('?exclude_active=true')).toEqual(['out', 'guest', 'rep']);
  expect(await names('?admins=true')).toEqual(['root']);
  for (const query of ['external=true', 'auditors=true', 'exclude_humans=true', 'two_factor=enabled'])
    expect(await names(`?${query}`)).toEqual([]);
  for (const query of [
    'external=false',
    'exclude_external=true',
    'humans=true',
    'exclude_internal=true',
    'without_project_bots=true',
    'two_factor=disabled',
  ])
    expect(await names(`?${query}`)).toEqual(everybody);
  await makeMember(server.db, { userId: tiny.users.dev, projectId: tiny.projects.app, accessLevel: 30 });
  expect(await names('?without_projects=true')).not.toContain('dev');
  expect(await names('?created_before=2020-05-06')).toEqual(['rep']);
  expect(await names('?created_after=2020-05-06T00:00:00Z')).not.toContain('rep');
});

test('AP-09.20 "For normal users": who is shut out is not found, an address only if it is public', async () => {
  await set(tiny.users.out, { state: 'blocked' });
  await set(tiny.users.guest, { state: 'banned' });
  await set(tiny.users.rep, { email: 'rep@example.com', profile: JSON.stringify({ public_email: 'r@example.com' }) });
  await server.db.insertInto('users').values({ username: 'ghost', name: 'Ghost', kind: 'ghost' }).execute();
  expect(await names('', dev)).toEqual(['rep', 'dev', 'plan', 'root']);
  expect(await names('?blocked=true', dev)).toEqual([]);
  expect(await names('?search=rep@example.com', dev)).toEqual([]);
  expect(await names('?search=R@example.com', dev)).toEqual(['rep']);
  expect(await names('?exclude_internal=true')).not.toContain('ghost');
  expect((await send('GET', `${USERS}?username=rep`, dev)).body).toEqual([
    {
      id: tiny.users.rep,
      username: 'rep',
      name: 'rep',
      state: 'active',
      locked: false,
      avatar_url: null,
      web_url: 'http://localhost:80/rep',
    },
  ]);
});

test('AP-09.20 what has not the form it wants, and what nobody can answer, is refused in one sentence', async () => {
  const asked = `${USERS}?active=maybe&created_after=soon&order_by=size&two_factor=x&provider=github&custom_attributes=1`;
  expect(await send('GET', asked, root)).toEqual({
    status: 400,
    body: {
      error:
        'active is invalid, created_after is invalid, two_factor does not have a valid value, order_by does not have a valid value, provider is not supported, custom_attributes is not supported',
    },
  });
  expect(await send('GET', `${USERS}?admins=true`, dev)).toEqual({
    status: 400,
    body: { error: 'admins is not supported' },
  });
  expect(await send('GET', `${USERS}/x`, dev)).toEqual({ status: 400, body: { error: 'id is invalid' } });
  expect(await send('GET', `${USERS}/9999`, dev)).toEqual({ status: 404, body: { message: '404 User Not Found' } });
  for (const url of [USERS, `${USERS}/1`, '/api/v4/user']) expect((await send('GET', url)).status).toBe(401);
});

test('AP-09.22 "Single user", "User": what everybody is told, the person, and administrators', async () => {
  const { id, ...made } = (
    await send('POST', USERS, root, {
      ...person,
      password: 'long enough',
      bio: 'Counts',
      job_title: 'Countess',
      organization: 'Engines',
      note: 'first',
    })
  ).body;
  await set(id, { time_zone: 'America/New_York' });
  const shown = {
    ...{ username: 'ada', name: 'Ada', state: 'active', locked: false, avatar_url: null },
    ...{ web_url: 'http://localhost:80/ada', created_at: NOW, bio: 'Counts', location: null, public_email: null },
    ...{ skype: '', linkedin: '', twitter: '', discord: '', website_url: '', organization: 'Engines' },
    ...{ job_title: 'Countess', pronouns: null, bot: false, work_information: 'Countess at Engines' },
    ...{ followers: 0, following: 0, is_followed: false, local_time: '7:00 AM' },
  };
  const own = {
    ...{ last_sign_in_at: null, confirmed_at: NOW, last_activity_on: '2026-11-21', email: 'ada@example.com' },
    ...{ commit_email: 'ada@example.com', theme_id: null, color_scheme_id: null, projects_limit: 100_000 },
    ...{ current_sign_in_at: null, identities: [], can_create_group: true, can_create_project: true },
    ...{ two_factor_enabled: false, external: false, private_profile: false, scim_identities: [], is_admin: false },
    ...{ shared_runners_minutes_limit: null, extra_shared_runners_minutes_limit: null },
  };
  const administrators = {
    ...{ note: 'first', namespace_id: null, current_sign_in_ip: null, last_sign_in_ip: null, sign_in_count: 0 },
    ...{ is_auditor: false, using_license_seat: true, provisioned_by_group_id: null },
    created_by: {
      ...{ id: 1, username: 'root', name: 'Administrator', state: 'active', avatar_url: null },
      web_url: 'http://localhost:80/root',
    },
  };
  expect(made).toEqual({ ...shown, ...own, ...administrators, local_time: null, last_activity_on: null });
  const ada = await server.token(id);
  expect((await send('GET', `${USERS}/${id}`, dev)).body).toEqual({ id, ...shown });
  expect((await send('GET', '/api/v4/user', ada)).body).toEqual({ id, ...shown, ...own });
  expect((await send('GET', `${USERS}/${id}`, root)).body).toEqual({ id, ...shown, ...own, ...administrators });
  expect((await send('GET', `${USERS}?username=ada`, root)).body).toEqual([
    { id, ...shown, ...own, ...administrators },
  ]);
  expect((await send('GET', '/api/v4/user', root)).body).toMatchObject({ is_admin: true, sign_in_count: 0 });
});

test('AP-09.23 "User creation": by JSON and by form; with a password one signs in', async () => {
  const made = await send('POST', USERS, root, {
    ...person,
    admin: true,
    password: 'long enough',
    skip_confirmation: true,
  });
  expect(made).toMatchObject({ status: 201, body: { username: 'ada', is_admin: true, created_by: { id: 1 } } });
  const form = await server.app.inject({
    method: 'POST',
    url: USERS,
    headers: { 'private-token': root, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'username=bob&name=Bob+B&email=bob%40example.com&force_random_password=true&location=Here',
  });
  expect([form.statusCode, form.json()]).toMatchObject([201, { name: 'Bob B', location: 'Here' }]);
  const { rows } = await sql<{
    password_hash: string | null;
  }>`SELECT password_hash FROM users ORDER BY id DESC LIMIT 2`.execute(server.db);
  expect(rows[0]?.password_hash).toBeNull();
  expect(await verifyPassword('long enough', rows[1]?.password_hash ?? null)).toBe(true);
});

test('AP-09.24 "User modification": what is given; an empty text takes a part away', async () => {
  const id = await makeUser(server.db, 'ada');
  const url = `${USERS}/${id}`;
  const changed = {
    username: 'Lady',
    name: 'Lady L',
    email: 'l@example.com',
    bio: 'B',
    location: 'L',
    note: 'N',
    admin: true,
  };
  expect(await send('PUT', url, root, changed)).toMatchObject({
    status: 200,
    body: {
      username: 'Lady',
      name: 'Lady L',
      email: 'l@example.com',
      bio: 'B',
      location: 'L',
      note: 'N',
      is_admin: true,
    },
  });
  expect((await send('PUT', url, root, { bio: '', note: '', admin: 'false' })).body).toMatchObject({
    bio: '',
    location: 'L',
    note: null,
    is_admin: false,
    name: 'Lady L',
  });
  expect((await send('PUT', url, root, {})).status).toBe(200);
});

test('AP-09.25 errors of making and changing, in GitLab’s forms', async () => {
  expect(await send('POST', USERS, root, { name: 'Ada', external: true, avatar: 'x', admin: 'perhaps' })).toEqual({
    status: 400,
    body: {
      error:
        'email is missing, username is missing, password, reset_password, force_random_password are missing, at least one parameter must be provided, external does not have a valid value, admin is invalid, avatar is invalid',
    },
  });
  const bad = { ...person, username: '.', website_url: 'x', reset_password: true };
  expect(await send('POST', USERS, root, bad)).toMatchObject({
    status: 400,
    body: { message: { username: [expect.stringContaining('can contain only')], website_url: ['is not a valid URL'] } },
  });
  expect(await send('POST', USERS, root, { ...person, password: 'short' })).toEqual({
    status: 400,
    body: { message: { password: ['is too short (minimum is 8 characters)'] } },
  });
  for (const password of [['long enough'], { long: 'enough' }, 1234567890, true, null])
    for (const [method, url] of [
      ['POST', USERS],
      ['PUT', `${USERS}/${tiny.users.dev}`],
    ] as const)
      expect(await send(method, url, root, { ...person, password })).toEqual({
        status: 400,
        body: { error: 'password is invalid' },
      });
  const again = { ...person, username: 'DEV', force_random_password: true };
  expect(await send('POST', USERS, root, again)).toEqual({
    status: 409,
    body: { message: 'Username has already been taken' },
  });
  expect(await send('PUT', `${USERS}/9999`, root, { name: 'x' })).toEqual({
    status: 404,
    body: { message: '404 User Not Found' },
  });
  expect(await send('PUT', `${USERS}/1`, root, { admin: false })).toEqual({
    status: 403,
    body: { message: '403 Forbidden - The API initiating user cannot lose administration by the API' },
  });
  expect(await send('PUT', `${USERS}/9999`, dev, { name: 'x' })).toEqual({
    status: 403,
    body: { message: '403 Forbidden' },
  });
  expect((await send('POST', USERS, undefined, person)).status).toBe(401);
});

const state = async (who: keyof TinyData['users']) =>
  (await server.db.selectFrom('users').select('state').where('id', '=', tiny.users[who]).executeTakeFirstOrThrow())
    .state;
const shut = (event: string, who: keyof TinyData['users'] = 'rep', token = root) =>
  send('POST', `${USERS}/${tiny.users[who]}/${event}`, token);

test('AP-09.31 "Block, unblock, ban, unban, activate and deactivate user": true, or why not', async () => {
  const done = { status: 201, body: true };
  for (const [event, after] of [
    ['block', 'blocked'],
    ['unblock', 'active'],
    ['ban', 'banned'],
    ['unban', 'active'],
    ['deactivate', 'deactivated'],
    ['activate', 'active'],
  ] as const) {
    expect(await shut(event)).toEqual(done);
    expect(await state('rep')).toBe(after);
  }
  await shut('block');
  expect(await shut('ban')).toEqual({ status: 403, body: { message: 'You cannot ban blocked users.' } });
  expect(await shut('activate')).toEqual({
    status: 403,
    body: { message: '403 Forbidden - A blocked user must be unblocked to be activated' },
  });
  expect(await shut('block', 'root')).toMatchObject({ status: 403 });
  expect(await shut('deactivate', 'dev')).toMatchObject({ body: { message: expect.stringContaining('past 90 days') } });
  expect(await send('POST', `${USERS}/9999/block`, root)).toEqual({
    status: 404,
    body: { message: '404 User Not Found' },
  });
  expect(await shut('block', 'rep', dev)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
});

test('AP-09.33 who is blocked is signed out: sessions are gone, tokens do not work until they are let in again', async () => {
  await openSession(server.db, tiny.users.dev, NOW);
  await shut('block', 'dev');
  expect(await server.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  expect((await send('GET', '/api/v4/user', dev)).status).toBe(401);
  await shut('unblock', 'dev');
  expect((await send('GET', '/api/v4/user', dev)).status).toBe(200);
});

test('AP-09.34 who was deactivated signs in and is active; who is blocked does not sign in', async () => {
  await set(tiny.users.rep, { password_hash: await hashPassword('long enough'), state: 'deactivated' });
  const signIn = () =>
    server.app.inject({
      method: 'POST',
      url: '/-/sign-in',
      headers: { 'content-type': 'application/json', 'user-agent': 'a browser' },
      payload: JSON.stringify({ username: 'rep', password: 'long enough' }),
    });
  expect((await signIn()).json()).toMatchObject({ user: { username: 'rep' } });
  expect((await send('GET', `${USERS}/${tiny.users.rep}`, root)).body).toMatchObject({
    ...{
      state: 'active',
      sign_in_count: 1,
      current_sign_in_at: NOW,
      last_sign_in_at: NOW,
      last_activity_on: '2026-11-21',
    },
  });
  await shut('block');
  expect((await signIn()).statusCode).toBe(401);
});

test('AP-09.30 issues of who is banned are in no list, count and page but an administrator’s, who is told that they are hidden', async () => {
  const plan = await server.token(tiny.users.plan);
  await makeIssue(server.db, { projectId: tiny.projects.app, title: 'Buy now', author_id: tiny.users.rep });
  const { iid } = await makeIssue(server.db, { projectId: tiny.projects.app, title: 'Fix it' });
  const seen = async (token: string) => {
    const { body, headers } = await server.rest('GET', '/api/v4/groups/acme/issues', token);
    expect(headers['x-total']).toBe(String((body as Json[]).length));
    const text = `{ group(fullPath: "acme") { issues(includeSubgroups: true) { count nodes { title hidden } } } user(username: "rep") { state } }`;
    const { data } = await server.graphql(text, {}, token);
    const { count, nodes } = data.group.issues;
    expect(count).toBe(nodes.length);
    return { rest: (body as Json[]).map(({ title }) => String(title)), nodes: nodes as Json[], state: data.user.state };
  };
  expect((await seen(plan)).rest.sort()).toEqual(['Buy now', 'Fix it']);
  await shut('ban');
  expect(await seen(plan)).toEqual({ rest: ['Fix it'], nodes: [{ title: 'Fix it', hidden: false }], state: 'blocked' });
  expect((await seen(root)).nodes.sort((a, b) => (String(a.title) < String(b.title) ? -1 : 1))).toEqual([
    { title: 'Buy now', hidden: true },
    { title: 'Fix it', hidden: false },
  ]);
  const one = (number: number, token: string) =>
    send('GET', `/api/v4/projects/acme%2Fweb%2Fapp/issues/${number}`, token);
  expect([(await one(iid, plan)).status, (await one(iid - 1, plan)).status, (await one(iid - 1, root)).status]).toEqual(
    [200, 404, 200],
  );
  await shut('unban');
  expect((await seen(plan)).nodes).toHaveLength(2);
});

test('AP-09.40 "User deletion": nothing that they wrote is lost, in a number of statements that does not grow', async () => {
  const issue = (author_id: number) =>
    makeIssue(server.db, { projectId: tiny.projects.app, title: 'Stays', author_id });
  const { iid } = await issue(tiny.users.rep);
  await server.db
    .insertInto('notes')
    .values({ work_item_id: (await issue(1)).id, author_id: tiny.users.rep, body: 'n' })
    .execute();
  const remove = async (id: number) => {
    const { result, statements } = await server.countStatements(() => send('DELETE', `${USERS}/${id}`, root));
    expect(result).toEqual({ status: 204, body: '' });
    return statements.length;
  };
  const one = await remove(tiny.users.rep);
  expect((await send('GET', `/api/v4/projects/acme%2Fweb%2Fapp/issues/${iid}`, dev)).body.author).toMatchObject({
    ...{ username: 'ghost', name: 'Ghost User', state: 'blocked' },
  });
  for (const who of [tiny.users.guest, tiny.users.guest, tiny.users.guest]) await issue(who);
  expect(await remove(tiny.users.guest)).toBe(one);
  expect(await send('DELETE', `${USERS}/${tiny.users.rep}`, root)).toEqual({
    status: 404,
    body: { message: '404 User Not Found' },
  });
  expect(await send('DELETE', `${USERS}/${tiny.users.plan}`, root)).toEqual({
    status: 409,
    body: { message: 'User cannot be removed while is the sole-owner of a group' },
  });
  expect(await names('?exclude_humans=true')).toEqual(['ghost']);
});

test('AP-09.26 whose password is set is signed out; a token does not set its own person’s; nothing kept holds it', async () => {
  await openSession(server.db, tiny.users.dev, NOW);
  const sessions = async () => (await server.db.selectFrom('sessions').selectAll().execute()).length;
  const put = (id: number, password: string) =>
    server.app.inject({
      method: 'PUT',
      url: `${USERS}/${id}?note=x`,
      headers: { 'private-token': root, 'idempotency-key': `k${id}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ password }),
    });
  expect((await put(1, 'another one')).statusCode).toBe(403);
  expect(await sessions()).toBe(1);
  expect((await put(tiny.users.dev, 'another one')).statusCode).toBe(200);
  expect(await sessions()).toBe(0);
  // Of another password the request is the same one.
  expect((await put(tiny.users.dev, 'a different one')).statusCode).toBe(200);
  const { password_hash } = await server.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', tiny.users.dev)
    .executeTakeFirstOrThrow();
  expect(await verifyPassword('another one', password_hash)).toBe(true);
});

test('AP-09.20 lists and changes take the same number of statements for one and for many', async () => {
  const count = async () => (await server.countStatements(() => send('GET', USERS, root))).statements.length;
  const few = await count();
  for (const name of ['a1', 'a2', 'a3']) await makeUser(server.db, name);
  expect(await count()).toBe(few);
});
