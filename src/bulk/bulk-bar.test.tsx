import { act, screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const seed = ({ server: { world }, groupId, projectId, under }: World) => {
  world.addLabel('bug');
  const plan = world.addEpic(groupId, { title: 'Plan' });
  const epic = world.addEpic(groupId, { title: 'Part' });
  under(plan.id, epic.id, ...['One', 'Two'].map((title) => world.addItem(projectId, { title }).id));
};

async function open() {
  const product = await openPage('/groups/acme/-/epics/1', seed);
  await screen.findByRole('treegrid');
  await product.rest();
  return product;
}

const row = (title: string) =>
  screen.getByRole('link', { name: title }).closest<HTMLElement>('[role=row]') as HTMLElement;
const bar = () => screen.findByRole('region', { name: 'Selected items' });

test('WI-15.21 the bar says how many are selected, and offers what they have; Escape ends the selection', async () => {
  const { user } = await open();
  act(() => row('Part').focus());
  await user.keyboard('x');
  const buttons = async () =>
    within(await bar())
      .getAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label'));
  expect(within(await bar()).getByRole('status')).toHaveTextContent('1 selected');
  expect(await buttons()).toEqual(['State', 'Labels', 'Confidentiality', 'Clear selection']);
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(within(await bar()).getByRole('status')).toHaveTextContent('2 selected');
  expect(await buttons()).toContain('Weight');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull();
});

test('WI-15.24 labels are ticked and applied to all; one toast with one undo', async () => {
  const { user, settled, server } = await open();
  act(() => row('Part').focus());
  await user.keyboard('{Control>}a{/Control}');
  await user.click(within(await bar()).getByRole('button', { name: 'Labels' }));
  await settled();
  await user.click(await screen.findByRole('option', { name: /bug/ }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await settled();
  expect(await screen.findByText('3 changed.')).toBeInTheDocument();
  const edits = () => server.calls.filter(({ what }) => /workItemEdit|epicFieldsUpdate/.test(what)).length;
  expect(edits()).toBe(3);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await settled();
  expect(await screen.findByText('Undone: 3 changed.')).toBeInTheDocument();
  expect(edits()).toBe(6);
});

test('WI-15.22 a weight that is none is refused in its field; one that is goes to all that have weights', async () => {
  const { user, settled } = await open();
  act(() => row('Part').focus());
  await user.keyboard('{Control>}a{/Control}');
  const weight = within(await bar()).getByRole('button', { name: 'Weight' });
  await user.click(weight);
  await user.type(screen.getByRole('textbox', { name: 'Weight' }), 'much{Enter}');
  expect(screen.getByRole('textbox', { name: 'Weight' })).toHaveAccessibleDescription(/whole number/);
  await user.clear(screen.getByRole('textbox', { name: 'Weight' }));
  await user.type(screen.getByRole('textbox', { name: 'Weight' }), '4{Enter}');
  await settled();
  expect(await screen.findByText('2 changed.')).toBeInTheDocument();
  expect(weight).toHaveFocus();
});

test('WI-15.27 one due date goes to all that have one; text that is no date cannot be applied', async () => {
  const { user, settled, server } = await open();
  act(() => row('Part').focus());
  await user.keyboard('{Control>}a{/Control}');
  const button = within(await bar()).getByRole('button', { name: 'Due date' });
  await user.click(button);
  const field = screen.getByRole('textbox', { name: 'Due date' });
  expect(field).toHaveFocus();
  await user.type(field, 'nonsense{Tab}');
  expect(await screen.findByText(/./, { selector: '[id$="-error"]' })).toBeInTheDocument();
  const apply = screen.getByRole('button', { name: 'Apply' });
  expect(apply).toHaveAttribute('aria-disabled', 'true');
  await user.clear(field);
  await user.type(field, '2026-03-01{Enter}');
  expect(apply).toBeInTheDocument();
  await user.keyboard('{Enter}');
  await settled();
  expect(await screen.findByText('2 changed.')).toBeInTheDocument();
  expect([...server.world.items.values()].map(({ dueDate }) => dueDate)).toEqual([
    null,
    null,
    '2026-03-01',
    '2026-03-01',
  ]);
  expect(button).toHaveFocus();
});
