import { act, screen, waitFor, within } from '@testing-library/react';
import { accessActions } from '@espalier/core/access';
import { refusal } from '@espalier/core/testing';
import type { ItemRow } from '../../sim/server/index.ts';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const ISSUE = '/acme/app/-/issues/1';

/** Issue 1 "Break it down" of acme/app, with tasks of these titles. */
const seed =
  (
    tasks: readonly string[] = [],
    change: Partial<ItemRow> = {},
    more: (world: World, root: ItemRow) => void = () => undefined,
  ) =>
  (world: World) => {
    const { server, projectId, under } = world;
    const labelIds = [server.world.addLabel('team::red', '#ff0000')];
    const root = server.world.addItem(projectId, { title: 'Break it down', description: 'Text', labelIds, ...change });
    const children = tasks.map((title) => server.world.addItem(projectId, { type: 'task', title }));
    under(root.id, ...children.map(({ id }) => id));
    more(world, root);
  };

const details = async () => within(await screen.findByRole('complementary', { name: 'Details' }));

test('WI-01.22 WI-01.5 the page says what the item is, how it stands, and what belongs to it', async () => {
  await openPage(ISSUE, seed([], { confidential: true, weight: 3, dueDate: '2026-03-01' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Break it down' })).toBeInTheDocument();
  const main = within(screen.getByRole('main'));
  expect(main.getByText('Open', { selector: 'span' })).toBeInTheDocument();
  expect(main.getAllByText('Confidential')[0]).toHaveAttribute(
    'data-tooltip',
    expect.stringContaining('confidential issue'),
  );
  expect(main.getByText(/^Created/)).toHaveTextContent('Created just now by');
  expect(main.getByText('Text')).toBeInTheDocument();
  const aside = await details();
  expect(aside.getByText('Weight').nextSibling).toHaveTextContent('3');
  expect(aside.getByText('Labels').nextSibling).toHaveTextContent('teamred');
  expect(aside.getByText('Due date').nextSibling).toHaveTextContent('Mar 1, 2026');
  expect(aside.getByText('Milestone').nextSibling).toHaveTextContent('None');
  expect(aside.getByText('Reference').nextSibling).toHaveTextContent('acme/app#1');
  expect(document.title).toBe('Break it down · Issue · acme/app · Espalier');
});

test('the parent is a link to its page', async () => {
  await openPage(
    ISSUE,
    seed([], {}, ({ server, groupId, under }, root) =>
      under(server.world.addEpic(groupId, { title: 'Plan' }).id, root.id),
    ),
  );
  expect((await details()).getByRole('link', { name: 'Plan' })).toHaveAttribute('href', '/groups/acme/-/epics/1');
});

test('WI-09.1 an issue without tasks says what tasks are for', async () => {
  await openPage(ISSUE, seed());
  expect(await screen.findByRole('heading', { level: 2, name: 'Tasks' })).toBeInTheDocument();
  expect(
    screen.getByText('No tasks are currently assigned. Use tasks to break down this issue into smaller parts.'),
  ).toBeInTheDocument();
});

test('TR-13.24 a list that was empty from the start takes the focus from nobody', async () => {
  const { rest } = await openPage(ISSUE, seed());
  await screen.findByRole('heading', { level: 1 });
  await rest();
  await screen.findByText('No tasks are currently assigned. Use tasks to break down this issue into smaller parts.');
  expect(document.body).toHaveFocus();
});

test('WI-09.1 an objective has a list of objectives and key results', async () => {
  await openPage('/acme/app/-/work_items/1?iid_path=true', seed([], { type: 'objective' }));
  expect(
    await screen.findByRole('heading', { level: 2, name: 'Child objectives and key results' }),
  ).toBeInTheDocument();
  expect(screen.getByText('No objectives or key results are currently assigned.')).toBeInTheDocument();
});

test('TR-25.21 children that cannot be read: an alert, and a way to try again', async () => {
  const product = await openPage(ISSUE, (world) => {
    seed(['One'])(world);
    world.server.fault({ kind: 'lose', match: 'workItemTree', when: 'beforeCommit' });
  });
  await product.user.click(await screen.findByRole('button', { name: 'Try again' }));
  await product.settled();
  expect(await screen.findByRole('link', { name: 'One' })).toBeInTheDocument();
});

test('a type without children has no list of them', async () => {
  await openPage('/acme/app/-/work_items/1?iid_path=true', seed([], { type: 'task' }));
  await screen.findByRole('heading', { level: 1, name: 'Break it down' });
  expect(screen.queryByRole('heading', { level: 2 })).not.toBeInTheDocument();
});

test('TR-19.22 the Add menu offers tasks; a new one stands in the list', async () => {
  const product = await openPage(ISSUE, seed(['One']));
  await screen.findByRole('treegrid', { name: 'Tasks' });
  await product.user.click(screen.getByRole('button', { name: 'Add' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Add a new task', 'Add an existing task']);
  await product.user.click(screen.getByRole('menuitem', { name: 'Add a new task' }));
  await product.user.type(await screen.findByRole('textbox', { name: /title/i }), 'Two');
  await product.user.click(screen.getByRole('button', { name: 'Create task' }));
  await product.settled();
  expect(await screen.findByRole('link', { name: 'Two' })).toBeInTheDocument();
  expect([...product.server.world.items.values()].map(({ type, title }) => [type, title])).toContainEqual([
    'task',
    'Two',
  ]);
});

test('TR-25.22 and TR-25.23 a row leads to the item and shows two people, the rest as a number', async () => {
  let taskId = 0;
  await openPage(
    ISSUE,
    seed([], {}, ({ server, projectId, under }, root) => {
      const assigneeIds = ['ada', 'bo', 'cy', 'di'].map((username) =>
        server.world.addUser({ username, name: username }),
      );
      taskId = server.world.addItem(projectId, { type: 'task', title: 'One', assigneeIds }).id;
      under(root.id, taskId);
    }),
  );
  expect(await screen.findByRole('link', { name: 'One' })).toHaveAttribute('href', `/acme/app/-/work_items/${taskId}`);
  const people = screen.getByRole('img', { name: 'Assigned to ada, bo and 2 more' });
  expect(people).toHaveAttribute('data-tooltip', 'Assigned to ada, bo and 2 more');
  expect(people).toHaveTextContent('AB+2');
});

test('TR-24.20 Delete issue asks first, in a form that the browser posts to the issue', async () => {
  const { user, server } = await openPage(ISSUE, seed());
  await user.click(await screen.findByRole('button', { name: 'Issue actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete issue' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete issue' }));
  const text = await question.findByText('Break it down will be removed! Are you sure?');
  const form = text.closest('form') as HTMLFormElement;
  expect(form).toHaveAttribute('action', ISSUE);
  expect(form).toHaveAttribute('method', 'post');
  expect(Object.fromEntries(new FormData(form))).toEqual({
    _method: 'delete',
    authenticity_token: 'csrf-of-root',
    destroy_confirm: 'true',
  });
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(server.world.items.size).toBe(1);
});

test('TR-24.20 without a token nothing can be posted, and the dialog says so', async () => {
  const product = await openPage(ISSUE, seed());
  await product.user.click(await screen.findByRole('button', { name: 'Issue actions' }));
  product.server.fault({ kind: 'lose', match: 'GET /-/session.json', when: 'beforeCommit' });
  await product.user.click(await screen.findByRole('menuitem', { name: 'Delete issue' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The issue cannot be deleted now.');
  expect(screen.queryByRole('button', { name: 'Delete issue' })).not.toBeInTheDocument();
});

test('TR-24.2 a visitor reads: no actions, nothing to add', async () => {
  await openPage(ISSUE, seed(['One']), { viewer: null });
  await screen.findByRole('treegrid', { name: 'Tasks' });
  expect(screen.queryByRole('button', { name: 'Issue actions' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add' })).not.toBeInTheDocument();
});

test.each(['/acme/app/-/issues/99', '/acme/app/-/work_items/99', '/acme/none/-/issues/1', '/acme/none/-/work_items/1'])(
  'WI-01.1 what does not exist and what is hidden look the same: %s',
  async (path) => {
    await openPage(path, seed());
    expect(await screen.findByRole('heading', { level: 1, name: 'Work item not found' })).toBeInTheDocument();
    expect(screen.getByText(/^This work item is not available\. It either doesn't exist/)).toBeInTheDocument();
  },
);

test('WI-01.2 a page that cannot be read says why and can be tried again', async () => {
  const product = await openPage(ISSUE, (world) => {
    seed()(world);
    world.server.fault({ kind: 'lose', match: 'projectWorkItemPage', when: 'beforeCommit' });
  });
  await product.user.click(await screen.findByRole('button', { name: 'Try again' }));
  await product.settled();
  expect(await screen.findByRole('heading', { level: 1, name: 'Break it down' })).toBeInTheDocument();
});

test('WI-02.4 the button closes and reopens; the badge says what the server said', async () => {
  const product = await openPage(ISSUE, seed());
  const main = within(screen.getByRole('main'));
  await product.user.click(await screen.findByRole('button', { name: 'Close issue' }));
  await product.user.click(await screen.findByRole('button', { name: 'Reopen issue' }));
  expect(await screen.findByRole('button', { name: 'Close issue' })).toBeInTheDocument();
  expect(main.getByText('Open', { selector: 'span' })).toBeInTheDocument();
});

test('WI-07.1 WI-07.2 the weight is edited in place: Enter saves, Escape does not, and what cannot be read stays', async () => {
  const product = await openPage(ISSUE, seed([], { weight: 3 }));
  const { user, server } = product;
  const sent = () => server.calls.filter(({ what }) => what === 'workItemEdit').length;
  const edit = () => screen.findByRole('button', { name: 'Edit weight' });
  const field = () => screen.getByRole('textbox', { name: 'Weight' });
  await user.click(await edit());
  expect(field()).toHaveFocus();
  await user.keyboard('7{Escape}');
  expect(await edit()).toHaveFocus();
  expect([sent(), (await details()).getByText('Weight').nextSibling?.textContent]).toEqual([0, '3']);
  await user.click(await edit());
  await user.keyboard('much{Enter}');
  expect(field()).toHaveAccessibleDescription('Weight must be a whole number from 0 to 1,000,000.');
  expect(field()).toHaveValue('much');
  await user.clear(field());
  await user.type(field(), '8{Enter}');
  expect(await edit()).toHaveFocus();
  expect((await details()).getByText('Weight').nextSibling).toHaveTextContent('8');
  await product.settled();
  await user.click(await edit());
  await user.clear(field());
  await user.tab();
  await product.settled();
  expect((await details()).getByText('Weight').nextSibling).toHaveTextContent('None');
  expect([sent(), [...server.world.items.values()][0]?.weight]).toEqual([2, null]);
});

test('WI-07.3 a visitor reads the weight', async () => {
  await openPage(ISSUE, seed([], { weight: 3 }), { viewer: null });
  expect((await details()).getByText('Weight').nextSibling).toHaveTextContent('3');
  expect(screen.queryByRole('button', { name: 'Edit weight' })).not.toBeInTheDocument();
});

test('WI-02.5 a refusal is said on the page with the server’s words', async () => {
  const product = await openPage('/acme/app/-/work_items/1?iid_path=true', seed([], { type: 'task' }));
  const button = await screen.findByRole('button', { name: 'Close task' });
  product.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'The task is locked') });
  await product.user.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Something went wrong while updating the task. Please try again.');
  expect(alert).toHaveTextContent('The task is locked');
  expect(button).toHaveTextContent('Close task');
});

test('WI-02.3 a visitor has no button', async () => {
  await openPage(ISSUE, seed(), { viewer: null });
  await screen.findByRole('heading', { level: 1, name: 'Break it down' });
  expect(screen.queryByRole('button', { name: 'Close issue' })).not.toBeInTheDocument();
});

test.each([
  ['issue', ISSUE],
  ['task', '/acme/app/-/work_items/1?iid_path=true'],
] as const)('RL-01.30 RL-01.31 closing a blocked %s asks first', async (type, path) => {
  const product = await openPage(
    path,
    seed([], { type }, ({ server, projectId }, root) =>
      server.world.relate('blocks', server.world.addItem(projectId, { title: 'First' }).id, root.id),
    ),
  );
  await product.user.click(await screen.findByRole('button', { name: `Close ${type}` }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByRole('heading')).toHaveTextContent(`Are you sure you want to close this blocked ${type}?`);
  expect(question.getByText(`This ${type} is currently blocked by the following issues:`)).toBeInTheDocument();
  expect(await question.findByRole('link')).toHaveAttribute('href', '/acme/app/-/issues/2');
  await product.user.click(question.getByRole('button', { name: `Yes, close ${type}` }));
  expect(await screen.findByRole('button', { name: `Reopen ${type}` })).toBeInTheDocument();
});

describe('EP-16.3 without work items MVC', () => {
  const switchOff = async (product: Awaited<ReturnType<typeof openPage>>) => {
    const { user, settings, firstRun } = product.planner.store.getState().access.session;
    await act(async () => {
      product.planner.store.dispatch({
        ...accessActions.sessionReceived({ user, settings, firstRun, features: {} }),
      });
      await product.settled();
    });
  };

  test('EP-16.3 an issue has no list of tasks', async () => {
    const product = await openPage(ISSUE, seed(['One']));
    await screen.findByRole('treegrid', { name: 'Tasks' });
    await switchOff(product);
    expect(screen.queryByRole('treegrid')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Break it down' })).toBeInTheDocument();
  });

  test('EP-16.3 a task has no page', async () => {
    const product = await openPage('/acme/app/-/work_items/1?iid_path=true', seed([], { type: 'task' }));
    await screen.findByRole('heading', { level: 1, name: 'Break it down' });
    await switchOff(product);
    expect(screen.getByRole('heading', { level: 1, name: 'Work item not found' })).toBeInTheDocument();
  });
});
