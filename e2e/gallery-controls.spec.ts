import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { Commands } from './support/commands.ts';
import { ALL_TABS, openGallery, type Tab } from './support/gallery.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

async function open(tab: Tab): Promise<Page> {
  const { page } = await world.current.open({ height: 1000 });
  await openGallery(page, tab);
  return page;
}

test('the sheet of keys leads to the gallery', async () => {
  // Somebody who is signed in: the fields of the sign-in page take the keyboard when they come, and then `?` is typed.
  const { page } = await world.current.open({ as: 'demo', height: 1000 });
  await page.goto('/');
  await new Commands(page).ready();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('link', { name: 'Every control in every state' }).click();
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test.each(ALL_TABS)('axe finds nothing on the gallery in both themes: %s', async (tab) => {
  const page = await open(tab);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.each(ALL_TABS)('every control is reached by Tab alone: %s', async (tab) => {
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

test.each(['Enter', 'Space', 'ArrowDown', 'ArrowUp'])(
  'a menu that %s opens has the keyboard on an entry, every time',
  async (key) => {
    const page = await open('messages');
    const button = page.getByRole('button', { name: 'Actions' });
    const entry = () =>
      page.evaluate(() => document.activeElement?.closest('[role="menuitem"]')?.getAttribute('aria-disabled') ?? null);
    const at = () => page.evaluate(() => (document.activeElement as HTMLElement).getAttribute('role'));
    for (let times = 0; times < 6; times += 1) {
      await button.focus();
      await page.keyboard.press(key);
      await page.getByRole('menu').waitFor();
      expect([times, await settled(at, (role) => role === 'menuitem', 3000)]).toEqual([times, 'menuitem']);
      expect(await entry()).not.toBe('true');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
  },
);

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
