import { sql } from 'kysely';
import { type TestDatabase, openTestDatabase } from '../db/testing.ts';
import { seedTiny } from '../db/testing-data.ts';
import { type Browser, openBrowserOf, pathOf, PUBLIC_URL, RETURNS_TO } from './testing.ts';
import { openTestProvider, type TestProvider, throughProvider } from './testing-provider.ts';

let database: TestDatabase;
let provider: TestProvider;
let browser: Browser;
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
  await seedTiny(database.db);
  provider.people.clear();
  browser = await open();
});
afterEach(async () => {
  provider.lie = null;
  provider.broken = 0;
  for (const each of opened.splice(0)) await each.app.close();
});

async function open(env?: Readonly<Record<string, string>>): Promise<Browser> {
  const made = await openBrowserOf(database, provider, env);
  opened.push(made);
  return made;
}

const address = (username: string, email: string | null) =>
  sql`UPDATE users SET email = ${email} WHERE username = ${username}`.execute(database.db);
const state = (username: string, to: string) =>
  sql`UPDATE users SET state = ${to} WHERE username = ${username}`.execute(database.db);
const who = async (from = browser) => {
  const user = (await from.ask('/-/session.json')).json()['user'] as { username: string } | null;
  return user?.username ?? null;
};
const identities = async () =>
  (
    await sql<{ subject: string; username: string }>`SELECT i.subject, u.username FROM identities i
    JOIN users u ON u.id = i.user_id ORDER BY i.id`.execute(database.db)
  ).rows;
const adaAt = (more = {}) => ({ email: 'Dev@Example.com', email_verified: true, name: 'Ada', ...more });
const NO_ACCOUNT = /^There is no account that you can sign in to by Acme ID\. If you have a password here/;
const alertOf = ({ text }: { readonly text: string }) => /role="alert">([^<]*)/.exec(text)?.[1];

test('AP-09.82 a verified address finds the account and links it; from then on the subject does, whatever the address is', async () => {
  await address('dev', 'dev@example.com');
  provider.people.set('ada', adaAt());
  expect(await browser.signIn('ada')).toMatchObject({ status: 303, location: '/' });
  expect(await who()).toBe('dev');
  expect(await identities()).toEqual([{ subject: 'ada', username: 'dev' }]);
  await address('guest', 'elsewhere@example.com');
  provider.people.set('ada', adaAt({ email: 'elsewhere@example.com' }));
  browser.clear();
  expect((await browser.signIn('ada')).status).toBe(303);
  expect(await who()).toBe('dev');
  expect(await identities()).toHaveLength(1);
});

test('AP-09.82 an address that is not verified links nothing and makes nothing', async () => {
  await address('dev', 'dev@example.com');
  for (const verified of [false, undefined, 'no']) {
    provider.people.set('ada', adaAt({ email_verified: verified }));
    for (const creates of ['false', 'true']) {
      const other = await open({ OIDC_CREATE_USERS: creates });
      const refused = await other.signIn('ada');
      expect([refused.status, alertOf(refused)]).toEqual([
        403,
        'Acme ID has not verified your email address, so it cannot say which account is yours. Verify it there, or sign in with your password and link Acme ID on your profile.',
      ]);
      expect([await who(other), await identities()]).toEqual([null, []]);
    }
  }
});

test('AP-09.82 an address of several accounts, or of one that is linked to somebody else, links nothing', async () => {
  await address('dev', 'dev@example.com');
  await address('guest', 'DEV@example.com');
  provider.people.set('ada', adaAt());
  expect(alertOf(await browser.signIn('ada'))).toMatch(/^Several accounts here have your email address\. Sign in with/);
  await address('guest', null);
  expect((await browser.signIn('ada')).status).toBe(303);
  provider.people.set('successor', adaAt());
  browser.clear();
  expect(alertOf(await browser.signIn('successor'))).toMatch(/^The account with your email address is linked to some/);
  expect([await who(), await identities()]).toEqual([null, [{ subject: 'ada', username: 'dev' }]]);
});

test('AP-09.82 without an account nobody signs in, unless accounts are made', async () => {
  provider.people.set('new', adaAt({ email: 'new@example.com' }));
  const refused = await browser.signIn('new');
  expect([refused.status, alertOf(refused)]).toEqual([403, expect.stringMatching(NO_ACCOUNT)]);
  expect(refused.text).toContain('<a href="/-/sign-in">');
  expect(await who()).toBeNull();
});

test('AP-09.85 a new account has what the provider says, no password, and a username that is free', async () => {
  const making = await open({ OIDC_CREATE_USERS: 'true' });
  const named = async (login: string, claims: object) => {
    provider.people.set(login, claims as Record<string, unknown>);
    making.clear();
    expect(await making.signIn(login)).toMatchObject({ status: 303 });
    return who(making);
  };
  expect(await named('1', adaAt({ preferred_username: 'dev', email: 'one@example.com' }))).toBe('dev1');
  expect(await named('2', adaAt({ preferred_username: 'DEV', email: 'two@example.com' }))).toBe('dev2');
  expect(await named('3', { preferred_username: 'help' })).toBe('help1');
  expect(await named('4', { preferred_username: 'Ørsted Müller@corp' })).toBe('rsted-muller');
  expect(await named('5', { email: 'grace.h@example.com', email_verified: false })).toBe('grace.h');
  expect(await named('6', {})).toBe('user');
  expect(await named('1', adaAt({ email: 'one@example.com' }))).toBe('dev1');
  const { rows } = await sql`SELECT username, name, email, password_hash, admin FROM users
    WHERE username IN ('dev1', 'grace.h') ORDER BY 1`.execute(database.db);
  expect(rows).toEqual([
    { username: 'dev1', name: 'Ada', email: 'one@example.com', password_hash: null, admin: false },
    { username: 'grace.h', name: 'grace.h', email: null, password_hash: null, admin: false },
  ]);
});

test('AP-09.85 of two first sign-ins at once one makes the account, and both are in it', async () => {
  const tabs = [await open({ OIDC_CREATE_USERS: 'true' }), await open({ OIDC_CREATE_USERS: 'true' })];
  provider.people.set('new', adaAt({ preferred_username: 'ada', email: 'new@example.com' }));
  const back = await Promise.all(tabs.map(async (tab) => throughProvider(await tab.begin(), 'new')));
  const answers = await Promise.all(tabs.map((tab, index) => tab.ask(pathOf(back[index] as URL))));
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await Promise.all(tabs.map(who))).toEqual(['ada', 'ada']);
  expect(await identities()).toEqual([{ subject: 'new', username: 'ada' }]);
});

test('AP-09.82 before the first run nobody is made', async () => {
  await database.reset();
  const making = await open({ OIDC_CREATE_USERS: 'true' });
  provider.people.set('new', adaAt({ email: 'new@example.com' }));
  const refused = await making.signIn('new');
  expect([refused.status, alertOf(refused)]).toEqual([
    403,
    'This server is not set up yet. Set it up first, then sign in.',
  ]);
  expect((await making.ask('/-/session.json')).json()['firstRun']).toBe(true);
});

test('AP-09.84 who is shut out is told what nobody is told; who was deactivated is back', async () => {
  await address('dev', 'dev@example.com');
  provider.people.set('ada', adaAt());
  const texts = new Set<string | undefined>();
  for (const to of ['blocked', 'banned']) {
    await state('dev', to);
    const refused = await browser.signIn('ada');
    expect([refused.status, await who()]).toEqual([403, null]);
    texts.add(alertOf(refused));
  }
  await state('dev', 'deactivated');
  expect((await browser.signIn('ada')).status).toBe(303);
  expect(await who()).toBe('dev');
  // Linked by now.
  await state('dev', 'banned');
  browser.clear();
  texts.add(alertOf(await browser.signIn('ada')));
  provider.people.set('nobody', {});
  texts.add(alertOf(await browser.signIn('nobody')));
  expect([...texts]).toEqual([expect.stringMatching(NO_ACCOUNT)]);
});

test('AP-09.86 domains and groups narrow who signs in, each time', async () => {
  const narrow = await open({ OIDC_DOMAINS: 'example.com, example.org', OIDC_GROUPS: 'planners' });
  await address('dev', 'dev@example.com');
  const tries = [
    [{ groups: ['planners', 'others'] }, 303],
    [{ groups: 'planners' }, 303],
    [{ groups: ['others'] }, 403],
    [{}, 403],
    [{ groups: ['planners'], email: 'dev@example.net' }, 403],
    [{ groups: ['planners'], email: 'dev@example.com.evil.net' }, 403],
    [{ groups: ['planners'], email_verified: false }, 403],
    [{ groups: ['planners'], email: undefined }, 403],
  ] as const;
  for (const [claims, status] of tries) {
    narrow.clear();
    provider.people.set('ada', adaAt(claims));
    const answer = await narrow.signIn('ada');
    expect([claims, answer.status]).toEqual([claims, status]);
    if (status === 403)
      expect(alertOf(answer)).toBe(
        'Your account at Acme ID is not among those that may sign in here. Ask an administrator.',
      );
  }
});

test('AP-09.120 groups that only userinfo tells let somebody in; the address of the token is not verified by it', async () => {
  const narrow = await open({ OIDC_GROUPS: 'planners' });
  await address('dev', 'dev@example.com');
  const tries = [
    [{ email: 'dev@example.com', email_verified: true }, { groups: ['planners'] }, 303],
    [{ email: 'dev@example.com', email_verified: true }, { groups: ['others'] }, 403],
    [{ email: 'dev@example.com', email_verified: true, groups: ['others'] }, { groups: ['planners'] }, 403],
    [{ groups: ['planners'] }, { email: 'dev@example.com', email_verified: true }, 303],
    [{ email: 'dev@example.com' }, { groups: ['planners'], email: 'eve@example.net', email_verified: true }, 403],
  ] as const;
  for (const [token, userinfo, status] of tries) {
    narrow.clear();
    await sql`DELETE FROM identities`.execute(database.db);
    provider.lie = { claims: token };
    provider.people.set('ada', userinfo);
    expect([token, userinfo, (await narrow.signIn('ada')).status]).toEqual([token, userinfo, status]);
    expect(await who(narrow)).toBe(status === 303 ? 'dev' : null);
  }
  narrow.clear();
  provider.lie = { claims: adaAt(), userinfo: { sub: 'eve', groups: ['planners'] } };
  expect([(await narrow.signIn('ada')).status, await who(narrow)]).toEqual([502, null]);
});

test('AP-09.91 the session is the one that a password opens', async () => {
  await address('dev', 'dev@example.com');
  provider.people.set('ada', adaAt());
  const by = await browser.signIn('ada');
  expect(by.setCookies.at(-1)).toMatch(
    /^_espalier_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
  );
  expect(await (await browser.ask('/-/sessions.json')).json()).toMatchObject([
    { ip_address: '127.0.0.1', current: true },
  ]);
  expect((await browser.ask('/-/sign-out', 'POST')).status).toBe(204);
  expect(await who()).toBeNull();
  const secure = await open({ PUBLIC_URL: 'https://plan.test' });
  const begun = await secure.ask('/-/oidc');
  expect(begun.setCookies[0]).toMatch(
    /^_espalier_oidc=[\w-]{43}; Path=\/-\/oidc; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
  );
});

test('AP-09.91 who begins too often has to wait; who comes back has not tried in vain', async () => {
  await address('dev', 'dev@example.com');
  provider.people.set('ada', adaAt());
  for (let tries = 0; tries < 49; tries += 1) await browser.begin();
  expect((await browser.signIn('ada')).status).toBe(303);
  await browser.begin();
  const refused = await browser.ask('/-/oidc');
  expect([refused.status, alertOf(refused)]).toEqual([429, 'Too many attempts. Try again later.']);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM oidc_flows`.execute(database.db);
  expect(rows[0]?.n).toBe(50);
});

test('AP-09.80 the session names the provider; without one there are none of its addresses', async () => {
  const settings = async (from: Browser) => (await from.ask('/-/session.json')).json()['settings'];
  expect(await settings(browser)).toMatchObject({ signInWith: 'Acme ID' });
  const none = await open({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', OIDC_LABEL: '', PUBLIC_URL });
  expect(await settings(none)).not.toHaveProperty('signInWith');
  for (const url of ['/-/oidc', '/-/oidc/callback'])
    expect([browser, none].map(({ app }) => app.hasRoute({ method: 'GET', url }))).toEqual([true, false]);
  expect((await none.ask('/-/oidc/link', 'POST')).status).toBe(404);
});
