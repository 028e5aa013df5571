import { screen, within } from '@testing-library/react';
import { withVersion } from '../../sim/server/one-version.ts';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';
import './activity.tsx';
import '../text/text-form.tsx';

afterEach(closePage);

let fake: ReturnType<typeof withVersion>;

const seed = ({ server, projectId }: World) => {
  const { world } = server;
  const { id: itemId } = world.addItem(projectId, { title: 'Leaking tap', description: 'a new plan' });
  const nothing = { editedAt: null, editedBy: null, resolvedAt: null, resolvedBy: null, internal: false };
  const authorId = [...world.users.keys()][0] ?? 0;
  const row = { ...nothing, id: 11, itemId, authorId, body: 'changed the description', system: true };
  world.comments.set(11, { ...row, createdAt: world.now(), discussionId: 11 });
  fake = withVersion(server, 11);
};

async function openLine(viewer: string | null = 'root') {
  const product = await openPage('/acme/app/-/issues/1', seed, { viewer });
  await product.rest();
  await product.settled();
  const line = within(await screen.findByRole('article', { name: /^Activity of/ }));
  return { ...product, line };
}

test('IE-07.60 IE-07.61 a version is compared with the one before it, and folded again', async () => {
  const { user, line, settled } = await openLine();
  await user.click(line.getByRole('button', { name: 'Compare with previous version', expanded: false }));
  await settled();
  expect(line.getByText('new')).toHaveClass('idiff', 'addition');
  await user.click(line.getByRole('button', { name: 'Compare with previous version', expanded: true }));
  expect(line.getByText('new')).not.toBeVisible();
});

test('IE-07.61 a comparison that fails says so, with a button to try it again', async () => {
  const { user, line, settled } = await openLine();
  fake.version.refuse = true;
  await user.click(line.getByRole('button', { name: 'Compare with previous version' }));
  await settled();
  expect(line.getByRole('alert')).toHaveTextContent('Something went wrong while fetching the description changes');
  fake.version.refuse = false;
  await user.click(line.getByRole('button', { name: 'Try again' }));
  await settled();
  expect(line.getByText('new')).toBeVisible();
  expect(line.queryByRole('alert')).not.toBeInTheDocument();
});

test('IE-07.63 a version is deleted after a question', async () => {
  const { user, line, settled } = await openLine();
  await user.click(line.getByRole('button', { name: 'Remove description history' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Remove description history' }));
  await settled();
  expect(fake.asked).toEqual(['DELETE ']);
  expect(line.queryByRole('button')).not.toBeInTheDocument();
});

test('IE-07.65 a version is restored into the form; not for who may not edit the text', async () => {
  const { user, line, settled } = await openLine();
  await user.click(line.getByRole('button', { name: 'Restore this version' }));
  await settled();
  expect(await screen.findByRole('textbox', { name: 'Description' })).toHaveValue('a plan');
  expect(line.queryByRole('button', { name: 'Restore this version' })).not.toBeInTheDocument();
  closePage();
  const visitor = await openLine(null);
  expect(visitor.line.getByRole('button', { name: 'Compare with previous version' })).toBeInTheDocument();
  expect(visitor.line.queryByRole('button', { name: 'Restore this version' })).not.toBeInTheDocument();
});
