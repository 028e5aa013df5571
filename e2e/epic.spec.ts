import type { Page } from 'playwright-core';
import { answered } from './support/answers.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const ADDRESS = '/groups/kitchen-sink/-/epics/16';
const TITLE = 'Starts and ends on one day';

async function openEpic(): Promise<Page> {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(ADDRESS);
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
  return page;
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Epic actions' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

const badge = (page: Page, text: 'Open' | 'Closed') => page.getByRole('main').getByText(text, { exact: true });

test('EP-03 an epic is closed and reopened; the list follows', async () => {
  const page = await openEpic();
  await answered(page, '/-/epics/16', () => page.getByRole('button', { name: 'Close epic' }).click());
  await page.getByRole('button', { name: 'Reopen epic' }).waitFor();
  await badge(page, 'Closed').waitFor();
  await page.reload();
  await badge(page, 'Closed').waitFor();
  await page.goto('/groups/kitchen-sink/-/epics?state=closed');
  await page.getByRole('link', { name: TITLE }).waitFor();
  await page.goto(ADDRESS);
  await page.getByRole('button', { name: 'Reopen epic' }).click();
  await page.getByRole('button', { name: 'Close epic' }).waitFor();
  await badge(page, 'Open').waitFor();
});

test('IE-01.41 while the title is out of view a bar shows it with its state, and leads up to it', async () => {
  const page = await openEpic();
  const bar = page.getByRole('button', { name: TITLE, exact: true });
  expect(await bar.count()).toBe(0);
  await page.getByRole('region', { name: 'Activity' }).waitFor();
  await page.setViewportSize({ width: 390, height: 300 });
  await page.mouse.wheel(0, 2_000);
  await bar.waitFor();
  await bar.click();
  await bar.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => [window.scrollY, document.activeElement?.tagName])).toEqual([0, 'H1']);
});

test('EP-03 a failed change of state has its alert', async () => {
  const page = await openEpic();
  await page.route('**/-/epics/16.json**', async (route) => {
    if (route.request().method() !== 'PUT') await route.continue();
    else await route.fulfill({ status: 500, json: { message: 'no' } });
  });
  await page.getByRole('button', { name: 'Close epic' }).click();
  await page.getByText('Unable to update this epic at this time.').waitFor();
  await badge(page, 'Open').waitFor();
  const close = page.getByRole('button', { name: 'Close epic' });
  expect(await settled(() => close.isEnabled(), Boolean)).toBe(true);
});

test('RP-02.28 a change of state whose connection is lost is made when there is one', async () => {
  const page = await openEpic();
  let lost = 0;
  await page.route('**/-/epics/16.json**', async (route) => {
    if (route.request().method() !== 'PUT' || lost > 1) return route.continue();
    lost += 1;
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Close epic' }).click();
  await page.getByRole('button', { name: 'Reopen epic' }).waitFor();
  expect(await page.getByText('Unable to update this epic at this time.').count()).toBe(0);
  await page.getByRole('button', { name: 'Reopen epic' }).click();
  await page.getByRole('button', { name: 'Close epic' }).waitFor();
});

test('EP-04 a new epic: blank titles are not sent, too long ones are refused, then the page of the new one opens', async () => {
  const page = await openEpic();
  await choose(page, 'New epic');
  const dialog = page.getByRole('dialog', { name: 'New epic' });
  const create = dialog.getByRole('button', { name: 'Create epic' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  expect(await create.getAttribute('aria-disabled')).toBe('true');
  await title.fill(' \t ');
  expect(await create.getAttribute('aria-disabled')).toBe('true');
  await title.fill('z'.repeat(256));
  await create.click();
  await dialog.getByText('Title is too long (maximum is 255 characters)').waitFor();
  expect(await title.inputValue()).toHaveLength(256);
  await title.fill('<script>document.title = "run"</script> Ünïcode 🌳 שלום');
  await create.click();
  await page
    .getByRole('heading', { name: '<script>document.title = "run"</script> Ünïcode 🌳 שלום', level: 1 })
    .waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/groups\/kitchen-sink\/-\/epics\/\d+$/);
  expect(page.url()).not.toContain(ADDRESS);
  expect(await page.title()).not.toBe('run');
});

test('EP-04 a new epic that the server cannot make', async () => {
  const page = await openEpic();
  await page.route('**/-/epics', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await choose(page, 'New epic');
  const dialog = page.getByRole('dialog', { name: 'New epic' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Never made');
  await page.keyboard.press('Enter');
  await dialog.getByText('Error creating epic').waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Never made');
});

test('Escape closes the dialog and gives the focus back', async () => {
  const page = await openEpic();
  await choose(page, 'New epic');
  await page.getByRole('dialog', { name: 'New epic' }).getByRole('textbox', { name: 'Title' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(await settled(name, (now) => now === 'Epic actions')).toBe('Epic actions');
});

test('EP-05 an epic is deleted with all below it, after the question; its issues stay', async () => {
  const { page } = await world.current.open({ as: 'chef' });
  await page.goto('/groups/kitchen-sink/-/epics/11');
  await page.getByRole('heading', { name: 'Level 1 of seven', level: 1 }).waitFor();
  await choose(page, 'Delete epic');
  const dialog = page.getByRole('alertdialog');
  expect(await dialog.innerText()).toContain('Delete this epic and all descendants?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.route('**/-/epics/11**', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await choose(page, 'Delete epic');
  await dialog.getByRole('button', { name: 'Delete epic' }).click();
  await dialog.getByText('Something went wrong when deleting the epic. Please try again.').waitFor();
  await page.unroute('**/-/epics/11**');

  await dialog.getByRole('button', { name: 'Delete epic' }).click();
  await page.getByRole('heading', { name: 'Epics', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/groups/kitchen-sink/-/epics');
  for (const address of ['/groups/kitchen-sink/-/epics/11', '/groups/kitchen-sink/appliances/-/epics/1']) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
  }
});
