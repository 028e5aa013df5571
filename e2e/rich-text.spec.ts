import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { issueOf } from './support/kitchen-sink.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const form = (page: Page) => page.getByRole('form', { name: 'Title and description' });
const description = (page: Page) => form(page).getByRole('textbox', { name: 'Description' });
const rich = (page: Page) => form(page).locator('[role=textbox][aria-multiline=true]');

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit title and description' }).click();
  await description(page).waitFor();
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await form(page).waitFor({ state: 'detached', timeout: 10_000 });
}

const BEFORE = [
  '---\nkind: note\n---',
  'Setext *title*\n===',
  '*  one ~label &3 #12\n*  two',
  '<details>\n<summary>More</summary>',
  'Hidden \\#1 &amp; more',
  '</details>',
  '- [ ] open\n- [~] not\n- [x] done',
  '|a|b|\n|-|:-:|\n|c|d|',
  '[ref]: /url  "kept"',
  'The words',
  'See [ref] and [^1].  \nEnd',
  '[^1]: A footnote',
].join('\n\n\n');

test('IE-09.61 IE-09.65 IE-09.66 a description is written as rich text, and what was not edited keeps its bytes', async () => {
  const { address } = await issueOf(world.current, 'On track');
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(address);
  await edit(page);
  await description(page).fill(BEFORE);
  await save(page);
  await edit(page);
  await form(page).getByRole('button', { name: 'Rich text' }).click();
  const field = rich(page);
  await field.waitFor();
  expect(await field.getAttribute('aria-label')).toBe('Description');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
  }
  await field.getByText('The words').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' are ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(', ~label and [~] #12 ~~gone~~');
  await save(page);
  await page.reload();
  // The choice is remembered: the form opens in rich text.
  await edit(page);
  await rich(page).waitFor();
  await form(page).getByRole('button', { name: 'Source' }).click();
  expect(await description(page).inputValue()).toBe(
    BEFORE.replace('The words', 'The words are **bold**, ~label and [~] #12 ~~gone~~'),
  );
});

test('IE-09.64 IE-09.66 tools, tasks and undo; what others write meanwhile is taken in at its place', async () => {
  const { address } = await issueOf(world.current, 'On track');
  const { page } = await world.current.open({ as: 'demo' });
  const { page: theirs } = await world.current.open({ as: 'chef' });
  await page.goto(address);
  await edit(page);
  await form(page).getByRole('button', { name: 'Source' }).click();
  await description(page).fill('First\n\n- [ ] task\n\nLast');
  await save(page);
  await theirs.goto(address);
  await edit(theirs);
  await edit(page);
  await form(page).getByRole('button', { name: 'Rich text' }).click();
  const field = rich(page);
  const tool = (name: string) => form(page).getByRole('toolbar').getByRole('button', { name });
  await field.getByText('Last').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' words');
  await theirs.getByRole('textbox', { name: 'Description' }).press('Control+Home');
  await theirs.keyboard.type('Their ');
  await save(theirs);
  await field.getByText('Their First').waitFor({ timeout: 10_000 });
  await page.keyboard.type('!');
  await field.locator('li').click({ position: { x: -14, y: 8 }, force: true });
  await field.getByText('Last words!').click();
  await page.keyboard.press('Home');
  for (const _ of 'Last') await page.keyboard.press('Shift+ArrowRight');
  await tool('Link').click();
  await page.keyboard.type('https://a.example');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- [ ] one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('three');
  await tool('Quote').click();
  await form(page).getByRole('button', { name: 'Source' }).click();
  // The focus has stayed in the form.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continue editing' }).click();
  expect(await description(page).inputValue()).toBe(
    'Their First\n\n- [x] task\n\n[Last](https://a.example) words!\n\n- [ ] one\n- [ ] two\n\n> three',
  );
});

/** The form in rich text, empty, and the caret in it. */
async function openEmpty(page: Page) {
  const { address } = await issueOf(world.current, 'On track');
  await page.goto(address);
  await edit(page);
  await form(page).getByRole('button', { name: 'Rich text' }).press('Enter');
  const field = rich(page);
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  return { field, list: form(page).getByRole('listbox', { name: 'Suggestions' }) };
}

const sourceOf = async (page: Page): Promise<string> => {
  await form(page).getByRole('button', { name: 'Source' }).press('Enter');
  return description(page).inputValue();
};

test('IE-09.68 IE-09.69 what is offered at the caret is taken by the keyboard alone', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const { field, list } = await openEmpty(page);
  await page.keyboard.type('Ask @che');
  const marked = list.getByRole('option', { selected: true });
  await marked.getByText('chef').first().waitFor();
  expect(await field.getAttribute('aria-controls')).toBe(await list.getAttribute('id'));
  expect(await field.getAttribute('aria-activedescendant')).toBe(await marked.getAttribute('id'));
  expect(await accessibilityFaults(page)).toEqual([]);
  // Escape closes the list and nothing else; the same sign opens it no more.
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  expect(await field.getAttribute('aria-activedescendant')).toBeNull();
  await page.keyboard.type('f');
  expect([await list.count(), await form(page).count()]).toEqual([0, 1]);
  for (const _ of '@chef') await page.keyboard.press('Backspace');
  await page.keyboard.type('@che');
  await marked.getByText('chef').first().waitFor();
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached' });
  await page.keyboard.type(':heart');
  await list.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const last = (await marked.innerText()).split('\n').at(-1) ?? '';
  await page.keyboard.press('Tab');
  await page.keyboard.type('and #');
  await list.waitFor();
  const issue = (await marked.innerText()).split('\n')[0] ?? '';
  await page.keyboard.press('Enter');
  // Undo takes it back alone.
  await page.keyboard.press('Control+z');
  expect(await field.innerText()).toMatch(/and #$/);
  await page.keyboard.press('Control+y');
  await page.keyboard.type('in `code @che');
  expect(await list.count()).toBe(0);
  await page.keyboard.type('`');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/clo');
  await marked.getByText('/close').waitFor();
  await page.keyboard.press('Tab');
  expect(await sourceOf(page)).toBe(`Ask @chef :${last}: and ${issue} in \`code @che\`\n\n/close`);
});

test('IE-09.68 on a phone the list stands within the window, beside its line', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.setViewportSize({ width: 390, height: 1600 });
  const { field, list } = await openEmpty(page);
  for (const words of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type('and some more words :hear');
  for (const isLow of [false, true]) {
    await list.waitFor();
    const [box, line] = await Promise.all([list.boundingBox(), field.locator('p').last().boundingBox()]);
    if (box === null || line === null) throw new Error('There is no list beside the line.');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(isLow ? box.y + box.height <= line.y + 4 : box.y >= line.y + line.height - 4).toBe(true);
    expect(await overhang(page)).toBe(0);
    if (isLow) break;
    await page.keyboard.press('Escape');
    // Where there is no room below.
    await page.setViewportSize({ width: 390, height: Math.ceil(line.y + line.height + 60) });
    await page.keyboard.type(' :hear');
  }
  await list.getByRole('option').first().click();
  await list.waitFor({ state: 'detached' });
  await page.keyboard.type('!');
  expect(await sourceOf(page)).toMatch(/more words :hear :hear\w*: !$/);
});
