import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { type TestDatabase, openTestDatabase } from './db/testing.ts';

let database: TestDatabase;
let clientDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  clientDir = mkdtempSync(path.join(tmpdir(), 'client-'));
  mkdirSync(path.join(clientDir, 'assets'));
  writeFileSync(path.join(clientDir, 'index.html'), '<!doctype html><title>Espalier</title>');
  writeFileSync(path.join(clientDir, 'favicon.svg'), '<svg/>');
  writeFileSync(path.join(clientDir, 'assets', 'main-abc.js'), 'plain');
  writeFileSync(path.join(clientDir, 'assets', 'main-abc.js.br'), 'packed');
});
afterAll(async () => {
  await database.close();
  rmSync(clientDir, { recursive: true });
});
beforeEach(() => database.reset());

const config = readConfig({});
const errors: unknown[] = [];
const open = () => createApp({ database, config, clientDir, onError: (error) => errors.push(error) });

test('health says that the database answers', async () => {
  const app = await open();
  const answer = await app.inject('/-/health');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', database: database.kind }]);
  await app.close();
});

test('health is 503 where the database does not answer, and other requests are too', async () => {
  const lost = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  const executor = new Proxy(database.db, {
    get: (target, name) => {
      if (name !== 'getExecutor') return Reflect.get(target, name, target) as unknown;
      return () => ({
        ...target.getExecutor(),
        transformQuery: <T>(node: T) => node,
        compileQuery: () => ({}),
        executeQuery: () => Promise.reject(lost),
        adapter: target.getExecutor().adapter,
      });
    },
  });
  const app = await createApp({
    database: { ...database, db: executor },
    config,
    onError: (error) => errors.push(error),
  });
  expect((await app.inject('/-/health')).statusCode).toBe(503);
  errors.length = 0;
  const answer = await app.inject('/-/session.json');
  expect([answer.statusCode, answer.json()]).toEqual([503, { message: '503 The database does not answer' }]);
  expect(errors).toEqual([lost]);
  await app.close();
});

test('every page address gets the client; every answer the security headers', async () => {
  const app = await open();
  for (const url of [
    '/',
    '/groups/acme/-/epics/1',
    '/groups/a/b/c',
    '/acme/api/-/issues/4',
    '/-/sign-in',
    '/-/first-run',
    '/any',
  ]) {
    const answer = await app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml' } });
    expect([url, answer.statusCode, answer.body]).toEqual([url, 200, '<!doctype html><title>Espalier</title>']);
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.any(String),
      'cache-control': 'no-cache',
    });
  }
  await app.close();
});

test('hashed files are kept for ever, packed where the browser takes it; missing files are no pages', async () => {
  const app = await open();
  const packed = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'br' } });
  expect([packed.body, packed.headers['content-encoding'], packed.headers['cache-control']]).toEqual([
    'packed',
    'br',
    'public, max-age=31536000, immutable',
  ]);
  const plain = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'identity' } });
  expect([plain.body, plain.headers['content-encoding']]).toEqual(['plain', undefined]);
  expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  for (const [url, accept] of [
    ['/assets/main-xyz.js', 'text/html'],
    ['/missing.png', 'image/avif,*/*'],
    ['/../package.json', '*/*'],
    ['/groups/next.js', '*/*'],
    ['/assets/%2e%2e/%2e%2e/package.json', '*/*'],
    ['/api/v4/none', 'text/html'],
    ['/api/none', 'text/html'],
  ]) {
    const answer = await app.inject({ url, headers: { accept } });
    expect([url, answer.statusCode]).toEqual([url, 404]);
    expect(answer.json()).toEqual({ message: '404 Not Found' });
  }
  await app.close();
});

test('a group, a project and a person may be named like a file: to a browser that wants a page it is one', async () => {
  const app = await open();
  for (const url of [
    '/groups/next.js',
    '/groups/acme/x.css',
    '/acme/next.js',
    '/ada.png',
    '/groups/a.json/-/roadmap',
  ]) {
    const answer = await app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
  }
  await app.close();
});

test('without a built client a page says so', async () => {
  const app = await createApp({ database, config });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('npm run build')]);
  await app.close();
});

describe('browsers that ask for /favicon.ico by themselves', () => {
  const favicon = async (dir?: string) => {
    const app = await createApp({ database, config, ...(dir === undefined ? {} : { clientDir: dir }) });
    const answer = await app.inject('/favicon.ico');
    await app.close();
    return answer;
  };

  test("get the icon of the client's page", async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'client-'));
    writeFileSync(path.join(dir, 'icon-abc.svg'), '<svg id="ours"/>');
    writeFileSync(path.join(dir, 'index.html'), '<link rel="icon" href="/icon-abc.svg" type="image/svg+xml">');
    const answer = await favicon(dir);
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'image/svg+xml',
      '<svg id="ours"/>',
    ]);
    expect(answer.headers['cache-control']).toBe('public, max-age=86400');
    writeFileSync(path.join(dir, 'favicon.ico'), 'of its own');
    expect((await favicon(dir)).body).toBe('of its own');
    rmSync(dir, { recursive: true });
  });

  test('get an empty answer where there is none: without a client, and where its page names none', async () => {
    for (const dir of [undefined, clientDir]) {
      const answer = await favicon(dir);
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    }
  });
});

test('bad bodies are the fault of the client', async () => {
  const app = await open();
  const post = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/-/sign-in', headers: { 'content-type': type }, payload });
  expect((await post('{"a":')).statusCode).toBe(400);
  expect((await post('{"__proto__":{"x":1}}')).statusCode).toBe(400);
  expect((await post('x', 'text/csv')).statusCode).toBe(415);
  expect((await post(`{"a":"${'x'.repeat(1024 * 1024)}"}`)).statusCode).toBe(413);
  expect((await post('null')).statusCode).toBe(422);
  await app.close();
});
