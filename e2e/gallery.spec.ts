import type { Locator, Page } from 'playwright-core';
import { overhang } from './support/browser.ts';
import { ALL_TABS, openGallery, type Tab } from './support/gallery.ts';
import { comparePictures, difference, isSame, keptPicture, pictureFault, stalePictures } from './support/pictures.ts';
import { useWorld } from './support/world.ts';

const world = useWorld({ use: 'pictures' });

const LOOKS = (['light', 'dark'] as const).flatMap((theme) => [1440, 390].map((width) => ({ theme, width })));
type Look = (typeof LOOKS)[number];

async function open(tab: Tab): Promise<Page> {
  const { page } = await world.current.open({ height: 1000 });
  await openGallery(page, tab);
  return page;
}

/** One page in every look after the other: opening it anew takes many times as long. */
async function inEveryLook(page: Page, run: (look: Look) => Promise<void>): Promise<void> {
  for (const look of LOOKS) {
    await page.setViewportSize({ width: look.width, height: 1000 });
    await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' });
    await run(look);
  }
}

/** What stays in its place while the page is scrolled would lie over a picture, here or there. */
const UNSEEN = 'header:has(nav), a[href="#main"] { visibility: hidden !important }';

const picture = (what: Locator) => what.screenshot({ animations: 'disabled', caret: 'hide', style: UNSEEN });
const section = (page: Page, id: string) => page.locator(`#${id}`);
const idsOf = (page: Page) => page.locator('[data-gallery]').evaluateAll((all) => all.map(({ id }) => id));
const hasFocus = (what: Locator) => what.and(what.page().locator(':focus'));

const seen = new Set<string>();

/** Compares what is shown with the kept picture of its name in that look. */
function checker(page: Page) {
  const faults: string[] = [];
  const check = async (what: Locator, name: string, { theme, width }: Look) => {
    const full = `${name}-${theme}-${width}`;
    seen.add(full);
    const fault = await pictureFault(page, full, () => picture(what));
    if (fault !== null) faults.push(fault);
  };
  return { faults, check };
}

/** Opens something by keyboard, so that it has the focus as the keyboard gives it, wherever the pointer is. */
async function press(what: Locator, key: string): Promise<void> {
  await what.focus();
  await what.press(key);
}

/** Opens the list of a field, and marks its first option with the pointer elsewhere. */
async function openList(field: Locator, list: Locator): Promise<void> {
  await field.click();
  await list.waitFor();
  await field.page().mouse.move(0, 0);
  await field.press('ArrowDown');
}

test.each(ALL_TABS)('the controls look as they did, in both themes, wide and narrow: %s', async (tab) => {
  const page = await open(tab);
  const { faults, check } = checker(page);
  await inEveryLook(page, async (look) => {
    for (const id of await idsOf(page)) await check(section(page, id), id, look);
    expect(await overhang(page)).toBe(0);
  });
  expect(faults).toEqual([]);
});

test('what opens above the page looks as it did', async () => {
  const page = await open('messages');
  const { faults, check } = checker(page);
  await inEveryLook(page, async (look) => {
    await press(page.getByRole('button', { name: 'Actions' }), 'ArrowDown');
    const menu = page.getByRole('menu');
    await hasFocus(menu.getByRole('menuitem').first()).waitFor();
    await check(menu, 'menu', look);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });

    await press(page.getByRole('button', { name: 'Recent searches' }), 'ArrowDown');
    const empty = page.getByRole('dialog', { name: 'Recent searches' });
    await page.getByText("You don't have any recent searches").waitFor();
    await check(empty, 'menu-empty', look);
    await page.keyboard.press('Escape');
    await empty.waitFor({ state: 'detached' });

    for (const [button, role] of [
      ['Open a dialog', 'dialog'],
      ['Ask a question', 'alertdialog'],
    ] as const) {
      await press(page.getByRole('button', { name: button }), 'Enter');
      const dialog = page.getByRole(role);
      await dialog.and(page.locator(':focus-within')).waitFor();
      await check(dialog, role, look);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.mouse.move(0, 0);
    }
  });
  expect(faults).toEqual([]);
});

test('what the keyboard has, and what opens below a field, looks as it did', async () => {
  const page = await open('choices');
  const { faults, check } = checker(page);
  const year = page.getByRole('radio', { name: 'Year' }).first();
  await inEveryLook(page, async (look) => {
    await page.getByRole('tab', { name: 'Choices and fields' }).focus();
    await page.keyboard.press('Tab');
    await check(section(page, 'buttons'), 'buttons-focused', look);
    await year.focus();
    await page.keyboard.press('ArrowLeft');
    await check(section(page, 'switching'), 'switching-focused', look);
    await page.keyboard.press('ArrowRight');

    const labels = page.getByRole('combobox', { name: 'Labels', exact: true });
    // Where there is no room below, it opens above (RL-12.84).
    await section(page, 'lists').scrollIntoViewIfNeeded();
    await openList(labels, page.getByRole('option', { name: 'bug' }));
    await check(section(page, 'lists'), 'lists-open', look);
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: 'bug' }).waitFor({ state: 'detached' });

    const options = page.getByRole('listbox', { name: 'Project' });
    await openList(page.getByRole('combobox', { name: 'Project', exact: true }), options);
    await check(options, 'combobox', look);
    await page.keyboard.press('Escape');
    await options.waitFor({ state: 'detached' });

    await press(page.getByRole('textbox', { name: 'Start date' }), 'Alt+ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Start date' });
    await calendar
      .getByRole('button', { name: /March 18, 2026/ })
      .and(page.locator(':focus'))
      .waitFor();
    await check(calendar, 'calendar', look);
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
  });
  expect(faults).toEqual([]);
});

test('the steps of the filtered search look as they did: the name of a filter, its operator, its value', async () => {
  const page = await open('rows');
  const { faults, check } = checker(page);
  const part = section(page, 'filters');
  const field = part.getByRole('combobox', { name: 'Filter epics' }).first();
  const list = page.getByRole('listbox');
  /** Types, and chooses the first option that is left by keyboard. */
  const choose = async (words: string, option: string) => {
    await field.fill(words);
    await page.getByRole('option', { name: option, exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await inEveryLook(page, async (look) => {
    await openGallery(page, 'rows');
    await openList(field, list);
    await check(list, 'filters-names', look);
    await choose('label', 'Label');
    await check(list, 'filters-operators', look);
    await page.keyboard.press('Backspace');
    await choose('conf', 'Confidential');
    await page.keyboard.press('ArrowDown');
    await check(list, 'filters-values', look);
    await page.keyboard.press('Enter');
    await part.getByRole('list', { name: 'Filters' }).first().getByText('Confidential is Yes').waitFor();
  });
  expect(faults).toEqual([]);
});

test('no picture is kept of what is not there any more', () => {
  expect(seen.size).toBeGreaterThan(50);
  expect(stalePictures(seen)).toEqual([]);
});

test('a changed picture is found: another colour, a shift by one pixel, a missing word', async () => {
  const page = await open('texts');
  const badges = page.locator('#badges');
  const before = await picture(badges);
  expect(isSame(await comparePictures(page, before, before))).toBe(true);
  expect(isSame(await comparePictures(page, keptPicture('badges-light-1440'), before))).toBe(true);
  expect(isSame(await comparePictures(page, keptPicture('badges-dark-1440'), before))).toBe(false);
  for (const css of [
    ':root { --text-danger: #00ff00 !important }',
    '[data-gallery] h2 { transform: translateX(1px) }',
    '#badges [class*="badge"]:first-child { visibility: hidden }',
    '#badges { padding-bottom: 1rem }',
  ]) {
    const style = await page.addStyleTag({ content: css });
    expect([css, isSame(await comparePictures(page, before, await picture(badges)))]).toEqual([css, false]);
    await style.evaluate((element) => (element as Element).remove());
  }
  const labels = await picture(page.locator('#labels'));
  expect(isSame(await comparePictures(page, keptPicture('badges-light-1440'), labels))).toBe(false);
});

test('a picture counts when it is settled, and one that stays another is a difference', async () => {
  const page = await open('texts');
  const [wanted, other] = [keptPicture('badges-light-1440'), keptPicture('badges-dark-1440')];
  const taken = [other, other, wanted];
  const next = () => Promise.resolve(taken.shift() ?? wanted);
  expect(await difference(page, wanted, next)).toBeNull();
  expect(taken).toEqual([]);
  const found = await difference(page, wanted, () => Promise.resolve(other), 300);
  expect(found?.comparison.text).toMatch(/^\d+ pixels differ$/);
  expect(found?.seen).toBe(other);
});
