import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { hashSecret } from '../auth/secrets.ts';
import { readConfig } from '../config.ts';
import { childrenOf, link, makeEpic } from '../db/testing-data.ts';
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
