import { act, screen } from '@testing-library/react';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const TEXT = 'Not saved yet: no connection';

test('RP-02.26 a change that cannot be saved is told, once and quietly, while the machine is offline', async () => {
  const { fake, server, user, advance, settled } = await openPage('/groups/acme/-/epics/1', ({ server, groupId }) => {
    server.world.addEpic(groupId, { title: 'Plan it' });
  });
  const close = await screen.findByRole('button', { name: 'Close epic' });
  await act(() => fake.goOnline(false));
  expect(screen.queryByText(TEXT)).toBeNull();

  server.fault({ kind: 'delay', match: 'PUT /groups/acme/-/epics/1', milliseconds: 1000 });
  await user.click(close);
  await settled();
  const line = await screen.findByText(TEXT);
  expect(line.closest('[role=status]')).not.toBeNull();
  await act(() => fake.goOnline(true));
  expect(screen.queryByText(TEXT)).toBeNull();

  await act(() => fake.goOnline(false));
  expect(screen.getByText(TEXT)).toBeInTheDocument();
  await advance(1000);
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeInTheDocument();
  expect(screen.queryByText(TEXT)).toBeNull();
});
