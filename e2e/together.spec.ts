import { answered, quiet } from './support/answers.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

/** Here the pages poll; e2e/live.spec.ts is about pushes. */
const world = useWorld({ live: false });
const ADDRESS = '/groups/kitchen-sink/-/epics/1';
const HEALTH = 'Health, weights, milestones and iterations';
const BLOCKED = 'Blocked and blocking';

async function openTwo() {
  const one = await world.current.open({ as: 'demo' });
  const other = await world.current.open({ as: 'chef' });
  await other.page.clock.install();
  const mine = await Tree.open(one.page, ADDRESS);
  const theirs = await Tree.open(other.page, ADDRESS);
  for (const tree of [mine, theirs]) {
    await tree.expand(HEALTH);
    await tree.expand(BLOCKED);
  }
  return { mine, theirs };
}

/** Brings the other window's next reading forward. */
const later = (tree: Tree) => tree.page.clock.fastForward('00:31');

test('AP-15 what one person moves, the other one sees without doing anything', async () => {
  const { mine, theirs } = await openTwo();
  const before = await mine.outline();
  expect(
    await settled(
      () => theirs.outline(),
      (rows) => rows.join() === before.join(),
    ),
  ).toEqual(before);
  await answered(mine.page, 'epicTreeReorder', () => mine.choose('On track', 'Move down'));
  await quiet(mine.page);
  const wanted = await mine.outline();
  expect(await theirs.outline()).not.toEqual(wanted);
  await later(theirs);
  expect(
    await settled(
      () => theirs.outline(),
      (rows) => rows.join() === wanted.join(),
    ),
  ).toEqual(wanted);
});

test('AP-15 a child that went into another parent is shown once, there', async () => {
  const { mine, theirs } = await openTwo();
  const menu = await mine.openMenu('Needs attention');
  await menu.getByRole('menuitem', { name: 'Move to…' }).click();
  await mine.page.getByRole('combobox', { name: 'New parent' }).fill(BLOCKED);
  await answered(mine.page, 'epicTreeReorder', () =>
    mine.page.getByRole('option', { name: new RegExp(BLOCKED) }).click(),
  );
  await mine.page.getByRole('dialog').waitFor({ state: 'detached' });
  await quiet(mine.page);
  const wanted = await mine.outline();
  expect(await mine.children(BLOCKED)).toContain('Needs attention');
  await later(theirs);
  expect(
    await settled(
      () => theirs.outline(),
      (rows) => rows.join() === wanted.join(),
    ),
  ).toEqual(wanted);
  expect((await theirs.outline()).filter((row) => row.trim() === 'Needs attention')).toHaveLength(1);
});

test('AP-15 a hidden tab reads at once when it is shown again', async () => {
  const { mine, theirs } = await openTwo();
  const show = (state: 'hidden' | 'visible') =>
    theirs.page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
      Object.defineProperty(document, 'hidden', { value: now === 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await answered(mine.page, 'epicTreeReorder', () => mine.choose('Comes first and blocks two', 'Move down'));
  await quiet(mine.page);
  const wanted = await mine.outline();
  await later(theirs);
  expect(await theirs.outline()).not.toEqual(wanted);
  await show('visible');
  expect(
    await settled(
      () => theirs.outline(),
      (rows) => rows.join() === wanted.join(),
    ),
  ).toEqual(wanted);
});

test('TR-14 two people move at the same time: both moves stand, and both see the same', async () => {
  const { mine, theirs } = await openTwo();
  const before = await mine.children(HEALTH);
  const last = before.filter((title) => title !== 'Closed while at risk').at(-1) as string;
  await Promise.all([
    answered(mine.page, 'epicTreeReorder', () => mine.choose(before[2] as string, 'Move to top')),
    answered(theirs.page, 'epicTreeReorder', () => theirs.choose(last, 'Move up')),
  ]);
  await quiet(mine.page);
  await quiet(theirs.page);
  await mine.page.reload();
  await mine.ready();
  await mine.expand(HEALTH);
  const stands = await mine.children(HEALTH);
  expect(stands[0]).toBe(before[2]);
  expect(stands.indexOf(last)).toBe(before.indexOf(last) - 1);
  expect([...stands].sort()).toEqual([...before].sort());
  await later(theirs);
  expect(
    await settled(
      () => theirs.children(HEALTH),
      (rows) => rows.join() === stands.join(),
    ),
  ).toEqual(stands);
});
