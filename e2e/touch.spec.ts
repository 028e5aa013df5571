import type { CDPSession, Page } from 'playwright-core';
import { quiet } from './support/answers.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld({ motion: true });
const ADDRESS = '/groups/kitchen-sink/-/epics/1';
const BLOCKED = 'Blocked and blocking';
/** Well over the wait of a lift (100 ms), as a person holds still. */
const HOLD = 300;
/** Pixels of one movement of a finger. */
const STEP = 8;
/** Pixels after which a drag has missed its place. */
const FAR = 400;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One finger on a touch screen. The browser decides, as it does for a real one, what becomes a scroll. */
class Finger {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async on(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page));
  }

  private send(type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0): Promise<unknown> {
    const touchPoints = type === 'touchEnd' ? [] : [{ x, y }];
    return this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  down = (x: number, y: number) => this.send('touchStart', x, y);

  up = () => this.send('touchEnd');

  /** Moves down in steps until `there`. */
  async move(x: number, from: number, there: () => Promise<boolean>): Promise<void> {
    for (let moved = STEP; !(await there()); moved += STEP) {
      if (moved > FAR) throw new Error(`Nothing happened on ${FAR} pixels.`);
      await this.send('touchMove', x, from + moved);
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }

  /** Moves there in steps, each of which is painted. */
  async to(from: { readonly x: number; readonly y: number }, there: { readonly x: number; readonly y: number }) {
    for (let step = 1; step <= 10; step += 1) {
      await this.send(
        'touchMove',
        from.x + ((there.x - from.x) * step) / 10,
        from.y + ((there.y - from.y) * step) / 10,
      );
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }

  /** Down and along in one go, however slow the machine is. */
  async swipe(x: number, from: number, by: number): Promise<void> {
    const sent = [this.down(x, from)];
    for (let step = 1; step <= 8; step += 1) sent.push(this.send('touchMove', x, from + (step * by) / 8));
    await Promise.all(sent);
  }
}

async function openOnPhone(): Promise<{ page: Page; tree: Tree; finger: Finger }> {
  const { page } = await world.current.open({ as: 'demo', width: 390, height: 844, touch: true });
  const tree = await Tree.open(page, ADDRESS, { draggable: true });
  await tree.expand(BLOCKED);
  await tree.grid.evaluate((grid) => grid.scrollIntoView({ block: 'center' }));
  return { page, tree, finger: await Finger.on(page) };
}

const lifted = (page: Page) => page.locator('[data-rfd-draggable-id][style*="position: fixed"]');

async function middleOf(tree: Tree, title: string): Promise<{ x: number; y: number }> {
  const box = await tree.row(title).boundingBox();
  if (box === null) throw new Error(`"${title}" is not drawn.`);
  return { x: box.x + box.width * 0.6, y: box.y + box.height / 2 };
}

test('TR-16.27 a finger that holds still lifts a row, and the row goes where the finger lets go', async () => {
  const { page, tree, finger } = await openOnPhone();
  const [first, second, third, ...rest] = (await tree.children(BLOCKED)) as [string, string, string, ...string[]];
  const from = await middleOf(tree, first);
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await finger.down(from.x, from.y);
  await pause(HOLD);
  await lifted(page).waitFor();
  const announced = () => page.locator('[id^="rfd-announcement"]').innerText();
  await finger.move(from.x, from.y, async () => (await announced()).endsWith(`Position 3 in ${BLOCKED}, level 2.`));
  expect(await scrolled()).toBe(before);
  await finger.up();
  await lifted(page).waitFor({ state: 'detached' });
  const after = [second, third, first, ...rest];
  const children = () => tree.children(BLOCKED);
  expect(await settled(children, (now) => now.join() === after.join())).toEqual(after);
  await quiet(page);
  await page.reload();
  await tree.ready({ draggable: true });
  await tree.expand(BLOCKED);
  expect(await tree.children(BLOCKED)).toEqual(after);
});

test('TR-16.9 an epic opens under a finger that holds still, and the row goes among what appeared', async () => {
  const { page, tree, finger } = await openOnPhone();
  const TITLES = 'Titles that are hard to show';
  await tree.expand(TITLES);
  const before = await tree.children(TITLES);
  await tree.collapse(TITLES);
  // The last one is closed, and would come to stand behind the open ones.
  const [row] = (await tree.children(BLOCKED)).slice(-2) as [string];
  await tree.row(row).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const from = await middleOf(tree, row);
  const target = await middleOf(tree, TITLES);
  await finger.down(from.x, from.y);
  await pause(HOLD);
  await lifted(page).waitFor();
  await finger.to(from, { x: from.x, y: target.y });
  await tree.row(TITLES).and(page.locator('[aria-expanded="true"]:not([aria-busy])')).waitFor();
  expect(await lifted(page).count()).toBe(1);
  const wanted = `Position 2 in ${TITLES}, level 2.`;
  await finger.move(from.x, target.y, async () => (await tree.announced()).endsWith(wanted));
  await finger.up();
  await tree.atRest();
  const after = [before[0], row, ...before.slice(1)];
  const children = () => tree.children(TITLES);
  expect(await settled(children, (now) => now.includes(row))).toEqual(after);
  await quiet(page);
  await page.reload();
  await tree.ready({ draggable: true });
  await tree.expand(TITLES);
  expect(await children()).toEqual(after);
});

test('TR-16 a finger that moves at once scrolls, and lifts nothing', async () => {
  const { page, tree, finger } = await openOnPhone();
  const before = await tree.outline();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const bottom = await page.evaluate(() => window.scrollY);
  const [first] = (await tree.children(BLOCKED)) as [string];
  const from = await middleOf(tree, first);
  await finger.swipe(from.x, from.y, 160);
  expect(await lifted(page).count()).toBe(0);
  await finger.up();
  const scrolled = () => page.evaluate(() => window.scrollY);
  expect(await settled(scrolled, (now) => now < bottom)).toBeLessThan(bottom);
  expect(await tree.outline()).toEqual(before);
});

test('TR-16.24 every move is in the menu of the row, a tap away', async () => {
  const { page, tree } = await openOnPhone();
  const [first, second] = (await tree.children(BLOCKED)) as [string, string];
  const menuOf = (title: string) => tree.row(title).getByRole('button', { name: `Actions for ${title}`, exact: true });
  const box = await menuOf(second).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await menuOf(second).tap();
  await page.getByRole('menuitem', { name: 'Move up' }).tap();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  const top = async () => (await tree.children(BLOCKED)).slice(0, 2);
  expect(await settled(top, ([now]) => now === second)).toEqual([second, first]);
  await menuOf(second).tap();
  await page.getByRole('menuitem', { name: 'Move to…' }).tap();
  const dialog = page.getByRole('dialog', { name: `Move ${second}` });
  await dialog.getByRole('option').first().tap();
  await dialog.waitFor({ state: 'detached' });
  const children = () => tree.children(BLOCKED);
  expect(await settled(children, (now) => !now.includes(second))).not.toContain(second);
});
