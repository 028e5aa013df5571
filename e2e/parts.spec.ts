import type { Page } from 'playwright-core';
import { quiet } from './support/answers.ts';
import { kept, loadsAnew } from './support/loads-anew.ts';
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

test('RP-02.220 RP-02.221 a menu whose code cannot be fetched says so; the page loads itself anew, once, and when a person tries again', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const mend = await cutOff(page, 'menu-popover');
  await Tree.open(page, EPIC);
  const opener = page.getByRole('button', { name: 'Epic actions' });
  await loadsAnew(page, async () => {
    await opener.click();
    await failure(page, 'The menu could not be loaded.').waitFor();
  });

  // The new page lacks the same code, and does not load itself for ever.
  await new Tree(page).ready();
  await opener.click();
  await failure(page, 'The menu could not be loaded.').waitFor();
  await page.keyboard.press('Escape');
  await failure(page, 'The menu could not be loaded.').waitFor({ state: 'detached' });
  expect(
    await settled(
      () => focused(page),
      (name) => name === 'Epic actions',
    ),
  ).toBe('Epic actions');

  await opener.click();
  await mend();
  const loaded = page.waitForEvent('load');
  await tryAgain(page).click();
  await loaded;
  await new Tree(page).ready();
  await opener.click();
  await page.getByRole('menu', { name: 'Epic actions' }).waitFor();
  const dressed = () => [...document.styleSheets].some(({ href }) => href?.includes('/menu-popover-'));
  expect(await page.evaluate(dressed)).toBe(true);
});

test('IE-01.40 a form for the text whose code cannot be fetched says so, and its button works again', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const mend = await cutOff(page, 'text-form');
  await Tree.open(page, EPIC);
  const pencil = page.getByRole('button', { name: 'Edit title and description' });
  await loadsAnew(page, async () => {
    await pencil.click();
    await failure(page, 'The form could not be loaded.').waitFor();
  });
  await new Tree(page).ready();
  await pencil.click();
  await failure(page, 'The form could not be loaded.').waitFor();
  await page.keyboard.press('Escape');
  await failure(page, 'The form could not be loaded.').waitFor({ state: 'detached' });

  await pencil.click();
  await mend();
  const loaded = page.waitForEvent('load');
  await tryAgain(page).click();
  await loaded;
  await pencil.click();
  await page.getByRole('form', { name: 'Title and description' }).waitFor();
});

test('TR-16 drag and drop that cannot be fetched says so above the rows, and the menu still moves them', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await cutOff(page, 'drag-list');
  const told = failure(page, 'Drag and drop could not be loaded.');
  // The page loads itself anew once, which would take a menu with it.
  const opened = async () => {
    await Tree.open(page, EPIC);
    await told.waitFor();
  };
  await loadsAnew(page, opened, 1);
  const tree = new Tree(page);
  await tree.ready();
  await told.waitFor();
  const [first, second] = (await tree.children()) as [string, string];
  await tree.choose(second, 'Move up');
  expect((await tree.children()).slice(0, 2)).toEqual([second, first]);
  await quiet(page);
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await told.waitFor({ state: 'detached' });
});

test('RP-02.220 so does a dialog, and while the server cannot be reached the page stays', async () => {
  const { page, context } = await world.current.open({ as: 'demo' });
  await Tree.open(page, EPIC);
  await page.getByRole('button', { name: 'Epic actions' }).click();
  await page.getByRole('menuitem', { name: 'New epic' }).waitFor();
  // What comes when the browser is idle has come.
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  await page.getByRole('heading', { name: /^Linked items/ }).waitFor();
  await quiet(page);
  await context.setOffline(true);
  await page.getByRole('menuitem', { name: 'New epic' }).click();
  await failure(page, 'The dialog could not be loaded.').waitFor();
  await tryAgain(page).click();
  await failure(page, 'The dialog could not be loaded.').waitFor();
  await page.keyboard.press('Escape');
  await loadsAnew(page, () => context.setOffline(false));
  await new Tree(page).ready();
  await page.getByRole('button', { name: 'Epic actions' }).click();
  await page.getByRole('menuitem', { name: 'New epic' }).click();
  await page.getByRole('dialog', { name: 'New epic' }).getByRole('textbox', { name: 'Title' }).fill('Later');
});

test('RP-02.220 and a page, which is asked for once', async () => {
  const { page, faults } = await world.current.open({ as: 'demo' });
  const mend = await cutOff(page, 'group-page');
  let asked = 0;
  page.on('requestfailed', (request) => void (asked += /\/group-page-[^/]*\.js$/.test(request.url()) ? 1 : 0));
  await loadsAnew(page, () => page.goto('/groups/kitchen-sink'), 1);
  await failure(page, 'This page could not be loaded.').waitFor();
  await quiet(page);
  // By each of the two pages: once ahead, once to run it.
  expect(asked).toBeLessThanOrEqual(4);
  // A developer is told.
  const told = expect.stringContaining('The code of a page could not be loaded');
  expect(faults.splice(0)).toEqual([told, told]);
  await mend();
  await tryAgain(page).click();
  await page.getByRole('heading', { name: 'Kitchen sink', level: 1 }).waitFor();
});

test('RP-02.224 RP-02.135 RP-02.136 with the files kept, a part opens without a network, and a page that is reloaded shows the product', async () => {
  const { page, context } = await world.current.open({ as: 'demo', worker: true });
  await Tree.open(page, EPIC);
  await kept(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Epic actions' }).click();
  await page.getByRole('menuitem', { name: 'New epic' }).click();
  await page.getByRole('dialog', { name: 'New epic' }).getByRole('textbox', { name: 'Title' }).waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('banner').getByRole('link', { name: 'Espalier' }).waitFor();
  await page.getByText('The server could not be reached. Check your connection and try again.').first().waitFor();
  // Nobody knows who is looking.
  expect(await page.getByRole('banner').getByText('Sign in').count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('button', { name: /^Demo Planner/ }).waitFor();
  await new Tree(page).ready();
});
