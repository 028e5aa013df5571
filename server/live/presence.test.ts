import type { FastifyInstance } from 'fastify';
import WebSocket from 'ws';
import { sql } from 'kysely';
import { PLACES, type Place, seesItem, WHO } from '../access/testing/people.ts';
import { openMatrix } from '../access/testing/world.ts';
import { createApp } from '../app.ts';
import { hashSecret } from '../auth/secrets.ts';
import { openSession } from '../auth/sessions.ts';
import { readConfig } from '../config.ts';
import { makeEpic, makeIssue, makeUser, seedTiny, type TinyData } from '../db/testing-data.ts';
import { NOW, openTestServer, type TestServer } from '../graphql/testing.ts';
import type { LiveOptions } from './cable.ts';
import { PRESENCE as TIMES } from './presence.ts';
import { hereBy, listening, PRESENCE, TestClient } from './testing.ts';

let server: TestServer;
let tiny: TinyData;
let epic: number;
let host: string;
const apps: FastifyInstance[] = [];
const clients: TestClient[] = [];

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  epic = (await makeEpic(server.db, { groupId: tiny.groups.acme })).id;
  host = await start();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.ws.terminate();
  await Promise.all(apps.splice(0).map((app) => app.close()));
});
afterAll(() => server.close());

const lines: string[] = [];

/** A server of its own that tells quickly. */
async function start(live: Partial<LiveOptions> = {}, db = server.db): Promise<string> {
  const app = await createApp({
    database: { ...server.database, db },
    config: readConfig({}),
    now: () => new Date(NOW),
    live: { presence: { ...TIMES, apart: 20 }, ...live },
    log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
  });
  apps.push(app);
  return listening(app);
}

async function open(userId?: number, at = host): Promise<TestClient> {
  const headers: Record<string, string> = userId === undefined ? {} : { 'private-token': await server.token(userId) };
  const client = await TestClient.open(at, { headers });
  clients.push(client);
  return client;
}

const gid = (id = epic, type = 'Epic'): string => `gid://gitlab/${type}/${id}`;
const attend = (client: TestClient, editing: string | null = null, id = gid()): Promise<string> =>
  client.subscribe(PRESENCE, { id, editing });
const until = async (client: TestClient, identifier: string, here: string): Promise<void> => {
  await client.until(() => hereBy(client, identifier) === here);
};
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('AP-07.20 those who are at an item hear of each other and what they edit, and of who leaves', async () => {
  const [plan, dev, rep] = [await open(tiny.users.plan), await open(tiny.users.dev), await open(tiny.users.rep)];
  const first = await attend(plan);
  await until(plan, first, '');
  const second = await attend(dev, 'TITLE');
  await until(plan, first, 'dev TITLE');
  await until(dev, second, 'plan');
  const third = await attend(rep, null, gid(epic, 'WorkItem'));
  await until(plan, first, 'dev TITLE, rep');
  await until(rep, third, 'dev TITLE, plan');
  // As the client says that something else is edited.
  const again = await attend(dev, 'DESCRIPTION');
  dev.command('unsubscribe', second);
  await until(plan, first, 'dev DESCRIPTION, rep');
  await until(dev, again, 'plan, rep');
  dev.command('unsubscribe', again);
  await until(plan, first, 'rep');
  expect(plan.messages(first)[0]).toEqual({ result: { data: { presence: null } }, more: true });
  await rep.close();
  await until(plan, first, '');
});

test('AP-07.20 whoever comes by several tabs and tokens is one, and is not told of themselves', async () => {
  const [one, other, dev] = [await open(tiny.users.plan), await open(tiny.users.plan), await open(tiny.users.dev)];
  const own = await attend(one);
  await attend(other, 'LABELS');
  const seen = await attend(dev);
  await until(dev, seen, 'plan LABELS');
  await until(one, own, 'dev');
  await other.close();
  await until(dev, seen, 'plan');
  await one.close();
  await until(dev, seen, '');
});

test('AP-07.20 twenty are told of, the others are a number; who edits stands before who looks', async () => {
  const crowd = [];
  for (let number = 0; number < 23; number += 1)
    crowd.push(await open(await makeUser(server.db, `u${String(number).padStart(2, '0')}`)));
  const own = [];
  for (const [index, client] of crowd.entries()) own.push(await attend(client, index === 22 ? 'TITLE' : null));
  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `u${String(from + index).padStart(2, '0')}`).join(', ');
  await until(crowd[0]!, own[0]!, `u22 TITLE, ${names(1, 20)}, +2`);
  await until(crowd[21]!, own[21]!, `u22 TITLE, ${names(0, 19)}, +2`);
  await until(crowd[22]!, own[22]!, `${names(0, 20)}, +2`);
});

test('AP-07.20 what comes within half a second of a telling is told together', async () => {
  const calm = await start({ presence: { ...TIMES, apart: 500 } });
  const [plan, dev] = [await open(tiny.users.plan, calm), await open(tiny.users.dev, calm)];
  const seen = await attend(plan);
  await until(plan, seen, '');
  let last = await attend(dev);
  await until(plan, seen, 'dev');
  const told = plan.told(seen).length;
  for (const editing of ['TITLE', 'LABELS', 'WEIGHT', 'DATES']) {
    const next = await attend(dev, editing);
    dev.command('unsubscribe', last);
    last = next;
  }
  await until(plan, seen, 'dev DATES');
  expect(plan.told(seen).length - told).toBeLessThanOrEqual(2);
});

test('AP-07.20 what is edited is a word of the contract', async () => {
  const client = await open(tiny.users.plan);
  const identifier = await attend(client, 'is a fool');
  expect(JSON.stringify(client.messages(identifier))).toContain('PresenceField');
  const dev = await open(tiny.users.dev);
  const seen = await attend(dev);
  await until(dev, seen, '');
});

test('AP-07.21 a stranger who asks a thousand times hears nothing of anybody, and is seen by nobody', async () => {
  const secret = await makeEpic(server.db, { groupId: tiny.groups.hidden });
  const [stranger, root] = [await open(tiny.users.out), await open(tiny.users.root)];
  const seen = await attend(root, 'TITLE', gid(secret.id));
  await until(root, seen, '');
  const nothing = (text: string, id: string, nonce: number) =>
    text.replaceAll(id, 'ID').replaceAll(`nonce\\":${nonce}`, 'nonce');
  const frames = new Set<string>();
  for (let tries = 1; tries <= 500; tries += 1) {
    for (const [at, id] of [gid(secret.id), gid(987_654)].entries()) {
      const before = stranger.texts.length;
      const identifier = await attend(stranger, tries % 2 === 0 ? 'LABELS' : null, id);
      frames.add(`${tries % 2} ${nothing(stranger.texts.slice(before).join('\n'), id, tries * 2 - 1 + at)}`);
      stranger.command('unsubscribe', identifier);
    }
  }
  await attend(stranger, null, gid(secret.id));
  await pause(200);
  // What exists and what does not, of each of the two ways to ask.
  expect(frames.size).toBe(2);
  expect(stranger.texts.filter((text) => text.includes('people') && text.includes('"count"'))).toEqual([]);
  expect(root.told(seen)).toHaveLength(1);
});

test('AP-07.22 whoever comes while others are being told stays, however slow the database is', async () => {
  const slow = server.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await pause(30);
      return result;
    },
  });
  const at = await start({}, slow);
  // Each with tabs and tokens of their own, so that somebody comes at every moment of a telling.
  const { plan, dev, rep } = tiny.users;
  const people = [plan, dev, rep, plan, dev, rep, plan, dev, rep, plan, dev, rep];
  const there = await Promise.all(people.map((userId) => open(userId, at)));
  const own = await Promise.all(
    there.map(async (client, index) => {
      await pause(10 * index);
      return attend(client);
    }),
  );
  for (const [index, client] of there.entries())
    await client.until(() => hereBy(client, own[index]!)?.split(', ').length === 2);
  expect(there.filter(({ closed }) => closed)).toEqual([]);
});

test('AP-07.21 a visitor is told nothing, and nobody is told of a visitor', async () => {
  const [visitor, plan] = [await open(), await open(tiny.users.plan)];
  const unseen = await attend(visitor, 'TITLE');
  const seen = await attend(plan);
  await until(plan, seen, '');
  const dev = await open(tiny.users.dev);
  await attend(dev);
  await until(plan, seen, 'dev');
  expect([hereBy(visitor, unseen), visitor.closed]).toEqual([null, false]);
});

test('AP-07.21 an id of the other sort names nothing', async () => {
  const issue = await makeIssue(server.db, { projectId: tiny.projects.api });
  const [plan, dev] = [await open(tiny.users.plan), await open(tiny.users.dev)];
  const wrong = await attend(plan, null, gid(issue.id, 'Epic'));
  const right = await attend(dev, null, gid(issue.id, 'Issue'));
  await until(dev, right, '');
  expect(hereBy(plan, wrong)).toBeNull();
});

test('AP-07.21 whoever loses the right is told nothing more and is named no more', async () => {
  const quick = await start({ sessionsEvery: 20 });
  const [plan, guest] = [await open(tiny.users.plan, quick), await open(tiny.users.guest, quick)];
  const [seen, lost] = [await attend(plan), await attend(guest)];
  await until(plan, seen, 'guest');
  await until(guest, lost, 'plan');
  // At once with the item's becoming confidential, without a subscription to its changes.
  await server.db.updateTable('work_items').set({ confidential: true }).where('id', '=', epic).execute();
  await server.database.notify('espalier_events', JSON.stringify({ workItemIds: [epic], kind: 'confidential' }));
  await guest.untilClosed();
  expect(guest.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'rights_changed', reconnect: true });
  await until(plan, seen, '');
  // It comes back, asks again, and is as one who asks for nothing, though it is told by nobody that the item has changed.
  const again = await open(tiny.users.guest, quick);
  const unseen = await attend(again);
  const dev = await open(tiny.users.dev, quick);
  await attend(dev);
  await until(plan, seen, 'dev');
  expect(hereBy(again, unseen)).toBeNull();
  // A role that ends.
  await server.db.deleteFrom('memberships').where('user_id', '=', tiny.users.dev).execute();
  await dev.untilClosed();
  await until(plan, seen, '');
});

test('AP-07.21 rights are asked with each telling: what was taken without a word is found by the next one', async () => {
  const [plan, guest, dev] = [await open(tiny.users.plan), await open(tiny.users.guest), await open(tiny.users.dev)];
  const [seen, lost] = [await attend(plan), await attend(guest)];
  await until(guest, lost, 'plan');
  const told = guest.told(lost).length;
  await server.db.updateTable('work_items').set({ confidential: true }).where('id', '=', epic).execute();
  await attend(dev);
  await until(plan, seen, 'dev');
  expect(guest.told(lost)).toHaveLength(told);
});

test('AP-07.22 a session that has ended is gone from the list, and its socket closed', async () => {
  const secret = await openSession(server.db, tiny.users.dev, NOW);
  const dev = await TestClient.open(host, { headers: { cookie: `_espalier_session=${secret}` } });
  clients.push(dev);
  const plan = await open(tiny.users.plan);
  const seen = await attend(plan);
  await attend(dev);
  await until(plan, seen, 'dev');
  await server.db.deleteFrom('sessions').where('token_hash', '=', hashSecret(secret)).execute();
  const rep = await open(tiny.users.rep);
  await attend(rep);
  await dev.untilClosed();
  expect(dev.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
  await until(plan, seen, 'rep');
});

test('AP-07.22 a socket that has fallen silent counts as gone, and as there again when it answers', async () => {
  const quick = await start({ presence: { every: 50, silent: 400, forgotten: 1000, apart: 20 } });
  const headers = { 'private-token': await server.token(tiny.users.dev) };
  const ws = new WebSocket(`ws://${quick}/-/cable`, ['actioncable-v1-json'], { headers, autoPong: false });
  const dev = new TestClient(ws);
  clients.push(dev);
  await dev.until(() => dev.frames.length > 0);
  const plan = await open(tiny.users.plan, quick);
  const seen = await attend(plan);
  const own = await attend(dev);
  await until(plan, seen, 'dev');
  // Its connection stays: without the rule it would be there for good.
  await until(plan, seen, '');
  ws.pong();
  await until(plan, seen, 'dev');
  await until(dev, own, 'plan');
  expect(TIMES.every + TIMES.silent + TIMES.apart).toBeLessThan(10_000);
  expect(TIMES.every + TIMES.forgotten + TIMES.apart).toBeLessThan(10_000);
});

test('AP-07.24 nothing of it is written', async () => {
  lines.length = 0;
  const counts = async () =>
    (
      await sql<{ name: string; rows: string }>`SELECT relname AS name, xpath('/row/c/text()', query_to_xml(
        format('SELECT count(*) AS c FROM %I', relname), false, true, ''))::text AS rows
        FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`.execute(server.db)
    ).rows.filter(({ name }) => name !== 'access_tokens');
  const before = await counts();
  const [plan, dev] = [await open(tiny.users.plan), await open(tiny.users.dev)];
  const seen = await attend(plan);
  await attend(dev, 'DESCRIPTION');
  await until(plan, seen, 'dev DESCRIPTION');
  await dev.close();
  await until(plan, seen, '');
  expect(await counts()).toEqual(before);
  expect(before.length).toBeGreaterThan(20);
  expect(lines.join('')).not.toMatch(/DESCRIPTION|presence/i);
});

test('AP-07.25 a telling takes three statements, however many sockets, people and items it is about', async () => {
  const statements = async (crowd: readonly number[], items: readonly string[]) => {
    const there: [TestClient, string][] = [];
    for (const user of crowd) {
      const client = await open(user);
      for (const id of items) there.push([client, await attend(client, null, id)]);
    }
    for (const [client, identifier] of there)
      await client.until(
        () => (hereBy(client, identifier) ?? 'none').split(', ').filter(Boolean).length === crowd.length - 1,
      );
    await pause(100);
    const late = await open(tiny.users.rep);
    const { statements: made } = await server.countStatements(async () => {
      for (const id of items) {
        const identifier = JSON.stringify({ channel: 'GraphqlChannel', query: PRESENCE, variables: { id }, nonce: id });
        late.command('subscribe', identifier);
      }
      for (const [client, identifier] of there)
        await client.until(() => (hereBy(client, identifier) ?? '').includes('rep'));
      await pause(100);
    });
    for (const client of clients.splice(0)) await client.close();
    await pause(100);
    return made.length;
  };
  const { plan, dev, guest, out } = tiny.users;
  const items = [gid()];
  for (let number = 0; number < 4; number += 1)
    items.push(gid((await makeEpic(server.db, { groupId: tiny.groups.acme })).id));
  const few = await statements([plan], items.slice(0, 1));
  expect(few).toBe(3);
  expect(await statements([plan, dev, guest, out], items)).toBe(3);
});

test('AP-07.25 a socket is at ten items at most, and may leave one for another', async () => {
  const client = await open(tiny.users.plan);
  const first = await attend(client);
  for (let number = 0; number < 9; number += 1) await attend(client, null, gid(1000 + number));
  const over = await attend(client, null, gid(2000));
  // What is told of the first item may come behind it.
  expect(client.frames).toContainEqual({ identifier: over, type: 'reject_subscription' });
  client.command('unsubscribe', first);
  const next = await attend(client);
  await until(client, next, '');
});

test('AP-07.21 each of the matrix hears of whom they may see an item with, and of nobody else', async () => {
  const world = await openMatrix();
  const app = await createApp({
    // Its seeds stand in a transaction that never ends, beside which nothing can begin to listen.
    database: { ...world.server.database, listen: () => Promise.resolve(() => Promise.resolve()) },
    config: readConfig({}),
    now: () => new Date(NOW),
    live: { attended: 50, presence: { ...TIMES, apart: 20 } },
  });
  try {
    const at = await listening(app);
    const things = (Object.keys(PLACES) as Place[]).flatMap((place) => {
      const { epics, issues } = world.grounds[place];
      return [
        ...(['plain', 'secret'] as const).map((kind) => ({ place, kind, of: 'epic' as const, id: epics[kind].id })),
        ...(['plain', 'secret', 'mine'] as const).map((kind) => ({
          place,
          kind,
          of: 'issue' as const,
          id: issues[kind].id,
        })),
      ];
    });
    const everybody = await Promise.all(
      WHO.map(async (who) => {
        const token = world.tokens[who];
        const client = await TestClient.open(at, token === undefined ? {} : { headers: { 'private-token': token } });
        clients.push(client);
        const own = [];
        for (const { id, of } of things)
          own.push(await attend(client, null, gid(id, of === 'epic' ? 'Epic' : 'Issue')));
        return { who, client, own };
      }),
    );
    const usernameOf = (who: string) => (who === 'admin' ? 'root' : who);
    const faults: string[] = [];
    for (const [index, { place, of, kind }] of things.entries()) {
      const seeing = WHO.filter((who) => who !== 'anonymous' && seesItem(who, place, of, kind));
      for (const { who, client, own } of everybody) {
        const expected = seeing.includes(who)
          ? seeing
              .filter((other) => other !== who)
              .map(usernameOf)
              .sort()
              .join(', ')
          : null;
        const actual = () => hereBy(client, own[index]!)?.split(', ').sort().join(', ') ?? null;
        if (expected !== null) await client.until(() => actual() === expected);
        else if (actual() !== null) faults.push(`${who} at ${place} ${of} ${kind}: ${String(actual())}`);
      }
    }
    await pause(100);
    for (const [index, { place, of, kind }] of things.entries())
      for (const { who, client, own } of everybody)
        if ((who === 'anonymous' || !seesItem(who, place, of, kind)) && client.told(own[index]!).length > 0)
          faults.push(`${who} was told of ${place} ${of} ${kind}`);
    expect(faults).toEqual([]);
  } finally {
    for (const client of clients.splice(0)) client.ws.terminate();
    await app.close();
    await world.close();
  }
}, 60_000);
