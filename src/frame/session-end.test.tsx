import { screen, waitFor, within } from '@testing-library/react';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const EPIC = '/groups/acme/-/epics/1';

test('RP-02.114 after a session ended elsewhere the first edit says so, and the controls are those of a visitor', async () => {
  const { user, server } = await openPage(`${EPIC}?tab=tree`, ({ server, groupId }) => {
    server.world.addEpic(groupId, { title: 'Plan it' });
  });
  const close = await screen.findByRole('button', { name: 'Close epic' });
  server.signInAs(null);
  await user.click(close);

  const alert = (await screen.findByText('You are signed out.')).closest('[role=alert]') as HTMLElement;
  expect(within(alert).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `/-/sign-in?return_to=${encodeURIComponent(`${EPIC}?tab=tree`)}`,
  );
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Sign in' })).toBeInTheDocument();
  expect(await screen.findByRole('heading', { level: 1, name: 'Plan it' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close epic' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Epic actions' })).toBeNull();
});
