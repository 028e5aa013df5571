import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type TestDatabase, openTestDatabase } from '../db/testing.ts';
import { EXPLORER_FILES, EXPLORER_PATH } from './explorer-files.ts';
import { type TestServer, openTestServer } from './testing.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await openTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const get = (name: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: name === '' ? EXPLORER_PATH : `${EXPLORER_PATH}/${name}`, headers });

test('the explorer page names only files of this server and has no inline script', async () => {
  const answer = await get('');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.body).not.toMatch(/<script(?![^>]*\bsrc=)/);
  const named = [...answer.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
  const served = EXPLORER_FILES.map(({ name }) => `${EXPLORER_PATH}/${name}`);
  expect(named.filter((url) => url !== 'data:,' && !served.includes(url))).toEqual([]);
  expect(named).toContain(`${EXPLORER_PATH}/graphiql.js`);
});

test('its content security policy lets no inline script and no other host in, and holds for its path alone', async () => {
  const policy = String((await get('')).headers['content-security-policy']);
  const scripts = policy.split('; ').find((part) => part.startsWith('script-src'));
  expect(scripts).toBe("script-src 'self'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/https?:|unsafe-eval|blob:/);
  const other = await server.app.inject('/-/session.json');
  expect(other.headers['content-security-policy']).not.toBe(policy);
});

test('every file comes whole in the encoding that the browser takes, and once', async () => {
  for (const { name, type } of EXPLORER_FILES) {
    const plain = await get(name);
    const br = await get(name, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(name, { 'accept-encoding': 'gzip' });
    expect([plain.statusCode, br.headers['content-type'], br.headers['content-encoding']]).toEqual([200, type, 'br']);
    expect([plain.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([undefined, 'gzip']);
    // Compared by hash: a difference of five megabytes would take minutes to print.
    const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex');
    expect(hash(brotliDecompressSync(br.rawPayload))).toBe(hash(plain.rawPayload));
    expect(hash(gunzipSync(gzip.rawPayload))).toBe(hash(plain.rawPayload));
    const again = await get(name, { 'accept-encoding': 'br', 'if-none-match': String(br.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

test('the explorer sends the token of the session, without which a change with its cookie is refused', async () => {
  const start = (await get('start.js')).body;
  expect(start).toContain("'x-csrf-token': session.csrfToken");
  expect(start).toContain("fetch('/-/session.json'");
});
