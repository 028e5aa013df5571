import { screen } from '@testing-library/react';
import { refusal } from '@espalier/core/testing';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

test('TR-06.23, TR-02.22 children that cannot be read the first time: told once, and the header shows no numbers', async () => {
  const product = await openPage('/groups/acme/-/epics/1', ({ server, groupId, projectId, under }) => {
    const root = server.world.addEpic(groupId, { title: 'Plan' });
    under(root.id, server.world.addItem(projectId, { title: 'Issue' }).id);
    server.fault({ kind: 'refuse', match: 'epicChildren', error: refusal(500) });
  });
  expect(await screen.findAllByText('Something went wrong while fetching child epics.')).toHaveLength(1);
  const header = screen.getByRole('heading', { name: /^Child issues and epics/ }).parentElement as HTMLElement;
  expect(header).not.toHaveTextContent(/\d/);
  await product.user.click(screen.getByRole('button', { name: 'Try again' }));
  await product.settled();
  expect(screen.getByRole('link', { name: 'Issue' })).toBeInTheDocument();
  expect(header).toHaveTextContent(/\d/);
});
