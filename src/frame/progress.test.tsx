import { screen } from '@testing-library/react';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

test('RP-02.271 from the click on a line says that a page is under way, and what is read out is its name alone', async () => {
  const { user, settled } = await openPage('/', () => undefined);
  await settled();
  expect(screen.queryByRole('progressbar', { name: 'Loading the page' })).toBeNull();
  await user.click(await screen.findByRole('link', { name: 'Acme' }));
  const line = await screen.findByRole('progressbar', { name: 'Loading the page' });
  expect(line.closest('[aria-live]')).toBeNull();
  await settled();
  await screen.findByRole('heading', { level: 1, name: 'Epics' });
  await settled();
  expect(screen.queryByRole('progressbar', { name: 'Loading the page' })).toBeNull();
});
