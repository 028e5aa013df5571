import { act, screen, waitFor, within } from '@testing-library/react';
import { refusal } from '@espalier/core/testing';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

/** The code comes when the browser is idle. */
const SOON = { timeout: 10_000 };

beforeAll(
  async () => void (await Promise.all([import('../work-item/item-over.tsx'), import('./links-section.tsx')])),
  60_000,
);
afterEach(closePage);

const ISSUE = '/acme/app/-/issues/1';

/** Issues 1 to 4 of acme/app: the first is blocked by the second, which is blocked by the third. */
function seed({ server: { world }, projectId }: World): void {
  const titles = ['Leaking tap', 'Cut the pipe', 'Buy a saw', 'Ask the neighbour'];
  const [one, two, three] = titles.map((title) => world.addItem(projectId, { title }).id) as [number, number, number];
  world.relate('blocks', two, one);
  world.relate('blocks', three, two);
}

const sections = () => screen.findAllByRole('region', { name: /^Linked items/, hidden: true }, SOON);
const titlesIn = (section: HTMLElement) =>
  within(section)
    .queryAllByRole('listitem', { hidden: true })
    .map((row) => within(row).queryByRole('link', { hidden: true })?.textContent);

/** Issue 2 over the page of issue 1, with the sections of both. */
async function open() {
  const product = await openPage(`${ISSUE}?work_item_iid=2`, seed);
  const dialog = await screen.findByRole('dialog', { name: 'Work item' }, SOON);
  await within(dialog).findByRole('heading', { level: 1, name: 'Cut the pipe' }, SOON);
  await product.rest();
  await within(dialog).findByRole('list', { name: /^Blocks/ }, SOON);
  const page = (await sections()).find((each) => !dialog.contains(each))!;
  await waitFor(() => expect(titlesIn(page)).toEqual(['Cut the pipe']), SOON);
  const over = within(dialog).getByRole('region', { name: /^Linked items/ });
  return { product, dialog, page, over, links: within(over) };
}

test('RL-01.43 RL-01.46 in the modal a link is added and removed while the page’s linked items stay; Escape closes the form alone', async () => {
  const { product, dialog, page, over, links } = await open();
  const { user } = product;
  expect(titlesIn(over)).toEqual(['Leaking tap', 'Buy a saw']);
  const before = page.innerHTML;
  const add = links.getByRole('button', { name: 'Add linked items' });
  await user.click(add);
  const field = await links.findByRole('combobox', { name: 'the following issues' });
  expect(field).toHaveFocus();
  await user.keyboard('{Escape}');
  expect([links.queryByRole('form'), dialog.isConnected]).toEqual([null, true]);
  await waitFor(() => expect(add).toHaveFocus());
  await user.keyboard('{Enter}');
  await user.type(await links.findByRole('combobox'), '#4 {Enter}');
  await product.settled();
  await waitFor(() => expect(titlesIn(over)).toEqual(['Leaking tap', 'Buy a saw', 'Ask the neighbour']));
  expect(links.getByText('The linked items were added.')).toBeInTheDocument();
  await user.click(links.getByRole('button', { name: 'Remove Buy a saw' }));
  await product.settled();
  expect(titlesIn(over)).toEqual(['Leaking tap', 'Ask the neighbour']);
  expect(page.innerHTML).toBe(before);
  // One anchor, that of the page.
  expect(document.querySelectorAll('#related-issues')).toHaveLength(1);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('RL-01.45 what the server refuses is said in the modal alone, and is gone with it', async () => {
  const { product, dialog, page, over, links } = await open();
  product.server.fault({ kind: 'refuse', match: 'DELETE', error: refusal(500) });
  await product.user.click(links.getByRole('button', { name: 'Remove Buy a saw' }));
  await product.settled();
  expect(links.getByText('An error occurred while removing issues.')).toBeInTheDocument();
  expect(page).not.toHaveTextContent('An error occurred');
  expect(titlesIn(over)).toEqual(['Leaking tap', 'Buy a saw']);
  await product.user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  expect(product.planner.store.getState().notice).toEqual([]);
  expect(titlesIn(page)).toEqual(['Cut the pipe']);
});

test('RL-01.46 a visitor sees in the modal what is linked, and can change nothing', async () => {
  const { rest } = await openPage(`${ISSUE}?work_item_iid=2`, seed, { viewer: null });
  const dialog = within(await screen.findByRole('dialog', { name: 'Work item' }, SOON));
  await dialog.findByRole('heading', { level: 1, name: 'Cut the pipe' }, SOON);
  await rest();
  const over = await dialog.findByRole('region', { name: /^Linked items/ }, SOON);
  await within(over).findByRole('list', { name: /^Blocks/ }, SOON);
  expect(within(over).queryByRole('button')).toBeNull();
});

test('RL-01.46 the panel shows those of the row that has the focus', async () => {
  const product = await openPage(ISSUE, (world) => {
    seed(world);
    const { items } = world.server.world;
    const root = [...items.values()].find(({ title }) => title === 'Leaking tap')!;
    const task = world.server.world.addItem(world.projectId, { title: 'Turn the tap', type: 'task' });
    world.under(root.id, task.id);
    world.server.world.relate('relates_to', task.id, [...items.values()].find(({ iid }) => iid === 4)!.id);
  });
  await screen.findByRole('link', { name: 'Turn the tap' }, SOON);
  await product.rest();
  // Rows are made anew once they can be dragged.
  act(() => screen.getByRole('link', { name: 'Turn the tap' }).closest<HTMLElement>('[data-row]')!.focus());
  await product.user.keyboard('p');
  const panel = await screen.findByRole('region', { name: 'Peek' }, SOON);
  await within(panel).findByRole('heading', { level: 1, name: 'Turn the tap' }, SOON);
  await product.rest();
  const over = await within(panel).findByRole('region', { name: /^Linked items/ }, SOON);
  await within(over).findByRole('list', { name: /^Relates to/ }, SOON);
  expect(titlesIn(over)).toEqual(['Ask the neighbour']);
  const page = (await sections()).find((each) => !panel.contains(each))!;
  expect(titlesIn(page)).toEqual(['Cut the pipe']);
});

test('RL-01.46 over a list, where there is no tree to wait for, an item has its linked items as well', async () => {
  const product = await openPage('/acme/app/-/issues?work_item_iid=2', seed);
  const dialog = await screen.findByRole('dialog', { name: 'Work item' }, SOON);
  await within(dialog).findByRole('heading', { level: 1, name: 'Cut the pipe' }, SOON);
  await product.rest();
  const section = await within(dialog).findByRole('region', { name: /^Linked items/ }, SOON);
  await waitFor(() => expect(titlesIn(section)).toEqual(['Leaking tap', 'Buy a saw']), SOON);
});
