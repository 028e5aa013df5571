import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const ROADMAP = '/groups/kitchen-sink/-/roadmap';
const EPIC = '/groups/kitchen-sink/-/epics/1';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const height = (page: Page) => page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().height);

/** All that belongs into the header has come. */
async function complete(page: Page): Promise<void> {
  for (const name of ['Demo Planner', 'Help', 'Search or go to…']) await page.getByRole('button', { name }).waitFor();
}

/** Pixels by which what is in the header stands out of the window, or out of the header, to either side. */
const cut = (page: Page): Promise<string[]> =>
  page.getByRole('banner').evaluate((header) =>
    [...header.querySelectorAll<HTMLElement>('a, button, input')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const frame = header.getBoundingClientRect();
        return left < 0 || right > window.innerWidth || top < frame.top || bottom > frame.bottom;
      })
      .map((element) => element.textContent),
  );

test.each([320, 390, 768, 1024])(
  'the header at %d pixels is one line, with the search field where there is room for it, and nothing in it is cut',
  async (width) => {
    const { page } = await world.current.open({ as: 'demo', width, height: 844 });
    await page.goto(ROADMAP);
    await heading(page, 'Roadmap');
    await complete(page);
    expect(await height(page)).toBeLessThanOrEqual(49);
    expect([await overhang(page), ...(await cut(page))]).toEqual([0]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(EPIC);
    await heading(page, 'Everything in one place');
    await complete(page);
    expect(await height(page)).toBeLessThanOrEqual(49);
    expect([await overhang(page), ...(await cut(page))]).toEqual([0]);
    const fields = page.getByRole('searchbox', { name: 'Search epics of this group' });
    expect(await fields.count()).toBe(width < 768 ? 0 : 1);
  },
);

test('at 390 pixels all of the header is reached by keyboard, and the account’s menu opens and closes by it', async () => {
  const { page } = await world.current.open({ as: 'demo', width: 390, height: 844 });
  await page.goto(ROADMAP);
  await heading(page, 'Roadmap');
  await complete(page);
  const walked: string[] = [];
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    walked.push(
      await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      }),
    );
  }
  expect(walked).toEqual([
    'Skip to content',
    'Espalier, home',
    'Epics',
    'Roadmap',
    'Search or go to…',
    'Help',
    'Theme and rows',
    'Demo Planner',
  ]);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Profile' }).and(page.locator(':focus')).waitFor();
  expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Demo Planner' }).and(page.locator(':focus')).waitFor();
});
