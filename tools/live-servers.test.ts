import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { startPostgres } from './scripts/lib/postgres.mjs';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { migrateToLatest } from '../server/db/migrate.ts';
import type { OpenDatabase } from '../server/db/open-database.ts';
import { openPostgres } from '../server/db/postgres.ts';
import { hashSecret } from '../server/auth/secrets.ts';
import { makeEpic, makeUser, makeGroup, makeMember } from '../server/db/testing-data.ts';
import {
  GROUP_CHANGED,
  hereBy,
  ITEM_CHANGED,
  listening,
  noteSubscription,
  PRESENCE,
  TestClient,
} from '../server/live/testing.ts';

/** Two servers on one PostgreSQL, one of which reads from a streaming replica. */

type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;

let primary: Postgres | undefined;
let standby: Awaited<ReturnType<Postgres['standby']>>;
let databases: OpenDatabase[] = [];
let apps: FastifyInstance[] = [];
let hosts: string[] = [];
let epic: { id: number; iid: number };
let dev: number;

const warn = console.warn;

beforeAll(async () => {
  // That the listening connection is cut off and the replica left out is what is tested here.
  console.warn = () => undefined;
  primary = await startPostgres();
  if (primary === undefined) return;
  standby = await primary.standby();
  databases = [
    await openPostgres({ databaseUrl: primary.url }),
    await openPostgres({ databaseUrl: primary.url, readUrls: [standby.url] }),
  ];
  const { db } = databases[0]!;
  await migrateToLatest(db);
  const group = await makeGroup(db, { path: 'acme' });
  await makeMember(db, { userId: await makeUser(db, 'plan'), groupId: group, accessLevel: 50 });
  dev = await makeUser(db, 'dev');
  for (const username of ['plan', 'dev'])
    await sql`INSERT INTO access_tokens (user_id, name, token_hash, last_used_at)
      SELECT id, 'test', ${hashSecret(`test-${username}`)}, now() FROM users WHERE username = ${username}`.execute(db);
  epic = await makeEpic(db, { groupId: group });
  apps = await Promise.all(databases.map((database) => createApp({ database, config: readConfig({}) })));
  hosts = await Promise.all(apps.map(listening));
}, 120_000);
afterAll(async () => {
  console.warn = warn;
  await Promise.all(apps.map((app) => app.close()));
  await Promise.all(databases.map((database) => database.close()));
  if (primary === undefined) return;
  await standby.stop();
  await primary.stop();
}, 120_000);

/** Where there is no PostgreSQL, which in continuous integration there is, a test says so and ends. */
function isRun(): boolean {
  if (primary !== undefined) return true;
  expect(process.env.CI).not.toBe('true');
  warn('NOT RUN: there is no PostgreSQL on this machine.');
  return false;
}

const TITLE = 'subscription($id: IssuableID!) { issuableTitleUpdated(issuableId: $id) { ... on Epic { title } } }';
const gid = () => `gid://gitlab/Epic/${epic.id}`;
const rename = async (at: number, title: string): Promise<void> => {
  const url = `/api/v4/groups/acme/epics/${epic.iid}`;
  const answer = await apps[at]!.inject({
    method: 'PUT',
    url,
    headers: { 'private-token': 'test-plan' },
    payload: { title },
  });
  expect(answer.statusCode).toBe(200);
};

test('AP-07.16 a change by either of two servers is told by both, once', async () => {
  if (!isRun()) return;
  const clients = await Promise.all(hosts.map((host) => TestClient.open(host)));
  const items = await Promise.all(clients.map((client) => client.subscribe(ITEM_CHANGED, { id: gid() })));
  const groups = await Promise.all(clients.map((client) => client.subscribe(GROUP_CHANGED, { path: 'acme' })));
  for (let count = 1; count <= 20; count += 1) {
    await rename(count % 2, `Title ${count}`);
    await Promise.all(clients.map((client, at) => client.next(items[at]!, count)));
  }
  for (const [at, client] of clients.entries()) {
    expect(client.told(items[at]!)).toEqual(
      Array.from({ length: 20 }, () => ({ itemChanged: { id: gid(), kinds: ['title'] } })),
    );
    await client.next(groups[at]!);
    await client.close();
  }
}, 60_000);

test('AP-07.8 what is told is read from the primary, also while a replica lags', async () => {
  if (!isRun()) return;
  const onStandby = new pg.Client(standby.url);
  await onStandby.connect();
  await onStandby.query('SELECT pg_wal_replay_pause()');
  const client = await TestClient.open(hosts[1]!);
  try {
    const title = await client.subscribe(TITLE, { id: gid() });
    for (let count = 1; count <= 10; count += 1) {
      await rename(0, `Ahead ${count}`);
      await client.next(title, count);
    }
    expect(client.told(title)).toEqual(
      Array.from({ length: 10 }, (_, at) => ({ issuableTitleUpdated: { title: `Ahead ${at + 1}` } })),
    );
  } finally {
    await onStandby.query('SELECT pg_wal_replay_resume()');
    await onStandby.end();
    await client.close();
  }
}, 60_000);

test('AP-07.7 what happens while a server does not hear the database is told afterwards', async () => {
  if (!isRun()) return;
  const client = await TestClient.open(hosts[0]!);
  const item = await client.subscribe(ITEM_CHANGED, { id: gid() });
  const title = await client.subscribe(TITLE, { id: gid() });
  const killed = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'espalier listen'`.execute(databases[0]!.db);
  expect(killed.rows.length).toBeGreaterThan(0);
  await rename(0, 'In the gap');
  await client.until(() => client.told(title).length > 0);
  const [first] = (await client.next(item)) as { itemChanged: { kinds: string[] } }[];
  expect(first?.itemChanged.kinds).toContain('title');
  await client.until(
    () =>
      JSON.stringify(client.told(title).at(-1)) === JSON.stringify({ issuableTitleUpdated: { title: 'In the gap' } }),
  );
  await rename(1, 'After it');
  await client.until(
    () => JSON.stringify(client.told(title).at(-1)) === JSON.stringify({ issuableTitleUpdated: { title: 'After it' } }),
  );
  await client.close();
}, 60_000);

const attend = async (host: string, username: string, editing: string | null = null) => {
  const client = await TestClient.open(host, { headers: { 'private-token': `test-${username}` } });
  const identifier = await client.subscribe(PRESENCE, { id: gid(), editing });
  const until = (here: string) => client.until(() => hereBy(client, identifier) === here);
  return { client, until };
};

test('AP-07.23 those who come by another server are told of, with what they edit, until they leave', async () => {
  if (!isRun()) return;
  const plan = await attend(hosts[0]!, 'plan');
  const one = await attend(hosts[1]!, 'dev', 'TITLE');
  await Promise.all([plan.until('dev TITLE'), one.until('plan')]);
  // The same person by both is one.
  const other = await attend(hosts[0]!, 'dev');
  await other.until('plan');
  await one.client.close();
  await plan.until('dev');
  await other.client.close();
  await plan.until('');
  await plan.client.close();
}, 60_000);

test('AP-07.23 who has ended says so; who comes later hears of those who are there; what is not said again is forgotten', async () => {
  if (!isRun()) return;
  const plan = await attend(hosts[0]!, 'plan');
  const third = await createApp({ database: databases[1]!, config: readConfig({}) });
  const there = await attend(await listening(third), 'dev', 'LABELS');
  await plan.until('dev LABELS');
  // A server that begins now has heard no announcement; the next one is soon.
  const fourth = await createApp({ database: databases[1]!, config: readConfig({}) });
  const late = await attend(await listening(fourth), 'plan');
  await late.until('dev LABELS');
  const began = performance.now();
  await third.close();
  await plan.until('');
  expect(performance.now() - began).toBeLessThan(5000);
  await there.client.untilClosed();
  // One that dies says nothing more.
  await databases[1]!.notify(
    'espalier_presence',
    JSON.stringify({ server: 'dead', items: [[epic.id, [[dev, 'TITLE']]]] }),
  );
  await Promise.all([plan.until('dev TITLE'), late.until('dev TITLE')]);
  const died = performance.now();
  await Promise.all([plan.until(''), late.until('')]);
  expect(performance.now() - died).toBeLessThan(10_000);
  await plan.client.close();
  await fourth.close();
}, 60_000);

test('AP-07.24 between servers travel numbers and words of the contract, and nothing stays in the database', async () => {
  if (!isRun()) return;
  const heard: string[] = [];
  const stop = await databases[0]!.listen('espalier_presence', (payload) => heard.push(payload));
  const plan = await attend(hosts[0]!, 'plan');
  const one = await attend(hosts[1]!, 'dev', 'DESCRIPTION');
  await plan.until('dev DESCRIPTION');
  const { rows } = await sql`SELECT * FROM events WHERE kind NOT IN ('title')`.execute(databases[0]!.db);
  expect(rows).toEqual([]);
  await Promise.all([plan.client.close(), one.client.close()]);
  // That they have come, and that they have gone.
  for (const end = Date.now() + 10_000; heard.length < 2 && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await stop();
  expect(heard.length).toBeGreaterThan(1);
  for (const text of heard)
    expect(text).toMatch(/^\{"server":"[0-9a-f-]{36}","items":\[(\[\d+,\[(\[\d+,(null|"[A-Z_]+")\],?)*\]\],?)*\]\}$/);
}, 60_000);

test('AP-07.26 what happens to notes on either of two servers is told by both, and to Reporters alone where it is internal', async () => {
  if (!isRun()) return;
  // Of each server an Owner, and somebody who has no role.
  const readers = await Promise.all(
    hosts.flatMap((host) =>
      ['plan', 'dev'].map(async (name) => {
        const client = await TestClient.open(host, { headers: { 'private-token': `test-${name}` } });
        const listen = (what: 'created' | 'updated' | 'deleted') =>
          client.subscribe(noteSubscription(what), { id: gid() });
        const [created, updated, deleted] = [await listen('created'), await listen('updated'), await listen('deleted')];
        return { client, isOwner: name === 'plan', identifiers: { created, updated, deleted }, heard: [] as string[] };
      }),
    ),
  );
  type What = keyof (typeof readers)[number]['identifiers'];
  const change = async (at: number, method: 'POST' | 'PUT' | 'DELETE', path: string, payload: object = {}) => {
    const url = `/api/v4/groups/acme/epics/${epic.id}/${path}`;
    const answer = await apps[at]!.inject({ method, url, headers: { 'private-token': 'test-plan' }, payload });
    expect(answer.statusCode).toBeLessThan(300);
    return answer;
  };
  const hear = async (what: What, isInternal: boolean): Promise<void> => {
    for (const { client, isOwner, identifiers, heard } of readers) {
      if (isInternal && !isOwner) continue;
      const count = heard.filter((text) => text.startsWith(what)).length + 1;
      const { note } = (await client.next(identifiers[what], count)).at(-1) as { note: { body?: string } };
      heard.push(`${what} ${note.body ?? ''}`);
    }
  };
  for (const internal of [true, false]) {
    const begun = await change(0, 'POST', 'discussions', { body: 'one', internal });
    const { id, notes } = begun.json<{ id: string; notes: { id: number }[] }>();
    await hear('created', internal);
    await change(1, 'POST', `discussions/${id}/notes`, { body: 'reply' });
    await hear('created', internal);
    await change(1, 'PUT', `notes/${notes[0]!.id}`, { body: 'edited' });
    await hear('updated', internal);
    await change(0, 'DELETE', `notes/${notes[0]!.id}`);
    await hear('deleted', internal);
  }
  const once = ['created one', 'created reply', 'updated edited', 'deleted '];
  for (const { client, isOwner, identifiers, heard } of readers) {
    expect(heard).toEqual(isOwner ? [...once, ...once] : once);
    // Nothing else, of which nothing was waited for.
    await client.subscribe('{ metadata { version } }');
    expect(Object.values(identifiers).flatMap((each) => client.told(each))).toHaveLength(heard.length);
    await client.close();
  }
}, 60_000);
