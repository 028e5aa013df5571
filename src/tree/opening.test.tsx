import { screen, waitFor, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const EPIC = '/groups/acme/-/epics/1';
const ISSUE = '/acme/app/-/issues/1';

/** Epic 1 "Plan" with the child epic "Part", which has the child "Deep". */
function plan({ server, groupId, under }: World): void {
  const [root, part, deep] = ['Plan', 'Part', 'Deep'].map((title) => server.world.addEpic(groupId, { title }).id);
  under(root as number, part as number);
  under(part as number, deep as number);
}

const row = (title: string) => screen.queryByRole('link', { name: title })?.closest('[role=row]');

test('TR-21.30 a page that is read again leaves the rows of its tree expanded and its forms open', async () => {
  const product = await openPage(EPIC, plan);
  await product.user.click(await screen.findByRole('button', { name: 'Expand Part' }));
  await product.settled();
  expect(row('Deep')).toBeTruthy();
  await product.user.click(screen.getByRole('button', { name: 'Add' }));
  await product.user.click(await screen.findByRole('menuitem', { name: 'Add a new epic' }));
  const form = () => within(screen.getByRole('form', { name: 'Add a new epic' }));
  await product.user.type(form().getByRole('textbox', { name: 'Title' }), 'Half of a ti');
  const kept = () => {
    expect(form().getByRole('textbox', { name: 'Title' })).toHaveValue('Half of a ti');
    expect(row('Deep')).toBeTruthy();
  };

  // One's own edit of the epic.
  await product.user.click(screen.getByRole('button', { name: 'Close epic' }));
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeInTheDocument();
  await product.settled();
  kept();

  // Another person's.
  const { world } = product.server;
  const { id = 0, lockVersion = 0 } = [...world.items.values()].find(({ title }) => title === 'Plan') ?? {};
  world.change(id, { title: 'Another plan', lockVersion: lockVersion + 1, editedAt: world.now(), editedBy: 1 });
  await product.advance(60_000);
  await product.settled();
  expect(await screen.findByRole('heading', { level: 1, name: 'Another plan' })).toBeInTheDocument();
  kept();
});

test('TR-21.30 the same on the page of an issue', async () => {
  const product = await openPage(ISSUE, ({ server, projectId }) => {
    server.world.addItem(projectId, { title: 'Break it down' });
  });
  await product.user.click(await screen.findByRole('button', { name: 'Add' }));
  await product.user.click(await screen.findByRole('menuitem', { name: /new task/i }));
  const field = () => screen.getByRole('textbox', { name: 'Title' });
  await product.user.type(field(), 'Half of a ti');
  await product.user.click(screen.getByRole('button', { name: 'Close issue' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reopen issue' })).toBeInTheDocument());
  await product.settled();
  expect(field()).toHaveValue('Half of a ti');
});
