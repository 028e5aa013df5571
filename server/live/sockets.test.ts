import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import WebSocket from 'ws';
import { createApp } from '../app.ts';
import { loadViewer } from '../access/load-viewer.ts';
import { hashSecret, newSecret } from '../auth/secrets.ts';
import { openSession } from '../auth/sessions.ts';
import { readConfig } from '../config.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { makeEpic, seedTiny, type TinyData } from '../db/testing-data.ts';
import { NOW } from '../graphql/testing.ts';
import { approveAccess, requestAccess } from '../member/access-requests.ts';
import { shareWithGroup } from '../member/group-shares.ts';
import { sqlStore } from '../store/sql/index.ts';
import { changeState } from '../user/state.ts';
import type { LiveOptions } from './cable.ts';
import { handshake, ITEM_CHANGED, listening, TestClient } from './testing.ts';

let database: TestDatabase;
let tiny: TinyData;
let epic: number;
const apps: FastifyInstance[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.reset();
  tiny = await seedTiny(database.db);
  epic = (await makeEpic(database.db, { groupId: tiny.groups.acme })).id;
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});
afterAll(() => database.close());

interface Started {
  readonly app: FastifyInstance;
  readonly host: string;
  readonly faults: unknown[];
  gauge(name: string): Promise<number>;
}

async function start(live: Partial<LiveOptions> = {}, env: Record<string, string> = {}): Promise<Started> {
  const faults: unknown[] = [];
  const app = await createApp({
    database,
    config: readConfig(env),
    now: () => new Date(NOW),
    onError: (error) => faults.push(error),
    live,
  });
  apps.push(app);
  const host = await listening(app);
  const gauge = async (name: string): Promise<number> => {
    const { body } = await app.inject({ url: '/-/metrics', headers: { host: 'localhost' } });
    return Number(new RegExp(`^espalier_live_${name} (\\S+)$`, 'm').exec(body)?.[1]);
  };
  return { app, host, faults, gauge };
}

const gid = () => `gid://gitlab/Epic/${epic}`;
const cookieOf = async (userId: number): Promise<{ cookie: string; secret: string }> => {
  const secret = await openSession(database.db, userId, NOW);
  return { cookie: `_espalier_session=${secret}`, secret };
};
const change = (kind = 'title'): Promise<void> =>
  database.notify('espalier_events', JSON.stringify({ workItemIds: [epic], kind }));
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
};

test('AP-07.3 with PUBLIC_URL only its own pages come in, whatever host is named', async () => {
  const { host } = await start({}, { PUBLIC_URL: 'https://plan.example.org' });
  const from = (origin: string) => handshake(host, { headers: { origin } });
  expect(await from('https://plan.example.org')).toBe(101);
  for (const origin of ['http://plan.example.org', `http://${host}`, 'https://plan.example.org:444'])
    expect([origin, await from(origin)]).toEqual([origin, 403]);
});

test('AP-07.10 a session that ends is told nothing more: the next event closes its socket', async () => {
  const { host } = await start();
  const { cookie, secret } = await cookieOf(tiny.users.plan);
  const ending = await TestClient.open(host, { headers: { cookie } });
  const staying = await TestClient.open(host, { headers: { cookie: (await cookieOf(tiny.users.plan)).cookie } });
  const [one, other] = [
    await ending.subscribe(ITEM_CHANGED, { id: gid() }),
    await staying.subscribe(ITEM_CHANGED, { id: gid() }),
  ];
  await change();
  await Promise.all([ending.next(one), staying.next(other)]);
  await database.db.deleteFrom('sessions').where('token_hash', '=', hashSecret(secret)).execute();
  await change();
  await Promise.all([ending.untilClosed(), staying.next(other, 2)]);
  expect(ending.told(one)).toHaveLength(1);
  expect(ending.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
});

test.each([
  ['is deleted', (id: number) => database.db.deleteFrom('sessions').where('user_id', '=', id).execute()],
  [
    'runs out',
    (id: number) => database.db.updateTable('sessions').set({ expires_at: NOW }).where('user_id', '=', id).execute(),
  ],
  [
    'is of somebody who was blocked',
    (id: number) => database.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', id).execute(),
  ],
])('AP-07.10 without an event, too, a socket whose session %s is closed', async (_, end) => {
  const { host, gauge } = await start({ sessionsEvery: 20 });
  const [ending, staying] = await Promise.all(
    [tiny.users.dev, tiny.users.plan].map(async (id) =>
      TestClient.open(host, { headers: { cookie: (await cookieOf(id)).cookie } }),
    ),
  );
  const visitor = await TestClient.open(host);
  await end(tiny.users.dev);
  await ending!.untilClosed();
  expect(ending!.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
  await until(async () => (await gauge('sockets')) === 2);
  expect([staying!.closed, visitor.closed]).toEqual([false, false]);
});

test('AP-09.33 the sockets of who is shut out are closed at once, of a session and of a token, wherever it happens', async () => {
  const { host } = await start({ sessionsEvery: 10 * 60_000 });
  const token = newSecret('test-');
  await database.db
    .insertInto('access_tokens')
    .values({ user_id: tiny.users.dev, name: 't', token_hash: hashSecret(token) })
    .execute();
  const headers: Record<string, string>[] = [
    { cookie: (await cookieOf(tiny.users.dev)).cookie },
    { 'private-token': token },
  ];
  const ending = await Promise.all(headers.map((each) => TestClient.open(host, { headers: each })));
  const staying = await TestClient.open(host, { headers: { cookie: (await cookieOf(tiny.users.plan)).cookie } });
  const root = await loadViewer(database.db, tiny.users.root);
  const blocked = await changeState(sqlStore(database.db), root, { id: tiny.users.dev, event: 'block' }, NOW);
  expect(blocked).toEqual({ ok: true, value: null });
  await Promise.all(ending.map((client) => client.untilClosed()));
  for (const client of ending)
    expect(client.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
  expect(staying.closed).toBe(false);
  expect(await database.db.selectFrom('sessions').select('id').where('user_id', '=', tiny.users.dev).execute()).toEqual(
    [],
  );
});

test('AP-07.19 a socket whose person has got other rights is closed, so that their page reads everything again', async () => {
  const { host } = await start({ sessionsEvery: 20 });
  const { cookie } = await cookieOf(tiny.users.dev);
  const client = await TestClient.open(host, { headers: { cookie } });
  const staying = await TestClient.open(host, { headers: { cookie: (await cookieOf(tiny.users.plan)).cookie } });
  await database.db.deleteFrom('memberships').where('user_id', '=', tiny.users.dev).execute();
  await client.untilClosed();
  expect(client.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'rights_changed', reconnect: true });
  expect(staying.closed).toBe(false);
});

test('BD-05.62 so is one whose person is approved, or whose group is invited', async () => {
  const { host } = await start({ sessionsEvery: 20 });
  const { cookie } = await cookieOf(tiny.users.out);
  const { db } = database;
  const told = async (change: () => Promise<unknown>) => {
    const client = await TestClient.open(host, { headers: { cookie } });
    await change();
    await client.untilClosed();
    return client.frames.at(-1);
  };
  const store = sqlStore(db);
  const place = { kind: 'group', pathOrId: tiny.groups.acme } as const;
  const plan = await loadViewer(db, tiny.users.plan);
  const changed = { type: 'disconnect', reason: 'rights_changed', reconnect: true };
  await requestAccess(store, await loadViewer(db, tiny.users.out), place, NOW);
  expect(await told(() => approveAccess(store, plan, { place, userId: tiny.users.out }, NOW))).toEqual(changed);
  await db
    .insertInto('memberships')
    .values({ user_id: tiny.users.out, group_id: tiny.groups.hidden, access_level: 50 })
    .execute();
  const share = { place, groupId: tiny.groups.hidden, level: 40, expiresAt: null };
  const root = await loadViewer(db, 1);
  expect(await told(() => shareWithGroup(store, root, share, NOW))).toEqual(changed);
});

test('AP-07.19 so is one whose person has a role that ended with the day', async () => {
  const { host } = await start({ sessionsEvery: 20 });
  const { cookie } = await cookieOf(tiny.users.dev);
  const client = await TestClient.open(host, { headers: { cookie } });
  const ending = database.db.updateTable('memberships').where('user_id', '=', tiny.users.dev);
  await ending.set({ expires_at: '2026-11-22' }).execute();
  const staying = await TestClient.open(host, { headers: { cookie } });
  await ending.set({ expires_at: NOW.slice(0, 10) }).execute();
  for (const each of [client, staying]) {
    await each.untilClosed();
    expect(each.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'rights_changed', reconnect: true });
  }
});

test('AP-07.2 what is nested too deep for parser or writer is refused, and the next command answered', async () => {
  const { host } = await start();
  const client = await TestClient.open(host);
  const deep = await client.subscribe(`subscription { itemChanged(issuableId: ${'['.repeat(9_000)}`);
  expect(client.messages(deep)).toMatchObject([{ result: { errors: [expect.anything()] }, more: false }]);
  for (const query of [ITEM_CHANGED, '{ metadata { version } }']) {
    const nested = '['.repeat(9_000) + ']'.repeat(9_000);
    const identifier = `{"channel":"GraphqlChannel","query":${JSON.stringify(query)},"variables":{"id":"${gid()}","x":${nested}}}`;
    client.command('subscribe', identifier);
    await client.until(() => client.messages(identifier).length > 0);
    expect(client.messages(identifier)).toMatchObject([
      { result: { errors: [{ message: expect.stringMatching('too deep') }] } },
    ]);
  }
  const next = await client.subscribe(ITEM_CHANGED, { id: gid() });
  await change();
  expect(await client.next(next)).toHaveLength(1);
});

test('AP-07.10 a token that was revoked is told nothing more', async () => {
  const { host } = await start();
  const values = { user_id: tiny.users.plan, name: 'test', token_hash: hashSecret('a token'), last_used_at: NOW };
  await database.db.insertInto('access_tokens').values(values).execute();
  const client = await TestClient.open(host, { headers: { 'private-token': 'a token' } });
  const identifier = await client.subscribe(ITEM_CHANGED, { id: gid() });
  await database.db.updateTable('access_tokens').set({ revoked: true }).execute();
  await change();
  await client.untilClosed();
  expect(client.told(identifier)).toEqual([]);
});

test('AP-07.12 more subscriptions, more text and more sockets than there may be are refused, and there is room again afterwards', async () => {
  const { host } = await start({ subscriptions: 3, identifiers: 2000, sockets: 2 });
  const client = await TestClient.open(host);
  const three = [];
  for (let count = 0; count < 3; count += 1) three.push(await client.subscribe(ITEM_CHANGED, { id: gid() }));
  const refused = await client.subscribe(ITEM_CHANGED, { id: gid() });
  expect(client.frames.at(-1)).toEqual({ identifier: refused, type: 'reject_subscription' });
  client.command('unsubscribe', three[0]!);
  const again = await client.subscribe(ITEM_CHANGED, { id: gid() });
  expect(client.messages(again)).toHaveLength(1);
  client.command('unsubscribe', again);
  const long = await client.subscribe(ITEM_CHANGED, { id: gid() }, { padding: 'x'.repeat(2000) });
  expect(client.frames.at(-1)).toEqual({ identifier: long, type: 'reject_subscription' });
  const second = await TestClient.open(host);
  expect(await handshake(host)).toBe(503);
  await second.close();
  await until(async () => (await handshake(host)) === 101);
});

test('AP-07.12 of one sender there are fewer sockets, and another one comes in', async () => {
  const { host } = await start({ socketsEach: 2 });
  const [{ cookie }, other] = [await cookieOf(tiny.users.plan), await cookieOf(tiny.users.plan)];
  for (const headers of [{ cookie }, {} as Record<string, string>]) {
    const [first] = [await TestClient.open(host, { headers }), await TestClient.open(host, { headers })];
    expect(await handshake(host, { headers })).toBe(503);
    await first.close();
    await until(async () => (await handshake(host, { headers })) === 101);
  }
  expect(await handshake(host, { headers: { cookie: other.cookie } })).toBe(101);
});

test('AP-07.12 a frame that is too long closes its socket', async () => {
  const { host } = await start();
  const client = await TestClient.open(host);
  const code = new Promise<number>((resolve) => client.ws.once('close', resolve));
  client.ws.send('x'.repeat(64 * 1024 + 1));
  expect(await code).toBe(1009);
});

test('AP-07.13 a client that does not read is sent away, and keeps nobody waiting', async () => {
  const { host, gauge } = await start({ unsent: 64 * 1024, identifiers: 1024 * 1024 });
  const [slow, quick] = [await TestClient.open(host), await TestClient.open(host)];
  const padding = 'x'.repeat(50_000);
  const ofSlow = [];
  for (let number = 0; number < 10; number += 1)
    ofSlow.push(await slow.subscribe(ITEM_CHANGED, { id: gid() }, { padding }));
  const other = await quick.subscribe(ITEM_CHANGED, { id: gid() });
  slow.ws.pause();
  let count = 0;
  while ((await gauge('subscriptions')) > 1) {
    count += 1;
    await change();
    await quick.next(other, count);
  }
  slow.ws.resume();
  await slow.untilClosed();
  expect(slow.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'slow_client', reconnect: true });
  expect(slow.told(ofSlow[9]!).length).toBeLessThan(count);
  expect(quick.told(other)).toHaveLength(count);
});

test('AP-07.13 a client that has gone without a word is noticed', async () => {
  const { host, gauge } = await start({ lookEvery: 1000 });
  const gone = new TestClient(new WebSocket(`ws://${host}/-/cable`, { autoPong: false }));
  const there = await TestClient.open(host);
  await gone.untilClosed();
  await until(async () => (await gauge('sockets')) === 1);
  expect(there.closed).toBe(false);
});

test('AP-07.14 a socket that closes leaves nothing, however often', async () => {
  const { host, gauge, faults } = await start();
  for (let count = 0; count < 20; count += 1) {
    const client = await TestClient.open(host);
    await client.subscribe(ITEM_CHANGED, { id: gid() });
    await client.subscribe(ITEM_CHANGED, { id: gid() });
    if (count % 2 === 0) await client.close();
    else client.ws.terminate();
  }
  await until(async () => (await gauge('sockets')) === 0);
  expect(await gauge('subscriptions')).toBe(0);
  await change();
  expect(faults).toEqual([]);
});

test('AP-07.15 a server that ends says so, and does not wait for who does not hear it', async () => {
  const { app, host } = await start();
  const [client, deaf] = [await TestClient.open(host), await TestClient.open(host)];
  deaf.ws.pause();
  const began = performance.now();
  await app.close();
  expect(performance.now() - began).toBeLessThan(3000);
  await client.untilClosed();
  expect(client.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true });
  deaf.ws.terminate();
});

test('AP-07.2 a mutation by a browser goes through its session, whose page is of this server', async () => {
  const { host } = await start();
  const { cookie } = await cookieOf(tiny.users.plan);
  const client = await TestClient.open(host, { headers: { cookie, origin: `http://${host}` } });
  const change = 'mutation($input: UpdateEpicInput!) { updateEpic(input: $input) { errors } }';
  const identifier = await client.subscribe(change, { input: { groupPath: 'acme', iid: '1', title: 'By a browser' } });
  expect(client.messages(identifier)).toEqual([{ result: { data: { updateEpic: { errors: [] } } }, more: false }]);
  const { title } = await database.db
    .selectFrom('work_items')
    .select('title')
    .where('id', '=', epic)
    .executeTakeFirstOrThrow();
  expect(title).toBe('By a browser');
});

test('AP-07.2 a token that reads only subscribes, and changes nothing', async () => {
  const { host } = await start();
  const values = { user_id: tiny.users.plan, name: 'test', token_hash: hashSecret('a token'), last_used_at: NOW };
  await database.db
    .insertInto('access_tokens')
    .values({ ...values, scope: 'read_api' })
    .execute();
  const client = await TestClient.open(host, { headers: { 'private-token': 'a token' } });
  const identifier = await client.subscribe(ITEM_CHANGED, { id: gid() });
  const mutation = 'mutation { updateEpic(input: { groupPath: "acme", iid: "1", title: "x" }) { errors } }';
  const refused = await client.subscribe(mutation);
  expect(JSON.stringify(client.messages(refused))).toContain('The request requires higher privileges');
  await change();
  await client.next(identifier);
});

test('AP-07.3 a socket is one line in the log, without what it was opened with', async () => {
  const lines: string[] = [];
  const app = await createApp({
    database,
    config: readConfig({}),
    now: () => new Date(NOW),
    log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
  });
  apps.push(app);
  const { cookie } = await cookieOf(tiny.users.plan);
  const client = await TestClient.open(await listening(app), { headers: { cookie } });
  await client.subscribe(ITEM_CHANGED, { id: gid() });
  await client.close();
  const requests = lines.filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line) as object);
  expect(requests).toEqual([expect.objectContaining({ route: '/-/cable', status: 101, user: tiny.users.plan })]);
  expect(lines.join('')).not.toContain(cookie.split('=')[1]);
});

test('AP-07.3 an upgrade to anything else is answered as without it', async () => {
  const { host } = await start();
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const [name, port] = host.split(':');
      const socket = connect(Number(port), name, () => socket.write(text));
      let answer = '';
      socket.on('data', (data) => (answer += data.toString()));
      socket.once('close', () => resolve(answer));
      socket.once('error', reject);
    });
  const upgrade = `Host: ${host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n`;
  const read = await raw(`GET /-/liveness HTTP/1.1\r\n${upgrade}\r\n`);
  expect([read.startsWith('HTTP/1.1 200 OK'), read.includes('{"status":"ok"}')]).toEqual([true, true]);
  expect(await raw(`GET /-/cable HTTP/1.1\r\n${upgrade}\r\n`)).toMatch(/^HTTP\/1.1 404/);
  // With its body.
  const body = JSON.stringify({ query: '{ metadata { version } }' });
  const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const posted = await raw(`POST /api/graphql HTTP/1.1\r\n${upgrade}${length}\r\n${body}`);
  expect(posted).toMatch(/^HTTP\/1.1 200[\s\S]*"version"/);
  const websocket = upgrade.replace('h2c', 'websocket');
  expect(await raw(`GET /-/cable HTTP/1.1\r\n${websocket}\r\n`)).toMatch(/^HTTP\/1.1 400/);
  expect(await raw(`POST /-/cable HTTP/1.1\r\n${websocket}Content-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1.1 4/);
});

test('AP-07.17 sockets, subscriptions and messages are counted', async () => {
  const { host, gauge } = await start();
  const counts = async () => Promise.all(['sockets', 'subscriptions', 'messages_total'].map(gauge));
  expect(await counts()).toEqual([0, 0, 0]);
  const client = await TestClient.open(host);
  const identifier = await client.subscribe(ITEM_CHANGED, { id: gid() });
  await client.subscribe('{ metadata { version } }');
  await change();
  await client.next(identifier);
  expect(await counts()).toEqual([1, 1, 1]);
  client.command('unsubscribe', identifier);
  await client.subscribe('{ metadata { version } }');
  expect(await counts()).toEqual([1, 0, 1]);
  await client.close();
  await until(async () => (await gauge('sockets')) === 0);
});
