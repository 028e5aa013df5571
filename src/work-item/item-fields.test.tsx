import { act, screen, within } from '@testing-library/react';
import { workItemActions } from '@espalier/core/work-item';
import { itemFieldActions } from '@espalier/core/work-item/fields';
import { refusal } from '@espalier/core/testing';
import type { ItemRow } from '../../sim/server/index.ts';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const ISSUE = '/acme/app/-/issues/1';

const seed =
  (change: Partial<ItemRow> = {}) =>
  ({ server, groupId, projectId }: World) => {
    server.world.addLabel('bug', '#ff0000', groupId);
    server.world.addMilestone('1.0', null, '2026-01-01', groupId);
    server.world.addMember({ userId: server.world.addUser({ username: 'ada', name: 'Ada' }), groupId, level: 30 });
    server.world.addItem(projectId, { title: 'Break it down', ...change });
  };

const details = async () => within(await screen.findByRole('complementary', { name: 'Details' }));
const row = (product: Awaited<ReturnType<typeof openPage>>) => [...product.server.world.items.values()][0];

test('WI-02.10 WI-02.11 WI-02.12 the title: Enter saves, Escape gives up, a blank one cannot be saved, a refused one stays', async () => {
  const product = await openPage(ISSUE, seed());
  const { user } = product;
  const edit = () => screen.findByRole('button', { name: 'Edit title' });
  const field = () => screen.getByRole('textbox', { name: 'Title' });
  await user.click(await edit());
  await user.clear(field());
  expect(screen.getByRole('button', { name: 'Save title' })).toHaveAttribute('aria-disabled', 'true');
  await user.type(field(), '{Enter}');
  expect(field()).toBeInTheDocument();
  await user.type(field(), 'Other{Escape}');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Break it down');
  expect(await edit()).toHaveFocus();
  await user.click(await edit());
  product.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'No') });
  await user.clear(field());
  await user.type(field(), 'Dry tap{Enter}');
  await product.settled();
  expect(field()).toHaveValue('Dry tap');
  expect(screen.getByText('Something went wrong while updating the issue. Please try again.')).toBeInTheDocument();
  await user.type(field(), '{Enter}');
  await product.settled();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dry tap');
  expect(row(product)?.title).toBe('Dry tap');
});

test('WI-03.1 WI-03.4 people are ticked in a list, and one assigns oneself', async () => {
  const product = await openPage(ISSUE, seed());
  const { user } = product;
  const aside = await details();
  await user.click(await aside.findByRole('button', { name: 'Edit assignees' }));
  await product.settled();
  await user.click(screen.getByRole('option', { name: /Ada/ }));
  await user.click(aside.getByRole('button', { name: 'Done editing assignees' }));
  await product.settled();
  expect(aside.getByRole('link', { name: /Ada/ })).toBeInTheDocument();
  await user.click(aside.getByRole('button', { name: 'Assign myself' }));
  await product.settled();
  expect(row(product)?.assigneeIds).toHaveLength(2);
  expect(aside.queryByRole('button', { name: 'Assign myself' })).not.toBeInTheDocument();
  await user.click(aside.getByRole('button', { name: 'Unassign Ada' }));
  await product.settled();
  expect(row(product)?.assigneeIds).toHaveLength(1);
});

test('WI-04.1 labels are ticked; Escape leaves them as they were', async () => {
  const product = await openPage(ISSUE, seed());
  const { user } = product;
  const aside = await details();
  const edit = await aside.findByRole('button', { name: 'Edit labels' });
  await user.click(edit);
  await product.settled();
  await user.click(screen.getByRole('option', { name: /bug/ }));
  await user.keyboard('{Escape}{Escape}');
  expect([row(product)?.labelIds, document.activeElement]).toEqual([[], edit]);
  await user.click(edit);
  await product.settled();
  await user.click(screen.getByRole('option', { name: /bug/ }));
  await user.click(screen.getByRole('main'));
  await product.settled();
  expect(row(product)?.labelIds).toHaveLength(1);
  expect(aside.getByRole('button', { name: 'Remove bug' })).toBeInTheDocument();
});

test('WI-07.5 a number that stands as it was opened is not saved over what somebody else has saved since', async () => {
  const product = await openPage(ISSUE, seed({ weight: 3 }));
  const { user } = product;
  const aside = await details();
  const field = () => aside.getByRole('textbox', { name: 'Weight' });
  await user.click(await aside.findByRole('button', { name: 'Edit weight' }));
  const { items } = product.server.world;
  items.set(row(product)!.id, { ...row(product)!, weight: 5 });
  act(() => product.planner.store.dispatch(workItemActions.pageRetried()));
  await product.settled();
  expect(field()).toHaveValue('3');
  await user.click(screen.getByRole('main'));
  await product.settled();
  expect([row(product)?.weight, aside.getByText('Weight').nextSibling?.textContent]).toEqual([5, '5']);
  await user.click(aside.getByRole('button', { name: 'Edit weight' }));
  await user.clear(field());
  await user.type(field(), '8{Enter}');
  await product.settled();
  expect(row(product)?.weight).toBe(8);
});

test('WI-06.2 WI-06.3 a milestone is chosen, and an expired one says so', async () => {
  const product = await openPage(ISSUE, seed());
  const { user } = product;
  const aside = await details();
  await user.click(await aside.findByRole('button', { name: 'Edit milestone' }));
  await product.settled();
  await user.click(screen.getByRole('option', { name: '1.0 (expired)' }));
  await product.settled();
  expect(aside.getByText('Milestone').nextSibling).toHaveTextContent('1.0 (expired)');
  expect(row(product)?.milestoneId).not.toBeNull();
  expect(aside.getByRole('button', { name: 'Edit milestone' })).toHaveFocus();
});

test('AP-14.73 the milestone of an issue leads to its page', async () => {
  await openPage(ISSUE, (world) => {
    const milestoneId = world.server.world.addMilestone('2.0', null, null, world.groupId);
    seed({ milestoneId })(world);
  });
  const link = (await details()).getByRole('link', { name: '2.0' });
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/groups\/acme\/-\/milestones\/\d+$/));
});

test('WI-02.13 WI-15.2 a visitor reads; nothing can be edited, and empty fields say None', async () => {
  await openPage(ISSUE, seed(), { viewer: null });
  const aside = await details();
  expect(aside.getByText('Assignees').nextSibling).toHaveTextContent('None');
  expect(screen.queryByRole('button', { name: /^Edit / })).not.toBeInTheDocument();
  expect(aside.queryByRole('switch')).not.toBeInTheDocument();
});

test('WI-07.22 WI-07.21 AP-14.104 an iteration is chosen by keyboard, or none, and leads to its page', async () => {
  const product = await openPage(ISSUE, (world) => {
    seed()(world);
    const { server, groupId } = world;
    const days = { startDate: '2092-03-02', dueDate: '2092-03-13' };
    server.world.iterations.set(1, {
      ...{ id: 1, iid: 1, cadenceId: 1, groupId, title: 'Sprint', description: null, ...days },
    });
  });
  const { user } = product;
  const aside = await details();
  const edit = await aside.findByRole('button', { name: 'Edit iteration' });
  await user.click(edit);
  await product.settled();
  expect(screen.getByRole('option', { name: /Sprint/ })).toHaveTextContent('Mar 2 – 13, 2092');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await product.settled();
  expect([aside.getByText('Iteration').nextSibling?.textContent, row(product)?.iterationId]).toEqual(['Sprint', 1]);
  expect(aside.getByRole('link', { name: 'Sprint' })).toHaveAttribute('href', '/groups/acme/-/iterations/1');
  expect(edit).toHaveFocus();
  await user.click(edit);
  await product.settled();
  await user.click(screen.getByRole('option', { name: 'No iteration' }));
  await product.settled();
  expect([aside.getByText('Iteration').nextSibling?.textContent, row(product)?.iterationId]).toEqual(['None', null]);
});

test('WI-15.8 the focus goes to the next thing that can be taken away, else to the button that edits the field', async () => {
  const product = await openPage(ISSUE, (world) => {
    const { server, groupId } = world;
    const labelIds = ['a', 'b', 'c'].map((title) => server.world.addLabel(title, '#ff0000', groupId));
    seed({ labelIds })(world);
  });
  const { user } = product;
  const aside = await details();
  const press = async (name: string) => {
    act(() => aside.getByRole('button', { name }).focus());
    await user.keyboard('{Enter}');
    await product.settled();
  };
  await aside.findByRole('button', { name: 'Remove b' });
  await press('Remove b');
  expect(aside.getByRole('button', { name: 'Remove c' })).toHaveFocus();
  await press('Remove c');
  expect(aside.getByRole('button', { name: 'Remove a' })).toHaveFocus();
  await press('Remove a');
  expect(aside.getByRole('button', { name: 'Edit labels' })).toHaveFocus();
  await press('Assign myself');
  expect(aside.getByRole('button', { name: /^Unassign/ })).toHaveFocus();
  await press(aside.getByRole('button', { name: /^Unassign/ }).getAttribute('aria-label') ?? '');
  expect(aside.getByRole('button', { name: 'Assign myself' })).toHaveFocus();
});

test('WI-02.15 a title that was put back does not take the focus, and says so', async () => {
  const product = await openPage(ISSUE, seed());
  const edit = await screen.findByRole('button', { name: 'Edit title' });
  const { titleTyped } = itemFieldActions;
  const id = product.planner.store.getState().workItem.page.id ?? '';
  act(() => {
    product.planner.store.dispatch(titleTyped({ id, text: 'Break it down', opened: true, restored: true }));
    product.planner.store.dispatch(titleTyped({ id, text: 'Break it up' }));
  });
  const field = screen.getByRole('textbox', { name: 'Title' });
  expect(field).toHaveValue('Break it up');
  expect(field).not.toHaveFocus();
  expect(screen.getByText('The title that you had not saved is back in its field.')).toHaveAttribute('role', 'status');
  expect(edit).not.toBeInTheDocument();
});

test('WI-13.14 the type is changed in a dialog, from the menu and the palette; what does not fit says why', async () => {
  const product = await openPage(ISSUE, (made: World) => {
    seed({ weight: 3 })(made);
    const { world } = made.server;
    const [item] = [...world.items.values()];
    const task = world.addItem(made.projectId, { title: 'A task', type: 'task' });
    const id = world.nextId('links');
    world.links.set(task.id, { id, parentId: item?.id ?? 0, childId: task.id, position: 0, createdAt: world.now() });
  });
  const { user } = product;
  await screen.findByRole('link', { name: 'A task' });
  await user.click(screen.getByRole('button', { name: 'Issue actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change type…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change type' }));
  const incident = dialog.getByRole('radio', { name: 'Incident' });
  const objective = dialog.getByRole('radio', { name: 'Objective' });
  expect(incident).toHaveFocus();
  expect(objective).toHaveAccessibleDescription(/with these child item types\.$/);
  await user.click(objective);
  expect(objective).not.toBeChecked();
  const submit = dialog.getByRole('button', { name: 'Change type' });
  expect(submit).toHaveAttribute('aria-disabled', 'true');
  await user.click(submit);
  expect(row(product)?.type).toBe('issue');
  await user.click(incident);
  expect(dialog.getByRole('status')).toHaveTextContent('Not shown by an incident: Weight. It is kept');
  await user.click(submit);
  await product.settled();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Close incident' })).toBeInTheDocument();
  expect(screen.queryByText('Weight')).not.toBeInTheDocument();
  expect(row(product)).toMatchObject({ type: 'incident', weight: 3 });
  // As the palette does.
  act(() => document.querySelector<HTMLButtonElement>('[data-command="change type"]')?.click());
  expect(await screen.findByRole('dialog', { name: 'Change type' })).toBeInTheDocument();
});

test.each([
  ['a guest', 'gus'],
  ['a visitor', null],
])('WI-13.14 %s is not offered another type', async (_who, viewer) => {
  const withGuest = (world: World) => {
    seed()(world);
    const { server, groupId } = world;
    server.world.addMember({ userId: server.world.addUser({ username: 'gus' }), groupId, level: 10 });
  };
  const { user } = await openPage(ISSUE, withGuest, { viewer });
  await screen.findByRole('heading', { level: 1, name: 'Break it down' });
  const actions = screen.queryByRole('button', { name: 'Issue actions' });
  if (actions !== null) await user.click(actions);
  expect(screen.queryByRole('menuitem', { name: 'Change type…' })).not.toBeInTheDocument();
});
