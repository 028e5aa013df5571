import type { Locator, Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { answered, quiet } from './support/answers.ts';
import { epicOf, issueOf } from './support/kitchen-sink.ts';
import { overhang } from './support/browser.ts';
import { Commands } from './support/commands.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const OVERVIEW = '/groups/kitchen-sink/-/epics/1';

/** The page of an epic of the kitchen sink, by its title. */
const epicPage = async (title: string): Promise<string> => (await epicOf(world.current, title)).address;

const button = (page: Page, name: string): Locator => section(page).getByRole('button', { name, exact: true });
const empty = (page: Page): Promise<void> =>
  section(page)
    .getByText(/^Link items together/)
    .waitFor();

const section = (page: Page): Locator => page.getByRole('region', { name: /^Linked items/ });
const listOf = (page: Page, name: RegExp): Locator => section(page).getByRole('list', { name });
const titles = (page: Page, name: RegExp): Promise<string[]> => listOf(page, name).getByRole('link').allInnerTexts();

/** Titles of a list, once they are what is waited for. */
async function expectTitles(page: Page, name: RegExp, wanted: readonly string[]): Promise<void> {
  expect(
    await settled(
      () => titles(page, name),
      (now) => now.join() === wanted.join(),
    ),
  ).toEqual(wanted);
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await section(page)
    .getByRole('heading', { level: 2, name: /^Linked items \d/ })
    .waitFor();
}

const iidOf = (address: string): string => address.split('/').at(-1) ?? '';

test('RL-01 by mouse: a link is added with its type, shown by both, and taken away', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const [nothing, sameDay] = [await epicPage('An empty epic'), await epicPage('Starts and ends on one day')];
  await open(page, nothing);
  await expectTitles(page, /^Is blocked by/, ['Blocked and blocking']);
  await button(page, 'Add linked items').click();
  const form = section(page).getByRole('form');
  await form.getByRole('radio', { name: 'blocks', exact: true }).check();
  await form.getByRole('combobox').fill('one day');
  await form.getByRole('option', { name: /Starts and ends on one day/ }).click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await expectTitles(page, /^Blocks/, ['Starts and ends on one day']);

  await open(page, sameDay);
  await expectTitles(page, /^Is blocked by/, ['An empty epic']);
  await answered(page, 'related_epic_links', () => button(page, 'Remove An empty epic').click());
  await empty(page);
  await page.reload();
  await empty(page);
});

test('RL-01 by keyboard alone: add, be refused, correct it, and remove', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const [paint, backwards] = [await epicPage('Paint the walls'), await epicPage('Starts after it is due')];
  await open(page, paint);
  await button(page, 'Add linked items').focus();
  await page.keyboard.press('Enter');
  const field = section(page).getByRole('combobox');
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type(`&${iidOf(paint)} `);
  await page.keyboard.press('Enter');
  await section(page).getByText('cannot be related to itself').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.type(`&${iidOf(backwards)} `);
  await page.keyboard.press('Enter');
  await section(page)
    .getByText(/is already related/)
    .waitFor();
  await page.keyboard.press('Escape');
  await section(page).getByRole('form').waitFor({ state: 'detached' });
  const add = button(page, 'Add linked items');
  await add.and(page.locator(':focus')).waitFor();
  const remove = button(page, 'Remove Starts after it is due');
  await remove.focus();
  await page.keyboard.press('Delete');
  await remove.waitFor({ state: 'detached' });
  await add.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await section(page).getByRole('radio', { name: 'relates to' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await field.focus();
  await page.keyboard.type(`&${iidOf(backwards)}`);
  await page.keyboard.press('Enter');
  await section(page).getByRole('form').waitFor({ state: 'detached' });
  await listOf(page, /^Is blocked by/)
    .getByRole('link', { name: 'Starts after it is due' })
    .waitFor();
});

test('RL-01.32 RL-01.33 Ctrl+Z makes a removed link again, at once and for everybody', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const pipes = await epicPage('Lay the pipes');
  await open(page, pipes);
  await new Commands(page).ready();
  await expectTitles(page, /^Blocks/, ['Fit the taps']);
  await button(page, 'Remove Fit the taps').click();
  await empty(page);
  await page.keyboard.press('Control+z');
  await listOf(page, /^Blocks/).waitFor();
  await button(page, 'Remove Fit the taps').waitFor();
  await quiet(page);
  await page.reload();
  await listOf(page, /^Blocks/).waitFor();
  await expectTitles(page, /^Blocks/, ['Fit the taps']);
});

test('RL-01.15 what one person links and unlinks, the other one sees without doing anything', async () => {
  const one = await world.current.open({ as: 'demo' });
  const other = await world.current.open({ as: 'chef', live: false });
  await other.page.clock.install();
  const [tiles, closed] = [await epicPage('Tile the floor'), await epicPage('Closed with an open child')];
  await open(one.page, tiles);
  await open(other.page, tiles);
  await button(one.page, 'Add linked items').click();
  await section(one.page)
    .getByRole('combobox')
    .fill(`&${iidOf(closed)} `);
  await button(one.page, 'Add').click();
  await listOf(one.page, /^Relates to/).waitFor();
  await other.page.clock.fastForward('00:31');
  await listOf(other.page, /^Relates to/).waitFor();
  await expectTitles(other.page, /^Relates to/, await titles(one.page, /^Relates to/));

  // Both take the same link away: the second one is told, and both show the same.
  await button(one.page, 'Remove Closed with an open child').click();
  await quiet(one.page);
  await button(other.page, 'Remove Closed with an open child').click();
  await section(other.page).getByText('We could not determine the path to remove the epic').waitFor();
  await listOf(other.page, /^Relates to/).waitFor({ state: 'detached' });
});

test('RL-04.2 a removal that the server refuses is undone with its alert', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await open(page, await epicPage('Fit the taps'));
  await page.route('**/related_epic_links/*', (route) =>
    route.fulfill({ status: 403, json: { message: '403 Forbidden' } }),
  );
  await button(page, 'Remove Lay the pipes').click();
  await section(page).getByText('An error occurred while removing epics.').waitFor();
  await expectTitles(page, /^Is blocked by/, ['Lay the pipes']);
});

test('RL-03 rows of an issue: states, a cycle that is marked, merge requests with their pipelines', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto((await issueOf(world.current, 'An issue with tasks')).address);
  await listOf(page, /^Merge requests/).waitFor();
  const requests = listOf(page, /^Merge requests/);
  expect((await requests.getByRole('listitem').allInnerTexts()).sort()).toEqual([
    expect.stringMatching(/!1[\s\S]*Fit the new drain[\s\S]*Merged/),
    expect.stringMatching(/!2[\s\S]*Try a wider drain[\s\S]*Closed/),
  ]);
  expect(await requests.getByRole('img', { name: /^Pipeline/ }).count()).toBe(2);
  const cycle = section(page).getByText('Cycle', { exact: true });
  expect(await cycle.count()).toBe(2);
  await cycle.first().hover();
  await page.getByRole('tooltip', { name: /block each other/ }).waitFor();
});

test('RL-05 the sign of a blocked row tells by what, by mouse and by keyboard, and leads to the section', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, OVERVIEW);
  await tree.expand('Blocked and blocking');
  const row = tree.grid.getByRole('row', { name: /Blocked by two/ });
  const sign = row.getByRole('button', { name: 'Blocked by 2 issues' });
  await sign.hover();
  const popover = page.getByRole('dialog', { name: 'Blocked by 2 issues' });
  await popover.getByRole('link', { name: 'Comes first and blocks two' }).waitFor();
  await popover.getByRole('link', { name: 'Blocked by the first' }).hover();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.mouse.move(0, 0);
  await popover.waitFor({ state: 'detached' });

  await row.focus();
  for (let key = 0; key < 8 && !(await sign.evaluate((node) => node === document.activeElement)); key += 1) {
    await page.keyboard.press('ArrowRight');
  }
  await popover.waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#related-issues$/);
  await listOf(page, /^Is blocked by/).waitFor();
});

test('RL-01.14 the sign of a row goes when somebody unlinks its last open blocker', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const other = await world.current.open({ as: 'chef' });
  await page.clock.install();
  const tree = await Tree.open(page, OVERVIEW);
  await tree.expand('Blocked and blocking');
  const sign = tree.grid
    .getByRole('row', { name: /Blocked by the first/ })
    .getByRole('button', { name: /^Blocked by/ });
  await sign.waitFor();
  await other.page.goto((await issueOf(world.current, 'Blocked by the first')).address);
  await button(other.page, 'Remove Comes first and blocks two').click();
  await quiet(other.page);
  await page.clock.fastForward('00:31');
  await sign.waitFor({ state: 'detached' });
});

test('RL-01.30 closing what is blocked asks first, closing anything else does not', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await open(page, await epicPage('Put up the cupboards'));
  await page.getByRole('button', { name: 'Close epic' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to close this blocked epic?' });
  await question.getByRole('link').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close epic' }).click();
  await page.getByRole('button', { name: 'Yes, close epic' }).click();
  await page.getByRole('button', { name: 'Reopen epic' }).waitFor();
  await page.getByRole('button', { name: 'Reopen epic' }).click();
  await page.getByRole('button', { name: 'Close epic' }).waitFor();

  await open(page, await epicPage('Lay the pipes'));
  await page.getByRole('button', { name: 'Close epic' }).click();
  await page.getByRole('button', { name: 'Reopen epic' }).waitFor();
});

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('axe finds nothing on the section and its form, $width pixels wide', async (size) => {
  const { page } = await world.current.open({ as: 'demo', ...size });
  await open(page, '/kitchen-sink/sink/-/issues/1');
  await button(page, 'Add linked items').click();
  await section(page).getByRole('combobox').fill('nonsense ');
  await button(page, 'Add').click();
  await section(page).getByText('no matching issue found').waitFor();
  expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
});

test('RL-01.16 a visitor sees what is linked and can change nothing', async () => {
  const { page } = await world.current.open();
  await open(page, await epicPage('Fit the taps'));
  await expectTitles(page, /^Is blocked by/, ['Lay the pipes']);
  expect(await section(page).getByRole('button').count()).toBe(0);
});
