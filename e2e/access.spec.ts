import type { Page } from 'playwright-core';
import { quiet } from './support/answers.ts';
import type { Person } from './support/seeded.ts';
import { Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const PUBLIC = '/groups/kitchen-sink/-/epics/1';
const CONFIDENTIAL = '/groups/kitchen-sink/-/epics/7';
const PRIVATE = '/groups/back-room/-/epics/1';
const NOT_THERE = '/groups/kitchen-sink/-/epics/99999';

const openAs = async (as?: Person): Promise<Page> => (await world.current.open(as && { as })).page;

/** The page knows who is looking: the header says so. */
const knowsWho = (page: Page): Promise<void> =>
  page
    .getByRole('banner')
    .getByRole('link', { name: 'Sign in' })
    .or(page.getByRole('button', { name: /^(Demo Planner|Waiter|Chef)/ }))
    .first()
    .waitFor();

async function menuOf(page: Page, tree: Tree, title: string): Promise<string[]> {
  const menu = await tree.openMenu(title);
  const texts = await menu.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  return texts.map((text) => text.split('\n')[0]?.trim() ?? '');
}

test('EP-18 a visitor reads a public group and can change nothing', async () => {
  const page = await openAs();
  const tree = await Tree.open(page, PUBLIC);
  expect(await tree.children()).toEqual([
    'Health, weights, milestones and iterations',
    'Blocked and blocking',
    'Titles that are hard to show',
  ]);
  expect(await menuOf(page, tree, 'Blocked and blocking')).toEqual(['Open']);
  await quiet(page);
  expect(await page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^(Close|Reopen) epic$/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Epic actions' }).count()).toBe(0);
  expect(await tree.grid.locator('[data-rfd-draggable-id]').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Sign in', exact: true }).count()).toBe(1);
  await tree.row('Blocked and blocking').focus();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await page.keyboard.press('Delete');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  expect((await tree.children())[1]).toBe('Blocked and blocking');
});

test('EP-18 a guest sees what a visitor sees, may relate epics, and can move nothing', async () => {
  const page = await openAs('waiter');
  const tree = await Tree.open(page, PUBLIC);
  await page.getByRole('button', { name: 'Waiter <b>Bold</b>' }).waitFor();
  expect(await tree.children()).not.toContain('Secret sauce');
  expect(await menuOf(page, tree, 'Blocked and blocking')).toEqual(['Open', 'Select', 'Remove']);
  expect(await page.getByRole('button', { name: /^(Close|Reopen) epic$/ }).count()).toBe(0);
  await tree.expand('Blocked and blocking');
  expect(await menuOf(page, tree, 'Blocked by two')).toEqual(['Open', 'Select']);
  const before = await tree.outline();
  await tree.row('Blocked and blocking').focus();
  await tree.keys('Alt+Shift+ArrowDown', 'Space', 'ArrowDown', 'Space');
  expect(await tree.outline()).toEqual(before);
  await tree.expand('Health, weights, milestones and iterations');
  expect(await tree.children('Health, weights, milestones and iterations')).not.toContain(
    'A confidential issue in a public epic',
  );
});

test('EP-18 and TR-17 a maintainer sees the confidential ones and may do everything', async () => {
  const page = await openAs('demo');
  const tree = await Tree.open(page, PUBLIC, { draggable: true });
  expect(await tree.children()).toContain('Secret sauce');
  expect(await menuOf(page, tree, 'Blocked and blocking')).toEqual([
    'Open',
    'Select',
    'Move up',
    'Move down',
    'Move to top',
    'Move to bottom',
    'Move to…',
    'Remove',
  ]);
  expect(await page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Close epic' }).count()).toBe(1);
  await page.goto(CONFIDENTIAL);
  await page.getByRole('heading', { name: 'Secret sauce', level: 1 }).waitFor();
  await page.getByRole('main').getByText('Confidential', { exact: true }).first().waitFor();
});

test.each([
  ['a visitor, a confidential epic', undefined, CONFIDENTIAL],
  ['a guest, a confidential epic', 'waiter', CONFIDENTIAL],
  ['a maintainer of another group, an epic of a private group', 'demo', PRIVATE],
  ['a visitor, an epic of a private group', undefined, PRIVATE],
  ['an epic that does not exist', 'demo', NOT_THERE],
  ['a group that does not exist', 'demo', '/groups/nowhere/at/all/-/epics/1'],
  ['the list of a private group', 'demo', '/groups/back-room/-/epics'],
  ['an address that is none', 'demo', '/groups/kitchen-sink/-/epics/one'],
] as const)('EP-18 %s: the page is not found, and no word tells why', async (_what, as, address) => {
  const page = await openAs(as);
  const there = await page.goto(address);
  const text = await there?.text();
  await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
  await knowsWho(page);
  const shown = await page.getByRole('main').innerText();
  expect(shown).not.toMatch(/secret|hidden|back room|confidential|exists/i);
  const notThere = await page.goto(NOT_THERE);
  await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
  await knowsWho(page);
  expect(await page.getByRole('main').innerText()).toBe(shown);
  expect(there?.status()).toBe(notThere?.status());
  expect(text).toBe(await notThere?.text());
});

test('EP-18 an owner of the private group finds the same epic', async () => {
  const page = await openAs('chef');
  const tree = await Tree.open(page, PRIVATE);
  expect(await tree.children()).toEqual(['Below a hidden ancestor', 'Hidden issue']);
});

test('signing in leads back to the page that asked for it; signing out takes the rights away', async () => {
  const page = await openAs();
  await page.goto(CONFIDENTIAL);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Username or email' }).fill('demo');
  await page.getByLabel('Password').fill('wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Invalid login or password.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Username or email' }).inputValue()).toBe('demo');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Secret sauce', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(CONFIDENTIAL);
  await page.getByRole('button', { name: 'Demo Planner' }).click();
  await page.getByRole('menuitem', { name: /Sign out/ }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await page.goto(CONFIDENTIAL);
  await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
});

test('a sign-in link works once', async () => {
  const page = await openAs();
  await page.goto(world.current.signInLink);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Administrator' }).waitFor();
  const other = await openAs();
  const answer = await other.goto(world.current.signInLink);
  expect(answer?.status()).toBe(404);
  await other.getByRole('heading', { name: 'This link cannot be used' }).waitFor();
});
