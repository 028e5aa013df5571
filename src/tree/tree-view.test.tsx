import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ItemRow } from '../../sim/server/index.ts';
import { treeActions } from '@espalier/core/tree';
import type { Product, World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

interface Children {
  readonly epics?: number;
  readonly issues?: number;
  /** Children of the first epic. */
  readonly deep?: number;
}

/** Epic 1 "Plan" of acme with child epics "Epic A", "Epic B"…, then issues. */
function plan(
  { epics = 3, issues = 2, deep = 0 }: Children,
  more: (world: World, root: ItemRow) => void = () => undefined,
) {
  return (world: World) => {
    const { server, groupId, projectId, under } = world;
    const root = server.world.addEpic(groupId, { title: 'Plan' });
    const letter = (index: number) => String.fromCharCode(65 + index);
    const children = [
      ...Array.from({ length: epics }, (_, index) => server.world.addEpic(groupId, { title: `Epic ${letter(index)}` })),
      ...Array.from({ length: issues }, (_, index) => server.world.addItem(projectId, { title: `Issue ${index + 1}` })),
    ];
    under(root.id, ...children.map(({ id }) => id));
    const [first] = children;
    if (first) {
      const inside = Array.from({ length: deep }, (_, index) =>
        server.world.addItem(projectId, { title: `Deep ${index + 1}` }),
      );
      under(first.id, ...inside.map(({ id }) => id));
    }
    more(world, root);
  };
}

const open = async (
  children: Children,
  more?: (world: World, root: ItemRow) => void,
  viewer: string | null = 'root',
) => {
  const product = await openPage('/groups/acme/-/epics/1', plan(children, more), { viewer });
  await screen.findByRole('treegrid');
  return product;
};
const rows = () => screen.getAllByRole('row');
const titles = () =>
  rows().map((row) => within(row).queryByRole('link', { name: /^(Epic|Issue|Deep)/ })?.textContent ?? row.textContent);
const row = (title: string) =>
  screen.getByRole('link', { name: title }).closest<HTMLElement>('[role=row]') as HTMLElement;
const focus = (title: string) => act(() => row(title).focus());
const lastReorder = ({ server }: Product) =>
  server.calls.findLast(({ what }) => what === 'epicTreeReorder')?.variables['input'];

test('TR-05.21 a chevron opens an item, fetching once, and closes it again', async () => {
  const product = await open({ deep: 2 });
  expect(titles()).toEqual(['Epic A', 'Epic B', 'Epic C', 'Issue 1', 'Issue 2']);
  const asked = () => product.server.calls.filter(({ what }) => what === 'epicChildren').length;
  const before = asked();
  await product.user.click(screen.getByRole('button', { name: 'Expand Epic A' }));
  await product.settled();
  expect(titles()).toEqual(['Epic A', 'Deep 1', 'Deep 2', 'Epic B', 'Epic C', 'Issue 1', 'Issue 2']);
  expect(row('Deep 2')).toHaveAttribute('aria-level', '2');
  expect(row('Deep 2')).toHaveAttribute('aria-posinset', '2');
  expect(row('Deep 2')).toHaveAttribute('aria-setsize', '2');
  expect(row('Epic A')).toHaveAttribute('aria-expanded', 'true');
  await product.user.click(screen.getByRole('button', { name: 'Collapse Epic A' }));
  expect(titles()).toHaveLength(5);
  await product.user.click(screen.getByRole('button', { name: 'Expand Epic A' }));
  expect(titles()).toHaveLength(7);
  expect(asked()).toBe(before + 1);
});

test('the keys of a treegrid: up, down, ends, open, into the row and back, close, to the parent', async () => {
  const { user, settled } = await open({ deep: 2 });
  focus('Epic A');
  await user.keyboard('{ArrowDown}');
  expect(row('Epic B')).toHaveFocus();
  await user.keyboard('{End}');
  expect(row('Issue 2')).toHaveFocus();
  await user.keyboard('{Home}{ArrowRight}');
  await settled();
  expect(row('Epic A')).toHaveAttribute('aria-expanded', 'true');
  expect(row('Epic A')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('link', { name: 'Epic A' })).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(row('Epic A')).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowLeft}');
  expect(row('Epic A')).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(row('Epic A')).toHaveAttribute('aria-expanded', 'false');
  await user.keyboard('+');
  expect(row('Epic A')).toHaveAttribute('aria-expanded', 'true');
});

test('exactly one row is in the order of the Tab key, and Enter follows its link', async () => {
  const { user } = await open({});
  focus('Epic A');
  await user.keyboard('{ArrowDown}');
  expect(rows().filter((one) => one.tabIndex === 0)).toEqual([row('Epic B')]);
  await user.keyboard('{Enter}');
  expect(window.location.pathname).toBe('/groups/acme/-/epics/3');
});

test('Alt+Shift+arrows move the item and it keeps the focus', async () => {
  const product = await open({});
  focus('Epic A');
  await product.user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  expect(titles().slice(0, 3)).toEqual(['Epic B', 'Epic A', 'Epic C']);
  expect(row('Epic A')).toHaveFocus();
  await product.settled();
  expect(lastReorder(product)).toMatchObject({ moved: { id: expect.stringContaining('Epic/') } });
  await product.user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  await product.settled();
  expect(titles()).not.toContain('Epic A');
  expect(row('Epic B')).toHaveAttribute('aria-expanded');
});

test('TR-20 the row menu offers the moves that are possible, and Remove asks first', async () => {
  const product = await open({});
  await product.user.click(screen.getByRole('button', { name: 'Actions for Epic A' }));
  const menu = await screen.findByRole('menu', { name: 'Actions for Epic A' });
  expect(within(menu).getByRole('menuitem', { name: /Move up/ })).toHaveAttribute('aria-disabled', 'true');
  expect(within(menu).getByRole('menuitem', { name: /Move down/ })).not.toHaveAttribute('aria-disabled');
  await product.user.click(within(menu).getByRole('menuitem', { name: /Move to bottom/ }));
  await product.settled();
  expect(titles().indexOf('Epic A')).toBeGreaterThan(titles().indexOf('Epic C'));

  await product.user.click(screen.getByRole('button', { name: 'Actions for Epic B' }));
  await product.user.click(await screen.findByRole('menuitem', { name: /Remove/ }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Are you sure you want to remove Epic B from Plan?');
  await product.user.click(within(question).getByRole('button', { name: 'Remove' }));
  await product.settled();
  expect(titles()).not.toContain('Epic B');
});

test('BD-11.7 "Move to…" searches the parents in this tree', async () => {
  const product = await open({});
  await product.user.click(screen.getByRole('button', { name: 'Actions for Issue 1' }));
  await product.user.click(await screen.findByRole('menuitem', { name: /Move to…/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Move Issue 1' });
  const search = within(dialog).getByRole('combobox', { name: 'New parent' });
  await waitFor(() => expect(search).toHaveFocus());
  // BD-11.7: the parents stand as far in as they do in the tree.
  expect(
    within(dialog)
      .getAllByRole('option')
      .map((option) => option.style.paddingInlineStart),
  ).toEqual(['0.625rem', '1.625rem', '1.625rem', '1.625rem']);
  await product.user.type(search, 'epic c');
  expect(
    within(dialog)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([expect.stringContaining('Epic C')]);
  await product.user.keyboard('{Enter}');
  await product.settled();
  expect(titles()).not.toContain('Issue 1');
  expect(screen.getByRole('button', { name: 'Expand Epic C' })).toBeInTheDocument();
});

test('a refused move returns to the confirmed order with the alert, which can be dismissed', async () => {
  const product = await open({});
  product.server.fault({
    kind: 'refuse',
    match: 'epicTreeReorder',
    error: { name: 'WireError', kind: 'http', status: 422, messages: ['Nobody may.'] },
  });
  focus('Epic A');
  await product.user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  await product.settled();
  expect(titles().slice(0, 3)).toEqual(['Epic A', 'Epic B', 'Epic C']);
  const alert = screen.getByText('Something went wrong while ordering item.');
  expect(screen.getByText('Nobody may.')).toBeInTheDocument();
  await product.user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(alert).not.toBeInTheDocument();
});

test('TR-06.22 Show more asks for the next page and keeps what is there', async () => {
  const product = await open({ epics: 0, issues: 102 });
  focus('Issue 1');
  await product.user.keyboard('{End}');
  const more = await screen.findByRole('button', { name: 'Show more' });
  await product.user.click(more);
  await product.settled();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(screen.getByRole('treegrid')).toHaveAttribute('aria-rowcount', '102');
});

test('only rows in sight are in the page, whatever the length of the list', async () => {
  await open({ epics: 0, issues: 100 });
  expect(screen.getByRole('treegrid')).toHaveAttribute('aria-rowcount', '100');
  expect(rows().length).toBeLessThan(25);
  expect(screen.getByRole('treegrid').querySelectorAll('*').length).toBeLessThan(500);
});

test('TR-13.21 an epic without children says so', async () => {
  await openPage('/groups/acme/-/epics/1', plan({ epics: 0, issues: 0 }));
  expect(await screen.findByText('No child items')).toBeInTheDocument();
});

test('TR-03.1 two tabs, of which the tree is chosen first', async () => {
  await open({});
  const tabs = within(screen.getByRole('tablist', { name: 'Child items' })).getAllByRole('tab');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
    ['Tree view', 'true'],
    ['Roadmap view', 'false'],
  ]);
});

test('TR-06.1 a tree that cannot be read says so and can be tried again', async () => {
  const product = await openPage('/groups/acme/-/epics/1', (world) => {
    plan({})(world);
    world.server.fault({ kind: 'lose', match: 'epicChildren', when: 'beforeCommit' });
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByText('Something went wrong while fetching child epics.').length).toBeGreaterThan(0);
  await product.user.click(retry);
  await product.settled();
  expect(titles()).toContain('Epic A');
});

test('TR-17.20 a visitor reads: no Add menu, no moves, no Remove', async () => {
  const { user } = await open({}, undefined, null);
  expect(screen.queryByRole('button', { name: 'Add' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Actions for Epic A' }));
  const menu = await screen.findByRole('menu');
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent),
  ).toEqual(['Open']);
});

test('a row says everything about its item, with words for what is only a sign', async () => {
  await open({ epics: 1, issues: 0 }, ({ server, projectId, under }, root) => {
    const { world } = server;
    const people = Array.from({ length: 5 }, (_, index) =>
      world.addUser({ username: `u${index}`, name: `User ${index}` }),
    );
    const issue = world.addItem(projectId, {
      title: 'Issue 9',
      confidential: true,
      weight: 0,
      healthStatus: 'atRisk',
      assigneeIds: people,
      labelIds: [world.addLabel('stage::beta', '#00b140'), world.addLabel('plain', '#d2b48c')],
      milestoneId: world.addMilestone('1.0', '2026-01-01', '2026-02-01', root.groupId),
      dueDate: '2026-03-01',
    });
    under(root.id, issue.id);
  });
  const it = within(row('Issue 9'));
  expect(it.getByRole('img', { name: 'Issue' })).toBeInTheDocument();
  expect(it.getByRole('img', { name: 'Confidential' })).toHaveAttribute(
    'data-tooltip',
    expect.stringContaining('Reporter'),
  );
  expect(it.getByRole('img', { name: 'Weight 0' })).toHaveTextContent('0');
  expect(it.getByRole('img', { name: 'Due Mar 1, 2026' })).toBeInTheDocument();
  expect(it.getByRole('img', { name: /Milestone 1\.0: Expired 9 months ago \(Feb 1, 2026\)/ })).toHaveTextContent(
    '1.0',
  );
  expect(it.getByRole('img', { name: 'Assigned to User 0, User 1 and 3 more' })).toHaveTextContent('+3');
  expect(it.getByRole('img', { name: 'At risk' })).toHaveTextContent('At risk');
  const time = it.getByText((_, element) => element?.tagName === 'TIME');
  expect(time).toHaveTextContent('Updated just now');
  expect(time).toHaveAttribute('datetime', '2026-11-21T12:00:00.000Z');
  expect(time).toHaveAttribute('data-times', expect.stringMatching(/^Updated .*\|Created 2026-11-21T12:00:00.000Z$/));
  expect(it.getByRole('link', { name: 'stage::beta' })).toHaveTextContent('stagebeta');
  expect(it.getByRole('link', { name: 'stage::beta' })).toHaveStyle({ '--pill-text': '#000000' });
});

test('TR-22.3 a milestone that is past due is in the colour of danger beside an open item only', async () => {
  await open({ epics: 0, issues: 0 }, ({ server, groupId, projectId, under }, root) => {
    const milestoneId = server.world.addMilestone('1.0', null, '2026-02-01', groupId);
    const issues = (['opened', 'closed'] as const).map((state) =>
      server.world.addItem(projectId, { title: `Issue ${state}`, state, milestoneId }),
    );
    under(root.id, ...issues.map(({ id }) => id));
  });
  const milestone = (title: string) => within(row(title)).getByRole('img', { name: /^Milestone 1\.0: Expired .* ago/ });
  expect(milestone('Issue opened')).toHaveClass('late');
  expect(milestone('Issue closed')).not.toHaveClass('late');
});

test('TR-07.53 a due date is late from the day after it on, beside an open item only', async () => {
  await open({ epics: 0, issues: 0 }, ({ server, projectId, under }, root) => {
    const item = (title: string, dueDate: string, state: 'opened' | 'closed') =>
      server.world.addItem(projectId, { title, dueDate, state }).id;
    under(
      root.id,
      item('Yesterday', '2026-11-20', 'opened'),
      item('Today', '2026-11-21', 'opened'),
      item('Done', '2026-11-20', 'closed'),
    );
  });
  const due = (title: string) => within(row(title)).getByRole('img', { name: /^Due / });
  expect(due('Yesterday')).toHaveClass('late');
  expect(due('Today')).not.toHaveClass('late');
  expect(due('Done')).not.toHaveClass('late');
});

test('TR-07.51 BD-11.8 three quiet labels stand in a row, the others are counted and named', async () => {
  await open({ epics: 0, issues: 0 }, ({ server, projectId, under }, root) => {
    const labelIds = ['a', 'b', 'c', 'd', 'stage::beta'].map((title) => server.world.addLabel(title));
    under(root.id, server.world.addItem(projectId, { title: 'Issue 9', labelIds }).id);
  });
  const it = within(row('Issue 9'));
  expect(it.getAllByRole('link').map((link) => link.textContent)).toEqual(['Issue 9', 'stagebeta', 'a', 'b']);
  expect(it.getByRole('link', { name: 'stage::beta' })).toHaveAttribute('data-tooltip', 'stage::beta');
  expect(it.getByRole('img', { name: '2 more labels: c, d' })).toHaveTextContent('+2');
});

test('TR-07.50 the columns are those in which any item of the tree has something', async () => {
  const { settled } = await open({ epics: 1, issues: 0 }, ({ server, projectId, under }, root) => {
    under(root.id, server.world.addItem(projectId, { title: 'Heavy', weight: 0 }).id);
  });
  await settled();
  expect(screen.getByRole('treegrid').dataset['columns']).toBe('weight updated');
});

test('TR-04.20 labels can be hidden', async () => {
  const { user } = await open({ epics: 0, issues: 0 }, ({ server, projectId, under }, root) => {
    under(
      root.id,
      server.world.addItem(projectId, { title: 'Issue 9', labelIds: [server.world.addLabel('plain')] }).id,
    );
  });
  const toggle = screen.getByRole('switch', { name: 'Show labels' });
  const shown = () => screen.queryByRole('link', { name: 'plain' }) !== null;
  const before = shown();
  await user.click(toggle);
  expect(shown()).toBe(!before);
});

test('drag and drop arrives without taking the focus away', async () => {
  const product = await open({});
  focus('Epic B');
  await product.rest();
  await waitFor(() => expect(row('Epic B')).toHaveAttribute('data-rfd-draggable-id'));
  expect(row('Epic B')).toHaveFocus();
  expect(row('Epic B')).toHaveAttribute('role', 'row');
});

test('TR-16.5 TR-16.26 in a keyboard drag right goes a level deeper, and every step is said; Escape leaves all as it was', async () => {
  const product = await open({ epics: 3, issues: 0 });
  focus('Epic B');
  await product.rest();
  await waitFor(() => expect(row('Epic B')).toHaveAttribute('data-rfd-draggable-id'));
  const said = () =>
    [...document.querySelectorAll('[aria-live], [role=status]')].map(({ textContent }) => textContent).join(' ');
  // The library reads key codes, and works a frame later.
  const press = (key: string, keyCode: number) =>
    act(async () => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key, keyCode });
      await new Promise(requestAnimationFrame);
    });
  await press(' ', 32);
  expect(said()).toContain('Lifted. Position 2 in Plan, level 1.');
  await press('ArrowRight', 39);
  expect(said()).toContain('Position 1 in Epic A, level 2.');
  expect(row('Epic A')).toHaveClass('target');
  await press('Escape', 27);
  await product.settled();
  expect(titles()).toEqual(['Epic A', 'Epic B', 'Epic C']);
  expect(lastReorder(product)).toBeUndefined();

  await press(' ', 32);
  await press('ArrowRight', 39);
  await press(' ', 32);
  await product.settled();
  expect(titles()).toEqual(['Epic A', 'Epic C']);
  expect(lastReorder(product)).toMatchObject({ moved: { newParentId: expect.stringContaining('Epic/') } });
});

test('TR-16.31 the focus of an item that goes into a collapsed parent is on the parent, and comes back with the item', async () => {
  const product = await open({ deep: 1 });
  focus('Epic B');
  const id = row('Epic B').dataset['row'] ?? '';
  const into = row('Epic A').dataset['row'] ?? '';
  const parentId = product.planner.store.getState().tree.root?.id ?? '';
  await product.user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  expect(titles()).not.toContain('Epic B');
  expect(row('Epic A')).toHaveFocus();
  expect(screen.getByRole('log')).toHaveTextContent('Moved &3 Epic B under Epic A, which is collapsed.');
  const back = treeActions.childMoved({ childId: id, fromParentId: into, parentId, before: null, after: into });
  act(() => void product.planner.store.dispatch({ ...back }));
  expect(row('Epic B')).toHaveFocus();
  await product.settled();
});

test('TR-16.31 Ctrl+Z after that brings the item back, and the focus with it', async () => {
  const product = await open({ deep: 1 });
  await product.rest();
  await waitFor(() => expect(product.planner.store.getState()).toHaveProperty('command'));
  focus('Epic B');
  await product.user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  await product.settled();
  expect(row('Epic A')).toHaveFocus();
  await product.user.keyboard('{Control>}z{/Control}');
  await product.settled();
  expect(titles().slice(0, 3)).toEqual(['Epic A', 'Epic B', 'Epic C']);
  expect(row('Epic B')).toHaveFocus();
});

test('TR-16.31 a parent that is opened after that keeps the focus', async () => {
  const product = await open({ deep: 1 });
  focus('Epic B');
  await product.user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  await product.settled();
  await product.user.keyboard('{ArrowRight}');
  await product.settled();
  expect(titles()).toContain('Epic B');
  expect(row('Epic A')).toHaveFocus();
});
