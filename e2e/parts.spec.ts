import type { Page } from 'playwright-core';
import { quiet } from './support/answers.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const EPIC = '/groups/kitchen-sink/-/epics/1';

/** Everything whose name begins like this cannot be fetched, until the function that it gives is called. */
async function cutOff(page: Page, name: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/assets/${name}-[^/]*\\.(js|css)$`);
  await page.route(pattern, (route) => route.abort('connectionreset'));
  return () => page.unroute(pattern);
}

const failure = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

test('a menu whose code cannot be fetched says so, and opens, dressed, when it is tried again', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const mend = await cutOff(page, 'menu-popover');
  await Tree.open(page, EPIC);
  await page.getByRole('button', { name: 'Epic actions' }).click();
  await failure(page, 'The menu could not be loaded.').waitFor();
  await page.keyboard.press('Escape');
  await failure(page, 'The menu could not be loaded.').waitFor({ state: 'detached' });
  expect(
    await settled(
      () => focused(page),
      (name) => name === 'Epic actions',
    ),
  ).toBe('Epic actions');

  await page.getByRole('button', { name: 'Epic actions' }).click();
  await tryAgain(page).click();
  await failure(page, 'The menu could not be loaded.').waitFor();
  await mend();
  await tryAgain(page).click();
  const menu = page.getByRole('menu', { name: 'Epic actions' });
  await menu.waitFor();
  const dressed = () => [...document.styleSheets].some(({ href }) => href?.includes('/menu-popover-'));
  expect(await page.evaluate(dressed)).toBe(true);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect(
    await settled(
      () => focused(page),
      (name) => name === 'Epic actions',
    ),
  ).toBe('Epic actions');
});

test('so does a dialog', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const mend = await cutOff(page, 'dialog-modal');
  await Tree.open(page, EPIC);
  await page.getByRole('button', { name: 'Epic actions' }).click();
  await page.getByRole('menuitem', { name: 'New epic' }).click();
  await failure(page, 'The dialog could not be loaded.').waitFor();
  await mend();
  await tryAgain(page).click();
  await page.getByRole('dialog', { name: 'New epic' }).getByRole('textbox', { name: 'Title' }).fill('Later');
});

test('and a page, which is asked for once, and again when a person wants it', async () => {
  const { page, faults } = await world.current.open({ as: 'demo' });
  const mend = await cutOff(page, 'group-page');
  let asked = 0;
  page.on('requestfailed', (request) => void (asked += request.url().includes('/group-page-') ? 1 : 0));
  await page.goto('/groups/kitchen-sink');
  await failure(page, 'This page could not be loaded.').waitFor();
  await quiet(page);
  // Once before anything is drawn, once to draw it.
  expect(asked).toBeLessThanOrEqual(2);
  // A developer is told.
  expect(faults.splice(0)).toEqual([expect.stringContaining('The code of a page could not be loaded')]);
  await mend();
  await tryAgain(page).click();
  await page.getByRole('heading', { name: 'Kitchen sink', level: 1 }).waitFor();
});
