import { act, screen, waitFor, within } from '@testing-library/react';
import { bulkActions } from '@espalier/core/bulk';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

/** The code comes when the browser is idle. */
const SOON = { timeout: 10_000 };

beforeAll(async () => void (await import('./item-over.tsx')), 60_000);
afterEach(closePage);

const ISSUE = '/acme/app/-/issues/1';
const ROWS = ['Cut the pipe', 'Turn the tap'];

/** Issue 1 "Leaking tap" of acme/app with two tasks, the first of which blocks the second. */
function seed({ server, projectId, under }: World) {
  const root = server.world.addItem(projectId, { title: 'Leaking tap' });
  const [first, second] = ROWS.map((title) => server.world.addItem(projectId, { title, type: 'task' }).id);
  under(root.id, first!, second!);
  server.world.relate('blocks', first!, second!);
}

const row = async (title: string) =>
  (await screen.findByRole('link', { name: title }, SOON)).closest<HTMLElement>('[data-row]')!;

test('WI-14.3 a click on a title opens the item over the page; Back closes it', async () => {
  const { user, rest } = await openPage(ISSUE, seed);
  await screen.findByRole('link', { name: 'Turn the tap' }, SOON);
  await rest();
  await user.click(screen.getByRole('link', { name: 'Turn the tap' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Work item' }, SOON));
  expect(await dialog.findByRole('heading', { level: 1, name: 'Turn the tap' }, SOON)).toBeInTheDocument();
  expect(window.location.search).toMatch(/^\?work_item_id=\d+$/);
  expect(document.title).toBe('Turn the tap · Task · acme/app · Espalier');
  expect(dialog.getByRole('link', { name: 'Open page' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/acme\/app\/-\/work_items\/\d+$/),
  );
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), SOON);
  await waitFor(() => expect(document.title).toBe('Leaking tap · Issue · acme/app · Espalier'), SOON);
  expect(window.location.search).toBe('');
});

test('WI-14.3 an address with an item opens it, and closing it leaves the page', async () => {
  const { user } = await openPage(`${ISSUE}?work_item_iid=2`, seed);
  const dialog = within(await screen.findByRole('dialog', { name: 'Work item' }, SOON));
  expect(await dialog.findByRole('heading', { level: 1, name: 'Cut the pipe' }, SOON)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), SOON);
  expect(window.location.search).toBe('');
});

test('WI-14.5 p peeks at a row, the panel goes along with the arrow keys, and Escape closes it', async () => {
  const { user, rest } = await openPage(ISSUE, seed);
  await row('Cut the pipe');
  await rest();
  // Rows are made anew once they can be dragged.
  const first = await row('Cut the pipe');
  act(() => first.focus());
  await user.keyboard('p');
  const panel = await screen.findByRole('region', { name: 'Peek' }, SOON);
  expect(await within(panel).findByRole('heading', { level: 1, name: 'Cut the pipe' }, SOON)).toBeInTheDocument();
  await user.keyboard('{ArrowDown}');
  expect(await within(panel).findByRole('heading', { level: 1, name: 'Turn the tap' }, SOON)).toBeInTheDocument();
  expect(document.activeElement).toBe(await row('Turn the tap'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Peek' })).not.toBeInTheDocument();
  expect(document.activeElement).toBe(await row('Turn the tap'));
});

test('WI-14.5 with the focus in the panel its row gets it back', async () => {
  const { user, rest } = await openPage(ISSUE, seed);
  await row('Cut the pipe');
  await rest();
  const first = await row('Cut the pipe');
  act(() => first.focus());
  await user.keyboard('p');
  const panel = within(await screen.findByRole('region', { name: 'Peek' }, SOON));
  await user.click(await panel.findByRole('button', { name: 'Close' }, SOON));
  expect(screen.queryByRole('region', { name: 'Peek' })).not.toBeInTheDocument();
  expect(document.activeElement).toBe(await row('Cut the pipe'));
});

test('WI-14.4 keys and the palette work in the modal; while rows are selected a tap opens nothing', async () => {
  const { user, rest, planner } = await openPage(`${ISSUE}?work_item_iid=2`, seed);
  const dialog = within(await screen.findByRole('dialog', { name: 'Work item' }, SOON));
  await dialog.findByRole('heading', { level: 1, name: 'Cut the pipe' }, SOON);
  await rest();
  await user.keyboard('l');
  expect(planner.store.getState().itemFields.picker.field).toBe('labels');
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), SOON);
  act(() => void planner.store.dispatch(bulkActions.modeToggled()));
  await user.click(await screen.findByRole('link', { name: 'Turn the tap' }, SOON));
  expect(window.location.search).toBe('');
  expect(planner.store.getState().bulk.ids).toHaveLength(1);
});

test('RL-01.30 WI-14.4 an item over a list is closed; what is blocked is asked about by what blocks it, not the page', async () => {
  const { user, server, settled } = await openPage('/acme/app/-/issues?work_item_iid=2', seed);
  const stateOf = (title: string) => [...server.world.items.values()].find((item) => item.title === title)?.state;
  const dialog = () => screen.findByRole('dialog', { name: 'Work item' }, SOON);
  await user.click(await within(await dialog()).findByRole('button', { name: 'Close task' }, SOON));
  await settled();
  await within(await dialog()).findByRole('button', { name: 'Reopen task' }, SOON);
  expect(stateOf('Cut the pipe')).toBe('closed');
  await user.click(await within(await dialog()).findByRole('button', { name: 'Reopen task' }, SOON));
  await settled();
  closePage();

  const page = await openPage(`${ISSUE}?work_item_iid=3`, seed);
  await page.user.click(await within(await dialog()).findByRole('button', { name: 'Close task' }, SOON));
  const question = await screen.findByRole('alertdialog', {}, SOON);
  expect(within(question).getByRole('link')).toHaveTextContent('acme/app#2');
  await page.user.click(within(question).getByRole('button', { name: /^Yes/ }));
  await within(await dialog()).findByRole('button', { name: 'Reopen task' }, SOON);
});

test('WI-17.1 an item is read ahead while the pointer rests on its row or on a link in a text, and not while it passes', async () => {
  const product = await openPage(ISSUE, (world) => {
    seed(world);
    const { items } = world.server.world;
    const first = [...items.values()].find(({ title }) => title === 'Leaking tap')!;
    items.set(first.id, { ...first, description: 'A text' });
  });
  const { user, rest, planner } = product;
  await row('Turn the tap');
  await rest();
  const ahead = () => planner.store.getState().workItem.ahead.route;
  const numberOf = (title: string) => screen.getByRole('link', { name: title }).dataset['over'];
  await user.hover(screen.getByRole('link', { name: 'Cut the pipe' }));
  await user.hover(screen.getByRole('link', { name: 'Turn the tap' }));
  expect(ahead()).toBeNull();
  await waitFor(() => expect(ahead()).toEqual({ projectPath: null, by: 'id', number: numberOf('Turn the tap') }), SOON);
  // What was passed was not read.
  expect(product.server.calls.filter(({ what }) => what.endsWith('workItemPage'))).toHaveLength(1);
  // The model server renders no links.
  const links = '<a href="/acme/app/-/issues/3">see</a><a href="/groups/acme/-/epics/9">plan</a>';
  screen.getByText('A text').insertAdjacentHTML('beforeend', links);
  await user.hover(screen.getByRole('link', { name: 'see' }));
  await waitFor(() => expect(ahead()).toEqual({ projectPath: 'acme/app', by: 'iid', number: '3' }), SOON);
  await user.hover(screen.getByRole('link', { name: 'plan' }));
  await waitFor(() => expect(ahead()).toBeNull(), SOON);
  expect(planner.store.getState().epic.ahead).toMatchObject({ groupPath: 'acme', iid: '9' });
});

test('WI-14.9 WI-17.2 a list is not read again when an item is opened over it or closed; opened again it is there at once', async () => {
  const { user, rest, server, settled } = await openPage('/acme/app/-/issues?search=tap', seed);
  await screen.findByRole('link', { name: 'Turn the tap' }, SOON);
  await rest();
  const reads = (what: string) => server.calls.filter((call) => call.what.endsWith(what)).length;
  const before = reads('projectIssues');
  const dialog = () => screen.findByRole('dialog', { name: 'Work item' }, SOON);
  await user.click(screen.getByRole('link', { name: 'Turn the tap' }));
  await within(await dialog()).findByRole('heading', { level: 1, name: 'Turn the tap' }, SOON);
  await user.click(within(await dialog()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), SOON);
  expect(reads('projectIssues')).toBe(before);

  server.fault({ kind: 'delay', match: 'workItemPage', milliseconds: 60_000 });
  await user.click(screen.getByRole('link', { name: 'Turn the tap' }));
  await settled();
  expect(within(await dialog()).getByRole('heading', { level: 1, name: 'Turn the tap' })).toBeInTheDocument();
});

test('WI-14.8 TR-13.24 the modal shows the children of its item, and adds and removes them; the page below stays', async () => {
  const { user, rest, settled, planner } = await openPage(`${ISSUE}?work_item_iid=4`, (world) => {
    seed(world);
    const { server, projectId, under } = world;
    const other = server.world.addItem(projectId, { title: 'Wet floor' });
    under(other.id, server.world.addItem(projectId, { title: 'Mop', type: 'task' }).id);
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Work item' }, SOON));
  const titles = () =>
    within(dialog.getByRole('treegrid', { name: 'Tasks' }))
      .getAllByRole('row')
      .map((each) => within(each).getByRole('link').textContent);
  await dialog.findByRole('link', { name: 'Mop' }, SOON);
  await rest();
  expect(titles()).toEqual(['Mop']);
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add a new task' }));
  const form = within(await dialog.findByRole('form', { name: 'Add a new task' }, SOON));
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Dry');
  await user.click(form.getByRole('button', { name: 'Create task' }));
  await settled();
  expect(titles()).toEqual(expect.arrayContaining(['Mop', 'Dry']));
  expect(screen.queryByRole('form', { name: 'Add a new task', hidden: true })).not.toBeInTheDocument();

  // By keys, and the question is about that child.
  const mop = dialog.getByRole('link', { name: 'Mop' }).closest<HTMLElement>('[data-row]')!;
  act(() => mop.focus());
  await user.keyboard('{Delete}');
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  await settled();
  expect(titles()).toEqual(['Dry']);

  // A row is neither selected nor peeked at here, and its title leads to its page.
  const dry = dialog.getByRole('link', { name: 'Dry' }).closest<HTMLElement>('[data-row]')!;
  act(() => dry.focus());
  await user.keyboard('xp');
  expect(screen.queryByRole('region', { name: 'Peek' })).not.toBeInTheDocument();
  expect(dry).not.toHaveAttribute('aria-selected');
  expect(planner.store.getState().bulk.ids).toEqual([]);

  await user.keyboard('{Delete}');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await settled();
  expect(dialog.getByRole('region', { name: 'Tasks' })).toHaveFocus();

  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const page = screen.getAllByRole('row').map((each) => within(each).getByRole('link').textContent);
  expect(page).toEqual(ROWS);
});

test('WI-14.8 the panel shows the children of its item, and goes along with the rows of the page', async () => {
  const { user, rest } = await openPage('/groups/acme/-/epics/1', (world) => {
    const { server, groupId, projectId, under } = world;
    const plan = server.world.addEpic(groupId, { title: 'Plan' });
    seed(world);
    const wet = server.world.addItem(projectId, { title: 'Wet floor' });
    under(wet.id, server.world.addItem(projectId, { title: 'Mop', type: 'task' }).id);
    const tap = [...server.world.items.values()].find(({ title }) => title === 'Leaking tap')!;
    under(plan.id, tap.id, wet.id);
  });
  await row('Leaking tap');
  await rest();
  const first = await row('Leaking tap');
  act(() => first.focus());
  await user.keyboard('p');
  const panel = within(await screen.findByRole('region', { name: 'Peek' }, SOON));
  await panel.findByRole('link', { name: 'Cut the pipe' }, SOON);
  await user.keyboard('{ArrowDown}');
  await panel.findByRole('link', { name: 'Mop' }, SOON);
  expect(panel.queryByRole('link', { name: 'Cut the pipe' })).not.toBeInTheDocument();
  expect(document.activeElement).toBe(await row('Wet floor'));
  await user.keyboard('{Escape}');
  expect(screen.getAllByRole('row').map((each) => within(each).getByRole('link').textContent)).toEqual([
    'Leaking tap',
    'Wet floor',
  ]);
});
