import type { Locator, Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { Commands } from './support/commands.ts';
import { comparePictures, isSame, keptPicture, pictureFault, stalePictures } from './support/pictures.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld('pictures');

const TABS = { texts: 'Badges', choices: 'Buttons', messages: 'Alerts', rows: 'Rows of the tree' } as const;
type Tab = keyof typeof TABS;

const LOOKS = (['light', 'dark'] as const).flatMap((theme) => [1440, 390].map((width) => ({ theme, width })));

async function open(
  tab: Tab,
  options: { readonly theme?: 'light' | 'dark'; readonly width?: number } = {},
): Promise<Page> {
  const { page } = await world.current.open({ height: 1000, ...options });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/-/gallery?tab=${tab}`);
  await page.getByRole('heading', { name: TABS[tab], level: 2 }).waitFor();
  if (tab === 'choices') await loaded(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.mouse.move(0, 0);
  return page;
}

/** What comes with code of its own. */
async function loaded(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Labels', exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Fixed project' }).waitFor();
  await page.getByRole('application', { name: /^Another day/ }).waitFor();
}

const picture = (what: Locator) => what.screenshot({ animations: 'disabled', caret: 'hide' });
const sections = (page: Page) => page.locator('[data-gallery]');
const idsOf = (page: Page) => sections(page).evaluateAll((all) => all.map(({ id }) => id));

const seen = new Set<string>();

async function check(page: Page, what: Locator, name: string): Promise<string[]> {
  seen.add(name);
  const fault = await pictureFault(page, name, await picture(what));
  return fault === null ? [] : [fault];
}

describe.each(LOOKS)('$theme, $width pixels wide', (look) => {
  const nameOf = (id: string) => `${id}-${look.theme}-${look.width}`;

  test.each(Object.keys(TABS) as Tab[])('the controls look as they did: %s', async (tab) => {
    const page = await open(tab, look);
    const faults: string[] = [];
    for (const id of await idsOf(page)) faults.push(...(await check(page, page.locator(`#${id}`), nameOf(id))));
    expect(faults).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });

  test('what opens above the page looks as it did', async () => {
    const page = await open('messages', look);
    const faults: string[] = [];
    await page.getByRole('button', { name: 'Actions' }).click();
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await page.mouse.move(0, 0);
    faults.push(...(await check(page, menu, nameOf('menu'))));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Recent searches' }).click();
    await page.getByText("You don't have any recent searches").waitFor();
    await page.mouse.move(0, 0);
    faults.push(...(await check(page, page.getByRole('dialog', { name: 'Recent searches' }), nameOf('menu-empty'))));
    await page.keyboard.press('Escape');
    for (const [button, role] of [
      ['Open a dialog', 'dialog'],
      ['Ask a question', 'alertdialog'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole(role);
      await dialog.waitFor();
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      faults.push(...(await check(page, dialog, nameOf(role))));
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    expect(faults).toEqual([]);
  });

  test('what the keyboard has, and what opens below a field, looks as it did', async () => {
    const page = await open('choices', look);
    const faults: string[] = [];
    const section = (id: string) => page.locator(`#${id}`);
    await page.getByRole('tab', { name: 'Choices and fields' }).focus();
    await page.keyboard.press('Tab');
    faults.push(...(await check(page, section('buttons'), nameOf('buttons-focused'))));
    await page.getByRole('radio', { name: 'Year' }).first().focus();
    await page.keyboard.press('ArrowLeft');
    faults.push(...(await check(page, section('switching'), nameOf('switching-focused'))));
    await page.getByRole('combobox', { name: 'Labels', exact: true }).click();
    await page.keyboard.press('ArrowDown');
    await page.mouse.move(0, 0);
    faults.push(...(await check(page, section('lists'), nameOf('lists-open'))));
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Project', exact: true }).click();
    const options = page.getByRole('listbox', { name: 'Project' });
    await options.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.mouse.move(0, 0);
    faults.push(...(await check(page, options, nameOf('combobox'))));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose start date' }).click();
    const calendar = page.getByRole('dialog', { name: 'Start date' });
    await calendar.waitFor();
    await page.mouse.move(0, 0);
    faults.push(...(await check(page, calendar, nameOf('calendar'))));
    expect(faults).toEqual([]);
  });
});

describe.each(LOOKS)('the filtered search, $theme, $width pixels wide', (look) => {
  test('its steps look as they did: the name of a filter, its operator, its value, and recent searches', async () => {
    const page = await open('rows', look);
    const faults: string[] = [];
    const part = page.locator('#filters');
    const shot = async (step: string) => {
      await page.mouse.move(0, 0);
      faults.push(...(await check(page, page.getByRole('listbox'), `filters-${step}-${look.theme}-${look.width}`)));
    };
    const field = part.getByRole('combobox', { name: 'Filter epics' }).first();
    await field.click();
    await page.keyboard.press('ArrowDown');
    await shot('names');
    await field.fill('label');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shot('operators');
    await page.keyboard.press('Backspace');
    await field.fill('conf');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await shot('values');
    await page.keyboard.press('Enter');
    await part.getByRole('list', { name: 'Filters' }).first().getByText('Confidential is Yes').waitFor();
    expect(faults).toEqual([]);
  });
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

test('the sheet of keys leads to the gallery', async () => {
  const { page } = await world.current.open({ height: 1000 });
  await page.goto('/');
  await new Commands(page).ready();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('link', { name: 'Every control in every state' }).click();
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test.each(Object.keys(TABS) as Tab[])('axe finds nothing on the gallery in both themes: %s', async (tab) => {
  const page = await open(tab);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.each(Object.keys(TABS) as Tab[])('every control is reached by Tab alone: %s', async (tab) => {
  const page = await open(tab);
  const expected = await page.getByRole('tabpanel', { name: /and/ }).evaluate((panel) => {
    const radios = new Set<string>();
    const all = panel.querySelectorAll<HTMLElement>('button, a[href], input, select, [tabindex="0"]');
    const reachable = [...all].filter((element) => {
      if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[hidden], [aria-hidden="true"]'))
        return false;
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      // Of a group of radio buttons one is a stop: the chosen one, else the first.
      const chosen = panel.querySelector(`input[name="${CSS.escape(element.name)}"]:checked`);
      if (chosen !== null ? element !== chosen : radios.has(element.name)) return false;
      radios.add(element.name);
      return true;
    });
    reachable.forEach((element, index) => (element.dataset['stop'] = String(index)));
    return reachable.length;
  });
  expect(expected).toBeGreaterThan(3);
  await page.getByRole('tab', { name: /and/, selected: true }).focus();
  const stops = new Set<string>();
  for (let presses = 0; presses < expected * 2 && stops.size < expected; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['stop']);
    if (stop !== undefined) stops.add(stop);
  }
  const missed = Array.from({ length: expected }, (_, index) => String(index)).filter((index) => !stops.has(index));
  expect(
    await Promise.all(
      missed.map((index) => page.locator(`[data-stop="${index}"]`).evaluate((element) => element.outerHTML)),
    ),
  ).toEqual([]);
});

test('BD-04 toasts come at the bottom left, wait while pointed at, and their action closes them', async () => {
  const page = await open('messages');
  await page.getByRole('button', { name: 'Show a toast with Undo' }).click();
  const toasts = page.getByRole('status').filter({ hasText: 'Child removed' });
  const box = await toasts.boundingBox();
  expect(box?.x).toBeLessThan(32);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(1000 - 32);
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').filter({ hasText: 'Undone' }).waitFor();
  expect(await page.getByRole('status').filter({ hasText: 'Child removed' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('status').filter({ hasText: 'Undone' }).waitFor({ state: 'detached' });
});

test('BD-09 a date is typed, picked by keyboard and by pointer, and cleared', async () => {
  const page = await open('choices');
  const field = page.getByRole('textbox', { name: 'Start date' });
  await field.fill('2026-3-9');
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('2026-03-09');
  await page.keyboard.press('Alt+ArrowDown');
  const dialog = page.getByRole('dialog', { name: 'Start date' });
  await dialog.waitFor();
  const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  expect(await settled(name, (now) => now.includes('March 9, 2026'))).toContain('March 9, 2026');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  expect(
    await settled(
      () => field.inputValue(),
      (now) => now === '2026-04-16',
    ),
  ).toBe('2026-04-16');
  await dialog.waitFor({ state: 'detached' });
  expect(await settled(() => field.evaluate((element) => element === document.activeElement), Boolean)).toBe(true);
  await page.getByRole('button', { name: 'Choose start date' }).click();
  await dialog.getByRole('button', { name: /April 30, 2026/ }).click();
  expect(await settled(name, (now) => now === 'Choose start date')).toBe('Choose start date');
  expect(
    await settled(
      () => field.inputValue(),
      (now) => now === '2026-04-30',
    ),
  ).toBe('2026-04-30');
  await page.getByRole('button', { name: 'Clear start date' }).click();
  expect(await field.inputValue()).toBe('');
});

test('RL-07 the chosen tab stands in the address and survives a reload; the first one does not stand there', async () => {
  const page = await open('texts');
  await page.getByRole('tab', { name: 'Messages and popups' }).click();
  await page.getByRole('heading', { name: 'Alerts' }).waitFor();
  expect(new URL(page.url()).search).toBe('?tab=messages');
  await page.reload();
  await page.getByRole('heading', { name: 'Alerts' }).waitFor();
  await page.getByRole('tab', { name: 'Texts and signs' }).click();
  expect(new URL(page.url()).search).toBe('');
});
