import type { Page, Route } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { loadsAnew } from './support/loads-anew.ts';
import { CHILD, EPIC, openSidebar, press, Sidebar } from './support/sidebar.ts';
import type { OpenArgs } from './support/sidebar.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const open = (...args: OpenArgs) => openSidebar(world.current, ...args);

/** Answers the edits whose text has these words as the server would refuse them. */
async function refuse(page: Page, words: string, errors: readonly string[] = ['The plan is locked']): Promise<void> {
  await page.route('**/api/graphql', async (route: Route) => {
    const body = route.request().postData() ?? '';
    const name = /"query":"mutation (\w+)/.exec(body)?.[1];
    if (name !== words) return route.continue();
    const field = { epicFieldsUpdate: 'updateEpic', epicSetSubscription: 'epicSetSubscription' }[name] ?? name;
    return route.fulfill({ json: { data: { [field]: { errors, epic: null } } } });
  });
}

test('EP-06.20 a to-do is added by pointer and marked as done by keyboard; a reload shows it', async () => {
  const { page, sidebar } = await open();
  await sidebar.button('Add a to do').click();
  await sidebar.button('Mark as done').waitFor();
  await sidebar.reload();
  await sidebar.button('Mark as done').focus();
  await press(page, 'Enter');
  await sidebar.button('Add a to do').waitFor();
  await sidebar.reload();
  await sidebar.button('Add a to do').waitFor();
});

test('EP-18.40 a visitor reads and is offered nothing', async () => {
  const { page, sidebar } = await open(EPIC, {});
  for (const role of ['switch', 'textbox', 'combobox'] as const)
    expect([role, await sidebar.region.getByRole(role).count()]).toEqual([role, 0]);
  const buttons = await sidebar.region.getByRole('button').evaluateAll((all) => all.map((each) => each.ariaLabel));
  expect(buttons).toEqual(['Collapse sidebar', 'Copy reference']);
  expect(await sidebar.region.getByText('To Do').count()).toBe(0);
  expect(await sidebar.region.getByText('Notifications').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.each([
  ['Start date', 'Something went wrong while setting epic start date.'],
  ['Color', 'An error occurred while updating color.'],
  ['Labels', 'An error occurred while updating labels.'],
] as const)('EP-18.42 a refused edit goes back to exactly what was there, with its alert: %s', async (name, alert) => {
  const { page, sidebar } = await open();
  await quiet(page);
  const before = await sidebar.shown();
  await refuse(page, 'epicFieldsUpdate');
  if (name === 'Start date') {
    await sidebar.button('Edit start date').click();
    await sidebar.widget(name).getByRole('textbox').fill('2027-01-01');
    await press(page, 'Enter');
    await sidebar.button('Done editing start date').click();
  } else if (name === 'Color') {
    await sidebar.button('Edit color').click();
    await sidebar.region.getByRole('radio', { name: 'Red' }).check();
    await sidebar.button('Done editing color').click();
  } else {
    await sidebar.button('Edit labels').click();
    await sidebar.widget('Labels').getByRole('combobox').click();
    await page.getByRole('option', { name: 'bug', exact: true }).click();
    await press(page, 'Escape');
    await sidebar.button('Done editing labels').click();
  }
  await page.getByRole('alert').filter({ hasText: alert }).waitFor();
  expect(
    await settled(
      () => sidebar.shown(),
      (now) => now === before,
    ),
  ).toBe(before);
});

test('EP-06.22 a to-do and a subscription that are refused go back, with their alerts', async () => {
  const { page, sidebar } = await open();
  await page.route('**/todos', (route) => route.fulfill({ status: 500, json: {} }));
  await refuse(page, 'epicSetSubscription');
  await sidebar.button('Add a to do').click();
  await page.getByText('There was an error adding a To Do.').waitFor();
  await sidebar.button('Add a to do').waitFor();
  const notifications = sidebar.widget('Notifications').getByRole('switch');
  const before = await notifications.isChecked();
  await notifications.click();
  await page.getByText('Something went wrong while setting epic notifications.').waitFor();
  expect(
    await settled(
      () => notifications.isChecked(),
      (now) => now === before,
    ),
  ).toBe(before);
});

test('EP-18.41 two people edit the same epic at once: both windows end equal', async () => {
  const openAs = async (as: 'demo' | 'chef') => {
    const { page } = await world.current.open({ as });
    await page.clock.install();
    return { page, sidebar: await Sidebar.open(page, EPIC) };
  };
  const mine = await openAs('demo');
  const theirs = await openAs('chef');
  await mine.sidebar.button('Edit due date').click();
  await theirs.sidebar.button('Edit color').click();
  await mine.sidebar.widget('Due date').getByRole('textbox').fill('2028-08-08');
  await theirs.sidebar.region.getByRole('radio', { name: 'Orange' }).check();
  await Promise.all([
    mine.page.keyboard.press('Enter'),
    theirs.sidebar.button('Done editing color').click(),
    theirs.sidebar.button('Edit start date').click(),
  ]);
  await theirs.sidebar.widget('Start date').getByRole('textbox').fill('2028-07-07');
  await Promise.all([theirs.page.keyboard.press('Enter'), mine.sidebar.button('Done editing due date').click()]);
  await theirs.sidebar.button('Done editing start date').click();
  const fits = (text: string) => /Jul 7, 2028/.test(text) && /Aug 8, 2028/.test(text) && /Orange/.test(text);
  /** Brings the next looks for other people's changes forward, one after the other: a request is not to run out of its time by that. */
  const read = async ({ page, sidebar }: typeof mine) => {
    let shown = '';
    for (let looks = 0; looks < 4 && !fits(shown); looks += 1) {
      await page.clock.fastForward('00:04');
      shown = await settled(() => sidebar.shown(), fits);
    }
    return shown;
  };
  const shown = await read(mine);
  expect(shown).toMatch(/Jul 7, 2028/);
  expect(shown).toMatch(/Orange/);
  expect(await read(theirs)).toBe(shown);
  await mine.sidebar.reload();
  expect(
    await settled(
      () => mine.sidebar.shown(),
      (now) => now === shown,
    ),
  ).toBe(shown);
});

test('RP-02.220 a sidebar whose code cannot be fetched says so and is tried again; the page works without it', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.route('**/assets/sidebar-*.js', (route) => route.abort());
  await loadsAnew(page, () => page.goto(EPIC), 1);
  await page.getByText('The details could not be loaded.').waitFor();
  const close = page.getByRole('button', { name: 'Close epic' });
  expect(await settled(() => close.isEnabled(), Boolean)).toBe(true);
  await page.unroute('**/assets/sidebar-*.js');
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Try again' }).click();
  await new Sidebar(page).ready();
});

describe.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('$width pixels wide', (size) => {
  test('axe finds nothing on the sidebar and its editors, in both themes', async () => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    await page.goto(CHILD);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (size.width < 992) await page.getByRole('button', { name: 'Show details' }).click();
    const sidebar = new Sidebar(page);
    await sidebar.ready();
    const check = async (what: string) => {
      // What is scrolled half under the bar at the top is no smaller for it.
      await page.evaluate(() => window.scrollTo(0, 0));
      expect([what, await overhang(page), ...(await accessibilityFaults(page))]).toEqual([what, 0]);
    };
    await check('closed');
    await sidebar.button('Edit start date').click();
    await sidebar.widget('Start date').getByRole('textbox').waitFor();
    await check('dates');
    await sidebar.button('Choose start date').click();
    await page.getByRole('dialog', { name: 'Start date' }).waitFor();
    await check('calendar');
    await press(page, 'Escape');
    await page.getByRole('dialog', { name: 'Start date' }).waitFor({ state: 'detached' });
    await sidebar.button('Edit color').click();
    await check('color');
    await sidebar.button('Edit labels').click();
    await sidebar.widget('Labels').getByRole('combobox').click();
    await page.getByRole('option').first().waitFor();
    await check('labels');
    await press(page, 'Escape');
    await sidebar.button('Create group label').click();
    await page.getByRole('form', { name: 'Create group label' }).waitFor();
    await check('a new label');
  });
});
