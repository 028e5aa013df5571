import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { answered, quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { Commands } from './support/commands.ts';
import { RoadmapScreen } from './support/roadmap.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const OVERVIEW = '/groups/kitchen-sink/-/epics/1';
const TITLE = 'Health, weights, milestones and iterations';
const ON_ROADMAP = 'Lay the pipes';
const SIZES = [
  { width: 1440, height: 900, day: 6 },
  { width: 390, height: 844, day: 7 },
];

const modal = (page: Page) => page.getByRole('dialog', { name: 'Epic' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const ready = async (page: Page) => {
  await new Commands(page).ready();
  await quiet(page);
};

/** Shows the details of the epic over the page, which are folded away on a small screen. */
async function details(page: Page) {
  const show = modal(page).getByRole('button', { name: 'Show details' });
  if (await show.isVisible()) await show.click();
  const widget = (name: string) => modal(page).getByRole('group', { name, exact: true });
  await widget('Labels').getByRole('button', { name: 'Edit labels' }).waitFor();
  return widget;
}

test.each(SIZES)(
  'WI-14.10 WI-14.13 $width pixels wide: over the tree of another an epic is edited and gets a child; the page below stays',
  async ({ day, ...size }) => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    await page.goto(OVERVIEW);
    const link = page.locator('main [data-row]').getByRole('link', { name: TITLE });
    await link.waitFor();
    await ready(page);
    const below = () => page.locator('main [data-row] a[data-over]').allInnerTexts();
    const before = await below();
    await link.click();
    await modal(page).getByRole('heading', { level: 1, name: TITLE }).waitFor();
    await quiet(page);
    expect(page.url()).toMatch(/[?&]epic=kitchen-sink%26\d+$/);
    expect(await overhang(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    const widget = await details(page);
    await widget('Labels').getByRole('button', { name: 'Edit labels' }).click();
    await page.getByRole('combobox', { name: 'Search labels' }).waitFor();
    await quiet(page);
    const label = page.getByRole('listbox').getByRole('option', { selected: false }).first();
    await label.click();
    await answered(page, 'epicFieldsUpdate', () =>
      widget('Labels').getByRole('button', { name: 'Done editing labels' }).click(),
    );
    await widget('Due date').getByRole('button', { name: 'Edit due date' }).click();
    await page.getByRole('textbox', { name: 'Due date' }).fill(`2031-05-0${day}`);
    await answered(page, 'epicFieldsUpdate', () => page.keyboard.press('Enter'));
    await widget('Due date').getByText(`May ${day}, 2031`).waitFor();
    const tree = modal(page).getByRole('region', { name: 'Child issues and epics' });
    await tree.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add a new epic' }).click();
    const form = tree.getByRole('form', { name: 'Add a new epic' });
    await form.getByRole('textbox', { name: 'Title' }).fill('Check the joints');
    await answered(page, '/epics', () => form.getByRole('button', { name: 'Create epic' }).click());
    await tree.getByRole('row', { name: /Check the joints/ }).waitFor();
    await quiet(page);
    expect(await overhang(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    await tree.getByRole('row', { name: /Check the joints/ }).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await tree.getByRole('row', { name: /Check the joints/ }).waitFor({ state: 'detached' });
    await quiet(page);
    await page.goBack();
    await modal(page).waitFor({ state: 'detached' });
    await page.locator('main [data-row]', { hasText: TITLE }).and(page.locator(':focus')).waitFor();
    await quiet(page);
    expect(page.url()).not.toContain('epic=');
    expect(await below()).toEqual(before);
    await heading(page, 'Everything in one place').waitFor();
  },
);

test.each(SIZES)(
  'WI-14.13 $width pixels wide: over the roadmap an epic is shown and left',
  async ({ day: _day, ...size }) => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    const roadmap = await RoadmapScreen.open(page, '/groups/kitchen-sink/-/roadmap');
    const titles = await roadmap.titles();
    await ready(page);
    await roadmap.grid.getByRole('link', { name: ON_ROADMAP, exact: true }).click();
    await modal(page).getByRole('heading', { level: 1, name: ON_ROADMAP }).waitFor();
    await quiet(page);
    expect(await overhang(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await modal(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/groups/kitchen-sink/-/roadmap');
    expect(await roadmap.titles()).toEqual(titles);
  },
);

test('WI-14.13 RM-09.46 a click on a bar, or on its link by keyboard, opens the epic over the roadmap; a drag does not, and two clicks are one', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, '/groups/kitchen-sink/-/roadmap');
  await ready(page);
  const bar = roadmap.bar(ON_ROADMAP);
  const title = modal(page).getByRole('heading', { level: 1, name: ON_ROADMAP });
  const close = async () => {
    await page.keyboard.press('Escape');
    await modal(page).waitFor({ state: 'detached' });
  };
  await bar.click();
  await title.waitFor();
  await quiet(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await close();
  await bar.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await title.waitFor();
  await close();
  await roadmap.grid.getByRole('link', { name: ON_ROADMAP, exact: true }).and(page.locator(':focus')).waitFor();
  const pages = page.context().waitForEvent('page');
  await bar.click({ modifiers: ['ControlOrMeta'] });
  expect(new URL((await pages).url()).pathname).toMatch(/\/-\/epics\/\d+$/);
  await answered(page, 'updateEpic', () => roadmap.drag(ON_ROADMAP, 0.5, 60));
  await quiet(page);
  expect([await modal(page).count(), new URL(page.url()).search]).toEqual([0, '']);
  await bar.dblclick();
  await title.waitFor();
  await page.goBack();
  await modal(page).waitFor({ state: 'detached' });
  expect(page.url()).toMatch(/\/-\/roadmap$/);
});

test('WI-14.14 the number of an epic among all items leads to it, over a page and to its page', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, '/groups/kitchen-sink/-/roadmap');
  const id = await roadmap.grid.locator('[data-row]', { hasText: ON_ROADMAP }).first().getAttribute('data-row');
  const number = /\d+$/.exec(id ?? '')?.[0];
  await page.goto(`${OVERVIEW}?work_item_id=${number}`);
  await modal(page).getByRole('heading', { level: 1, name: ON_ROADMAP }).waitFor();
  expect(page.url()).toMatch(/\/epics\/1\?epic=kitchen-sink%26\d+$/);
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
  await page.goto(`/kitchen-sink/sink/-/work_items/${number}`);
  await heading(page, ON_ROADMAP).waitFor();
  expect(page.url()).toMatch(/\/groups\/kitchen-sink\/-\/epics\/\d+$/);
});

test('WI-14.5 by keyboard alone epics and items are peeked at as the rows are walked', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(OVERVIEW);
  const panel = page.getByRole('region', { name: 'Peek' });
  const row = page.locator('main [data-row]', { hasText: TITLE });
  await row.waitFor();
  await ready(page);
  await row.focus();
  await page.keyboard.press('p');
  await panel.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  await quiet(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await row.and(page.locator(':focus')).waitFor();
});
