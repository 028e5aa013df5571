import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const EPIC = '/groups/kitchen-sink/-/epics/1';
const HEALTH = 'Health, weights, milestones and iterations';
const TITLES = 'Titles that are hard to show';

/** Nothing that axe finds, in either theme, and nothing beyond the right edge. `what` is named where there is. */
async function check(page: Page, what: string): Promise<void> {
  expect([what, await overhang(page), ...(await accessibilityFaults(page))]).toEqual([what, 0]);
}

async function checkPages(page: Page, pages: readonly (readonly [address: string, heading: string])[]): Promise<void> {
  for (const [address, heading] of pages) {
    await page.goto(address);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await quiet(page);
    await check(page, address);
  }
}

describe.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('$width pixels wide', (size) => {
  test('axe finds nothing on any page, in both themes', async () => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    await checkPages(page, [
      ['/', 'Groups and projects'],
      ['/groups/kubernetes', 'Kubernetes'],
      ['/groups/kitchen-sink/-/epics?state=all', 'Epics'],
      ['/groups/kitchen-sink/-/epics/new', 'New epic'],
      ['/groups/kitchen-sink/-/epics/99999', 'Page not found'],
      ['/kitchen-sink/sink/-/issues/1', 'On track'],
      ['/groups/kitchen-sink/-/roadmap', 'Roadmap'],
      ['/groups/kitchen-sink/-/boards', 'This view is not part of this version'],
      ['/groups/kubernetes/-/labels', 'Labels'],
      ['/groups/kubernetes/-/milestones', 'Milestones'],
      ['/groups/kubernetes/-/group_members', 'Members'],
      ['/-/tokens', 'Access tokens'],
      ['/-/password', 'Password'],
    ]);
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Password is too short').waitFor();
    await check(page, 'a refused password');
  });

  test('axe finds nothing on what a visitor is shown, in both themes', async () => {
    const { page } = await world.current.open(size);
    await checkPages(page, [
      [EPIC, 'Everything in one place'],
      ['/groups/kitchen-sink/-/epics/7', 'Page not found'],
      ['/-/sign-in?token=spent', 'This link cannot be used'],
      [world.current.signInLink, 'Sign in'],
      ['/-/sign-in', 'Sign in'],
    ]);
    await page.getByRole('textbox', { name: 'Username or email' }).fill('demo');
    await page.getByLabel('Password').fill('wrong password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Invalid login or password.').waitFor();
    await check(page, 'a refused sign-in');
  });

  test('axe finds nothing on an epic, in both themes: tree, menus, dialogs, forms', async () => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    const tree = await Tree.open(page, EPIC, { draggable: true });
    await tree.expand(HEALTH);
    await tree.expand(TITLES);
    await tree.all();
    expect(await tree.grid.evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
    // What is half below the page's header is not smaller for that.
    await page.evaluate(() => window.scrollTo(0, 0));
    await check(page, 'tree');
    if (size.width < 992) {
      await page.getByRole('button', { name: 'Show details' }).click();
      await page.getByRole('complementary', { name: 'Details' }).getByText('Start date').waitFor();
      await check(page, 'details');
      await page.getByRole('button', { name: 'Hide details' }).click();
    }

    await tree.openMenu('On track');
    await check(page, 'row menu');
    await page.keyboard.press('Escape');
    await tree.choose('On track', 'Remove');
    await page.getByRole('alertdialog').waitFor();
    await check(page, 'removal');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await tree.choose('On track', 'Move to…');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await check(page, 'move to');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    for (const name of ['Add a new issue', 'Add an existing issue', 'Add a new epic', 'Add an existing epic']) {
      await page.getByRole('button', { name: 'Add', exact: true }).first().click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      await page.getByRole('form', { name }).waitFor();
      await quiet(page);
      await check(page, name);
    }
    const form = page.getByRole('form', { name: 'Add an existing epic' });
    await page.keyboard.type('&99999 nonsense ');
    await page.keyboard.press('Enter');
    await form.getByRole('alert').waitFor();
    await check(page, 'a refused addition');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Epic actions' }).click();
    await page.getByRole('menu').waitFor();
    await check(page, 'epic menu');
    await page.getByRole('menuitem', { name: 'New epic' }).click();
    await page.getByRole('dialog', { name: 'New epic' }).waitFor();
    await check(page, 'new epic');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await tree.row('On track').focus();
    await tree.lift('On track');
    await check(page, 'a lifted row');
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });
});

test.each([1440, 390])('TR-07 seven levels and titles of 255 characters, %d pixels wide', async (width) => {
  const { page } = await world.current.open({ as: 'demo', width, height: 900 });
  const tree = await Tree.open(page, '/groups/kitchen-sink/-/epics/11', { draggable: true });
  for (let level = 2; level <= 7; level += 1) await tree.expand(`Level ${level} of seven`);
  const rows = await tree.all();
  expect(rows.map(({ level, title }) => `${level} ${title}`)).toEqual([
    '1 Level 2 of seven',
    '2 Level 3 of seven',
    '3 Level 4 of seven',
    '4 Level 5 of seven',
    '5 Level 6 of seven',
    '6 Level 7 of seven',
    '7 At the very bottom',
  ]);
  expect(await overhang(page)).toBe(0);
  const link = await tree.row('At the very bottom').getByRole('link').first().boundingBox();
  expect(link?.width).toBeGreaterThan(40);
  expect((link?.x ?? width) + (link?.width ?? 0)).toBeLessThanOrEqual(width);

  await Tree.open(page, '/groups/kitchen-sink/-/epics/4');
  expect(await overhang(page)).toBe(0);
  const long = (await tree.all()).find(({ title }) => title.length >= 250)?.title as string;
  expect(long.length).toBeGreaterThanOrEqual(254);
});

test('TR-07 markup in titles and names is text', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const tree = await Tree.open(page, '/groups/kitchen-sink/-/epics/4');
  const title = '<b>bold?</b> <script>alert(1)</script> &amp; <img src=x onerror=alert(2)>';
  expect(await tree.outline()).toContain(title);
  await page.goto('/groups/kitchen-sink/-/epics/1');
  await page.getByRole('heading', { name: 'Everything in one place', level: 1 }).waitFor();
  expect(await page.locator('main script').count()).toBe(0);
  expect(dialogs).toEqual([]);
});
