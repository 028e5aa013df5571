import type { Locator, Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { watchTraffic } from './support/answers.ts';
import { apiOf } from './support/api.ts';
import { PASSWORD } from './support/seeded.ts';
import { Sidebar } from './support/sidebar.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const GROUP = '/groups/kitchen-sink/-/epics';
const EPIC = `${GROUP}/66`;
/** It has children. */
const TREE = `${GROUP}/11`;
const LINE = 'You are signed out.';

/** As its time runs out: nothing of the product is told. */
const endSession = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { csrfToken } = (await (await fetch('/-/session.json')).json()) as { csrfToken: string };
    return (await fetch('/-/sign-out', { method: 'POST', headers: { 'X-CSRF-Token': csrfToken } })).status;
  });

const signInDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'You are signed out' });

/** By keyboard alone: the dialog has taken the focus, with the name filled in. */
async function signInPlace(page: Page, as = 'demo'): Promise<void> {
  const dialog = signInDialog(page);
  await dialog.waitFor();
  const password = dialog.getByLabel('Password');
  expect(await settled(() => password.evaluate((field) => field === document.activeElement), Boolean)).toBe(true);
  if (as !== 'demo') await dialog.getByLabel('Username or email').fill(as);
  await password.focus();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
}

/** In a second tab of the same browser, as anybody would. */
async function signInElsewhere(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto('/-/sign-in');
  await other.getByLabel('Username or email').fill('demo');
  await other.getByLabel('Password').fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('button', { name: /^Demo Planner/ }).waitFor();
  return other;
}

interface Titles {
  readonly group: { readonly epics: { readonly nodes: readonly { readonly title: string }[] } };
}

/** How many epics of that title there are. */
async function count(title: string): Promise<number> {
  const { group } = await apiOf(world.current.url, world.current.tokens.demo).query<Titles>(
    'query ($title: String!) { group(fullPath: "kitchen-sink") { epics(search: $title) { nodes { title } } } }',
    { title },
  );
  return group.epics.nodes.filter((epic) => epic.title === title).length;
}

const mark = (page: Page) => page.getByRole('button', { name: /^(Add a to do|Mark as done)$/ });

async function treeForm(page: Page, title: string): Promise<Locator> {
  await Tree.open(page, TREE);
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Add a new epic' }).click();
  const field = page.getByRole('textbox', { name: 'Title' });
  await field.fill(title);
  return field;
}

test('RP-02.114 RP-02.119 the form of a new epic outlives its session; signing in in place makes it, once', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const field = await treeForm(page, 'Outlives its session');
  expect(await endSession(page)).toBe(204);
  await field.press('Enter');
  await signInDialog(page).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await field.inputValue()).toBe('Outlives its session');
  // Nothing else is said.
  const said = await page.locator('main [role=alert]').allInnerTexts();
  expect(said.filter((text) => text !== '')).toEqual([expect.stringContaining(LINE)]);
  await signInPlace(page);
  await new Tree(page).row('Outlives its session').waitFor();
  await page.getByText(LINE).waitFor({ state: 'detached' });
  expect(await count('Outlives its session')).toBe(1);
});

test('RP-02.30 the page of a new epic notices a sign-in in another tab, and the creation goes on', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(`${GROUP}/new`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Signed in elsewhere');
  await endSession(page);
  await title.press('Enter');
  await signInDialog(page).waitFor();
  await page.keyboard.press('Escape');
  await signInDialog(page).waitFor({ state: 'detached' });
  expect(await title.inputValue()).toBe('Signed in elsewhere');
  const other = await signInElsewhere(page);
  await page.getByRole('heading', { level: 1, name: 'Signed in elsewhere' }).waitFor();
  await other.close();
  expect(await count('Signed in elsewhere')).toBe(1);
});

test('RP-02.29 a date and a label that are set after the session ended are saved when it is back', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const sidebar = await Sidebar.open(page, EPIC);
  await endSession(page);
  await sidebar.button('Edit due date').click();
  await sidebar.widget('Due date').getByRole('textbox').fill('2031-05-06');
  await sidebar.widget('Due date').getByRole('textbox').press('Enter');
  await signInPlace(page);
  await page.getByText(LINE).waitFor({ state: 'detached' });
  await sidebar.reload();
  expect(await sidebar.text('Due date', /May 6, 2031/)).toContain('May 6, 2031');

  const before = await sidebar.labels();
  await endSession(page);
  await sidebar.button('Edit labels').click();
  // The labels cannot be read either: they come when somebody is there.
  const other = await signInElsewhere(page);
  await page.getByRole('option').first().waitFor();
  await endSession(other);
  await page.getByRole('option', { selected: false }).nth(1).click();
  await sidebar.button('Done editing labels').click();
  await signInPlace(page);
  await page.getByText(LINE).waitFor({ state: 'detached' });
  await other.close();
  await sidebar.reload();
  expect(await sidebar.labels()).not.toEqual(before);
});

test('RP-02.29 a form of links stays, and adds its link when the session is back', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(EPIC);
  const section = page.getByRole('region', { name: /^Linked items/ });
  await section.getByRole('button', { name: /^Add/ }).click();
  const field = section.getByRole('combobox');
  await field.fill('&11 ');
  await endSession(page);
  await section.getByRole('button', { name: 'Add', exact: true }).last().click();
  await signInPlace(page);
  await section
    .getByRole('list', { name: /^Relates to/ })
    .getByRole('link')
    .first()
    .waitFor();
  expect(
    await section
      .getByRole('list', { name: /^Relates to/ })
      .getByRole('link')
      .count(),
  ).toBe(1);
});

test('RP-02.31 where another person signs in they start clean, nothing goes out, and the first one finds their text again', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(`${GROUP}/new`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Not for others');
  await endSession(page);
  await title.press('Enter');
  await signInPlace(page, 'chef');
  await page.getByRole('button', { name: /^Chef/ }).waitFor();
  await title.waitFor();
  expect(await title.inputValue()).toBe('');
  expect(await count('Not for others')).toBe(0);
  await endSession(page);
  await page.context().request.post('/-/sign-in', { data: { username: 'demo', password: PASSWORD } });
  await page.goto(GROUP);
  // What had been sent goes out as the person who sent it.
  expect(
    await settled(
      () => count('Not for others'),
      (found) => found === 1,
    ),
  ).toBe(1);
});

test('RP-02.36 a tab that is closed and opened again finds the half-typed forms', async () => {
  const { page, context } = await world.current.open({ as: 'demo' });
  await treeForm(page, 'Half a child');
  await page.goto(`${GROUP}/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Half an epic');
  await page.getByRole('checkbox', { name: /confidential/ }).check();
  await page.close();
  const again = await context.newPage();
  await again.goto(`${GROUP}/new`);
  const title = again.getByRole('textbox', { name: 'Title' });
  expect(
    await settled(
      () => title.inputValue(),
      (text) => text !== '',
    ),
  ).toBe('Half an epic');
  expect(await again.getByRole('checkbox', { name: /confidential/ }).isChecked()).toBe(true);
  await again.goto(TREE);
  expect(
    await settled(
      () => title.inputValue(),
      (text) => text !== '',
    ),
  ).toBe('Half a child');
  // A second tab leaves it to the first.
  const second = await context.newPage();
  await second.goto(TREE);
  await new Tree(second).grid.waitFor();
  await second.getByRole('button', { name: /^(Add a to do|Mark as done)$/ }).waitFor();
  expect(await second.getByRole('textbox', { name: 'Title' }).count()).toBe(0);
  await again.getByRole('button', { name: 'Cancel' }).click();
  await again.reload();
  await mark(again).waitFor();
  expect(await again.getByRole('textbox', { name: 'Title' }).count()).toBe(0);
});

test('RP-02.28 RP-02.33 a machine that is offline for longer than five tries saves when it is back, also in the next tab', async () => {
  const { page, context } = await world.current.open({ as: 'demo' });
  await page.clock.install();
  const sidebar = await Sidebar.open(page, EPIC);
  await context.setOffline(true);
  await sidebar.button('Edit start date').click();
  await sidebar.widget('Start date').getByRole('textbox').fill('2030-02-03');
  await sidebar.widget('Start date').getByRole('textbox').press('Enter');
  await page.getByText('Not saved yet: no connection').waitFor();
  for (let round = 0; round < 12; round += 1) await page.clock.runFor(10_000);
  await page.getByText('Not saved yet: no connection').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await context.setOffline(false);
  await page.getByText('Not saved yet: no connection').waitFor({ state: 'detached' });
  await sidebar.reload();
  expect(await sidebar.text('Start date', /Feb 3, 2030/)).toContain('Feb 3, 2030');

  await context.setOffline(true);
  await sidebar.button('Edit start date').click();
  await sidebar.widget('Start date').getByRole('textbox').fill('2030-03-04');
  await sidebar.widget('Start date').getByRole('textbox').press('Enter');
  await page.getByText('Not saved yet: no connection').waitFor();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  watchTraffic(next);
  const there = await Sidebar.open(next, EPIC);
  expect(await there.text('Start date', /Mar 4, 2030/)).toContain('Mar 4, 2030');
});

test('RP-02.25 RP-02.26 an edit without a connection is not silently lost', async () => {
  const { page, context } = await world.current.open({ as: 'demo' });
  await page.goto(EPIC);
  await mark(page).waitFor();
  await context.setOffline(true);
  await mark(page).click();
  const line = page.getByText('Not saved yet: no connection');
  await line.waitFor();
  const asked = page.waitForEvent('dialog');
  const left = page.evaluate(() => window.location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await left;
  await context.setOffline(false);
  await line.waitFor({ state: 'detached' });
});
