import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { epicOf } from './support/kitchen-sink.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const TITLE = 'Tile the floor';

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' });
const comment = (page: Page, text: string) => activity(page).getByRole('article').filter({ hasText: text });

async function openEpic(as: 'demo' | 'chef' | 'waiter', size: { width?: number; height?: number } = {}) {
  const { iid } = await epicOf(world.current, TITLE);
  const { page } = await world.current.open({ as, ...size });
  await page.goto(`/groups/kitchen-sink/-/epics/${iid}`);
  await activity(page).getByRole('textbox', { name: 'Add a comment' }).waitFor();
  await activity(page).locator('ul').waitFor({ state: 'attached' });
  return page;
}

test('WI-10.63 WI-10.67 what one person says, the other one sees and answers without loading anything', async () => {
  const mine = await openEpic('demo');
  const theirs = await openEpic('chef', { width: 390, height: 844 });
  await activity(mine).getByRole('textbox', { name: 'Add a comment' }).fill('Which **tiles**?');
  await mine.keyboard.press('Control+Enter');
  await comment(theirs, 'Which tiles?').waitFor({ timeout: 10_000 });
  expect(await comment(theirs, 'Which tiles?').locator('strong').innerText()).toBe('tiles');
  await activity(theirs)
    .getByRole('listitem')
    .filter({ hasText: 'Which tiles?' })
    .getByRole('button', { name: 'Reply' })
    .click();
  await theirs.keyboard.type('The blue ones');
  await theirs.keyboard.press('Control+Enter');
  await comment(mine, 'The blue ones').waitFor({ timeout: 10_000 });
  for (const page of [mine, theirs]) {
    expect(await overhang(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await theirs.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityFaults(theirs)).toEqual([]);
  // The address of a note leads to it.
  await comment(mine, 'The blue ones')
    .getByRole('link', { name: /ago|now/ })
    .click();
  expect(mine.url()).toMatch(/#note_\d+$/);
  await mine.reload();
  await comment(mine, 'The blue ones').waitFor();
  expect(await comment(mine, 'The blue ones').evaluate((note) => note === document.activeElement)).toBe(true);
});

test('WI-10.91 what was said since the last visit is parted by a line, in both orders', async () => {
  const mine = await openEpic('demo');
  const epic = mine.url();
  await mine.goto(`${new URL(epic).origin}/groups/kitchen-sink`);
  const theirs = await openEpic('chef');
  await activity(theirs).getByRole('textbox', { name: 'Add a comment' }).fill('Grout is here');
  await theirs.keyboard.press('Control+Enter');
  await comment(theirs, 'Grout is here')
    .getByRole('link', { name: /ago|now/ })
    .waitFor();
  await mine.goto(epic);
  await activity(mine).getByRole('list').getByText('New since your last visit', { exact: true }).waitFor();
  await activity(mine).getByLabel('Order of activity').selectOption('desc');
  await activity(mine).getByRole('list').getByText('Above: new since your last visit').waitFor();
  expect(await accessibilityFaults(mine)).toEqual([]);
});

test('EP-12.4 EP-13.3 who is mentioned has a to-do, and who comments takes part, on the pages that are open', async () => {
  const mine = await openEpic('demo');
  const theirs = await openEpic('waiter');
  const sidebar = (page: Page) => page.getByRole('complementary');
  await sidebar(theirs).getByRole('button', { name: 'Add a to do' }).waitFor();
  const before = Number.parseInt(
    await sidebar(mine)
      .getByText(/^\d+ participants?$/)
      .innerText(),
    10,
  );
  await activity(mine).getByRole('textbox', { name: 'Add a comment' }).fill('Have a look, @waiter');
  await mine.keyboard.press('Control+Enter');
  await sidebar(theirs).getByRole('button', { name: 'Mark as done' }).click({ timeout: 10_000 });
  await activity(theirs).getByRole('textbox', { name: 'Add a comment' }).fill('Looks good');
  await theirs.keyboard.press('Control+Enter');
  for (const page of [mine, theirs])
    await sidebar(page)
      .getByText(`${before + 1} participants`)
      .waitFor();
});
