import { screen } from '@testing-library/react';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

test('RP-02.271 from the click on a line says that a page is under way, and what is read out is its name alone', async () => {
  const { user, server, settled, advance } = await openPage('/', () => undefined);
  await settled();
  expect(screen.queryByRole('progressbar', { name: 'Loading the page' })).toBeNull();
  server.fault({ kind: 'delay', match: 'groupEpics', milliseconds: 1000 });
  await user.click(await screen.findByRole('link', { name: 'Acme' }));
  await screen.findByRole('heading', { level: 1, name: 'Epics' });
  const line = await screen.findByRole('progressbar', { name: 'Loading the page' });
  expect(line.closest('[aria-live]')).toBeNull();
  await advance(1000);
  await settled();
  expect(screen.queryByRole('progressbar', { name: 'Loading the page' })).toBeNull();
});
