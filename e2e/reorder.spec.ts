import type { Page } from 'playwright-core';
import { quiet } from './support/answers.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld({ motion: true });
const ADDRESS = '/groups/kitchen-sink/-/epics/1';
const ROOT = 'Everything in one place';
const HEALTH = 'Health, weights, milestones and iterations';
const BLOCKED = 'Blocked and blocking';
const TITLES = 'Titles that are hard to show';
const SECRET = 'Secret sauce';

async function openTree(...expanded: string[]): Promise<{ page: Page; tree: Tree }> {
  const { page } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, ADDRESS, { draggable: true });
  for (const title of expanded) await tree.expand(title);
  return { page, tree };
}

/** What stands on the screen at once, after the server's answer, and after the page was loaded anew. */
async function expectChildren(tree: Tree, wanted: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const read = async () => {
    const now: Record<string, string[]> = {};
    for (const parent of Object.keys(wanted)) now[parent] = await tree.children(parent === '' ? undefined : parent);
    return now;
  };
  expect(await read()).toEqual(wanted);
  await quiet(tree.page);
  expect(await read()).toEqual(wanted);
  await tree.page.reload();
  await tree.ready({ draggable: true });
  for (const parent of Object.keys(wanted)) if (parent !== '') await tree.expand(parent);
  expect(await read()).toEqual(wanted);
}

/** The list with one title taken out and put before another one, or at the end. */
function moved(list: readonly string[], title: string, before: string | null): string[] {
  const rest = list.filter((other) => other !== title);
  rest.splice(before === null ? rest.length : rest.indexOf(before), 0, title);
  return rest;
}

test('TR-14 and TR-16 the mouse drags a child to another place in its parent, down and up', async () => {
  const { tree } = await openTree(HEALTH);
  const before = await tree.children(HEALTH);
  expect(before.slice(0, 4)).toEqual(['On track', 'Needs attention', 'At risk', 'A weight of 0 is a weight']);
  await tree.drag('On track', { into: HEALTH, place: 3, level: 2, way: 'down' });
  const down = moved(before, 'On track', 'A weight of 0 is a weight');
  await expectChildren(tree, { [HEALTH]: down });
  await tree.drag('Five people share this one', { into: HEALTH, place: 1, level: 2, way: 'up' });
  await expectChildren(tree, { [HEALTH]: moved(down, 'Five people share this one', 'Needs attention') });
});

test('TR-15 and TR-16 the mouse drags a child into another parent, at the place and level where it is dropped', async () => {
  const { tree } = await openTree(HEALTH, BLOCKED);
  const health = await tree.children(HEALTH);
  const blocked = await tree.children(BLOCKED);
  await tree.drag('A weight of 0 is a weight', { into: BLOCKED, place: 2, level: 2, way: 'down' });
  await expectChildren(tree, {
    [HEALTH]: health.filter((title) => title !== 'A weight of 0 is a weight'),
    [BLOCKED]: moved(blocked, 'A weight of 0 is a weight', 'Blocked by the first'),
  });
});

test('TR-15 and TR-16 a drag to the right puts an epic into the one above it, a drag to the left takes it out again', async () => {
  const { tree } = await openTree(TITLES);
  const top = await tree.children();
  const titles = await tree.children(TITLES);
  await tree.drag(SECRET, { into: TITLES, place: titles.length + 1, level: 2, way: 'sideways' });
  await expectChildren(tree, { '': top.filter((title) => title !== SECRET), [TITLES]: [...titles, SECRET] });
  await tree.drag(SECRET, { into: ROOT, place: top.indexOf(SECRET) + 1, level: 1, way: 'sideways' });
  await expectChildren(tree, { '': top, [TITLES]: titles });
});

test('TR-16 a drag that Escape ends changes nothing', async () => {
  const { page, tree } = await openTree(HEALTH);
  const before = await tree.outline();
  await tree.lift('On track');
  await page.mouse.move(700, 700, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(
    await settled(
      () => tree.outline(),
      (rows) => rows.join() === before.join(),
    ),
  ).toEqual(before);
});

test('TR-16 the keyboard drags: space lifts, arrows choose place and level, space drops, escape cancels', async () => {
  const { page, tree } = await openTree(BLOCKED);
  const top = await tree.children();
  const blocked = await tree.children(BLOCKED);
  const [a, b, c] = blocked as [string, string, string];
  await tree.row(a).focus();
  await tree.keys('Space', 'ArrowDown', 'ArrowDown', 'Space');
  const after = moved(blocked, a, blocked[3] as string);
  expect(
    await settled(
      () => tree.children(BLOCKED),
      (now) => now.join() === after.join(),
    ),
  ).toEqual(after);
  await tree.row(a).and(page.locator(':focus')).waitFor();
  await expectChildren(tree, { [BLOCKED]: [b, c, a, ...blocked.slice(3)] });

  await tree.row(b).focus();
  await tree.keys('Space', 'ArrowDown', 'Escape');
  expect(
    await settled(
      () => tree.children(BLOCKED),
      (now) => now.join() === after.join(),
    ),
  ).toEqual(after);

  // The epic below becomes the last child of the open one above it.
  const next = top[top.indexOf(BLOCKED) + 1] as string;
  await tree.row(next).focus();
  await tree.keys('Space', 'ArrowRight', 'Space');
  await settled(
    () => tree.children(BLOCKED),
    (now) => now.includes(next),
  );
  // Closed items stand below the open ones.
  const closed = 'Closed, and blocks nothing any more';
  await expectChildren(tree, { '': top.filter((title) => title !== next), [BLOCKED]: moved(after, next, closed) });
});

test('TR-16 Alt+Shift with an arrow moves the row that has the focus, and the focus goes with it', async () => {
  const { page, tree } = await openTree(HEALTH);
  const before = await tree.children(HEALTH);
  const [a, b] = before as [string, string];
  await tree.row(a).focus();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  const after = [b, a, ...before.slice(2)];
  expect(
    await settled(
      () => tree.children(HEALTH),
      (now) => now.join() === after.join(),
    ),
  ).toEqual(after);
  await tree.row(a).and(page.locator(':focus')).waitFor();
  await expectChildren(tree, { [HEALTH]: after });
  await tree.row(a).focus();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await settled(
    () => tree.children(HEALTH),
    (now) => now.join() === before.join(),
  );
  await expectChildren(tree, { [HEALTH]: before });
});

test('TR-14 and TR-15 the row menu moves up, down, to the top, to the bottom, and into another parent', async () => {
  const { page, tree } = await openTree(HEALTH);
  const now = await tree.children(HEALTH);
  const [a, b, c, ...rest] = now as [string, string, string, ...string[]];
  await tree.choose(b, 'Move up');
  expect(await tree.children(HEALTH)).toEqual([b, a, c, ...rest]);
  await tree.choose(b, 'Move down');
  expect(await tree.children(HEALTH)).toEqual([a, b, c, ...rest]);
  await tree.choose(c, 'Move to top');
  await expectChildren(tree, { [HEALTH]: [c, a, b, ...rest] });
  // Closed items stand below the open ones, so the last open place is the end for an open item.
  await tree.choose(c, 'Move to bottom');
  const closed = 'Closed while at risk';
  expect(rest.at(-1)).toBe(closed);
  await expectChildren(tree, { [HEALTH]: [a, b, ...rest.slice(0, -1), c, closed] });

  const menu = await tree.openMenu(a);
  await menu.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: `Move ${a}` });
  await dialog.getByRole('combobox', { name: 'New parent' }).fill('AND BLOCKING');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await tree.expand(BLOCKED);
  expect((await tree.children(BLOCKED))[0]).toBe(a);
  expect(await tree.children(HEALTH)).not.toContain(a);
});

test('TR-16.33 and TR-16.34 "Move to…" finds an epic outside of what the tree shows, and says where the item went', async () => {
  const { page, tree } = await openTree(HEALTH);
  const [first = ''] = await tree.children(HEALTH);
  const unbroken = 'W'.repeat(120);
  const menu = await tree.openMenu(first);
  await menu.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: `Move ${first}` });
  await dialog.getByRole('combobox', { name: 'New parent' }).fill('wwwww');
  await dialog.getByRole('option', { name: unbroken, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(new RegExp(`^Moved .*${first} under ${unbroken}\\.$`)).waitFor();
  expect(await tree.children(HEALTH)).not.toContain(first);
  await quiet(page);
  await page.reload();
  await tree.ready({ draggable: true });
  // Where another test of this file has put it.
  for (const title of [BLOCKED, TITLES, unbroken]) await tree.expand(title);
  expect(await tree.children(unbroken)).toEqual([first]);
});

test('TR-16.32 "Move to…" shows what a rule forbids, with the reason, also outside of the tree', async () => {
  const { page, tree } = await openTree();
  const menu = await tree.openMenu(BLOCKED);
  await menu.getByRole('menuitem', { name: 'Move to…' }).click();
  const search = page.getByRole('combobox', { name: 'New parent' });
  const refused = page.locator('[role="option"][aria-disabled="true"]');
  await search.fill(SECRET);
  expect(await refused.allInnerTexts()).toEqual([expect.stringContaining('This is confidential, the item is not.')]);
  await search.fill('Level 7');
  await refused.getByText('There would be more than 7 levels.').waitFor();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(1);
});

test('TR-16.24 the first and the last child cannot go further, and the menu says so', async () => {
  const { page, tree } = await openTree();
  const top = await tree.children();
  const disabled = async (title: string) => {
    const menu = await tree.openMenu(title);
    const texts = await menu.getByRole('menuitem', { disabled: true }).allInnerTexts();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    return texts.map((text) => text.split('\n')[0]?.trim());
  };
  expect(await disabled(top[0] as string)).toEqual(['Move up', 'Move to top']);
  expect(await disabled(top.at(-1) as string)).toEqual(['Move down', 'Move to bottom']);
});

test('TR-14 after a restart of the server everything stands where it was left', async () => {
  const { page, tree } = await openTree(HEALTH, BLOCKED, TITLES);
  const left = await tree.outline();
  await world.current.restart();
  await page.reload();
  await tree.ready({ draggable: true });
  for (const title of [HEALTH, BLOCKED, TITLES]) await tree.expand(title);
  expect(await tree.outline()).toEqual(left);
  expect(left.some((title) => title.trim() === 'On track')).toBe(true);
});
