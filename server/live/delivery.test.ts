import { link, makeEpic, makeGroup, makeIssue, makeMember, seedTiny, type TinyData } from '../db/testing-data.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { EVENT_KINDS, type EventKind } from '../command/events.ts';
import { NOW, openTestServer, type TestServer } from '../graphql/testing.ts';
import { settle } from '../tree/testing.ts';
import type { Subscription } from './registry.ts';
import { GROUP_CHANGED, ITEM_CHANGED, listening, TestClient } from './testing.ts';
import { GroupWindows } from './windows.ts';

let server: TestServer;
let host: string;
let tiny: TinyData;
const clients: TestClient[] = [];

beforeAll(async () => {
  server = await openTestServer();
  host = await listening(server.app);
});
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => server.close());

async function open(userId?: number, at = host): Promise<TestClient> {
  const headers: Record<string, string> = userId === undefined ? {} : { 'private-token': await server.token(userId) };
  const client = await TestClient.open(at, { headers });
  clients.push(client);
  return client;
}

const notify = (kind: EventKind, ...workItemIds: number[]): Promise<void> =>
  server.database.notify('espalier_events', JSON.stringify({ workItemIds, kind }));
const mutate = async (text: string, userId: number): Promise<void> => {
  const { data, errors } = await server.graphql(`mutation { change: ${text} }`, {}, await server.token(userId));
  expect([errors, data?.change?.errors]).toEqual([undefined, []]);
};

const UPDATED: Readonly<Record<string, EventKind>> = {
  issuableAssigneesUpdated: 'assignees',
  issuableDatesUpdated: 'dates',
  issuableDescriptionUpdated: 'description',
  issuableEpicUpdated: 'parent',
  issuableHealthStatusUpdated: 'healthStatus',
  issuableIterationUpdated: 'iteration',
  issuableLabelsUpdated: 'labels',
  issuableMilestoneUpdated: 'milestone',
  issuableTitleUpdated: 'title',
  issuableWeightUpdated: 'weight',
};

/** Internal notes are told as notes, to those who may read them (rights.test.ts). */
const TOLD = EVENT_KINDS.filter((kind) => kind !== 'internalNotes');

test('AP-07.4 each of the subscriptions of GitLab is told of its kind, and the two others of every kind', async () => {
  const issue = await makeIssue(server.db, { projectId: tiny.projects.api, title: 'An issue' });
  const client = await open();
  const id = `gid://gitlab/Issue/${issue.id}`;
  const identifiers = new Map<string, string>();
  for (const name of Object.keys(UPDATED)) {
    const query = `subscription($id: IssuableID!) { ${name}(issuableId: $id) { __typename ... on Issue { id } } }`;
    identifiers.set(name, await client.subscribe(query, { id }));
  }
  const whole = await client.subscribe(
    'subscription($id: WorkItemID!) { workItemUpdated(workItemId: $id) { title } }',
    { id },
  );
  const any = await client.subscribe(ITEM_CHANGED, { id });
  for (const [at, kind] of TOLD.entries()) {
    await notify(kind, issue.id);
    await Promise.all([client.next(any, at + 1), client.next(whole, at + 1)]);
  }
  expect(client.told(any)).toEqual(
    TOLD.map((kind) => ({ itemChanged: { id, kinds: [kind, ...(kind === 'notes' ? ['note:'] : [])] } })),
  );
  expect(client.told(whole)).toEqual(TOLD.map(() => ({ workItemUpdated: { title: 'An issue' } })));
  for (const [name, identifier] of identifiers)
    expect(client.told(identifier)).toEqual([{ [name]: { __typename: 'Issue', id } }]);
});

test('AP-07.4 an item is answered as what its id names, and one that is not of that sort is nothing', async () => {
  const epic = await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'An epic' });
  const issue = await makeIssue(server.db, { projectId: tiny.projects.api, title: 'An issue' });
  const client = await open();
  const query = `subscription($id: IssuableID!) { issuableTitleUpdated(issuableId: $id) {
    __typename ... on Epic { epic: title } ... on Issue { issue: title } ... on WorkItem { title reference(full: true) } } }`;
  const subscribed = await Promise.all(
    [epic, issue].flatMap(({ id }) =>
      ['Epic', 'Issue', 'WorkItem'].map((type) => client.subscribe(query, { id: `gid://gitlab/${type}/${id}` })),
    ),
  );
  const other = await client.subscribe(ITEM_CHANGED, { id: `gid://gitlab/Issue/${epic.id}` });
  await notify('title', epic.id, issue.id);
  // Several are answered at once, in any order.
  await Promise.all([0, 2, 4, 5].map((at) => client.next(subscribed[at]!)));
  expect(subscribed.map((identifier) => client.told(identifier)[0])).toEqual([
    { issuableTitleUpdated: { __typename: 'Epic', epic: 'An epic' } },
    undefined,
    { issuableTitleUpdated: { __typename: 'WorkItem', title: 'An epic', reference: 'acme&1' } },
    undefined,
    { issuableTitleUpdated: { __typename: 'Issue', issue: 'An issue' } },
    { issuableTitleUpdated: { __typename: 'WorkItem', title: 'An issue', reference: 'acme/api#1' } },
  ]);
  expect(client.told(other)).toEqual([]);
});

test('AP-07.5 a group is told of everything in it and below, at once and then at most every 250 ms', async () => {
  const [above, below] = [
    await makeEpic(server.db, { groupId: tiny.groups.acme }),
    await makeIssue(server.db, { projectId: tiny.projects.app }),
  ];
  const client = await open();
  const acme = await client.subscribe(GROUP_CHANGED, { path: 'Acme' });
  const web = await client.subscribe(GROUP_CHANGED, { path: 'acme/web' });
  const near = await client.subscribe(GROUP_CHANGED, { path: 'acme/we' });
  await notify('title', above.id);
  await client.next(acme);
  const first = performance.now();
  for (const kind of ['dates', 'weight', 'dates'] as const) await notify(kind, below.id);
  await Promise.all([client.next(web), client.next(acme, 2)]);
  // Measured from here, after the first one has come.
  expect(performance.now() - first).toBeGreaterThan(200);
  const told = (identifier: string) => client.told(identifier) as { groupChanged: { kinds: string[] } }[];
  const ofWeb = () => new Set(told(web).flatMap(({ groupChanged }) => groupChanged.kinds));
  await client.until(() => ofWeb().size === 2);
  expect(told(acme)).toEqual([
    { groupChanged: { fullPath: 'Acme', kinds: ['title'] } },
    { groupChanged: { fullPath: 'Acme', kinds: ['dates', 'weight'] } },
  ]);
  expect(ofWeb()).toEqual(new Set(['dates', 'weight']));
  expect(client.told(near)).toEqual([]);
});

test('AP-07.5 who has been told nothing waits for nothing, and afterwards until the pause is over', () => {
  const windows = new GroupWindows();
  const subscription = { identifier: 'a' } as Subscription;
  const happened = { whole: false, path: 'acme', items: new Map(), gone: new Map() };
  windows.hold(subscription, happened);
  expect(windows.due(0)).toEqual([{ subscription, held: [happened] }]);
  windows.hold(subscription, happened);
  windows.lookedAt(subscription, 1);
  windows.told(subscription);
  const now = performance.now();
  expect(windows.due(now)).toEqual([]);
  expect(windows.due(now + 250)).toEqual([{ subscription, held: [happened] }]);
  windows.lookedAt(subscription, 1);
  expect([windows.due(now + 250), windows.nextDue()]).toEqual([[], undefined]);
});

test('AP-07.5 a hundred changes in a row are told within few messages, the last one included', async () => {
  const epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  const client = await open();
  const group = await client.subscribe(GROUP_CHANGED, { path: 'acme' });
  const began = performance.now();
  for (let count = 0; count < 100; count += 1) await notify(count === 99 ? 'color' : 'title', epic.id);
  const kinds = () =>
    (client.told(group) as { groupChanged: { kinds: string[] } }[]).flatMap(({ groupChanged }) => groupChanged.kinds);
  await client.until(() => kinds().includes('color'));
  expect(client.told(group).length).toBeLessThanOrEqual(2 + (performance.now() - began) / 240);
});

test('AP-07.6 of a deleted item those are told who could see it', async () => {
  const secret = await makeEpic(server.db, { groupId: tiny.groups.acme, confidential: true });
  const child = await makeEpic(server.db, { groupId: tiny.groups.web });
  const issue = await makeIssue(server.db, {
    projectId: tiny.projects.api,
    confidential: true,
    author_id: tiny.users.out,
  });
  await link(server.db, secret.id, child.id);
  await settle(server.db);
  const [reporter, guest, author] = [
    await open(tiny.users.rep),
    await open(tiny.users.guest),
    await open(tiny.users.out),
  ];
  const epicOf = (client: TestClient) => client.subscribe(ITEM_CHANGED, { id: `gid://gitlab/Epic/${secret.id}` });
  const [told, untold] = [await epicOf(reporter), await epicOf(guest)];
  const web = await guest.subscribe(GROUP_CHANGED, { path: 'acme/web' });
  const own = await author.subscribe(ITEM_CHANGED, { id: `gid://gitlab/Issue/${issue.id}` });
  const unrelated = await guest.subscribe(ITEM_CHANGED, { id: `gid://gitlab/Issue/${issue.id}` });
  const query = 'subscription($id: WorkItemID!) { workItemUpdated(workItemId: $id) { title } }';
  const read = await reporter.subscribe(query, { id: `gid://gitlab/WorkItem/${secret.id}` });
  await mutate(`workItemDelete(input: { id: "gid://gitlab/WorkItem/${secret.id}" }) { errors }`, tiny.users.plan);
  await mutate(`workItemDelete(input: { id: "gid://gitlab/WorkItem/${issue.id}" }) { errors }`, tiny.users.plan);
  const kinds = async (client: TestClient, identifier: string) => {
    const [first] = (await client.next(identifier)) as {
      itemChanged?: { kinds: string[] };
      groupChanged?: { kinds: string[] };
    }[];
    return (first?.itemChanged ?? first?.groupChanged)?.kinds;
  };
  expect(await kinds(reporter, told)).toContain('deleted');
  expect(await kinds(guest, web)).toContain('deleted');
  expect(await kinds(author, own)).toContain('deleted');
  await guest.subscribe('{ metadata { version } }');
  expect([guest.told(untold), guest.told(unrelated), reporter.told(read)]).toEqual([[], [], []]);
});

test('AP-07.7 after a gap everything is told, and only to who may see it', async () => {
  let missed = (): void => undefined;
  const app = await createApp({
    database: {
      ...server.database,
      listen: (channel, receive, onMissed) => {
        missed = onMissed ?? missed;
        return server.database.listen(channel, receive, onMissed);
      },
    },
    config: readConfig({}),
    now: () => new Date(NOW),
  });
  const at = await listening(app);
  const epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  const secret = await makeEpic(server.db, { groupId: tiny.groups.hidden });
  await makeMember(server.db, { userId: tiny.users.dev, groupId: tiny.groups.hidden, accessLevel: 10 });
  const [member, visitor] = [await open(tiny.users.dev, at), await open(undefined, at)];
  const items = (client: TestClient) =>
    Promise.all(
      [epic, secret, { id: 999 }].map(({ id }) => client.subscribe(ITEM_CHANGED, { id: `gid://gitlab/Epic/${id}` })),
    );
  const groups = (client: TestClient) =>
    Promise.all(['acme', 'hidden', 'nowhere'].map((path) => client.subscribe(GROUP_CHANGED, { path })));
  const subscribed = [
    [...(await items(member)), ...(await groups(member))],
    [...(await items(visitor)), ...(await groups(visitor))],
  ];
  missed();
  await Promise.all([member.next(subscribed[0]![4]!), visitor.next(subscribed[1]![3]!)]);
  for (const client of [member, visitor]) await client.subscribe('{ metadata { version } }');
  const counts = [member, visitor].map((client, at) =>
    subscribed[at]!.map((identifier) => client.told(identifier).length),
  );
  expect(counts).toEqual([
    [1, 1, 0, 1, 1, 0],
    [1, 0, 0, 1, 0, 0],
  ]);
  const kinds = TOLD.filter((kind) => kind !== 'created' && kind !== 'deleted');
  expect(member.told(subscribed[0]![0]!)).toEqual([
    { itemChanged: { id: `gid://gitlab/Epic/${epic.id}`, kinds: [...kinds, 'note:'] } },
  ]);
  expect(visitor.told(subscribed[1]![3]!)).toEqual([{ groupChanged: { fullPath: 'acme', kinds } }]);
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await app.close();
});

test('AP-07.7 what a database that is away could not say is said when it is back, once', async () => {
  let isAway = false;
  const faults: unknown[] = [];
  const db = server.database.db.withPlugin({
    transformQuery: ({ node }) => {
      if (isAway) throw new Error('away');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const app = await createApp({
    database: { ...server.database, db },
    config: readConfig({}),
    now: () => new Date(NOW),
    onError: (error) => faults.push(error),
  });
  const epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  const client = await open(tiny.users.plan, await listening(app));
  const item = await client.subscribe(ITEM_CHANGED, { id: `gid://gitlab/Epic/${epic.id}` });
  const group = await client.subscribe(GROUP_CHANGED, { path: 'acme' });
  isAway = true;
  await notify('title', epic.id);
  while (faults.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  isAway = false;
  await Promise.all([client.next(item), client.next(group)]);
  await notify('dates', epic.id);
  await Promise.all([client.next(item, 2), client.next(group, 2)]);
  const kinds = (identifier: string) =>
    (client.told(identifier) as Record<string, { kinds: string[] }>[]).map((data) => Object.values(data)[0]?.kinds);
  expect([kinds(item), kinds(group)]).toEqual([
    [['title'], ['dates']],
    [['title'], ['dates']],
  ]);
  await Promise.all(clients.splice(0).map((each) => each.close()));
  await app.close();
});

test('AP-07.11 a batch costs the same statements for one socket and for thirty of the same person, for one item and for forty', async () => {
  const epics = await Promise.all(
    Array.from({ length: 40 }, (_, iid) => makeEpic(server.db, { groupId: tiny.groups.acme, iid: iid + 1 })),
  );
  const ids = epics.map(({ id }) => id);
  // Without the look at sessions that comes every ten seconds.
  const app = await createApp({
    database: server.database,
    config: readConfig({}),
    now: () => new Date(NOW),
    live: { sessionsEvery: 2 ** 30 },
  });
  const at = await listening(app);
  const title = 'subscription($id: IssuableID!) { issuableTitleUpdated(issuableId: $id) { ... on Epic { title } } }';
  const listen = async (client: TestClient): Promise<string> => {
    await client.subscribe(title, { id: `gid://gitlab/Epic/${ids[0]}` });
    await client.subscribe(GROUP_CHANGED, { path: 'acme' });
    return client.subscribe(ITEM_CHANGED, { id: `gid://gitlab/Epic/${ids[0]}` });
  };
  const people = [tiny.users.plan, tiny.users.dev];
  const few = await Promise.all(people.map((id) => open(id, at)));
  const first = await Promise.all(few.map(listen));
  const statements = async (
    told: readonly (readonly [TestClient, string])[],
    count: number,
    ...changed: number[]
  ): Promise<number> => {
    const counted = await server.countStatements(async () => {
      // Past the pauses of groups, so that one batch is all.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await notify('title', ...changed);
      await Promise.all(told.map(([client, identifier]) => client.next(identifier, count)));
      for (const [client] of told) await client.subscribe(title, { id: 'none' });
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    return counted.statements.length;
  };
  const ofFew = few.map((client, at) => [client, first[at]!] as const);
  const small = await statements(ofFew, 1, ids[0]!);
  expect(await statements(ofFew, 2, ...ids)).toBe(small);
  const many = await Promise.all(Array.from({ length: 58 }, (_, index) => open(people[index % 2], at)));
  const others = await Promise.all(many.map(listen));
  expect(
    await statements(
      many.map((client, at) => [client, others[at]!] as const),
      1,
      ids[0]!,
    ),
  ).toBe(small);
  // One for the items and one for the people, for those of items and for those of groups, and the title for each of two people.
  expect(small).toBe(6);
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await app.close();
});

test('AP-07.5 a subgroup that moves under another path is told under it', async () => {
  const child = await makeGroup(server.db, { path: 'late', parentId: tiny.groups.web });
  const epic = await makeEpic(server.db, { groupId: child });
  const client = await open();
  const before = await client.subscribe(GROUP_CHANGED, { path: 'acme/web/late' });
  await notify('title', epic.id);
  await client.next(before);
  await server.db.updateTable('groups').set({ full_path: 'acme/web/later' }).where('id', '=', child).execute();
  const after = await client.subscribe(GROUP_CHANGED, { path: 'acme/web/later' });
  await notify('title', epic.id);
  await client.next(after);
  expect(client.told(before)).toHaveLength(1);
});
