import { render, screen, waitFor } from '@testing-library/react';
import { Page } from '../app.tsx';
import { closePage, openPage } from '../testing/product.tsx';
import { Moment } from './moment.tsx';

beforeAll(async () => {
  await import('../link/blockers.tsx');
});
afterEach(closePage);

test('RP-03.424 closing an epic of the past is refused, and its button does not wait', async () => {
  const { planner, user, fake, server } = await openPage('/groups/acme/-/epics/1', ({ server, groupId }) => {
    server.world.addEpic(groupId, { title: 'Plan it' });
  });
  await screen.findByRole('button', { name: 'Close epic' });
  const state = planner.store.getState();
  closePage();
  const asked = server.calls.length;

  let refused = 0;
  render(
    <Moment state={state} at={0} ports={fake.ports} onRefused={() => (refused += 1)}>
      <Page log={fake.ports.log} />
    </Moment>,
  );
  const close = await screen.findByRole('button', { name: 'Close epic' });
  expect(refused).toBe(0);
  await user.click(close);
  await waitFor(() => expect(refused).toBe(1));
  await waitFor(() => expect(close).not.toHaveAttribute('aria-busy'));
  expect(server.calls).toHaveLength(asked);
});
