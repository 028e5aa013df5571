import { screen, within } from '@testing-library/react';
import { closePage, openPage } from '../testing/product.tsx';
import type { World } from '../testing/product.tsx';

afterEach(closePage);

/** "Plan" holds "Alpha", in which "Inner" is, the confidential "Hidden", "Beta" and an issue; "Far" stands by itself. */
function plan({ server, groupId, projectId, under }: World) {
  const epic = (title: string, change: object = {}) => server.world.addEpic(groupId, { title, ...change });
  const root = epic('Plan');
  const [alpha, hidden, beta] = [epic('Alpha'), epic('Hidden', { confidential: true }), epic('Beta')];
  under(root.id, alpha.id, hidden.id, beta.id, server.world.addItem(projectId, { title: 'Issue 1' }).id);
  under(alpha.id, epic('Inner').id);
  epic('Far');
}

async function moving(title: string) {
  const product = await openPage('/groups/acme/-/epics/1', plan);
  await screen.findByRole('treegrid');
  await product.user.click(screen.getByRole('button', { name: 'Expand Alpha' }));
  await product.settled();
  await product.user.click(screen.getByRole('button', { name: `Actions for ${title}` }));
  await product.user.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
  await screen.findByRole('combobox', { name: 'New parent' });
  return product;
}
const marked = () => screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true');
const reorders = ({ server }: Awaited<ReturnType<typeof moving>>) =>
  server.calls.filter(({ what }) => what === 'epicTreeReorder').length;

test('TR-16.32 the keys reach a parent that cannot take the item, which says why and does nothing', async () => {
  const product = await moving('Alpha');
  expect(marked()).toHaveAccessibleName('Beta &4');
  expect(marked()).not.toHaveAttribute('aria-disabled');
  await product.user.keyboard('{ArrowUp}');
  expect(marked()).toHaveAccessibleName('Hidden &3');
  expect(marked()).toHaveAttribute('aria-disabled', 'true');
  expect(marked()).toHaveAccessibleDescription('This is confidential, the item is not.');
  expect(screen.getByRole('combobox')).toHaveAttribute('aria-activedescendant', marked()?.id);
  await product.user.keyboard('{Enter}');
  await product.user.keyboard('{ArrowUp}');
  expect(marked()).toHaveAccessibleDescription('This is below the item.');
  await product.user.click(screen.getByRole('option', { name: 'Plan &1' }));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  expect(reorders(product)).toBe(0);
});

test('TR-16.33, TR-16.34 an epic that the tree does not show is found, takes the item, and a message says so', async () => {
  const product = await moving('Issue 1');
  await product.user.type(screen.getByRole('combobox', { name: 'New parent' }), 'far');
  expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent('Searching…');
  await product.advance(250);
  await product.settled();
  expect(marked()).toHaveAccessibleName('Far acme&6');
  await product.user.keyboard('{Enter}');
  expect(screen.queryByRole('link', { name: 'Issue 1' })).not.toBeInTheDocument();
  expect(screen.getByText('Moved acme/app#1 Issue 1 under Far.')).toBeInTheDocument();
  await product.settled();
  expect(reorders(product)).toBe(1);
});
