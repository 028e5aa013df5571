import type { Page } from 'playwright-core';
import { quiet } from './support/answers.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld({ motion: true });
const ADDRESS = '/groups/kitchen-sink/-/epics/1';
const HEALTH = 'Health, weights, milestones and iterations';
const TITLES = 'Titles that are hard to show';
const SECRET = 'Secret sauce';
/** Pixels of one level. */
const INDENT = 20;

async function openTree(address = ADDRESS): Promise<{ page: Page; tree: Tree }> {
  const { page } = await world.current.open({ as: 'demo', height: 1400 });
  return { page, tree: await Tree.open(page, address, { draggable: true }) };
}

async function boxOf(tree: Tree, title: string) {
  const box = await tree.row(title).boundingBox();
  if (box === null) throw new Error(`"${title}" is not drawn.`);
  return box;
}

const opened = (tree: Tree, title: string, options = {}) =>
  tree.row(title).and(tree.page.locator('[aria-expanded="true"]:not([aria-busy])')).waitFor(options);

/** Holds the mouse over a row until it opens. Where the row has moved on meanwhile, the mouse follows it, as a hand does. */
async function holdUntilOpened(tree: Tree, x: number, title: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const { y, height } = await boxOf(tree, title);
    await tree.page.mouse.move(x, y + height / 2, { steps: 10 });
    try {
      await opened(tree, title, { timeout: 5000 });
      return y + height / 2;
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

/** Moves up or down until the drag says this. */
async function dragTo(tree: Tree, x: number, from: number, step: number, wanted: string): Promise<void> {
  for (let y = from; !(await tree.announced()).endsWith(wanted); y += step) {
    if (Math.abs(y - from) > 600) throw new Error(`Never came to "${wanted}" but to "${await tree.announced()}"`);
    await tree.page.mouse.move(x, y);
    await tree.painted();
  }
}

async function expectUnder(tree: Tree, parent: string, wanted: readonly string[]): Promise<void> {
  const children = () => tree.children(parent);
  expect(await settled(children, (now) => now.join() === wanted.join())).toEqual(wanted);
  await quiet(tree.page);
  await tree.page.reload();
  await tree.ready({ draggable: true });
  await tree.expand(parent);
  expect(await children()).toEqual(wanted);
}

test('TR-16.9 an epic opens under a mouse that holds still, the drag goes on, and the item is dropped among what appeared', async () => {
  const { page, tree } = await openTree();
  await tree.expand(HEALTH);
  const before = await tree.children(HEALTH);
  await tree.collapse(HEALTH);
  const grip = await tree.lift(SECRET);
  const y = await holdUntilOpened(tree, grip.x, HEALTH);
  expect(await tree.lifted().count()).toBe(1);
  await dragTo(tree, grip.x + INDENT, y, 9, `Position 3 in ${HEALTH}, level 2.`);
  await page.mouse.up();
  await tree.atRest();
  await expectUnder(tree, HEALTH, [...before.slice(0, 2), SECRET, ...before.slice(2)]);
});

test.each([
  ['from above, in the middle', TITLES, HEALTH, 0.5],
  ['from above, at its upper edge', TITLES, HEALTH, 0.15],
  ['from below, in the middle', HEALTH, TITLES, 0.5],
  ['from below, at its lower edge', HEALTH, TITLES, 0.85],
])('TR-16.28 it opens wherever in its place the pointer holds: %s', async (_, title, dragged, part) => {
  const { page, tree } = await openTree();
  const before = await tree.outline();
  const target = await boxOf(tree, title);
  const grip = await tree.lift(dragged);
  await page.mouse.move(grip.x, target.y + target.height * part, { steps: 10 });
  await opened(tree, title);
  await page.mouse.move(grip.x, target.y + target.height * part + 30, { steps: 5 });
  expect(await tree.announced()).toMatch(/^Position \d+ in /);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await tree.atRest();
  await tree.collapse(title);
  expect(await tree.outline()).toEqual(before);
});

test('TR-16.28 what opened grows beyond the former end of the list, and its last place can be reached', async () => {
  const { page, tree } = await openTree();
  await tree.expand(TITLES);
  const before = await tree.children(TITLES);
  await tree.collapse(TITLES);
  await tree.expand(HEALTH);
  const [first] = (await tree.children(HEALTH)) as [string];
  const grip = await tree.lift(first);
  const y = await holdUntilOpened(tree, grip.x, TITLES);
  await dragTo(tree, grip.x, y, 9, `Position ${before.length + 1} in ${TITLES}, level 2.`);
  await page.mouse.up();
  await tree.atRest();
  await expectUnder(tree, TITLES, [...before, first]);
});

test('TR-16.29 near the ends of a long list a drag scrolls it, down and up, and stops where it ends', async () => {
  const { page, tree } = await openTree('/groups/kubernetes/sig-node/-/epics/1');
  await tree.grid.evaluate((grid) => grid.scrollIntoView({ block: 'center' }));
  const top = () => tree.grid.evaluate(({ scrollTop }) => scrollTop);
  const grid = (await tree.grid.boundingBox()) ?? { y: 0, height: 0 };
  const [first] = await tree.drawn();
  const grip = await tree.lift(first?.title ?? '');
  await page.mouse.move(grip.x, grid.y + grid.height - 10, { steps: 10 });
  expect(await settled(top, (now) => now > 400)).toBeGreaterThan(400);
  await page.mouse.move(grip.x, grid.y + 10, { steps: 10 });
  expect(await settled(top, (now) => now === 0, 30_000)).toBe(0);
  expect(await tree.lifted().count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await tree.atRest();
});

test('TR-16 a row that is let go beyond the list goes back', async () => {
  const { page, tree } = await openTree();
  const before = await tree.outline();
  const grid = (await tree.grid.boundingBox()) ?? { y: 0, height: 0 };
  const grip = await tree.lift(HEALTH);
  await page.mouse.move(grip.x, grid.y + grid.height + 90, { steps: 10 });
  expect(await settled(tree.announced, (text) => text.startsWith('Outside'))).toMatch(/^Outside of the tree/);
  await page.mouse.up();
  await tree.atRest();
  expect(await tree.announced()).toBe('Not moved.');
  expect(await tree.outline()).toEqual(before);
});
