import { act, screen, waitFor, within } from '@testing-library/react';
import { refusal } from '@espalier/core/testing';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

/** The texts of the specification's catalogue (work items §8) where a person reads them. */

/** The code comes when the browser is idle. */
const SOON = { timeout: 10_000 };

beforeAll(async () => void (await import('./item-over.tsx')), 60_000);
afterEach(closePage);

const ISSUE = '/acme/app/-/issues/1';
const OVER = `${ISSUE}?work_item_iid=2`;

/** Issue 1 "Leaking tap" of acme/app with the confidential tasks 2 and 3. */
function seed({ server, projectId, under }: World) {
  const root = server.world.addItem(projectId, { title: 'Leaking tap' });
  const tasks = ['Cut the pipe', 'Turn the tap'].map(
    (title) => server.world.addItem(projectId, { title, type: 'task', confidential: true }).id,
  );
  under(root.id, ...tasks);
}

const modal = async () => within(await screen.findByRole('dialog', { name: 'Work item' }, SOON));
const titles = (product: Awaited<ReturnType<typeof openPage>>) =>
  [...product.server.world.items.values()].map(({ title }) => title);

test('WI-01.1 WI-01.5 what is not there, on its page and over another one', async () => {
  await openPage('/acme/app/-/issues/99', seed);
  expect(await screen.findByRole('heading', { level: 1, name: 'Work item not found' })).toBeInTheDocument();
  expect(
    screen.getByText(
      "This work item is not available. It either doesn't exist or you don't have permission to view it.",
    ),
  ).toBeInTheDocument();
  expect(document.title).toBe('Not found · Espalier');
  closePage();

  await openPage(`${ISSUE}?work_item_iid=99`, seed);
  const over = await modal();
  expect(await over.findByRole('heading', { level: 1, name: 'Work item not found' }, SOON)).toBeInTheDocument();
  expect(
    over.getByText("This work item is not available. It either doesn't exist or you don't have permission to view it."),
  ).toBeInTheDocument();
  await waitFor(() => expect(document.title).toBe('Not found · Espalier'));
});

test('WI-02.20 WI-02.21 WI-02.22 a task is deleted in the modal: the question, the alert of a refusal, the toast', async () => {
  const product = await openPage(OVER, seed);
  const { user, settled } = product;
  const confirm = async () => {
    await user.click(await (await modal()).findByRole('button', { name: 'Task actions' }, SOON));
    await user.click(screen.getByRole('menuitem', { name: 'Delete task' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Delete task' }));
    expect(
      question.getByText('Are you sure you want to delete the task? This action cannot be reversed.'),
    ).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Delete task' }));
    await settled();
  };
  product.server.fault({ kind: 'refuse', match: 'workItemDelete', error: refusal(422, 'It is locked') });
  await confirm();
  const over = await modal();
  const alert = over.getByText('Something went wrong when deleting the task. Please try again.').closest('[role]');
  expect(alert).toHaveTextContent('It is locked');
  await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Dismiss' }));
  expect(over.queryByText(/^Something went wrong/)).not.toBeInTheDocument();
  await confirm();
  expect(screen.getByText('Task deleted')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Work item' })).not.toBeInTheDocument());
  expect(titles(product)).toEqual(['Leaking tap', 'Turn the tap']);
});

test('WI-09.20 WI-09.21 WI-09.22 a child is removed: the alert of a refusal, the toast, its Undo, and the alert of that', async () => {
  const product = await openPage(ISSUE, seed);
  const { user, settled, rest, server } = product;
  const row = async () =>
    (await screen.findByRole('link', { name: 'Cut the pipe' }, SOON)).closest<HTMLElement>('[data-row]')!;
  await row();
  await rest();
  const remove = async () => {
    const first = await row();
    act(() => first.focus());
    await user.keyboard('{Delete}');
    await user.click(within(await screen.findByRole('alertdialog', {}, SOON)).getByRole('button', { name: 'Remove' }));
    await settled();
  };
  const refuse = () => server.fault({ kind: 'refuse', match: 'workItemUpdate', error: refusal(422, 'It is locked') });
  refuse();
  await remove();
  expect(screen.getByText('Something went wrong while removing child.')).toBeInTheDocument();
  await remove();
  expect(screen.queryByRole('link', { name: 'Cut the pipe' })).not.toBeInTheDocument();
  expect(screen.getByText('Child removed')).toBeInTheDocument();
  refuse();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await settled();
  expect(screen.getByText('Something went wrong while undoing child removal.')).toBeInTheDocument();
  await user.keyboard('{Control>}z{/Control}');
  await settled();
  expect(await screen.findByRole('link', { name: 'Cut the pipe' }, SOON)).toBeInTheDocument();
});

test.each([
  ['WI-04.2', 'labels', 'itemLabels', 'Something went wrong when fetching labels. Please try again.'],
  ['WI-06.1', 'milestone', 'itemMilestones', 'Something went wrong while fetching milestones. Please try again.'],
  ['WI-07.21', 'iteration', 'itemIterations', 'Something went wrong when fetching iterations. Please try again.'],
])('%s a list that cannot be read says so in its picker: %s', async (_rule, field, match, text) => {
  const product = await openPage(ISSUE, seed);
  const { user, settled } = product;
  product.server.fault({ kind: 'refuse', match, error: refusal(500) });
  const aside = within(await screen.findByRole('complementary', { name: 'Details' }));
  await user.click(await aside.findByRole('button', { name: `Edit ${field}` }));
  await settled();
  expect(aside.getByText(text)).toBeInTheDocument();
  await user.click(aside.getByRole('button', { name: 'Try again' }));
  await settled();
  expect(aside.queryByText(text)).not.toBeInTheDocument();
});

test('WI-02.14 the badge of a confidential task says who can see it', async () => {
  await openPage(OVER, seed);
  const badge = await (await modal()).findAllByText('Confidential', {}, SOON);
  expect(badge[0]).toHaveAttribute(
    'data-tooltip',
    'Only project members with at least the Reporter role, the author and assignees can view or be notified about a confidential task.',
  );
});
