import type { Page } from 'playwright-core';

/** What one visit to a tree gives: mounted, used, unmounted. */
export interface Moved {
  readonly p95: number;
  readonly longTasks: number[];
}

const mount = (page: Page, tree: string, size: number): Promise<void> =>
  page.evaluate(([name, count]) => window.bench.mount(name, count), [tree, size] as const);
const unfold = (page: Page, size: number): Promise<number> =>
  page.evaluate((count) => window.bench.unfold(count), size);
const unmount = (page: Page): Promise<void> => page.evaluate(() => window.bench.unmount());

/** Throws where the trees differ in how many rows they have, or in what the first and the last of them say. */
export async function checkTitles(page: Page, trees: readonly string[], size: number): Promise<void> {
  let expected: string | undefined;
  for (const tree of trees) {
    await mount(page, tree, size);
    await unfold(page, size);
    const first = (await page.evaluate(() => window.bench.titles())).slice(0, 12);
    await page.evaluate(() => window.bench.scrollToEnd());
    const last = (await page.evaluate(() => window.bench.titles())).slice(-5);
    const shown = JSON.stringify([await page.evaluate(() => window.bench.rowCount()), first, last]);
    await unmount(page);
    expected ??= shown;
    if (shown !== expected) throw new Error(`${tree} shows something else:\n${expected}\n${shown}`);
  }
}

export async function unfoldOnce(page: Page, tree: string, size: number): Promise<number> {
  await mount(page, tree, size);
  const milliseconds = await unfold(page, size);
  await unmount(page);
  return milliseconds;
}

export async function scrollOnce(page: Page, tree: string, size: number): Promise<Moved> {
  await mount(page, tree, size);
  await unfold(page, size);
  const frames = await page.evaluate(() => window.bench.scroll(150));
  await unmount(page);
  return frames;
}

const FRAME = 16;

/** Takes a row by its title, drags it up and down and to the lower edge, where the list scrolls, and lets go where it hung at first. */
export async function dragOnce(
  page: Page,
  tree: string,
  size: number,
  { frames = 120 }: { readonly frames?: number } = {},
): Promise<Moved & { readonly start: number }> {
  await mount(page, tree, size);
  await unfold(page, size);
  await page.evaluate(() => window.bench.scrollTo(4000));
  const { x, y } = await page.evaluate(() => window.bench.grip());
  await page.mouse.move(x, y);
  await page.evaluate(() => window.bench.watchDrag());
  await page.mouse.down();
  await page.mouse.move(x + 2, y + 12);
  const start = await started(page, x, y + 12);
  await page.evaluate(() => window.bench.record());
  for (let frame = 0; frame < frames; frame += 1) {
    const place = frame < frames / 2 ? y + 150 * Math.sin(frame / 8) : y + 268;
    await page.mouse.move(x + (frame % 7), place);
    await page.waitForTimeout(FRAME);
  }
  const moved = await page.evaluate(() => window.bench.recorded());
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.waitForTimeout(300);
  await unmount(page);
  return { ...moved, start };
}

/** Moves a little at a time until the page shows the drag. */
async function started(page: Page, x: number, y: number): Promise<number> {
  for (let turn = 0; turn < 200; turn += 1) {
    const start = await page.evaluate(() => window.bench.dragStart());
    if (start !== null) return start;
    await page.mouse.move(x + (turn % 3), y + (turn % 4));
    await page.waitForTimeout(FRAME / 2);
  }
  throw new Error('No drag started');
}
