import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { answered, quiet } from './support/answers.ts';
import { issueOf } from './support/kitchen-sink.ts';
import { overhang } from './support/browser.ts';
import { Commands } from './support/commands.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** The page of an issue of the kitchen sink, by its title. */
async function open(title: string, size: (typeof SIZES)[number] = SIZES[0]) {
  const { address } = await issueOf(world.current, title);
  const { page } = await world.current.open({ as: 'demo', ...size });
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  const commands = new Commands(page);
  await commands.ready();
  return { page, commands };
}

const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const value = (page: Page, name: string) =>
  details(page).getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
const saved = (page: Page, act: () => Promise<unknown>) => answered(page, 'workItemEdit', act);

test('WI-02.10 the title is edited by keyboard, Escape gives up; a reload shows it', async () => {
  const { page, commands } = await open('On track');
  const edit = page.getByRole('button', { name: 'Edit title', exact: true });
  await edit.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Given up');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'On track' }).waitFor();
  await edit.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('On a new track');
  expect(await accessibilityFaults(page)).toEqual([]);
  await saved(page, () => page.keyboard.press('Enter'));
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'On a new track' }).waitFor();
  await commands.ready();
  await edit.click();
  await page.getByRole('textbox', { name: 'Title' }).fill('On track');
  await saved(page, () => page.keyboard.press('Enter'));
  await page.getByRole('heading', { level: 1, name: 'On track' }).waitFor();
});

test.each(SIZES)(
  'RP-02.198 WI-03 WI-04 WI-06 single keys open the pickers, $width pixels wide: people, labels, a milestone by keyboard alone',
  async (size) => {
    const { page } = await open('On track', size);
    await page.keyboard.press('a');
    await page.getByRole('combobox', { name: 'Search people' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('option').nth(1).waitFor();
    expect(await overhang(page)).toBe(0);
    const name = (await page.getByRole('option').first().innerText()).split('\n')[0] ?? '';
    const before = await value(page, 'Assignees').innerText();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await saved(page, async () => page.getByRole('button', { name: 'Done editing assignees' }).press('Enter'));
    expect(
      await settled(
        () => value(page, 'Assignees').innerText(),
        (text) => text !== before,
      ),
    ).not.toBe(before);
    expect(name).not.toBe('');
    await saved(page, () => page.keyboard.press('Control+z'));
    await page.keyboard.press('l');
    await page.getByRole('combobox', { name: 'Search labels' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('option').nth(1).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await saved(page, async () => page.getByRole('button', { name: 'Done editing labels' }).press('Enter'));
    await saved(page, () => page.keyboard.press('Control+z'));
    await page.keyboard.press('m');
    await page.getByRole('combobox', { name: 'Search milestones' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('option', { name: 'No milestone' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit milestone' }).and(page.locator(':focus')).waitFor();
  },
);

test('WI-05.1 WI-05.2 d opens the due date; a start after it moves it along', async () => {
  const { page } = await open('Needs attention');
  await page.keyboard.press('d');
  const due = page.getByRole('textbox', { name: 'Due date' });
  await due.and(page.locator(':focus')).waitFor();
  await due.fill('2031-05-01');
  await saved(page, () => page.keyboard.press('Enter'));
  await page.keyboard.press('Escape');
  await details(page).getByRole('button', { name: 'Edit start date' }).press('Enter');
  await page.getByRole('textbox', { name: 'Start date' }).fill('2031-06-01');
  await saved(page, () => page.keyboard.press('Enter'));
  await page.keyboard.press('Escape');
  await page.reload();
  await value(page, 'Due date').getByText('Jun 1, 2031').waitFor();
  expect(await value(page, 'Start date').innerText()).toBe('Jun 1, 2031');
});

test('WI-07.10 RP-02.199 the health is chosen from a menu; the palette assigns oneself', async () => {
  const { page, commands } = await open('Needs attention');
  await details(page).getByRole('button', { name: 'Edit health status' }).press('Enter');
  await saved(page, () => page.getByRole('menuitemradio', { name: 'At risk' }).press('Enter'));
  await value(page, 'Health status').getByText('At risk').waitFor();
  await saved(page, () => commands.run('assign my', 'Assign myself'));
  await details(page)
    .getByRole('button', { name: /^Unassign / })
    .first()
    .waitFor();
  await saved(page, () => commands.undo());
  await saved(page, () => commands.undo());
  await value(page, 'Health status').getByText('Needs attention').waitFor();
});

test.each(SIZES)('axe finds nothing on the page and its details, $width pixels wide', async (size) => {
  const { page } = await open('Needs attention', size);
  if (size.width < 900) await page.getByRole('button', { name: 'Show details' }).click();
  await details(page).getByRole('button', { name: 'Edit labels' }).waitFor();
  await quiet(page);
  // What lies below the header counts as covered.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
});
