import { answered, quiet } from './support/answers.ts';
import { apiOf } from './support/api.ts';
import { Commands } from './support/commands.ts';
import { RoadmapScreen } from './support/roadmap.ts';
import { watchOrder } from './support/row-order.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const ADDRESS = '/groups/kitchen-sink/-/epics/1';
const HEALTH = 'Health, weights, milestones and iterations';
const BLOCKED = 'Blocked and blocking';
const TILES = 'Tile the floor';
const MOVE = 'epicTreeReorder';

async function openTree(as: 'demo' | 'chef' = 'demo', { clock = false } = {}) {
  const { page } = await world.current.open({ as });
  if (clock) await page.clock.install();
  const tree = await Tree.open(page, ADDRESS);
  await tree.expand(HEALTH);
  const commands = new Commands(page);
  await commands.ready();
  return { page, tree, commands };
}

/** The children of one epic, once they are what is waited for. */
async function expectChildren(tree: Tree, wanted: readonly string[], parent = HEALTH): Promise<void> {
  expect(
    await settled(
      () => tree.children(parent),
      (rows) => rows.join() === wanted.join(),
    ),
  ).toEqual(wanted);
}

const upDown = (list: readonly string[], title: string, by: number): string[] => {
  const rest = list.filter((other) => other !== title);
  rest.splice(list.indexOf(title) + by, 0, title);
  return rest;
};

test('a move is taken back and made once more by keyboard, and the server has it so', async () => {
  const { page, tree, commands } = await openTree();
  const before = await tree.children(HEALTH);
  await (await tree.reveal('On track')).focus();
  await tree.keys('Alt+Shift+ArrowDown');
  const moved = upDown(before, 'On track', 1);
  await expectChildren(tree, moved);
  expect(await commands.undo()).toMatch(/^Undone: moved .*“On track”\.$/);
  await expectChildren(tree, before);
  expect(await commands.redo()).toMatch(/^Done again: moved .*“On track”\.$/);
  await expectChildren(tree, moved);
  await answered(page, MOVE, () => commands.undo());
  await quiet(page);
  await page.reload();
  await tree.ready();
  await tree.expand(HEALTH);
  await expectChildren(tree, before);
});

test('a move into another parent goes back between its neighbours, by the button of the message and by the palette', async () => {
  const { page, tree, commands } = await openTree();
  await tree.expand(BLOCKED);
  const [health, blocked] = [await tree.children(HEALTH), await tree.children(BLOCKED)];
  const menu = await tree.openMenu('At risk');
  await menu.getByRole('menuitem', { name: 'Move to…' }).click();
  await page.getByRole('combobox', { name: 'New parent' }).fill(BLOCKED);
  await page.getByRole('option', { name: new RegExp(BLOCKED) }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await tree.children(BLOCKED)).toContain('At risk');
  const disorder = await watchOrder(tree.grid);
  await commands.run('undo', /^Undo: moved .*“At risk” to “Blocked and blocking”/);
  await expectChildren(tree, health);
  await expectChildren(tree, blocked, BLOCKED);
  expect(await disorder()).toEqual([]);
  await answered(page, MOVE, () => page.getByRole('button', { name: 'Redo' }).click());
  await expectChildren(
    tree,
    health.filter((title) => title !== 'At risk'),
  );
  await answered(page, MOVE, async () => expect(await commands.undo()).toMatch(/^Undone/));
  await expectChildren(tree, health);
});

test('what another person moved since stays where they put it, and the reason is said; their other changes are kept', async () => {
  const mine = await openTree('demo', { clock: true });
  const theirs = await openTree('chef');
  const before = await mine.tree.children(HEALTH);
  await (await mine.tree.reveal('On track')).focus();
  await answered(mine.page, MOVE, () => mine.tree.keys('Alt+Shift+ArrowDown'));

  // The same item.
  await theirs.page.reload();
  await theirs.tree.ready();
  await theirs.tree.expand(HEALTH);
  await answered(theirs.page, MOVE, () => theirs.tree.choose('On track', 'Move to bottom'));
  const wanted = await theirs.tree.children(HEALTH);
  // Not once: a reading that began before their move makes the next one wait for half a minute.
  expect(
    await settled(
      async () => {
        await mine.page.clock.fastForward('00:31');
        return mine.tree.children(HEALTH);
      },
      (rows) => rows.join() === wanted.join(),
    ),
  ).toEqual(wanted);
  expect(await mine.commands.undo()).toMatch(/^Not undone: moved .*“On track”\. Reason: it was moved meanwhile\.$/);
  await expectChildren(mine.tree, wanted);

  // Another item of the same list.
  await (await mine.tree.reveal('At risk')).focus();
  await answered(mine.page, MOVE, () => mine.tree.keys('Alt+Shift+ArrowDown'));
  await theirs.page.reload();
  await theirs.tree.ready();
  await theirs.tree.expand(HEALTH);
  await answered(theirs.page, MOVE, () => theirs.tree.choose('On track', 'Move to top'));
  // What is answered is read again, with what the other person did.
  await answered(mine.page, MOVE, async () =>
    expect(await mine.commands.undo()).toMatch(/^Undone: moved .*“At risk”\.$/),
  );
  expect(
    await settled(
      () => mine.tree.children(HEALTH),
      (rows) => rows.join() === before.join(),
    ),
  ).toEqual(before);
});

test('while a person types, undo is the field’s; elsewhere it says where there is nothing', async () => {
  const { page, tree, commands } = await openTree();
  await answered(page, MOVE, () => tree.choose('On track', 'Move down'));
  const moved = await tree.children(HEALTH);
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Add a new issue' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Half');
  await page.keyboard.press('Control+z');
  await expectChildren(tree, moved);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/groups/kitchen-sink/-/epics');
  await commands.ready();
  expect(await commands.undo()).toBe('There is nothing to undo on this page.');
});

test('a removed child comes back where it was, and the server has it so', async () => {
  const { page, tree, commands } = await openTree();
  const before = await tree.children(HEALTH);
  await (await tree.reveal('At risk')).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await tree.row('At risk').waitFor({ state: 'detached' });
  await answered(page, MOVE, async () =>
    expect(await commands.undo()).toMatch(/^Undone: removed .*“At risk” from “Health, weights/),
  );
  await tree.row('At risk').waitFor();
  await expectChildren(tree, before);
  await page.reload();
  await tree.ready();
  await tree.expand(HEALTH);
  await expectChildren(tree, before);
});

test('dates of the roadmap that were dragged go back', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  const roadmap = await RoadmapScreen.open(page, '/groups/kitchen-sink/-/roadmap?search=Tile');
  const commands = new Commands(page);
  await commands.ready();
  const dates = () => roadmap.bar(TILES).getAttribute('aria-label');
  const before = await dates();
  await roadmap.drag(TILES, 0.5, (3 * 180) / 7);
  expect(await settled(dates, (now) => now !== before)).not.toBe(before);
  expect(await commands.undo()).toMatch(/^Undone: moved .*“Tile the floor” in time\.$/);
  expect(await settled(dates, (now) => now === before)).toBe(before);
});

test('a field of the sidebar gets its value back; not where another person gave it another one', async () => {
  const { page, commands } = await openTree();
  const labels = page.getByRole('list', { name: 'Labels' });
  await labels.getByRole('button', { name: /bug/ }).click();
  await labels.getByText('bug', { exact: true }).waitFor({ state: 'detached' });
  expect(await commands.undo()).toMatch(/^Undone: changed the labels of kitchen-sink&1/);
  await labels.getByText('bug', { exact: true }).waitFor();

  const due = page.getByRole('group', { name: 'Due date' });
  await page.getByRole('button', { name: 'Edit due date' }).click();
  await due.getByRole('textbox', { name: 'Due date' }).fill('2027-03-09');
  await answered(page, 'epicFieldsUpdate', () => page.keyboard.press('Enter'));
  await page.getByRole('button', { name: 'Done editing due date' }).click();
  const theirs = apiOf(world.current.url, world.current.tokens.chef);
  await theirs.query(UPDATE, {
    input: { groupPath: 'kitchen-sink', iid: '1', dueDateIsFixed: true, dueDateFixed: '2027-04-04' },
  });
  await due.getByText('Apr 4, 2027').waitFor({ timeout: 45_000 });
  await page.getByRole('heading', { level: 1 }).click();
  expect(await commands.undo()).toMatch(/^Not undone: changed the due date of .*Reason: it was changed meanwhile\.$/);
  expect(await due.innerText()).toContain('Apr 4, 2027');
});

const UPDATE = `mutation ($input: UpdateEpicInput!) { updateEpic(input: $input) { errors } }`;
