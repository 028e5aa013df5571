import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { hashSecret } from '../auth/secrets.ts';
import { readConfig } from '../config.ts';
import { childrenOf, link, makeEpic } from '../db/testing-data.ts';
import { DESCRIPTION_MAX } from '../work-item/patch.ts';
import { epicGid, openWorld, resetWorld, settle, type World } from '../tree/testing.ts';

let world: World;
let app: FastifyInstance;
beforeAll(async () => {
  world = await openWorld();
  world = await resetWorld(world.database);
  const token = { user_id: world.users.plan, name: 'test', token_hash: hashSecret('secret') };
  await world.db.insertInto('access_tokens').values(token).execute();
  app = await createApp({ database: world.database, config: readConfig({}) });
});
afterAll(async () => {
  await app.close();
  await world.database.close();
});

const headers = { 'private-token': 'secret' };

test('over HTTP: create, add, reorder, close, delete; the page of an epic is still a page', async () => {
  const { db, groups } = world;
  const parent = await makeEpic(db, { groupId: groups.acme });
  const old = await makeEpic(db, { groupId: groups.acme });
  await link(db, parent.id, old.id);
  await settle(db);
  const made = await app.inject({
    method: 'POST',
    url: '/api/v4/groups/acme%2Fweb/epics',
    headers: { ...headers, 'idempotency-key': 'k' },
    payload: { title: 'Child', parent_id: parent.id },
  });
  expect(made.statusCode).toBe(201);
  const { id } = made.json<{ id: number }>();
  expect(await childrenOf(db, parent.id)).toEqual([id, old.id]);

  const query = 'mutation ($input: EpicTreeReorderInput!) { epicTreeReorder(input: $input) { errors } }';
  const moved = { id: epicGid(id), adjacentReferenceId: epicGid(old.id), relativePosition: 'before' };
  const reordered = await app.inject({
    method: 'POST',
    url: '/api/graphql',
    headers,
    payload: { query, variables: { input: { baseEpicId: epicGid(parent.id), moved } } },
  });
  expect(reordered.json()).toEqual({ data: { epicTreeReorder: { errors: [] } } });
  expect(await childrenOf(db, parent.id)).toEqual([old.id, id]);

  const url = `/groups/acme/-/epics/${parent.iid}`;
  const closed = await app.inject({ method: 'PUT', url: `${url}.json?epic[state_event]=close`, headers });
  expect([closed.statusCode, closed.json<{ state: string }>().state]).toEqual([200, 'closed']);
  const removed = await app.inject({ method: 'DELETE', url: `${url}/links/${old.id}`, headers });
  expect(removed.json<{ issuables: { id: number }[] }>().issuables.map((child) => child.id)).toEqual([id]);
  expect((await app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })).statusCode).not.toBe(405);
  const anonymous = await app.inject({ method: 'DELETE', url: `${url}.json?destroy_confirm=true` });
  expect(anonymous.statusCode).toBe(401);
  const gone = await app.inject({ method: 'DELETE', url: `${url}.json?destroy_confirm=true`, headers });
  expect(gone.statusCode).toBe(200);
  expect(await db.selectFrom('work_items').select('id').execute()).toEqual([{ id: old.id }]);
});

test('the longest description comes through, in any script; one character more is too long for it', async () => {
  const { iid } = await makeEpic(world.db, { groupId: world.groups.acme });
  const url = `/groups/acme/-/epics/${iid}.json`;
  const put = (description: string) => app.inject({ method: 'PUT', url, headers, payload: { epic: { description } } });
  expect((await put('語'.repeat(DESCRIPTION_MAX))).statusCode).toBe(200);
  const beyond = await put('💣'.repeat(DESCRIPTION_MAX + 1));
  expect([beyond.statusCode, beyond.json<{ errors: string[] }>().errors]).toEqual([
    422,
    [`Description is too long (maximum is ${DESCRIPTION_MAX} characters)`],
  ]);
});

test('whoever is not signed in may send 1 MiB, whether the length is told or not', async () => {
  const payload = (length: number) => JSON.stringify({ query: '{ __typename }', variables: { x: 'x'.repeat(length) } });
  const post = (body: string | Readable, more = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { 'content-type': 'application/json', ...more },
      payload: body,
    });
  for (const [length, status] of [
    [1024 * 1024 - 100, 200],
    [1024 * 1024, 413],
  ] as const) {
    expect((await post(payload(length))).statusCode).toBe(status);
    expect((await post(Readable.from([payload(length)]))).statusCode).toBe(status);
    expect((await post(Readable.from([payload(length)]), headers)).statusCode).toBe(200);
  }
});

interface Answer extends Record<'id' | 'iid', number>, Record<'path' | 'web_url', string> {}

test('AP-05.25 every answer has the one address of an item', async () => {
  const { db, groups, projects } = world;
  const epic = await makeEpic(db, { groupId: groups.acme });
  const pages: [number, string][] = [];
  const told: [number, string][] = [];
  const tell = (items: Answer[], field: 'path' | 'web_url') => {
    for (const item of items) told.push([item.id, item[field].replace('http://localhost:80', '')]);
  };
  for (const [issue_type, page] of [
    ['issue', ({ iid }: Answer) => `/acme/api/-/issues/${iid}`],
    ['incident', ({ iid }: Answer) => `/acme/api/-/issues/incident/${iid}`],
    ['task', ({ id }: Answer) => `/acme/api/-/work_items/${id}`],
  ] as const) {
    const url = `/api/v4/projects/${projects.api}/issues`;
    const made = (
      await app.inject({ method: 'POST', url, headers, payload: { title: 'x', issue_type } })
    ).json<Answer>();
    await link(db, epic.id, made.id);
    pages.push([made.id, page(made)]);
    tell([made], 'path');
    tell([made], 'web_url');
  }
  await settle(db);
  const get = async (url: string) => (await app.inject({ url, headers })).json<Answer[]>();
  tell(await get(`/api/v4/projects/${projects.api}/issues`), 'web_url');
  tell(await get(`/groups/acme/-/epics/${epic.iid}/issues`), 'path');
  const query = '{ project(fullPath: "acme/api") { issues { nodes { id webUrl } } } }';
  const { data } = (await app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })).json<{
    data: { project: { issues: { nodes: { id: string; webUrl: string }[] } } };
  }>();
  for (const { id, webUrl } of data.project.issues.nodes) {
    told.push([Number(id.split('/').at(-1)), webUrl.replace('http://localhost:80', '')]);
  }
  for (const [id, page] of pages) {
    expect(told.filter((each) => each[0] === id)).toEqual(Array.from({ length: 5 }, () => [id, page]));
  }
});

test('a mutation answers what it made', async () => {
  const query =
    'mutation { createEpic(input: { groupPath: "acme", title: "Over the wire" }) { errors epic { title state } } }';
  const answer = await app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } });
  expect(answer.json()).toEqual({
    data: { createEpic: { errors: [], epic: { title: 'Over the wire', state: 'opened' } } },
  });
});

test('one Idempotency-Key covers all changes of a request, each once however often it is sent', async () => {
  const { db } = world;
  const create = (title: string) =>
    `createEpic(input: { groupPath: "acme", title: "${title}" }) { errors epic { iid } }`;
  const send = (key: string) =>
    app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { ...headers, 'idempotency-key': key },
      payload: { query: `mutation { a: ${create('Of one request')} b: ${create('Of one request')} }` },
    });
  const [first, again] = [await send('two'), await send('two')];
  expect(first.json<{ data: Record<string, { errors: unknown }> }>().data.b?.errors).toEqual([]);
  expect(again.json()).toEqual(first.json());
  const titles = () => db.selectFrom('work_items').select('id').where('title', '=', 'Of one request').execute();
  expect(await titles()).toHaveLength(2);
  const refused = (await send('x'.repeat(256))).json<{ data: { a: { errors: string[] } } }>();
  expect(refused.data.a.errors).toEqual(['Idempotency-Key is invalid']);
  expect(await titles()).toHaveLength(2);
});
