import { sql } from 'kysely';
import { hashSecret } from '../auth/secrets.ts';
import { type TestDatabase, openTestDatabase } from '../db/testing.ts';
import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Answer, type Browser, openBrowserOf, pathOf, RETURNS_TO } from './testing.ts';
import { openTestProvider, type TestProvider, throughProvider } from './testing-provider.ts';

let database: TestDatabase;
let provider: TestProvider;
let browser: Browser;
let tiny: TinyData;
const opened: Browser[] = [];
beforeAll(async () => {
  [database, provider] = await Promise.all([openTestDatabase(), openTestProvider(RETURNS_TO)]);
});
afterAll(async () => {
  await provider.close();
  await database.close();
});
beforeEach(async () => {
  await database.reset();
  tiny = await seedTiny(database.db);
  browser = await open();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.app.close();
});

async function open(env?: Readonly<Record<string, string>>): Promise<Browser> {
  const made = await openBrowserOf(database, provider, env);
  opened.push(made);
  return made;
}

const told = ({ status, text }: Answer) => [status, /role="alert">([^<]*)/.exec(text)?.[1]];
const profile = async (from = browser) => (await from.ask('/-/profile.json')).json();

test('AP-09.87 a person links their account, signs in by it, and unlinks it', async () => {
  await browser.byPassword('dev');
  expect(await profile()).toMatchObject({ identities: [], sign_in_with: 'Acme ID' });
  expect(await browser.link('ada')).toMatchObject({ status: 303, location: '/-/profile' });
  expect(await profile()).toMatchObject({ identities: [{ provider: 'openid_connect', extern_uid: 'ada' }] });
  // Again is as it is.
  expect((await browser.link('ada')).status).toBe(303);
  browser.clear();
  expect((await browser.signIn('ada')).status).toBe(303);
  expect(await profile()).toMatchObject({ username: 'dev' });
  expect((await browser.ask('/-/oidc/link', 'DELETE')).status).toBe(204);
  expect(await profile()).toMatchObject({ identities: [] });
  browser.clear();
  expect((await browser.signIn('ada')).status).toBe(403);
});

test('AP-09.87 one there is one here, and one here is one there', async () => {
  await browser.byPassword('dev');
  await browser.link('ada');
  expect(told(await browser.link('grace'))).toEqual([
    409,
    'Your account is linked to another one at Acme ID. Unlink that first.',
  ]);
  await browser.byPassword('guest');
  const refused = await browser.link('ada');
  expect(told(refused)).toEqual([
    409,
    'This account at Acme ID is linked to another account here. Unlink it there first.',
  ]);
  expect(refused.text).toContain('<h1>Your account was not linked</h1>');
  expect(refused.text).toContain('<a href="/-/profile">');
  expect(await profile()).toMatchObject({ username: 'guest', identities: [] });
});

test('AP-09.87 nobody is linked by another page, by a token, or as somebody else than they went', async () => {
  const ask = (headers: Record<string, string>, method: 'POST' | 'DELETE' = 'POST') =>
    browser.app.inject({ method, url: '/-/oidc/link', headers });
  expect((await ask({})).statusCode).toBe(401);
  await browser.byPassword('dev');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const method of ['POST', 'DELETE'] as const) {
    expect((await ask({ cookie }, method)).statusCode).toBe(403);
    await sql`INSERT INTO access_tokens (user_id, name, token_hash) VALUES (${tiny.users.dev}, ${method}, ${hashSecret(method)})`.execute(
      database.db,
    );
    expect((await ask({ 'private-token': method }, method)).statusCode).toBe(403);
  }
  const url = String((await browser.ask('/-/oidc/link', 'POST')).json()['url']);
  const back = pathOf(await throughProvider(url, 'ada'));
  await browser.byPassword('guest');
  expect(told(await browser.ask(back))).toEqual([
    403,
    'You are no longer signed in as who wanted to link Acme ID. Sign in, and link it on your profile.',
  ]);
  expect((await sql`SELECT FROM identities`.execute(database.db)).rows).toEqual([]);
});

test('AP-09.121 what was not done is what was wanted: to link, or to sign in', async () => {
  const titleOf = ({ text }: Answer) => /<h1>([^<]*)/.exec(text)?.[1];
  const back = async (url: string) => pathOf(await throughProvider(url, 'ada'));
  expect(titleOf(await browser.signIn('ada'))).toBe('You were not signed in');
  await browser.byPassword('dev');
  const again = await browser.signIn('ada');
  expect([again.status, titleOf(again)]).toEqual([403, 'Nothing has changed']);
  expect(again.text).toContain('You are still signed in. <a href="/">');
  expect(await profile()).toMatchObject({ username: 'dev' });
  await browser.link('ada');
  const path = await back(await browser.begin());
  expect((await browser.ask(path)).status).toBe(303);
  // The same address once more, as by "Back" of the browser.
  const spent = await browser.ask(path);
  expect([spent.status, titleOf(spent)]).toEqual([400, 'Nothing has changed']);
  const link = await back(String((await browser.ask('/-/oidc/link', 'POST')).json()['url']));
  await browser.ask('/-/sign-out', 'POST');
  const late = await browser.ask(link);
  expect([late.status, titleOf(late)]).toEqual([403, 'Your account was not linked']);
  expect(late.text).toContain('<a href="/-/sign-in">');
});

test('AP-09.87 what may not sign in is not linked, either', async () => {
  const narrow = await open({ OIDC_GROUPS: 'planners' });
  await narrow.byPassword('dev');
  expect((await narrow.link('ada')).status).toBe(403);
  expect(await profile(narrow)).toMatchObject({ identities: [] });
});

test('AP-09.88 the last way to sign in stays', async () => {
  const making = await open({ OIDC_CREATE_USERS: 'true' });
  await making.signIn('ada');
  const refused = await making.ask('/-/oidc/link', 'DELETE');
  expect([refused.status, refused.json()]).toEqual([
    409,
    { message: 'Set a password first: without one you could not sign in any more.' },
  ]);
  expect(await profile(making)).toMatchObject({ identities: [{ extern_uid: 'ada' }] });
  expect((await making.ask('/-/password', 'POST', { password: 'long enough 1843' })).status).toBe(204);
  expect((await making.ask('/-/oidc/link', 'DELETE')).status).toBe(204);
  // Twice is once, also for who never had a link.
  expect((await making.ask('/-/oidc/link', 'DELETE')).status).toBe(204);
});

test('AP-09.89 the person and administrators are told, nobody else; the links go with the account', async () => {
  await browser.byPassword('dev');
  await browser.link('ada');
  const linked = [{ provider: 'openid_connect', extern_uid: 'ada' }];
  expect((await browser.ask('/api/v4/user')).json()).toMatchObject({ identities: linked });
  const url = `/api/v4/users/${tiny.users.dev}`;
  await browser.byPassword('guest');
  expect((await browser.ask(url)).json()).not.toHaveProperty('identities');
  await browser.byPassword('root');
  expect((await browser.ask(url)).json()).toMatchObject({ identities: linked });
  expect((await browser.ask(url, 'DELETE')).status).toBe(204);
  expect((await sql`SELECT FROM identities`.execute(database.db)).rows).toEqual([]);
});
