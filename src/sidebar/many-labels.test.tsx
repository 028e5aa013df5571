import { screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

// What is loaded on first need takes a while on a busy machine.
beforeAll(() => import('./sidebar.tsx'));
afterEach(closePage);

const COUNT = 300;
const titleOf = (number: number) => `Label ${String(number).padStart(3, '0')}`;

/** An epic, and as many labels in its group; the epic has the first `own` of them. */
const seed =
  (own: number) =>
  ({ server, groupId }: World) => {
    const labelIds = Array.from({ length: COUNT }, (_, index) => server.world.addLabel(titleOf(index + 1)));
    server.world.addEpic(groupId, { title: 'Plan', labelIds: labelIds.slice(0, own) });
  };

async function opened(own: number) {
  const product = await openPage('/groups/acme/-/epics/1', seed(own));
  const details = within(screen.getByRole('complementary', { name: 'Details' }));
  const labels = within(await details.findByRole('group', { name: 'Labels' }));
  await product.settled();
  return { product, labels };
}

test('EP-08.1, EP-08.14 all of 300 labels can be reached in the picker, and the last one is saved', async () => {
  const { product, labels } = await opened(0);
  await product.user.click(labels.getByRole('button', { name: 'Edit labels' }));
  const search = await labels.findByRole('combobox', { name: 'Search labels' });
  await product.user.click(search);
  await product.settled();
  expect(screen.getAllByRole('option')).toHaveLength(COUNT);
  const typed = titleOf(COUNT);
  await product.user.type(search, typed);
  await product.advance(500);
  await product.settled();
  await product.user.click(screen.getByRole('option', { name: typed }));
  await product.user.click(labels.getByRole('button', { name: 'Done editing labels' }));
  await product.settled();
  expect(labels.getByRole('list', { name: 'Labels' })).toHaveTextContent(typed);
});

test('EP-08.1 an epic shows all of its 300 labels', async () => {
  const { labels } = await opened(COUNT);
  const shown = within(labels.getByRole('list', { name: 'Labels' })).getAllByRole('listitem');
  expect(shown).toHaveLength(COUNT);
  expect(shown.map((item) => item.textContent)).toContain(titleOf(COUNT));
});
