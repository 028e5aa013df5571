import { sql } from 'kysely';
import { type TestDatabase, openTestDatabase } from '../db/testing.ts';
import { seedTiny } from '../db/testing-data.ts';
import { type Answer, type Browser, openBrowserOf, pathOf, PUBLIC_URL, RETURNS_TO } from './testing.ts';
import { openTestProvider, type TestProvider, throughProvider } from './testing-provider.ts';

let database: TestDatabase;
let provider: TestProvider;
let browser: Browser;
const opened: Browser[] = [];
beforeAll(async () => {
  [database, provider] = await Promise.all([openTestDatabase(), openTestProvider(RETURNS_TO)]);
  provider.people.set('ada', { email: 'dev@example.com', email_verified: true });
});
afterAll(async () => {
  await provider.close();
  await database.close();
});
beforeEach(async () => {
  await database.reset();
  await seedTiny(database.db);
  await sql`UPDATE users SET email = 'dev@example.com' WHERE username = 'dev'`.execute(database.db);
  browser = await open();
});
afterEach(async () => {
  provider.lie = null;
  provider.broken = 0;
  for (const each of opened.splice(0)) await each.app.close();
});

async function open(): Promise<Browser> {
  const made = await openBrowserOf(database, provider);
  opened.push(made);
  return made;
}

const told = ({ status, text }: Answer) => [status, /role="alert">([^<]*)/.exec(text)?.[1]];
const isSignedIn = async (from = browser) => (await from.ask('/-/session.json')).json()['user'] !== null;
const SPENT = [400, 'This sign-in was used before, took too long, or was begun in another browser. Sign in again.'];
const comeBack = async () => pathOf(await throughProvider(await browser.begin(), 'ada'));

test('AP-09.83 what is asked of the provider carries a code challenge, a state and a nonce, each new', async () => {
  const [one, two] = [new URL(await browser.begin()), new URL(await browser.begin())].map(
    ({ searchParams }) => searchParams,
  );
  expect(Object.fromEntries(one ?? [])).toMatchObject({
    response_type: 'code',
    client_id: 'espalier',
    redirect_uri: `${PUBLIC_URL}/-/oidc/callback`,
    scope: 'openid profile email',
    code_challenge_method: 'S256',
  });
  for (const name of ['code_challenge', 'state', 'nonce']) {
    expect(one?.get(name)).toMatch(/^[\w-]{43}$/);
    expect(one?.get(name)).not.toBe(two?.get(name));
  }
  expect(await (await browser.ask('/-/oidc?return_to=/x')).text).not.toContain('verifier');
});

test('AP-09.91 what is a part of a page of another site begins no sign-in, and uses up nobody’s tries', async () => {
  const ask = (dest: string) =>
    browser.app.inject({
      method: 'GET',
      url: '/-/oidc',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest },
    });
  for (let times = 0; times < 50; times += 1)
    for (const dest of ['image', 'iframe', 'empty']) expect((await ask(dest)).statusCode).toBe(403);
  expect((await browser.byPassword('dev')).status).toBe(200);
  expect((await ask('document')).statusCode).toBe(303);
});

test('AP-09.83 an answer counts once', async () => {
  const path = await comeBack();
  expect((await browser.ask(path)).status).toBe(303);
  await browser.ask('/-/sign-out', 'POST');
  expect(told(await browser.ask(path))).toEqual(SPENT);
  expect(await isSignedIn()).toBe(false);
});

test('AP-09.83 an answer that took too long, has another state or none, or comes from another browser counts for nothing', async () => {
  const path = await comeBack();
  const stranger = await open();
  await stranger.begin();
  expect(told(await stranger.ask(path))).toEqual(SPENT);
  for (const wrong of [path.replace(/state=[^&]*/, 'state=x'), path.replace(/&?state=[^&]*/, ''), '/-/oidc/callback'])
    expect(told(await browser.ask(wrong))).toEqual(SPENT);
  browser.clock = '2026-11-21T12:10:00.000Z';
  expect(told(await browser.ask(path))).toEqual(SPENT);
  expect([await isSignedIn(), await isSignedIn(stranger)]).toEqual([false, false]);
  browser.clock = '2026-11-21T12:09:59.000Z';
  expect((await browser.ask(path)).status).toBe(303);
});

test('AP-09.83 each tab of a browser can come back', async () => {
  const [first, second] = [await comeBack(), await comeBack()];
  for (const path of [second, first]) expect((await browser.ask(path)).status).toBe(303);
});

test('AP-09.83 the page that asked is shown, and never one of another server', async () => {
  const pages: readonly (readonly [string, string])[] = [
    ['/groups/acme/-/epics?state=opened', '/groups/acme/-/epics?state=opened'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/x\r\nset-cookie: a=b', '/'],
    ['javascript:alert(1)', '/'],
  ];
  for (const [asked, shown] of pages)
    expect((await browser.signIn('ada', `?return_to=${encodeURIComponent(asked)}`)).location).toBe(shown);
});

test('AP-09.90 that access was denied is told to the person; another error to whoever runs the server, too', async () => {
  const denied = pathOf(await throughProvider(await browser.begin(), 'ada', 'no'));
  expect(denied).toContain('error=access_denied');
  expect(told(await browser.ask(denied))).toEqual([
    403,
    'Acme ID says that access was denied. Sign in again and allow it there, or use your password.',
  ]);
  expect(browser.errors).toEqual([]);
  const iss = encodeURIComponent(provider.issuer);
  const begun = new URL(await browser.begin()).searchParams.get('state') ?? '';
  const wrong = `/-/oidc/callback?error=%3Cb%3Eserver_error&state=${begun}&iss=${iss}`;
  const answer = await browser.ask(wrong);
  expect(told(answer)).toEqual([
    502,
    'Acme ID did not sign you in. Sign in again; if it stays so, tell an administrator.',
  ]);
  expect(answer.text).not.toContain('<b>');
  const other = new URL(await browser.begin()).searchParams.get('state') ?? '';
  expect(told(await browser.ask(`/-/oidc/callback?code=made-up&state=${other}&iss=${iss}`))[0]).toBe(502);
  expect(browser.errors).toHaveLength(2);
});

const HOUR = 3600;
const lies: Readonly<Record<string, NonNullable<TestProvider['lie']>>> = {
  'for another client': { claims: { aud: 'somebody-else' } },
  'of another issuer': { claims: { iss: 'https://id.example.org' } },
  'with another nonce': { claims: { nonce: 'another' } },
  'that has run out': {
    claims: { exp: Math.floor(Date.now() / 1000) - HOUR, iat: Math.floor(Date.now() / 1000) - 2 * HOUR },
  },
  'that is not signed': { alg: 'none' },
  'that somebody else signed': { key: 'foreign' },
};

test.each(Object.entries(lies))('AP-09.90 a token %s signs nobody in', async (_what, lie) => {
  provider.lie = lie;
  expect(told(await browser.signIn('ada'))).toEqual([
    502,
    'What Acme ID answered cannot be trusted, so nobody was signed in. Tell an administrator.',
  ]);
  expect([await isSignedIn(), browser.errors.length]).toEqual([false, 1]);
  const { rows } = await sql`SELECT FROM identities`.execute(database.db);
  expect(rows).toEqual([]);
  provider.lie = {};
  expect((await browser.signIn('ada')).status).toBe(303);
});

test('AP-09.90 an answer that names another issuer is not taken to the provider', async () => {
  const path = await comeBack();
  expect(path).toContain('iss=');
  expect(told(await browser.ask(path.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fid.example.org')))[0]).toBe(502);
  expect(await isSignedIn()).toBe(false);
});

const AWAY = [503, 'Acme ID does not answer. Try again in a moment, or sign in with your password.'];

test('AP-09.81 the server starts while the provider is away, and asks again when somebody signs in', async () => {
  await provider.close();
  const early = await open();
  await early.app.ready();
  const refused = await early.ask('/-/oidc?return_to=/groups/acme');
  expect(told(refused)).toEqual(AWAY);
  expect(early.errors.length).toBeGreaterThan(0);
  expect((await early.byPassword('dev')).status).toBe(200);
  await provider.open();
  early.clear();
  expect((await early.signIn('ada', '?return_to=/groups/acme')).location).toBe('/groups/acme');
});

test('AP-09.81 a provider that fails or is gone while somebody signs in is away', async () => {
  const paths = [await comeBack(), await comeBack()];
  provider.broken = 500;
  expect(told(await browser.ask(String(paths[0])))).toEqual(AWAY);
  provider.broken = 0;
  await provider.close();
  expect(told(await browser.ask(String(paths[1])))).toEqual(AWAY);
  await provider.open();
  expect((await browser.signIn('ada')).status).toBe(303);
});
