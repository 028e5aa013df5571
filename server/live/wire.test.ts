import { createRequire } from 'node:module';
import WebSocket from 'ws';
import { makeEpic, seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';
import { GROUP_CHANGED, handshake, ITEM_CHANGED, listening, TestClient } from './testing.ts';

let server: TestServer;
let host: string;
let tiny: TinyData;
let token: string;
let epic: { id: number; iid: number };
const clients: TestClient[] = [];

beforeAll(async () => {
  server = await openTestServer();
  await server.database.reset();
  tiny = await seedTiny(server.db);
  token = await server.token(tiny.users.plan);
  epic = await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'Old' });
  host = await listening(server.app);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => server.close());

async function open(headers: Record<string, string> = {}, path = '/-/cable'): Promise<TestClient> {
  const client = await TestClient.open(host, { headers, path });
  clients.push(client);
  return client;
}

const rename = async (title: string): Promise<void> => {
  const change = `mutation { updateEpic(input: { groupPath: "acme", iid: "${epic.iid}", title: "${title}" }) { errors } }`;
  expect((await server.graphql(change, {}, token)).data).toEqual({ updateEpic: { errors: [] } });
};
const gid = () => `gid://gitlab/Epic/${epic.id}`;

test.each(['/-/cable', '/cable'])(
  'AP-07.1 %s welcomes, confirms, tells, and ends a subscription without a word',
  async (path) => {
    const client = await open({}, path);
    expect(client.ws.protocol).toBe('actioncable-v1-json');
    const identifier = await client.subscribe(ITEM_CHANGED, { id: gid() });
    await rename('One');
    await client.next(identifier);
    expect(client.frames).toEqual([
      { type: 'welcome' },
      { identifier, type: 'confirm_subscription' },
      { identifier, message: { result: { data: { itemChanged: null } }, more: true } },
      { identifier, message: { result: { data: { itemChanged: { id: gid(), kinds: ['title'] } } }, more: true } },
    ]);
    const others = await client.subscribe(GROUP_CHANGED, { path: 'acme' });
    client.command('unsubscribe', identifier);
    // A question that is answered is behind the command.
    await client.subscribe('{ currentUser { username } }');
    await rename('Two');
    await client.next(others);
    expect(client.told(identifier)).toHaveLength(1);
  },
);

test('AP-07.1 pings carry the time in seconds', async () => {
  const ws = new WebSocket(`ws://${host}/cable`, ['actioncable-v1-json', 'actioncable-unsupported']);
  const frame = await new Promise<{ type: string; message: number }>((resolve) => {
    ws.on('message', (data) => {
      const read = JSON.parse((data as Buffer).toString()) as { type: string; message: number };
      if (read.type === 'ping') resolve(read);
    });
  });
  expect(Math.abs(frame.message - Date.now() / 1000)).toBeLessThan(30);
  expect(Number.isInteger(frame.message)).toBe(true);
  ws.close();
});

test('AP-07.1 what is no command is ignored, and what is subscribed already too; another channel is rejected', async () => {
  const client = await open();
  const nonsense = [
    'no JSON',
    '[]',
    'null',
    '42',
    '{}',
    '{"command":"perform","identifier":"x"}',
    '{"command":"subscribe"}',
    '{"command":"subscribe","identifier":{"channel":"GraphqlChannel"}}',
    '{"command":"unsubscribe","identifier":"unknown"}',
    '{"command":"message","identifier":"x","data":"{\\"action\\":\\"speak\\"}"}',
    '\u0000',
  ];
  for (const text of nonsense) client.ws.send(text);
  client.ws.send(Buffer.from('{"command":"subscribe","identifier":"{}"}'), { binary: true });
  const unknown = ['{"channel":"IssuesChannel"}', '{}', 'no JSON', '[]'];
  for (const identifier of unknown) client.command('subscribe', identifier);
  await client.until(() => client.frames.length > unknown.length);
  expect(client.frames).toEqual([
    { type: 'welcome' },
    ...unknown.map((identifier) => ({ identifier, type: 'reject_subscription' })),
  ]);
  const identifier = await client.subscribe(ITEM_CHANGED, { id: gid() });
  client.command('subscribe', identifier);
  await rename('Once');
  await client.next(identifier);
  await client.subscribe('{ metadata { version } }');
  expect(client.frames.filter((frame) => frame.identifier === identifier)).toHaveLength(3);
});

interface ActionCable {
  adapters: { WebSocket: unknown };
  createConsumer(url: string): {
    subscriptions: {
      create(params: object, handlers: object): { unsubscribe(): void };
    };
    disconnect(): void;
    connection: { monitor: { reconnectAttempts: number } };
  };
}

test("AP-07.1 Rails' own client subscribes, hears and leaves", async () => {
  const listeners = { addEventListener: () => undefined, removeEventListener: () => undefined };
  // What it wants of a browser beside a WebSocket: to hear that the page is shown again.
  Object.assign(globalThis, listeners);
  const { adapters, createConsumer } = createRequire(import.meta.url)('@rails/actioncable') as ActionCable;
  adapters.WebSocket = WebSocket;
  const consumer = createConsumer(`ws://${host}/-/cable`);
  const received: unknown[] = [];
  let onReceived = (): void => undefined;
  const states: string[] = [];
  const subscription = consumer.subscriptions.create(
    { channel: 'GraphqlChannel', query: ITEM_CHANGED, variables: { id: gid() }, operationName: null, nonce: 'abc' },
    {
      connected: () => states.push('connected'),
      disconnected: () => states.push('disconnected'),
      rejected: () => states.push('rejected'),
      received: (message: unknown) => {
        received.push(message);
        onReceived();
      },
    },
  );
  const heard = async (count: number): Promise<void> => {
    while (received.length < count) await new Promise<void>((resolve) => (onReceived = resolve));
  };
  await heard(1);
  await rename('For Rails');
  await heard(2);
  expect(states).toEqual(['connected']);
  expect(received).toEqual([
    { result: { data: { itemChanged: null } }, more: true },
    { result: { data: { itemChanged: { id: gid(), kinds: ['title'] } } }, more: true },
  ]);
  subscription.unsubscribe();
  consumer.disconnect();
});

test('AP-07.2 a query and a mutation are answered once, as over HTTP', async () => {
  const client = await open({ 'private-token': token });
  const query = 'query mine { currentUser { username } } query other { metadata { version } }';
  const identifier = await client.subscribe(query, '', { operationName: 'mine' });
  expect(client.messages(identifier)).toEqual([
    { result: { data: { currentUser: { username: 'plan' } } }, more: false },
  ]);
  const change = 'mutation($input: UpdateEpicInput!) { updateEpic(input: $input) { epic { title } errors } }';
  const input = { groupPath: 'acme', iid: String(epic.iid), title: 'By websocket' };
  const changed = await client.subscribe(change, JSON.stringify({ input }));
  expect(client.messages(changed)).toEqual([
    { result: { data: { updateEpic: { epic: { title: 'By websocket' }, errors: [] } } }, more: false },
  ]);
  const deep = `{ group(fullPath: "acme") ${'{ parent '.repeat(30)}{ name }${' }'.repeat(30)} }`;
  for (const wrong of ['{ nothing }', '{ group }', deep]) {
    const over = await server.graphql(wrong, {}, token);
    const refused = await client.subscribe(wrong);
    expect(client.messages(refused)).toEqual([{ result: { errors: expect.any(Array) as unknown }, more: false }]);
    expect((client.messages(refused)[0]?.result as { errors: { message: string }[] }).errors[0]?.message).toBe(
      over.errors?.[0]?.message,
    );
  }
});

test.each([
  ['an empty text', '', {}, 'No query string was present'],
  ['no text at all', 42, {}, 'No query string was present'],
  ['no GraphQL', 'subscription {', {}, 'Syntax Error: Expected Name, found <EOF>.'],
  ['no such field', 'subscription { nothing }', {}, 'Cannot query field "nothing" on type "Subscription".'],
  ['a missing variable', ITEM_CHANGED, {}, 'Variable "$id" of required type "IssuableID!" was not provided.'],
  ['an id that is none', ITEM_CHANGED, { id: 'x' }, '"x" is not a valid GitLab ID.'],
  [
    'an id of something else',
    ITEM_CHANGED,
    { id: 'gid://gitlab/Group/1' },
    '"gid://gitlab/Group/1" does not represent an instance of Issuable',
  ],
  ['no item of its notes', 'subscription { workItemNoteCreated { id } }', {}, '"" is not a valid GitLab ID.'],
  [
    'notes of something else',
    'subscription { workItemNoteDeleted(noteableId: "gid://gitlab/Group/1") { id } }',
    {},
    '"gid://gitlab/Group/1" does not represent an instance of Noteable',
  ],
  [
    'two fields',
    'subscription { a: groupChanged(fullPath: "a") { kinds } b: groupChanged(fullPath: "b") { kinds } }',
    {},
    'Anonymous Subscription must select only one top level field.',
  ],
  [
    'a field that is skipped',
    'subscription { groupChanged(fullPath: "a") @skip(if: true) { kinds } }',
    {},
    'A subscription has one field',
  ],
  [
    'too much at once',
    `subscription { workItemUpdated(workItemId: "gid://gitlab/WorkItem/1") { ${Array.from({ length: 99 }, (_, at) => `a${at}: author { name } b${at}: project { name }`).join(' ')} } }`,
    {},
    expect.stringMatching(/^(Subscription|Query) reads \d+ tables/),
  ],
])('AP-07.2 a subscription with %s is refused, once', async (_, query, variables, message) => {
  const client = await open();
  const identifier = await client.subscribe(query as string, variables);
  const [answer, ...others] = client.messages(identifier);
  expect([answer?.more, others]).toEqual([false, []]);
  expect((answer?.result as { errors: { message: string }[] }).errors.map((error) => error.message)).toEqual([message]);
});

test('AP-07.2 variables are an object or its text; others are an error of their own form', async () => {
  const client = await open();
  const text = await client.subscribe(ITEM_CHANGED, JSON.stringify({ id: gid() }));
  expect(client.messages(text)[0]?.more).toBe(true);
  for (const [given, message] of [
    ['no JSON', 'The variables are not valid JSON'],
    ['[1]', 'The variables are not an object'],
    [[1], 'The variables are not an object'],
    [7, 'The variables are not an object'],
  ]) {
    const identifier = await client.subscribe(ITEM_CHANGED, given);
    expect(client.messages(identifier)).toEqual([{ errors: [{ message }] }]);
  }
  for (const none of [null, '', 'null']) {
    const identifier = await client.subscribe('{ metadata { version } }', none);
    expect(client.messages(identifier)).toEqual([
      { result: { data: { metadata: { version: '16.2.0-ee' } } }, more: false },
    ]);
  }
});

test('AP-07.2 over HTTP a subscription is refused', async () => {
  const { status, errors } = await server.graphql('subscription { groupChanged(fullPath: "acme") { kinds } }');
  expect([status, errors]).toEqual([
    400,
    [{ message: 'Subscriptions are answered through the websocket at /-/cable' }],
  ]);
});

test('AP-07.3 a session, a token and a visitor come in, as themselves; who comes with a wrong token does not', async () => {
  const who = async (headers: Record<string, string>): Promise<unknown> => {
    const client = await open(headers);
    const identifier = await client.subscribe('{ currentUser { username } }');
    return client.messages(identifier)[0]?.result;
  };
  expect(await who({})).toEqual({ data: { currentUser: null } });
  expect(await who({ 'private-token': token })).toEqual({ data: { currentUser: { username: 'plan' } } });
  expect(await who({ authorization: `Bearer ${token}` })).toEqual({ data: { currentUser: { username: 'plan' } } });
  expect(await who({ cookie: '_espalier_session=unknown' })).toEqual({ data: { currentUser: null } });
  expect(await handshake(host, { headers: { 'private-token': 'wrong' } })).toBe(401);
});

test('AP-07.3 a page of another origin is refused, as is a request that is no handshake', async () => {
  const from = (origin: string) => handshake(host, { headers: { origin } });
  expect(await from(`http://${host}`)).toBe(101);
  for (const origin of ['http://evil.example', `http://${host}.evil.example`, 'null', '', 'http://127.0.0.1:1'])
    expect([origin, await from(origin)]).toEqual([origin, 403]);
  for (const path of ['/-/cable', '/cable']) {
    const answer = await fetch(`http://${host}${path}`);
    expect([answer.status, await answer.json()]).toEqual([404, { message: '404 Not Found' }]);
  }
  expect(await handshake(host, { path: '/-/liveness' })).toBe(200);
  expect(await handshake(host, { path: '/api/v4/nothing' })).toBe(404);
});
