import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/browser.ts';
import { Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const EPIC = '/groups/kitchen-sink/-/epics/1';
const HEALTH = 'Health, weights, milestones and iterations';
const TITLES = 'Titles that are hard to show';

describe.each([
  ['light', 'all'],
  ['dark', 'contrast'],
] as const)('%s', (theme, faults) => {
  test('axe finds nothing on the home page, a group, a list, and where nothing is', async () => {
    const { page } = await world.current.open({ as: 'demo', theme });
    const pages = [
      ['/', 'Groups and projects'],
      ['/groups/kitchen-sink', 'Kitchen sink'],
      ['/groups/kitchen-sink/-/epics?state=all', 'Epics'],
      ['/groups/kitchen-sink/-/epics/new', 'New epic'],
      ['/groups/kitchen-sink/-/epics/99999', 'Page not found'],
      ['/kitchen-sink/sink/-/issues/1', 'On track'],
      ['/groups/kitchen-sink/-/roadmap', 'This view is not part of this version'],
    ] as const;
    for (const [address, heading] of pages) {
      await page.goto(address);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([address, ...(await accessibilityFaults(page, faults))]).toEqual([address]);
    }
    const { page: visitor } = await world.current.open({ theme });
    await visitor.goto('/-/sign-in');
    await visitor.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    expect(await accessibilityFaults(visitor, faults)).toEqual([]);
  });

  test('axe finds nothing on an epic: tree, menus, dialogs, forms', async () => {
    const { page } = await world.current.open({ as: 'demo', theme });
    const tree = await Tree.open(page, EPIC, { draggable: true });
    await tree.expand(HEALTH);
    await tree.expand(TITLES);
    const check = async (what: string) => expect([what, ...(await accessibilityFaults(page, faults))]).toEqual([what]);
    await check('tree');

    await tree.openMenu('On track');
    await check('row menu');
    await page.keyboard.press('Escape');
    await tree.choose('On track', 'Remove');
    await page.getByRole('alertdialog').waitFor();
    await check('removal');
    await page.keyboard.press('Escape');
    await tree.choose('On track', 'Move to…');
    await page.getByRole('option').first().waitFor();
    await check('move to');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    for (const name of ['Add a new issue', 'Add an existing issue', 'Add a new epic', 'Add an existing epic']) {
      await page.getByRole('button', { name: 'Add', exact: true }).first().click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      await page.getByRole('form', { name }).waitFor();
      await page.waitForLoadState('networkidle');
      await check(name);
    }
    const form = page.getByRole('form', { name: 'Add an existing epic' });
    await form.getByRole('textbox', { name: 'Epics' }).fill('&99999 nonsense ');
    await page.keyboard.press('Enter');
    await form.getByRole('alert').waitFor();
    await check('a refused addition');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Epic actions' }).click();
    await page.getByRole('menu').waitFor();
    await check('epic menu');
    await page.getByRole('menuitem', { name: 'New epic' }).click();
    await page.getByRole('dialog', { name: 'New epic' }).waitFor();
    await check('new epic');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await tree.row('On track').focus();
    await tree.lift('On track');
    await check('a lifted row');
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });
});

/** The page may be scrolled down, never sideways. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth - window.innerWidth, 0));

test('at 390 pixels nothing scrolls sideways, and everything can be reached', async () => {
  const { page } = await world.current.open({ as: 'demo', width: 390, height: 844 });
  for (const [address, heading] of [
    ['/', 'Groups and projects'],
    ['/groups/kubernetes', 'Kubernetes'],
    ['/groups/kitchen-sink/-/epics?state=all', 'Epics'],
    ['/groups/kitchen-sink/-/epics/99999', 'Page not found'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect([address, await overhang(page)]).toEqual([address, 0]);
  }
  const tree = await Tree.open(page, EPIC, { draggable: true });
  await tree.expand(HEALTH);
  await tree.expand(TITLES);
  expect(await overhang(page)).toBe(0);
  await tree.all();
  expect(await tree.grid.evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'Show details' }).click();
  await page.getByRole('complementary', { name: 'Details' }).getByText('Start date').waitFor();
  expect(await overhang(page)).toBe(0);
  await tree.openMenu(HEALTH);
  expect(await overhang(page)).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add a new issue' }).click();
  await page.getByRole('form', { name: 'Add a new issue' }).waitFor();
  expect(await overhang(page)).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.each([1440, 390])('seven levels and titles of 255 characters, %d pixels wide', async (width) => {
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

test('markup in titles and names is text', async () => {
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
