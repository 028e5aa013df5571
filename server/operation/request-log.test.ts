import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { GroupEpicsOperation } from '@espalier/core/api';
import { createApp } from '../app.ts';
import { createAccessToken } from '../auth/access-tokens.ts';
import { hashPassword } from '../auth/secrets.ts';
import { makeSignInLink } from '../auth/sign-in-link.ts';
import { readConfig } from '../config.ts';
import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { errorFields } from './request-log.ts';

interface Line {
  readonly [name: string]: unknown;
  readonly msg: string;
  readonly id: string;
  readonly route: string;
}

let database: TestDatabase;
let tiny: TinyData;
let app: FastifyInstance;
let lines: string[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.reset();
  tiny = await seedTiny(database.db);
  app = await open();
});
afterEach(() => app.close());

async function open(env: Record<string, string> = {}, on = database): Promise<FastifyInstance> {
  lines = [];
  return createApp({
    database: on,
    config: readConfig(env),
    log: { level: 'info', stream: { write: (line) => lines.push(line) } },
  });
}

const parsed = (): Line[] => lines.map((line) => JSON.parse(line) as Line);

const CANARY = {
  password: 'canary-password-71',
  wrong: 'canary-wrong-72',
  title: 'canarytitle73',
  search: 'canarysearch74',
  description: 'canarytext75',
  header: 'canary-agent-76',
  path: 'canarypath77',
};

test('RP-02.410 RP-02.412 a rich session leaves one line a request and none of its words', async () => {
  const { users } = tiny;
  await sql`UPDATE users SET password_hash = ${await hashPassword(CANARY.password)} WHERE id = ${users.plan}`.execute(
    database.db,
  );
  const link = await makeSignInLink(database.db, users.plan, new Date().toISOString());
  const agent = { 'user-agent': CANARY.header };
  const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers: object = {}) =>
    app.inject({ method, url, ...(payload && { payload }), headers: { ...agent, ...headers } });

  await send('GET', `/-/sign-in?token=${link}`);
  await send('POST', '/-/sign-in', { username: 'plan', password: CANARY.wrong });
  await send('POST', '/-/sign-in', { username: CANARY.wrong, password: CANARY.wrong });
  const signedIn = await send('POST', '/-/sign-in', { username: 'plan', password: CANARY.password });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const { csrfToken } = signedIn.json<{ csrfToken: string }>();
  const mine = { cookie, 'x-csrf-token': csrfToken };
  const made = await send(
    'POST',
    '/groups/acme/-/epics',
    { title: CANARY.title, description: CANARY.description },
    mine,
  );
  expect(made.statusCode).toBeLessThan(300);
  const { name, text: query } = GroupEpicsOperation;
  const variables = { fullPath: 'acme', search: CANARY.search, first: 5 };
  expect((await send('POST', '/api/graphql', { operationName: name, query, variables }, mine)).statusCode).toBe(200);
  await send('POST', '/api/graphql', { query: `{ group(fullPath: "${CANARY.path}") { nothing } }` }, mine);
  await send('GET', `/api/v4/groups/acme/epics?search=${CANARY.search}`, undefined, mine);
  await send('GET', `/groups/${CANARY.path}/-/epics/1?search=${CANARY.search}`, undefined, { accept: 'text/html' });
  await send('GET', `/${CANARY.path}.js`, undefined, { 'private-token': CANARY.wrong });
  await send('GET', `/api/v4/${CANARY.path}`, undefined, { authorization: `Bearer ${CANARY.wrong}` });
  await send('POST', '/-/password', { currentPassword: CANARY.wrong, password: CANARY.password }, mine);

  const log = lines.join('');
  const secrets = [...Object.values(CANARY), link, csrfToken, cookie.split('=')[1] ?? '', 'acme', 'private-token'];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  const seen = parsed();
  expect(seen.map(({ route }) => route)).toEqual([
    '/-/sign-in',
    '/-/sign-in',
    '/-/sign-in',
    '/-/sign-in',
    '/groups/*/-/epics',
    '/api/graphql',
    '/api/graphql',
    '/api/v4/groups/:id/epics',
    '(page)',
    '/*',
    '/*',
    '/-/password',
  ]);
  expect(Object.keys(seen[4] ?? {}).sort()).toEqual(
    ['id', 'level', 'method', 'ms', 'msg', 'pid', 'route', 'status', 'time', 'user'].sort(),
  );
  expect(seen[4]).toMatchObject({ level: 'info', method: 'POST', user: users.plan, msg: 'request' });
  expect(seen[1]).not.toHaveProperty('user');
});

/** The database, where every statement fails with that. */
function refusing(fault: Error): TestDatabase['db'] {
  return new Proxy(database.db, {
    get: (target, name) => {
      if (name !== 'getExecutor') return Reflect.get(target, name, target) as unknown;
      return () => ({
        ...target.getExecutor(),
        transformQuery: <T>(node: T) => node,
        compileQuery: () => ({}),
        executeQuery: () => Promise.reject(fault),
        adapter: target.getExecutor().adapter,
      });
    },
  });
}

test('RP-02.411 an error of ours is told once, with the id and the route, without the values that it quotes', async () => {
  const fault = Object.assign(new Error(`invalid input "${CANARY.search}" near '${CANARY.title}'`), {
    code: 'XX000',
    detail: CANARY.description,
  });
  const failing = await open({}, { ...database, db: refusing(fault) });
  expect((await failing.inject('/-/session.json')).statusCode).toBe(500);
  const answer = await failing.inject({
    method: 'POST',
    url: '/api/graphql',
    payload: { query: '{ groups { nodes { id } } }' },
  });
  expect(answer.json()).toHaveProperty('errors');
  const [error, request, graphql, ...rest] = parsed();
  expect(error).toMatchObject({ level: 'error', route: '/-/session.json', err: { type: 'Error', code: 'XX000' } });
  expect(request).toMatchObject({ msg: 'request', status: 500, id: error?.id });
  expect(graphql).toMatchObject({ msg: 'error', route: '/api/graphql', id: rest.at(-1)?.id });
  for (const word of Object.values(CANARY)) expect(lines.join('')).not.toContain(word);
  expect(errorFields(fault)).toMatchObject({ message: 'invalid input "…"' });
  const marked = new Error(`invalid input syntax for type date: "a" ${CANARY.title} "b" ${CANARY.search}'s" at`);
  expect(errorFields(marked)).toMatchObject({ message: 'invalid input syntax for type date: "…" at' });
  expect(errorFields('text')).toEqual({ type: 'string' });
  // AP-14.120
  expect(errorFields(new Error('could not', { cause: fault }))).toMatchObject({
    message: 'could not',
    cause: { message: 'invalid input "…"' },
  });
  await failing.close();
});

test('RP-02.411 a value of the client that no column takes is no error of ours', async () => {
  const fault = Object.assign(new Error('out of range'), { code: '22003' });
  const failing = await open({}, { ...database, db: refusing(fault) });
  const payload = { query: '{ groups { nodes { id } } }' };
  const answer = await failing.inject({ method: 'POST', url: '/api/graphql', payload });
  expect(answer.json()).toMatchObject({ errors: [{ message: 'A value is out of range' }] });
  expect(parsed().map(({ msg }) => msg)).toEqual(['request']);
  await failing.close();
});

test('RP-02.413 the id is that of a trusted proxy, else a new one, and every answer names it', async () => {
  const ask = (id: string, remoteAddress = '127.0.0.1') =>
    app.inject({ url: '/-/liveness', headers: { 'x-request-id': id }, remoteAddress });
  expect((await ask('proxy-1.A')).headers['x-request-id']).toBe('proxy-1.A');
  const own = /^[0-9a-f-]{36}$/;
  expect((await ask('x'.repeat(129))).headers['x-request-id']).toMatch(own);
  expect((await ask('two words')).headers['x-request-id']).toMatch(own);
  expect((await ask('proxy-1', '192.0.2.1')).headers['x-request-id']).toMatch(own);
  const missing = await app.inject('/api/v4/none');
  expect(missing.headers['x-request-id']).toBe(parsed().at(-1)?.id);
});

test('RP-02.410 a client that goes away has its line, with 499', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  let leave = (): void => undefined;
  const gone = new Promise<void>((resolve) => (leave = resolve));
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('POST /-/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
  });
  app.server.once('request', (_request: unknown, response: { once(name: string, run: () => void): void }) => {
    response.once('close', () => setImmediate(leave));
    socket.destroy();
  });
  await gone;
  expect(parsed().at(-1)).toMatchObject({ route: '/-/sign-in', status: 499 });
});

test('RP-02.401 no address follows the Host header where PUBLIC_URL is set', async () => {
  const { token } = await tokenOf();
  const asked = { 'private-token': token, host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const read = async (on: FastifyInstance): Promise<string> => {
    const answers = [];
    for (const url of ['/api/v4/groups/acme/epics?per_page=1', '/api/v4/user', '/api/v4/groups', '/-/session.json']) {
      const answer = await on.inject({ url, headers: asked });
      expect(answer.statusCode).toBe(200);
      answers.push(answer.body, JSON.stringify(answer.headers));
    }
    const query = '{ group(fullPath: "acme") { webUrl epics { nodes { webUrl author { webUrl } } } } }';
    answers.push((await on.inject({ method: 'POST', url: '/api/graphql', headers: asked, payload: { query } })).body);
    return answers.join('\n');
  };
  expect(await read(app)).toContain('evil.example');
  const fixed = await open({ PUBLIC_URL: 'https://plan.example.org' });
  const answers = await read(fixed);
  expect(answers).not.toContain('evil.example');
  expect(answers.match(/https:\/\/plan\.example\.org\//g)?.length).toBeGreaterThan(5);
  await fixed.close();
});

test('RP-02.402 what a stranger says about forwarding is not believed', async () => {
  const { token } = await tokenOf();
  const url = '/api/v4/user';
  const headers = { 'private-token': token, host: 'here', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'other' };
  const webUrl = async (on: FastifyInstance, remoteAddress: string) =>
    (await on.inject({ url, headers, remoteAddress })).json<{ web_url: string }>().web_url;
  expect(await webUrl(app, '127.0.0.1')).toMatch(/^https:\/\/other\//);
  expect(await webUrl(app, '192.0.2.1')).toMatch(/^http:\/\/here\//);
  const behind = await open({ TRUSTED_PROXIES: '192.0.2.0/24' });
  expect(await webUrl(behind, '192.0.2.1')).toMatch(/^https:\/\/other\//);
  expect(await webUrl(behind, '127.0.0.1')).toMatch(/^http:\/\/here\//);
  await behind.close();
});

async function tokenOf(): Promise<{ token: string }> {
  const made = { name: 'test', scope: 'api', expiresAt: null } as const;
  return { token: (await createAccessToken(database.db, tiny.users.plan, made, new Date().toISOString())).token };
}
