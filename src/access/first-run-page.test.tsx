import { screen, within } from '@testing-library/react';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const PATH = '/-/first-run';
const header = () => within(screen.getByRole('banner'));

test('RP-02.134 while nothing is set up the header leads nowhere', async () => {
  const { settled } = await openPage(PATH, ({ server: { world } }) => world.groups.clear(), { viewer: null });
  await settled();
  expect(await screen.findByRole('heading', { level: 1, name: 'Set up Espalier' })).toBeInTheDocument();
  expect(header().queryByRole('searchbox')).toBeNull();
  expect(header().getAllByRole('link')).toHaveLength(1);
  expect(header().queryByText('Sign in')).toBeNull();
});

test('RP-02.134 whoever is signed in has the whole header there', async () => {
  await openPage(PATH, () => undefined);
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
  expect(await header().findByRole('button', { name: 'Administrator' })).toBeInTheDocument();
});
