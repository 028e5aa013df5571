import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const seed = ({ server: { world }, groupId, projectId }: World) => {
  for (const title of ['One', 'Two', 'Three']) world.addItem(projectId, { title });
  for (const title of ['First', 'Second']) world.addEpic(groupId, { title });
};

const link = (name: string) => screen.findByRole('link', { name });
const ticked = () =>
  screen
    .queryAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((box) => box.getAttribute('aria-label'));

test('TR-05.52 TR-05.53 keys and clicks select issues of a list, and all are edited together', async () => {
  const { user, settled } = await openPage('/acme/app/-/issues', seed);
  const three = await link('Three');
  act(() => three.focus());
  await user.keyboard('x{Shift>}{ArrowDown}{/Shift}');
  expect(ticked()).toEqual(['Select Three', 'Select Two']);
  expect(await link('Two')).toHaveFocus();
  fireEvent.click(await link('One'), { shiftKey: true });
  expect(ticked()).toHaveLength(3);
  const bar = within(await screen.findByRole('region', { name: 'Selected items' }));
  await user.click(bar.getByRole('button', { name: 'State' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Close' }));
  await settled();
  expect(await screen.findByText('3 changed.')).toBeInTheDocument();
  act(() => three.focus());
  await user.keyboard('{Escape}');
  expect(ticked()).toEqual([]);
});

test('TR-05.55 "Select" gives the rows of a list of epics checkboxes, and a tap selects, also on a link', async () => {
  const { user } = await openPage('/groups/acme/-/epics', seed);
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select First' }));
  await user.click(await link('Second'));
  expect(window.location.pathname).toBe('/groups/acme/-/epics');
  expect(ticked()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Select' }));
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
});

test('TR-05.56 the selection does not outlast its list', async () => {
  const { user, planner } = await openPage('/acme/app/-/issues', seed);
  const one = await link('One');
  act(() => one.focus());
  await user.keyboard('x');
  expect(planner.store.getState().bulk.ids).toHaveLength(1);
  await user.click(await link('Two'));
  await waitFor(() => expect(planner.store.getState().bulk.ids).toEqual([]), { timeout: 10_000 });
});
