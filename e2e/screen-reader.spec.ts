import type { CDPSession, Page } from 'playwright-core';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const EPIC = '/groups/kitchen-sink/-/epics/1';
const BLOCKED = 'Blocked and blocking';
const FIRST = 'Comes first and blocks two';

/** What Chromium tells a screen reader of an element. */
interface Told {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: Readonly<Record<string, unknown>>;
}

/** Everything a screen reader is told of the page, in reading order. What is hidden from it is left out. */
class Reader {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Reader> {
    return new Reader(await page.context().newCDPSession(page));
  }

  async all(): Promise<Told[]> {
    const { nodes } = await this.session.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const told: Told[] = [];
    const read = (node: (typeof nodes)[number] | undefined): void => {
      if (!node) return;
      if (!node.ignored)
        told.push({
          role: String(node.role?.value ?? ''),
          name: String(node.name?.value ?? ''),
          description: String(node.description?.value ?? ''),
          states: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
        });
      for (const id of node.childIds ?? []) read(byId.get(id));
    };
    read(nodes.find(({ parentId }) => parentId === undefined));
    return told;
  }

  async with(role: string): Promise<Told[]> {
    return (await this.all()).filter((node) => node.role === role);
  }

  /** What has the focus, once that is what is waited for: it comes a moment after what it goes to. */
  async focused(wanted: (told: Told) => boolean = () => true): Promise<Told | undefined> {
    return settled(
      async () =>
        (await this.all()).findLast(({ role, states }) => states['focused'] === true && role !== 'RootWebArea'),
      (told) => told !== undefined && wanted(told),
    );
  }
}

async function open(): Promise<{ page: Page; tree: Tree; reader: Reader }> {
  const { page } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, EPIC, { draggable: true });
  return { page, tree, reader: await Reader.of(page) };
}

const named = ({ role, name }: Told) => `${role} "${name}"`;

test('TR-07 a row is told by what it is, its level, its place, and whether it is open', async () => {
  const { tree, reader } = await open();
  await tree.expand(BLOCKED);
  const [grid] = await reader.with('treegrid');
  expect(grid?.name).toBe('Child issues and epics');
  const rows = (await reader.with('row')).filter(({ states }) => states['level'] !== undefined);
  expect(rows.map(({ name, states }) => [name, states['level'], states['expanded']])).toEqual([
    ['Epic Health, weights, milestones and iterations &2', 1, false],
    ['Epic Blocked and blocking &3', 1, true],
    ['Issue Comes first and blocks two kitchen-sink/sink#8', 2, undefined],
    ['Blocked issue Blocked by the first kitchen-sink/sink#9', 2, undefined],
    ['Blocked issue Blocked by two kitchen-sink/sink#10', 2, undefined],
    ['Issue Blocked only by something closed kitchen-sink/sink#12', 2, undefined],
    ['Closed issue Closed, and blocks nothing any more kitchen-sink/sink#11', 2, undefined],
    ['Epic Titles that are hard to show &4', 1, false],
    ['Epic Secret sauce &7', 1, false],
  ]);
  expect((await tree.drawn()).map(({ place, of }) => `${place} of ${of}`)).toEqual([
    '1 of 4',
    '2 of 4',
    '1 of 5',
    '2 of 5',
    '3 of 5',
    '4 of 5',
    '5 of 5',
    '3 of 4',
    '4 of 4',
  ]);
  expect(await tree.grid.getAttribute('aria-rowcount')).toBe('9');
  // Everything that is only a sign has words.
  expect((await reader.with('image')).filter(({ name }) => name === '')).toEqual([]);
  expect((await reader.with('button')).filter(({ name }) => name === '')).toEqual([]);
});

test('TR-20 the menu of a row: its name, its entries, which one has the focus and what cannot be chosen', async () => {
  const { page, tree, reader } = await open();
  await tree.row('Health, weights, milestones and iterations').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu').waitFor();
  expect((await reader.with('menu')).map(({ name }) => name)).toEqual([
    'Actions for Health, weights, milestones and iterations',
  ]);
  const entries = await reader.with('menuitem');
  expect(entries.map(({ name, description, states }) => [name, description, states['disabled'] ?? false])).toEqual([
    ['Open', '', false],
    ['Select', 'X', false],
    ['Move up', 'Alt+Shift+↑', true],
    ['Move down', 'Alt+Shift+↓', false],
    ['Move to top', '', true],
    ['Move to bottom', '', false],
    ['Move to…', '', false],
    ['Remove', 'Delete', false],
  ]);
  expect((await reader.focused(({ name }) => name === 'Open'))?.name).toBe('Open');
  expect(await reader.with('treegrid')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  const row = 'Epic Health, weights, milestones and iterations &2';
  expect((await reader.focused(({ name }) => name === row))?.name).toBe(row);
});

test('TR-16.24 the dialog "Move to…": its name, the field with its list, and nothing of the page behind', async () => {
  const { page, tree, reader } = await open();
  await tree.choose(BLOCKED, 'Move to…');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  expect((await reader.with('dialog')).map(named)).toEqual([`dialog "Move ${BLOCKED}"`]);
  const field = await reader.focused(({ role, states }) => role === 'combobox' && states['expanded'] === true);
  expect(field).toMatchObject({ role: 'combobox', name: 'New parent', states: { expanded: true } });
  expect(field?.description).toBe('The item goes to the top of its new parent.');
  const options = await reader.with('option');
  expect(options[0]).toMatchObject({
    description: 'The item is here already.',
    states: { selected: false, disabled: true },
  });
  expect(options[1]).toMatchObject({
    name: 'Health, weights, milestones and iterations &2',
    states: { selected: true },
  });
  expect(await reader.with('main')).toEqual([]);
});

test.each(['Add an existing issue', 'Add a new epic', 'Add a new issue'])(
  'TR-12 the focus comes into the form "%s", whichever was open before, and goes back to Add',
  async (name) => {
    const { page, reader } = await open();
    const add = page.getByRole('button', { name: 'Add', exact: true }).first();
    for (const each of ['Add an existing epic', name]) {
      await add.click();
      await page.getByRole('menuitem', { name: each, exact: true }).click();
      await page.getByRole('form', { name: each }).waitFor();
      const inForm = async () => page.evaluate(() => document.activeElement?.closest('form') !== null);
      expect(await settled(inForm, (is) => is)).toBe(true);
      const field = await reader.focused();
      expect([each, field?.name]).not.toEqual([each, '']);
    }
    expect((await reader.with('form')).map((form) => form.name)).toEqual([name]);
    await page.keyboard.press('Escape');
    await page.getByRole('form', { name }).waitFor({ state: 'detached' });
    expect(await reader.focused(({ name: its }) => its === 'Add')).toMatchObject({ role: 'button', name: 'Add' });
  },
);

test('TR-16.26 a move by keys is said at once, a drag by keys at every step', async () => {
  const { page, tree, reader } = await open();
  await tree.expand(BLOCKED);
  const said = (role: 'log' | 'status') =>
    page.getByRole(role).evaluateAll((regions) => regions.map(({ textContent }) => textContent ?? '').join(' '));
  await tree.row(FIRST).focus();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  const moved = await settled(
    () => said('log'),
    (text) => text.includes(FIRST),
  );
  expect(moved).toMatch(/position 2/i);
  expect((await reader.with('log')).map(({ states }) => states['live'])).toEqual(['assertive']);
  const moving = `Issue ${FIRST} kitchen-sink/sink#8`;
  expect((await reader.focused(({ name }) => name === moving))?.name).toBe(moving);

  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  const announced = () => page.locator('[id^="rfd-announcement"]').innerText();
  const wanted = `Position 1 in ${BLOCKED}, level 2.`;
  expect(await settled(announced, (text) => text.endsWith(wanted))).toContain(wanted);
  await page.keyboard.press('Escape');
});
