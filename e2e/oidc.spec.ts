import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { openTestProvider, type TestProvider } from '../server/oidc/testing-provider.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { openBrowser, openPage, overhang, Windows, type OpenPage, type PageOptions } from './support/browser.ts';
import { copyOf } from './support/place.ts';
import { PASSWORD, seeded } from './support/seeded.ts';
import { startServer, type RunningServer } from './support/server.ts';

let place: Awaited<ReturnType<typeof copyOf>>;
let provider: TestProvider;
let server: RunningServer;
let browser: Browser;
let windows: Windows;
let opened: OpenPage[] = [];

/** A port that was free a moment ago: the provider has to know the address before the server starts. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

beforeAll(async () => {
  place = await copyOf((await seeded()).place);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  provider = await openTestProvider(`${url}/-/oidc/callback`);
  const client = { OIDC_CLIENT_ID: provider.clientId, OIDC_CLIENT_SECRET: provider.clientSecret };
  const settings = { PUBLIC_URL: url, OIDC_ISSUER: provider.issuer, ...client, OIDC_LABEL: 'Acme ID' };
  server = await startServer({ place, port, settings: { ...settings, OIDC_CREATE_USERS: 'true' } });
  browser = await openBrowser();
  windows = new Windows(browser, url);
});
afterEach(async () => {
  const faults = await Promise.all(opened.map((window) => window.close()));
  opened = [];
  expect(faults.flat()).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await provider.close();
  await place.remove();
});

async function open(path: string, options?: PageOptions): Promise<Page> {
  const window = await openPage(windows, { live: false, ...options });
  opened.push(window);
  await window.page.goto(server.url + path);
  return window.page;
}

/** The provider's own pages: who somebody is, and that they allow it. */
async function throughPages(page: Page, login: string): Promise<void> {
  await page.waitForURL((url) => url.origin === provider.issuer);
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((url) => url.origin === server.url);
}

test('AP-09.95 by keyboard alone somebody goes to the provider, and comes back signed in to the page that asked', async () => {
  provider.people.set('grace', { email: 'grace@example.org', email_verified: true, name: 'Grace Hopper' });
  const page = await open('/-/sign-in?return_to=%2Fgroups%2Fkitchen-sink%2F-%2Fepics%2F1');
  await page.getByRole('link', { name: 'Sign in with Acme ID' }).waitFor();
  await page.getByRole('textbox', { name: 'Password' }).focus();
  for (const name of ['Sign in', 'Sign in with Acme ID']) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  }
  await page.keyboard.press('Enter');
  await throughPages(page, 'grace');
  await page.getByRole('button', { name: /^Grace Hopper/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/groups/kitchen-sink/-/epics/1');
});

test('AP-09.90 who says no there is told so here, and signs in by password', async () => {
  const page = await open('/-/sign-in');
  await page.getByRole('link', { name: 'Sign in with Acme ID' }).click();
  await page.waitForURL((url) => url.origin === provider.issuer);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('alert').getByText('Acme ID says that access was denied.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to signing in' }).click();
  await page.getByLabel('Username or email').fill('waiter');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Waiter/ }).waitFor();
});

test('AP-09.96 one’s account is linked on the profile, signs in, and is unlinked', async () => {
  provider.people.set('head waiter', {});
  const page = await open('/-/sign-in?return_to=%2F-%2Fprofile');
  await page.getByLabel('Username or email').fill('waiter');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Link Acme ID' }).click();
  await throughPages(page, 'head waiter');
  await page.getByText('You can sign in with Acme ID.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const other = await open('/-/sign-in');
  await other.getByRole('link', { name: 'Sign in with Acme ID' }).click();
  await throughPages(other, 'head waiter');
  await other.getByRole('button', { name: /^Waiter/ }).waitFor();
  await page.getByRole('button', { name: 'Unlink Acme ID…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink', exact: true }).click();
  await page.getByRole('button', { name: 'Link Acme ID' }).waitFor();
});

test.each([
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)('AP-09.95 the page for signing in is accessible and fits, $width wide and $theme', async (options) => {
  const page = await open('/-/sign-in', options);
  await page.getByRole('link', { name: 'Sign in with Acme ID' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overhang(page)).toBe(0);
});
