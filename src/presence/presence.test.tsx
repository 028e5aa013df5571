import { act, screen, within } from '@testing-library/react';
import type { PresentPerson } from '@espalier/core/ports';
import { closePage, openPage, type Product } from '../testing/product.tsx';

afterEach(closePage);

const person = (name: string, editing: string | null = null): PresentPerson => ({
  id: name,
  name,
  username: name,
  avatarUrl: null,
  editing,
});

async function openEpic(viewer: string | null = 'root'): Promise<Product> {
  const product = await openPage(
    '/groups/acme/-/epics/1',
    ({ server, groupId }) => void server.world.addEpic(groupId, { title: 'Plan' }),
    { viewer },
  );
  await screen.findByRole('heading', { level: 1, name: 'Plan' });
  await product.rest();
  return product;
}

const meet = async ({ fake, settled }: Product, people: readonly PresentPerson[], count = people.length) => {
  act(() => fake.meet({ people, count }));
  await settled();
};

test('AP-07.66 the header shows who else is there and what they edit, and nothing once they have left', async () => {
  const product = await openEpic();
  await meet(product, [person('Ada Stone', 'TITLE'), person('Ben Hill')]);
  const all = 'Ada Stone is editing the title. Ben Hill is looking at this epic';
  const list = await screen.findByRole('list', { name: all });
  expect(list).toHaveAttribute('data-tooltip', all);
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['ASAda Stone is editing the title', 'BHBen Hill is looking at this epic']);
  expect(screen.getByText('Ada Stone is editing the title', { selector: '[aria-hidden]' })).toBeInTheDocument();
  // Nobody is told of each coming and going.
  expect(list.closest('[aria-live], [role="status"], [role="alert"]')).toBeNull();
  await meet(product, []);
  expect(screen.queryByRole('list', { name: /this epic/ })).toBeNull();
});

test('AP-07.66 at most three people are shown, and the number of the others with their names', async () => {
  const product = await openEpic();
  await meet(
    product,
    ['Ada', 'Ben', 'Cy', 'Di', 'Ed'].map((name) => person(name)),
    30,
  );
  const list = await screen.findByRole('list', { name: 'Ada and 29 others are looking at this epic' });
  const entries = within(list).getAllByRole('listitem');
  expect(entries).toHaveLength(4);
  expect(entries[3]).toHaveTextContent('+2727 more');
  expect(entries[3]).toHaveAttribute('data-tooltip', 'Di, Ed, and 25 more');
});

test('AP-07.60 a visitor is nowhere, and sees nobody', async () => {
  const product = await openEpic(null);
  expect(product.fake.places).toEqual([]);
});

test('AP-07.60 whoever opens the page is there', async () => {
  const product = await openEpic();
  await meet(product, [person('Ada')]);
  await screen.findByRole('list', { name: 'Ada is looking at this epic' });
  expect(product.fake.places).toEqual([{ id: expect.stringMatching(/Epic\/\d+$/) as string, editing: null }]);
});

test('AP-07.61 others are told of a number and of a date while they are typed', async () => {
  const { fake, user, rest } = await openPage('/acme/app/-/issues/1', ({ server, projectId }) => {
    server.world.addItem(projectId, { title: 'Break it down' });
  });
  await screen.findByRole('complementary', { name: 'Details' });
  await rest();
  const aside = within(await screen.findByRole('complementary', { name: 'Details' }));
  const edit = async (name: string) => user.click(await aside.findByRole('button', { name: `Edit ${name}` }));
  const editing = () => fake.places.at(-1)?.editing;
  expect(editing()).toBeNull();
  await edit('weight');
  expect(editing()).toBe('WEIGHT');
  await user.keyboard('{Escape}');
  expect(editing()).toBeNull();
  await edit('due date');
  expect(editing()).toBe('DATES');
});

test('AP-07.61 and of a date of an epic', async () => {
  const { fake, user } = await openEpic();
  await user.click(await screen.findByRole('button', { name: 'Edit start date' }));
  expect(fake.places.at(-1)?.editing).toBe('DATES');
  await user.click(screen.getByRole('button', { name: 'Done editing start date' }));
  expect(fake.places.at(-1)?.editing).toBeNull();
});
