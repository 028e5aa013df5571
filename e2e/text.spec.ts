import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { epicOf, issueOf } from './support/kitchen-sink.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const TITLE = 'Tile the floor';

const form = (page: Page) => page.getByRole('form', { name: 'Title and description' });
const description = (page: Page) => form(page).getByRole('textbox', { name: 'Description' });

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit title and description' }).click();
  await description(page).waitFor();
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await form(page).waitFor({ state: 'detached', timeout: 10_000 });
}

async function openEpic(as: 'demo' | 'chef', size: { width?: number; height?: number } = {}): Promise<Page> {
  const { iid } = await epicOf(world.current, TITLE);
  const { page } = await world.current.open({ as, ...size });
  await page.goto(`/groups/kitchen-sink/-/epics/${iid}`);
  await page.getByRole('button', { name: 'Edit title and description' }).waitFor();
  return page;
}

test('WI-08.46 WI-08.60 two people write into one description at once, and no word of either is lost', async () => {
  const mine = await openEpic('demo');
  await edit(mine);
  await description(mine).fill('The first line\n\nThe second line\n\nThe third line');
  expect([await overhang(mine), ...(await accessibilityFaults(mine))]).toEqual([0]);
  await save(mine);
  const theirs = await openEpic('chef', { width: 390, height: 844 });
  await edit(theirs);
  await edit(mine);
  await description(theirs).press('Control+End');
  await theirs.keyboard.type(' of theirs');
  await description(mine).press('Control+Home');
  await mine.keyboard.type('Mine: ');
  await save(theirs);
  await form(mine)
    .getByText(/Changes by others were taken over/)
    .waitFor({ state: 'attached', timeout: 10_000 });
  expect(await description(mine).inputValue()).toBe(
    'Mine: The first line\n\nThe second line\n\nThe third line of theirs',
  );
  // The caret is where it was.
  await mine.keyboard.type('so ');
  await save(mine);
  await theirs.getByText('Mine: so The first line').waitFor({ timeout: 10_000 });
  await theirs.getByText('The third line of theirs').waitFor();
});

test('IE-05.60 where both have changed the same line both versions stand side by side, in both themes', async () => {
  const mine = await openEpic('demo', { width: 390, height: 844 });
  const theirs = await openEpic('chef');
  await edit(mine);
  await edit(theirs);
  await description(mine).fill('It is mine');
  await description(theirs).fill('It is theirs, all of it');
  await save(theirs);
  await form(mine)
    .getByText(/^Someone edited the epic at the same time you did/)
    .waitFor({ timeout: 10_000 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await mine.emulateMedia({ colorScheme });
    expect([await overhang(mine), ...(await accessibilityFaults(mine))]).toEqual([0]);
  }
  await form(mine).getByRole('button', { name: 'Merge by hand' }).click();
  expect(await description(mine).inputValue()).toContain('It is theirs, all of it');
  await description(mine).fill('It is ours');
  await save(mine);
  await theirs.getByText('It is ours').waitFor({ timeout: 10_000 });
});

test('IE-10.41 IE-06.48 what was written is there again after the page was loaded anew; a line is checked where it stands', async () => {
  const { address } = await issueOf(world.current, 'On track');
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(address);
  await edit(page);
  await description(page).fill('- [ ] wash\n- [ ] dry');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('wash'));
  await page.reload();
  await description(page).waitFor();
  expect(await description(page).inputValue()).toBe('- [ ] wash\n- [ ] dry');
  await description(page).focus();
  await save(page);
  await page.getByRole('checkbox', { name: 'Check: dry' }).click();
  await page.getByText('1 of 2 checklist items completed').waitFor();
  await page.reload();
  await page.getByText('1 of 2 checklist items completed').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Check: dry' }).isChecked()).toBe(true);
});

test('IE-06.69 WI-12.11 a line is dragged, moved with the keyboard, deleted, taken back, and made into a task', async () => {
  const { address } = await issueOf(world.current, 'Needs attention');
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(address);
  await edit(page);
  await description(page).fill('- [ ] wash\n  - [x] rinse\n- [ ] dry\n- [ ] iron');
  await save(page);
  const button = (name: string) => page.getByRole('button', { name: `Actions for: ${name}` });
  const order = async (...names: readonly string[]) => {
    await page.waitForFunction(
      (wanted) => {
        const boxes = [...document.querySelectorAll<HTMLInputElement>('li input')];
        return boxes.every(({ disabled }) => !disabled) && boxes.map((box) => box.ariaLabel).join() === wanted;
      },
      names.map((name) => `Check: ${name}`).join(),
    );
  };
  await page.getByRole('checkbox', { name: 'Check: wash' }).hover();
  const from = (await button('wash').boundingBox())!;
  const to = (await button('iron').boundingBox())!;
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + to.height, { steps: 5 });
  await page.mouse.up();
  await order('dry', 'iron', 'wash', 'rinse');
  await page.getByRole('checkbox', { name: 'Check: iron' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
  await order('iron', 'dry', 'wash', 'rinse');
  await page.reload();
  await order('iron', 'dry', 'wash', 'rinse');
  await button('dry').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await order('iron', 'wash', 'rinse');
  await page.locator('h1').click();
  await page.keyboard.press('Control+z');
  await order('iron', 'dry', 'wash', 'rinse');
  expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
  await button('dry').click();
  await page.getByRole('menuitem', { name: 'Convert to task' }).click();
  await page.getByRole('row', { name: /dry/ }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: /dry/ }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
});

test('IE-08.23 IE-08.32 the browser asks before the text of a template is left, and it is there again', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto('/groups/kitchen-sink/-/settings/templates');
  const name = page.getByRole('textbox', { name: 'Name' });
  const asks = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await page.getByRole('button', { name: 'New template' }).click();
  expect(await asks()).toBe(false);
  await name.fill('Half a name');
  expect(await asks()).toBe(true);
  await page.reload();
  await name.waitFor();
  expect(await name.inputValue()).toBe('Half a name');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await name.waitFor({ state: 'detached' });
  expect(await asks()).toBe(false);
});
