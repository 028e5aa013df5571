import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { quiet } from './support/answers.ts';
import { Commands } from './support/commands.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const GROUP = '/groups/kitchen-sink';
const EPIC = `${GROUP}/-/epics/1`;

async function openAt(address: string, as: 'demo' | 'waiter' | null = 'demo', width = 1440) {
  const { page } = await world.current.open({ ...(as !== null && { as }), width });
  await page.goto(address);
  const commands = new Commands(page);
  await commands.ready();
  return { page, commands };
}

test('RP-02.174 the palette finds an issue by its title and an epic by its reference, by keyboard alone', async () => {
  const { page, commands } = await openAt(GROUP);
  await commands.open();
  await page.keyboard.type('comes first and blocks');
  await commands.option('Comes first and blocks two').waitFor();
  expect(await commands.field.getAttribute('aria-expanded')).toBe('true');
  const marked = async () => {
    const active = await commands.field.getAttribute('aria-activedescendant');
    return (await page.locator(`[id="${active}"]`).allInnerTexts()).join();
  };
  expect(await settled(marked, (text) => text.includes('Comes first'))).toContain('Comes first and blocks two');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Comes first and blocks two' }).waitFor();
  await commands.open();
  await page.keyboard.type('kitchen-sink&1');
  await commands.option('kitchen-sink&1').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Everything in one place' }).waitFor();
  await commands.open();
  await commands.options.first().getByText('Comes first and blocks two').waitFor();
  await page.keyboard.press('Escape');
  await commands.dialog.waitFor({ state: 'detached' });
});

test('RP-02.174 a visitor finds nothing that is hidden from them', async () => {
  const { page, commands } = await openAt(GROUP, null);
  await commands.open();
  await page.keyboard.type('secret sauce');
  await page.getByText(/^(Nothing found|\d+ results?)$/).waitFor();
  expect((await commands.options.allInnerTexts()).filter((text) => /secret/i.test(text))).toEqual([]);
});

test('RP-02.177 the page’s actions are commands: each opens what its button opens', async () => {
  const { page, commands } = await openAt(EPIC);
  await commands.run('new epic', 'New epic');
  await page.getByRole('dialog', { name: 'New epic' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await commands.run('existing issue', 'Add an existing issue');
  const form = page.getByRole('form', { name: 'Add an existing issue' });
  await form.and(page.locator(':focus-within')).waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await commands.run('theme dark', 'Theme: dark');
  await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
});

test('RP-02.180 a row’s commands are those of the row that had the keyboard, which gets it back', async () => {
  const { page, commands } = await openAt(EPIC);
  const tree = new Tree(page);
  await tree.ready();
  const row = await tree.reveal('Blocked and blocking');
  await row.focus();
  await commands.run('expand', 'Expand “Blocked and blocking”');
  await row.and(page.locator('[aria-expanded="true"]')).waitFor();
  await row.and(page.locator(':focus')).waitFor();
});

test('RP-02.181 the roadmap’s settings and exports are commands; the address follows', async () => {
  const { page, commands } = await openAt(`${GROUP}/-/roadmap`);
  await page.getByRole('treegrid', { name: 'Roadmap' }).waitFor();
  await commands.run('within 3 years', 'Roadmap: within 3 years');
  await page.waitForURL(/timeframe_range_type=THREE_YEARS/);
  const download = page.waitForEvent('download');
  await commands.run('csv', 'Export the roadmap as CSV');
  expect((await download).suggestedFilename()).toBe('roadmap-kitchen-sink.csv');
  await page.keyboard.press(',');
  await page.getByRole('dialog', { name: 'Roadmap settings' }).waitFor();
});

test('RP-02.183 an editor of a collapsed sidebar is opened by its command', async () => {
  const { page, commands } = await openAt(EPIC);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await commands.run('edit labels', 'Edit labels');
  await page.getByRole('button', { name: 'Done editing labels' }).waitFor();
  await page.keyboard.press('Escape');
  await commands.run('close epic', 'Close epic');
  await page.getByText('Closed', { exact: true }).first().waitFor();
  await commands.run('reopen', 'Reopen epic');
  await page.getByRole('button', { name: 'Close epic' }).waitFor();
});

test('RP-02.191 single keys lead around; not while a person types, not behind a dialog, not when they are off', async () => {
  const { page } = await openAt(EPIC);
  const labels = page.getByRole('switch', { name: 'Show labels' });
  await labels.and(page.locator(':checked, [aria-checked="true"]')).waitFor();
  await page.keyboard.press('v');
  await labels.and(page.locator(':not(:checked):not([aria-checked="true"])')).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('heading', { level: 1, name: 'Epics' }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('searchbox').first().and(page.locator(':focus')).waitFor();
  await page.keyboard.type('him?');
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('him?');
  await page.getByRole('heading', { name: 'Epics' }).click();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.waitFor();
  await page.keyboard.press('m');
  await help.getByText('Single keys work').click();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('m');
  await page.keyboard.press('?');
  expect(page.url()).toMatch(/\/-\/epics(\?|$)/);
  expect(await help.count()).toBe(0);
  await page.reload();
  await new Commands(page).ready();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await new Commands(page).field.waitFor();
  expect(await help.count()).toBe(0);
  // The account keeps it, and the tests that follow are signed in with the same one.
  await page.goto('/-/profile/preferences');
  await new Commands(page).ready();
  const keys = page.getByRole('checkbox', { name: 'Single keys are shortcuts' });
  await keys.and(page.locator(':not(:checked)')).waitFor();
  await keys.check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Changes saved').waitFor();
  // The session is read again.
  await quiet(page);
  await page.keyboard.press('?');
  await help.waitFor();
});

test('RP-02.195 the help sheet lists the keys of the tree, of the grid and of the panel', async () => {
  const { page } = await openAt(EPIC);
  await new Commands(page).ready();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const name of ['Everywhere', 'In the tree of children', 'In the grid of the roadmap']) {
    await help.getByRole('table', { name }).waitFor();
  }
  await help.getByRole('row', { name: /Move the item up.*Alt\+Shift\+↑/ }).waitFor();
  await help.getByRole('row', { name: /Open or close the developer panel.*Ctrl\+Alt\+Shift\+D/ }).waitFor();
});

test('the palette and the help sheet are free of faults of accessibility, and fit a phone', async () => {
  const { page, commands } = await openAt(EPIC, 'demo', 390);
  await page.getByRole('button', { name: 'Search or go to…' }).click();
  await commands.field.waitFor();
  await page.keyboard.type('epic');
  await commands.options.first().waitFor();
  expect(await overhang(page)).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await commands.dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await overhang(page)).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});
