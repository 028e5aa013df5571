import { findSession, openSession } from '../auth/sessions.ts';
import { hashPassword } from '../auth/secrets.ts';
import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { NOW, openTestServer, type Json, type TestServer } from '../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
});

/** The headers of a browser. */
async function browser(userId: number, agent: string | null = null) {
  const secret = await openSession(server.db, userId, NOW, { ip: '10.0.0.1', userAgent: agent });
  const csrf = (await findSession(server.db, secret, NOW))?.session?.csrfToken ?? '';
  return { cookie: `_espalier_session=${secret}`, 'x-csrf-token': csrf };
}
type Headers = Awaited<ReturnType<typeof browser>>;

const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Headers) => {
  const answer = await server.app.inject({ method, url, headers });
  return { status: answer.statusCode, body: (answer.body === '' ? '' : answer.json()) as Json };
};
const list = async (headers: Headers, url = '/-/sessions.json') => (await ask('GET', url, headers)).body as Json[];

test('AP-09.56 one’s own sessions are listed and ended: one, and all but the one that asks', async () => {
  const [here, there, elsewhere] = [
    await browser(tiny.users.dev, 'Here'),
    await browser(tiny.users.dev, 'There'),
    await browser(tiny.users.dev),
  ];
  const other = await browser(tiny.users.rep);
  const all = await list(here);
  expect(all).toEqual([
    expect.objectContaining({ user_agent: null, current: false }),
    expect.objectContaining({ user_agent: 'There', current: false }),
    {
      ...{ id: expect.any(Number), ip_address: '10.0.0.1', user_agent: 'Here', current: true },
      ...{ created_at: NOW, expires_at: '2026-12-05T12:00:00.000Z' },
    },
  ]);
  expect(JSON.stringify(all)).not.toContain(here['x-csrf-token']);
  const [theirs] = await list(other);
  expect((await ask('DELETE', `/-/sessions/${theirs.id}`, here)).status).toBe(404);
  expect((await ask('DELETE', `/-/sessions/${all[1].id}`, here)).status).toBe(204);
  expect((await ask('GET', '/-/sessions.json', there)).status).toBe(401);
  expect((await ask('DELETE', '/-/sessions.json', here)).status).toBe(204);
  expect((await ask('GET', '/-/sessions.json', elsewhere)).status).toBe(401);
  expect(await list(here)).toHaveLength(1);
  expect(await list(other)).toHaveLength(1);
});

test('AP-09.56 an administrator lists and ends anybody’s sessions, nobody else does', async () => {
  const [root, dev, rep] = [
    await browser(tiny.users.root),
    await browser(tiny.users.dev),
    await browser(tiny.users.rep),
  ];
  const url = `/-/users/${tiny.users.dev}/sessions`;
  expect((await ask('GET', `${url}.json`, rep)).status).toBe(403);
  expect((await ask('DELETE', `${url}.json`, rep)).status).toBe(403);
  const [one] = await list(root, `${url}.json`);
  expect(one).toMatchObject({ current: false });
  expect((await ask('DELETE', `${url}/${one.id}`, rep)).status).toBe(403);
  expect((await ask('DELETE', `${url}/${one.id}`, root)).status).toBe(204);
  expect((await ask('GET', '/-/sessions.json', dev)).status).toBe(401);
  await browser(tiny.users.dev);
  expect((await ask('DELETE', `${url}.json`, root)).status).toBe(204);
  expect(await list(root, `${url}.json`)).toEqual([]);
  for (const method of ['GET', 'DELETE'] as const)
    expect(await ask(method, '/-/users/9999/sessions.json', root)).toEqual({
      status: 404,
      body: { message: '404 User Not Found' },
    });
});

test('AP-09.55 by an administrator’s link a person signs in once and sets a new password without the old one', async () => {
  const root = await browser(tiny.users.root);
  await server.db
    .updateTable('users')
    .set({ password_hash: await hashPassword('forgotten') })
    .where('id', '=', tiny.users.dev)
    .execute();
  const url = `/-/users/${tiny.users.dev}/sign_in_link`;
  expect((await ask('POST', url, await browser(tiny.users.rep))).status).toBe(403);
  expect((await server.rest('POST', url, await server.token(tiny.users.root))).status).toBe(403);
  expect((await ask('POST', '/-/users/9999/sign_in_link', root)).status).toBe(404);
  const made = await ask('POST', url, { ...root });
  expect(made.status).toBe(201);
  const token = new URL(String(made.body.url)).searchParams.get('token');
  const signIn = (payload: object) =>
    server.app.inject({ method: 'POST', url: '/-/sign-in', headers: { 'content-type': 'application/json' }, payload });
  const password = (word: string) => signIn({ username: 'dev', password: word });
  // As long as nobody comes by it the old one works.
  expect((await password('forgotten')).statusCode).toBe(200);
  const come = await signIn({ token });
  expect(come.statusCode).toBe(303);
  expect((await password('forgotten')).statusCode).toBe(401);
  const cookie = String(come.headers['set-cookie']).split(';')[0] ?? '';
  const csrf = (await findSession(server.db, cookie.split('=')[1] ?? '', NOW))?.session?.csrfToken ?? '';
  const set = await server.app.inject({
    method: 'POST',
    url: '/-/password',
    headers: { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' },
    payload: { password: 'a new one' },
  });
  expect(set.statusCode).toBe(204);
  expect((await password('a new one')).statusCode).toBe(200);
  expect((await signIn({ token })).statusCode).toBe(404);
  await server.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', tiny.users.dev).execute();
  expect((await ask('POST', url, root)).status).toBe(403);
});
