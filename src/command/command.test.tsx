import { act, screen, waitFor, within } from '@testing-library/react';
import { helpTables } from '@espalier/core/command';
import type { Product } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';
import { isTyping } from './typing.ts';

afterEach(closePage);

async function open(viewer: string | null = 'root'): Promise<Product> {
  const product = await openPage(
    '/groups/acme/-/epics/1',
    ({ server, groupId, under }) => {
      const root = server.world.addEpic(groupId, { title: 'Plan' });
      const children = ['Epic A', 'Epic B', 'Epic C'].map((title) => server.world.addEpic(groupId, { title }));
      under(root.id, ...children.map(({ id }) => id));
    },
    { viewer },
  );
  await screen.findByRole('treegrid');
  await product.rest();
  await waitFor(() => expect(product.planner.store.getState()).toHaveProperty('command'));
  return product;
}

const titles = () => screen.getAllByRole('link', { name: /^Epic [A-C]$/ }).map(({ textContent }) => textContent);
const row = (title: string) => screen.getByRole('link', { name: title }).closest<HTMLElement>('[role=row]');
const palette = () => screen.findByRole('combobox', { name: 'Search or go to…' });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const marked = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent);

test('RP-02.170 the palette opens by its keys, marks by arrows, goes by Enter and gives the focus back by Escape', async () => {
  const { user } = await open();
  act(() => row('Epic B')?.focus());
  await user.keyboard('{Control>}k{/Control}');
  const field = await palette();
  expect(field).toHaveFocus();
  expect(options().slice(0, 2)).toEqual(['Open “Epic B”', 'Move up “Epic B”']);
  expect(marked()).toEqual(['Open “Epic B”']);
  await user.keyboard('{ArrowUp}');
  expect(marked()).toEqual([options().at(-1)]);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(marked()).toEqual(['Move up “Epic B”']);
  expect(field).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option', { selected: true })[0]?.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(titles()).toEqual(['Epic B', 'Epic A', 'Epic C']));
  await user.keyboard('{Control>}k{/Control}');
  await palette();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('RP-02.172 what is typed is searched for, and what was found can be clicked', async () => {
  const { user, advance } = await open();
  await user.click(screen.getByRole('button', { name: 'Search or go to…' }));
  await user.type(await palette(), 'epic c');
  expect(screen.getByRole('dialog')).toHaveTextContent('Searching…');
  await advance(250);
  await user.click(screen.getByRole('option', { name: /^Epic C/ }));
  await screen.findByRole('heading', { level: 1, name: 'Epic C' });
});

test('RP-02.191 a key leads where its button does; a key that the tree has used is none', async () => {
  const { user, planner } = await open();
  const labels = () => planner.store.getState().tree.labelsShown;
  const before = labels();
  await user.keyboard('v');
  expect(labels()).toBe(!before);
  act(() => row('Epic A')?.focus());
  await user.keyboard('{Delete}');
  expect(await screen.findByRole('alertdialog')).toBeInTheDocument();
  await user.keyboard('v');
  expect(labels()).toBe(!before);
});

test('RP-02.192 letters in a field are letters', async () => {
  const { user, planner } = await open();
  const before = planner.store.getState().tree.labelsShown;
  await user.type(screen.getByRole('searchbox'), 'v?');
  expect(screen.getByRole('searchbox')).toHaveValue('v?');
  expect(planner.store.getState().tree.labelsShown).toBe(before);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('RP-02.201 Ctrl+Z takes a move back and says so; the message makes it once more', async () => {
  const { user } = await open();
  act(() => row('Epic C')?.focus());
  await user.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
  expect(titles()).toEqual(['Epic A', 'Epic C', 'Epic B']);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(titles()).toEqual(['Epic A', 'Epic B', 'Epic C']));
  await screen.findByText(/^Undone: moved .*“Epic C”\.$/);
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  await waitFor(() => expect(titles()).toEqual(['Epic A', 'Epic C', 'Epic B']));
});

test('RP-02.194 single keys are switched off on the help sheet', async () => {
  const { user, planner } = await open();
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.click(within(help).getByRole('switch'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const before = planner.store.getState().tree.labelsShown;
  await user.keyboard('v?');
  expect(planner.store.getState().tree.labelsShown).toBe(before);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('RP-02.195 the help sheet has a line for every key of every table', async () => {
  const { user } = await open();
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const listed = within(help)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
  for (const { rows } of helpTables(false, null))
    expect(listed).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
});

test('RP-02.192 a list takes letters, a checkbox takes none', () => {
  // The list of actions takes letters of its own: it is a list, in which no letter is a shortcut.
  document.body.innerHTML = '<div role="listbox" tabindex="0"></div><input type="checkbox"><textarea></textarea>';
  expect([...document.body.children].map(isTyping)).toEqual([true, false, true]);
  document.body.innerHTML = '';
});
