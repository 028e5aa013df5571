import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { answered, quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { settled, Tree } from './support/tree.ts';
import { makeIssue } from './support/kitchen-sink.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const HEALTH = 'Health, weights, milestones and iterations';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected items' });
const selected = (page: Page) => page.getByRole('treegrid').locator('[role=row][aria-selected=true]').count();

test('WI-15.24 WI-15.26 by keyboard alone rows of both kinds are selected, closed together, and opened by one undo', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, '/groups/kitchen-sink/-/epics/1');
  await quiet(page);
  await (await tree.reveal(HEALTH)).focus();
  await settled(
    async () => {
      await page.keyboard.press('Shift+ArrowDown');
      return selected(page);
    },
    (count) => count >= 2,
  );
  await bar(page)
    .getByText(/^\d+ selected$/)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const count = await selected(page);
  await bar(page).getByRole('button', { name: 'State' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Close' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`${count} changed.`, { exact: true }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText(`Undone: ${count} changed.`, { exact: true }).waitFor();
  await quiet(page);
});

test('TR-13.25 WI-15.28 the row to which keys lead is in sight, and never below the bar', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.setViewportSize({ width: 1440, height: 500 });
  const tree = await Tree.open(page, '/groups/kitchen-sink/-/epics/1');
  await quiet(page);
  await (await tree.reveal(HEALTH)).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await bar(page)
    .getByText(/^\d+ selected$/)
    .waitFor();
  /** The lower edge of the row that has the focus, in pixels below the upper one of the bar. */
  const below = () =>
    page.evaluate(() => {
      const edge = document.querySelector('[aria-label="Selected items"]')?.getBoundingClientRect().top ?? 0;
      return Math.round((document.activeElement?.getBoundingClientRect().bottom ?? Infinity) - edge);
    });
  for (let row = 0; row < 12; row += 1) {
    await page.keyboard.press('ArrowDown');
    expect(await settled(below, (pixels) => pixels <= 0, 2000)).toBeLessThanOrEqual(0);
  }
});

test('TR-05.55 at 390 px "Select" gives the rows of a list checkboxes, and the bar fits', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.setViewportSize({ width: 390, height: 844 });
  // A list that ends above the bar: in a long one a row is half below it, wherever the page is scrolled to, which axe takes for too small a target.
  await page.goto('/groups/kitchen-sink/-/issues?search=Blocked');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  const boxes = page.getByRole('main').getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  await bar(page).getByText('2 selected', { exact: true }).waitFor();
  expect(await overhang(page)).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Labels' }).click();
  await bar(page).getByRole('option').first().waitFor();
  expect(await overhang(page)).toBe(0);
  await page.keyboard.press('Escape');
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await bar(page).waitFor({ state: 'detached' });
});

test('WI-15.22 WI-15.24 what the person may not change is refused by name, and the rest is changed', async () => {
  const { page } = await world.current.open({ as: 'waiter' });
  await page.goto('/kitchen-sink/sink/-/issues?search=Blocked');
  // A guest may close what they have made themselves.
  await makeIssue(page, 'Blocked by the waiter');
  await page.reload();
  const row = (title: string) => page.getByRole('main').getByRole('checkbox', { name: `Select ${title}`, exact: true });
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await row('Blocked by the waiter').click();
  await row('Blocked by two').click();
  await bar(page).getByRole('button', { name: 'State' }).click();
  await answered(page, 'workItemEdit', () => page.getByRole('menuitem', { name: 'Close' }).click());
  await page
    .getByText(/^1 changed, 1 refused: kitchen-sink\/sink#\d+ “Blocked by two”: you may not change it/)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await row('Blocked by the waiter').waitFor({ state: 'detached' });
  await row('Blocked by two').waitFor();
});

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('RL-12.84 the labels for what is selected stand above their field, $width pixels wide', async (size) => {
  const { page } = await world.current.open({ as: 'demo', ...size });
  await page.goto('/kitchen-sink/sink/-/issues?search=Child');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select Child 139, an issue' }).click();
  await bar(page).getByRole('button', { name: 'Labels' }).click();
  const list = page.getByRole('listbox', { name: 'Labels' });
  await list.getByRole('option', { name: 'priority::low' }).waitFor();
  const box = await list.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
  await list.getByRole('option', { name: 'bug' }).click();
  await bar(page).getByRole('button', { name: 'Apply' }).click();
  await page.getByText('1 changed.', { exact: true }).waitFor();
});
