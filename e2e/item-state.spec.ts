import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { answered, quiet } from './support/answers.ts';
import { apiOf } from './support/api.ts';
import { issueOf } from './support/kitchen-sink.ts';
import { overhang } from './support/browser.ts';
import { Commands } from './support/commands.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

async function open(title: string, options: Parameters<typeof world.current.open>[0] = { as: 'demo' }) {
  const { address, id } = await issueOf(world.current, title);
  const { page, context } = await world.current.open(options);
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  return { page, context, id };
}

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const badge = (page: Page, text: 'Open' | 'Closed') => page.getByRole('main').getByText(text, { exact: true }).first();

test('WI-02.4 an issue is closed by pointer and reopened by keyboard; a reload shows it', async () => {
  const { page } = await open('On track');
  await answered(page, 'workItemEdit', () => button(page, 'Close issue').click());
  await button(page, 'Reopen issue').waitFor();
  await badge(page, 'Closed').waitFor();
  await page.reload();
  await badge(page, 'Closed').waitFor();
  await button(page, 'Reopen issue').focus();
  await answered(page, 'workItemEdit', () => page.keyboard.press('Enter'));
  await button(page, 'Close issue').waitFor();
  await page.reload();
  await badge(page, 'Open').waitFor();
});

test('WI-07.2 the weight is changed by keyboard alone; a reload shows it, and Ctrl+Z takes it back', async () => {
  const { page } = await open('On track');
  const details = page.getByRole('complementary', { name: 'Details' });
  const weight = () => details.getByText('Weight', { exact: true }).locator('xpath=following-sibling::dd').innerText();
  const before = await weight();
  await details.getByRole('button', { name: 'Edit weight' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('21');
  await answered(page, 'workItemEdit', () => page.keyboard.press('Enter'));
  await page.reload();
  await details.getByRole('button', { name: 'Edit weight' }).waitFor();
  expect(await weight()).toBe('21');
  expect(await accessibilityFaults(page)).toEqual([]);
  await details.getByRole('button', { name: 'Edit weight' }).click();
  await details.getByRole('textbox', { name: 'Weight' }).fill('22');
  await answered(page, 'workItemEdit', () => page.keyboard.press('Enter'));
  await answered(page, 'workItemEdit', () => page.keyboard.press('Control+z'));
  expect(await settled(weight, (text) => text === '21')).toBe('21');
  await details.getByRole('button', { name: 'Edit weight' }).click();
  await details.getByRole('textbox', { name: 'Weight' }).fill(before === 'None' ? '' : before);
  await answered(page, 'workItemEdit', () => page.keyboard.press('Enter'));
  expect(await weight()).toBe(before);
});

test('RL-01.30 RL-01.31 a blocked issue is closed after a question; Escape leaves it; reopening asks nothing', async () => {
  const { page } = await open('Blocked by two');
  await button(page, 'Close issue').click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to close this blocked issue?' });
  await question.getByText('This issue is currently blocked by the following issues:').waitFor();
  const blockers = () => question.getByRole('listitem').allInnerTexts();
  expect((await settled(blockers, ({ length }) => length === 2)).sort()).toEqual([
    expect.stringMatching(/#\d+ Comes first and blocks two$/),
    expect.stringMatching(/#\d+ Blocked by the first$/),
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await badge(page, 'Open').waitFor();
  await button(page, 'Close issue').focus();
  await page.keyboard.press('Enter');
  await question.and(page.locator(':focus-within')).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await button(page, 'Reopen issue').click();
  await button(page, 'Close issue').waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});

test('WI-02.5 what the server refuses says why, and the issue is as it was', async () => {
  const { page } = await open('Needs attention');
  await page.route('**/api/graphql', (route) =>
    (route.request().postData() ?? '').includes('workItemEdit')
      ? route.fulfill({ json: { data: { workItemUpdate: { workItem: null, errors: ['The plan is locked'] } } } })
      : route.continue(),
  );
  await button(page, 'Close issue').click();
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong while updating the issue.' });
  await alert.getByText('The plan is locked').waitFor();
  await badge(page, 'Open').waitFor();
  expect(await settled(() => button(page, 'Close issue').isEnabled(), Boolean)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('WI-02.3 a guest and a visitor have no button, and the server refuses a guest', async () => {
  for (const as of ['waiter', undefined] as const) {
    const { page } = await open('Needs attention', as === undefined ? {} : { as });
    await badge(page, 'Open').waitFor();
    expect(await button(page, 'Close issue').count()).toBe(0);
  }
  const { id } = await issueOf(world.current, 'Needs attention');
  const text =
    'mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors workItem { state } } }';
  const asked = { input: { id, stateEvent: 'CLOSE' } };
  const answer = await apiOf(world.current.url, world.current.tokens.waiter)
    .query<{ readonly workItemUpdate: { readonly errors: readonly string[] } | null }>(text, asked)
    .then(({ workItemUpdate }) => workItemUpdate?.errors.length ?? 1)
    .catch(() => 1);
  expect(answer).toBe(1);
  const { page } = await open('Needs attention');
  await button(page, 'Close issue').waitFor();
});

test('RP-02.216 Ctrl+Z takes closing back and Ctrl+Shift+Z makes it once more; the server has it so', async () => {
  const { page } = await open('On track');
  const commands = new Commands(page);
  await commands.ready();
  await button(page, 'Close issue').click();
  await button(page, 'Reopen issue').waitFor();
  expect(await commands.undo()).toMatch(/^Undone: closed kitchen-sink\/sink#\d+ “On track”\.$/);
  await button(page, 'Close issue').waitFor();
  expect(await answered(page, 'workItemEdit', () => commands.redo())).toMatch(/^Done again: closed /);
  await button(page, 'Reopen issue').waitFor();
  await page.reload();
  await button(page, 'Reopen issue').click();
  await button(page, 'Close issue').waitFor();
});

test('RP-02.216 what another person reopened since stays open, and the reason is said', async () => {
  const { page, id } = await open('On track');
  const commands = new Commands(page);
  await commands.ready();
  await button(page, 'Close issue').click();
  await button(page, 'Reopen issue').waitFor();
  await apiOf(world.current.url, world.current.tokens.chef).query(
    'mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }',
    { input: { id, stateEvent: 'REOPEN' } },
  );
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /^Health, weights/ })
    .click();
  await page.getByRole('heading', { level: 1, name: /^Health, weights/ }).waitFor();
  await page.goBack();
  await button(page, 'Close issue').waitFor();
  expect(await commands.undo()).toMatch(/^Not undone: closed .* Reason: it was changed meanwhile\.$/);
});

test('RP-02.184 RP-02.185 the palette has the actions of the page: closing, deleting, linking, the reference', async () => {
  const { page, context } = await open('On track');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const commands = new Commands(page);
  await commands.ready();
  await page.getByRole('heading', { level: 2, name: /^Linked items \d/ }).waitFor();
  await commands.run('close iss', 'Close issue');
  await button(page, 'Reopen issue').waitFor();
  await commands.run('reopen', 'Reopen issue');
  await button(page, 'Close issue').waitFor();
  await commands.run('add linked', 'Add linked items');
  const field = page.getByRole('region', { name: /^Linked items/ }).getByRole('combobox');
  await field.waitFor();
  await page.keyboard.press('Escape');
  await commands.run('copy the ref', /Copy the reference kitchen-sink\/sink#\d+/);
  await page.getByText(/^Copied: /).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^kitchen-sink\/sink#\d+$/);
  const owner = await open('On track', { as: 'chef' });
  const theirs = new Commands(owner.page);
  await theirs.ready();
  await theirs.run('delete', 'Delete issue');
  await owner.page.getByRole('alertdialog').waitFor();
  await owner.page.keyboard.press('Escape');
});

test('RP-02.197 RP-02.198 single keys work on the page of an issue: c adds a task', async () => {
  const { page } = await open('On track');
  await new Commands(page).ready();
  await page.getByRole('button', { name: 'Add', exact: true }).first().waitFor();
  await page.keyboard.press('c');
  await page.getByRole('form').first().waitFor();
  await page.keyboard.press('Escape');
});

test('RP-02.216 RL-01.34 on an epic: closing and a new link are taken back', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto('/groups/kitchen-sink/-/epics/16');
  const commands = new Commands(page);
  await commands.ready();
  await button(page, 'Close epic').click();
  await button(page, 'Reopen epic').waitFor();
  expect(await commands.undo()).toMatch(/^Undone: closed /);
  await button(page, 'Close epic').waitFor();
  const section = page.getByRole('region', { name: /^Linked items/ });
  await section.getByRole('button', { name: 'Add linked items' }).click();
  await section.getByRole('combobox').fill('&2 ');
  await section.getByRole('button', { name: 'Add', exact: true }).click();
  const remove = section.getByRole('button', { name: 'Remove Health, weights, milestones and iterations' });
  await remove.waitFor();
  expect(await commands.undo()).toBe('Undone: linked kitchen-sink&2.');
  await remove.waitFor({ state: 'detached' });
  expect(await commands.redo()).toBe('Done again: linked kitchen-sink&2.');
  await remove.waitFor();
  await quiet(page);
  await commands.undo();
  await remove.waitFor({ state: 'detached' });
});

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('axe finds nothing on the page of an issue, $width pixels wide', async (size) => {
  const { page } = await open('Blocked by two', { as: 'demo', ...size });
  await button(page, 'Close issue').waitFor();
  await quiet(page);
  expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
});
