import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { answered, quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { Commands } from './support/commands.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const LIST = '/groups/kitchen-sink/-/issues?search=Needs+attention';
const HEALTH = '/groups/kitchen-sink/-/epics/2';

const modal = (page: Page) => page.getByRole('dialog', { name: 'Work item' });
const panel = (page: Page) => page.getByRole('region', { name: 'Peek' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const ready = (page: Page) => new Commands(page).ready();

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  'WI-14.3 $width pixels wide: a click opens the item over the list, with an address; what is edited there is saved; Back closes it',
  async (size) => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    await page.goto(LIST);
    const link = page.getByRole('link', { name: 'Needs attention' });
    await link.waitFor();
    await ready(page);
    await quiet(page);
    await link.click();
    await heading(page, 'Needs attention').waitFor();
    await quiet(page);
    expect(page.url()).toMatch(/[?&]work_item_id=\d+$/);
    expect(await page.title()).toMatch(/^Needs attention · Issue · kitchen-sink\/sink/);
    expect(await overhang(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('l');
    await page.getByRole('combobox', { name: 'Search labels' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    // Escape closed the picker alone.
    await modal(page).waitFor();
    await modal(page).getByRole('button', { name: 'Edit title', exact: true }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Needs more attention');
    await answered(page, 'workItemEdit', () => page.keyboard.press('Enter'));
    await heading(page, 'Needs more attention').waitFor();
    await modal(page).getByRole('button', { name: 'Edit title', exact: true }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Needs attention');
    await answered(page, 'workItemEdit', () => page.keyboard.press('Enter'));
    await page.goBack();
    await modal(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Needs attention' }).and(page.locator(':focus')).waitFor();
    expect(page.url()).not.toContain('work_item_id');
  },
);

test('WI-14.2 an address with an item opens it over its page; Escape leaves the page alone', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(LIST);
  const number = await page.getByRole('link', { name: 'Needs attention' }).getAttribute('data-over');
  await page.goto(`${HEALTH}?work_item_id=${number}`);
  await heading(page, 'Needs attention').waitFor();
  await quiet(page);
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
  await heading(page, 'Health, weights, milestones and iterations').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('WI-14.5 by keyboard alone a row is peeked at, the panel goes along, and gives the focus back', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(HEALTH);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^Issue ${name}`) });
  await row('On track').waitFor();
  await ready(page);
  await quiet(page);
  await row('On track').focus();
  await page.keyboard.press('p');
  await panel(page).getByRole('heading', { level: 1, name: 'On track' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await panel(page).getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  await quiet(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'Edit title', exact: true }).focus();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  await row('Needs attention').and(page.locator(':focus')).waitFor();
});

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  'WI-14.8 $width pixels wide: in the modal over an epic a task is made, removed and brought back; the page below stays',
  async (size) => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    await page.goto(HEALTH);
    const link = page.getByRole('link', { name: 'On track' });
    await link.waitFor();
    await ready(page);
    await quiet(page);
    const below = () => page.locator('main [data-row]').allInnerTexts();
    const before = await below();
    await link.click();
    await heading(page, 'On track').waitFor();
    const tasks = modal(page).getByRole('region', { name: 'Tasks' });
    const task = tasks.getByRole('row', { name: /Check the seal/ });
    await tasks.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add a new task' }).click();
    const form = tasks.getByRole('form', { name: 'Add a new task' });
    await form.getByRole('textbox', { name: 'Title' }).fill('Check the seal');
    await answered(page, 'workItemCreate', () => form.getByRole('button', { name: 'Create task' }).click());
    await task.waitFor();
    await quiet(page);
    expect(await overhang(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    await task.focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await task.waitFor({ state: 'detached' });
    await quiet(page);
    await page.keyboard.press('Control+z');
    await task.waitFor();
    await quiet(page);
    await task.focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await task.waitFor({ state: 'detached' });
    await quiet(page);
    await page.goBack();
    await modal(page).waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /On track/ })
      .and(page.locator(':focus'))
      .waitFor();
    await quiet(page);
    expect(await below()).toEqual(before);
  },
);
