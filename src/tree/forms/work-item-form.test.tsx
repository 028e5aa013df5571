import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { issueDeleteForm, treeActions } from '@espalier/core/tree';
import type { TreeFormName } from '@espalier/core/tree';
import { issueGid, PlannerBuilder, refusal, workItemGid, workItemNode, workItemTree } from '@espalier/core/testing';
import { TreeFormArea } from '../tree-dialogs.tsx';
import { IssueDeletion } from '../../work-item/issue-deletion-dialog.tsx';

// jsdom lays nothing out.
HTMLElement.prototype.scrollIntoView = () => undefined;

const types = { project: { workItemTypes: { nodes: [{ id: 'gid://gitlab/WorkItems::Type/5', name: 'Task' }] } } };
const found = (...ids: readonly number[]) => ({
  project: {
    workItems: {
      nodes: ids.map((id) => ({
        id: workItemGid(id),
        title: `Task ${id}`,
        reference: `acme/app#${id}`,
        state: 'OPEN',
      })),
    },
  },
});

/** The form of issue 1 of `acme/app`, which has task 2 for a child. */
async function shown(form: TreeFormName, confidential = false) {
  const builder = new PlannerBuilder().root({
    kind: 'workItem',
    type: 'issue',
    id: issueGid(1),
    fullPath: 'acme/app',
    confidential,
  });
  const planner = await builder.opening();
  const parent = workItemNode(1, { typeName: 'Issue', confidential });
  await planner.fake.next('workItemTree').answer(workItemTree(parent, [workItemNode(2)]));
  const user = userEvent.setup();
  render(
    <Provider store={planner.planner.store}>
      <button>before</button>
      <TreeFormArea />
    </Provider>,
  );
  await user.click(screen.getByRole('button', { name: 'before' }));
  await act(() => planner.do(treeActions.formOpened({ form, childType: 'task' })));
  const answer = (what: string, data: unknown) => act(() => planner.fake.next(what).answer(data));
  return { user, planner, answer, form: await screen.findByRole('form') };
}

describe('create', () => {
  test('TR-19.6 the title field says that 255 characters are the maximum', async () => {
    const { form } = await shown('createWorkItem');
    expect(form).toHaveAccessibleName('Add a new task');
    expect(within(form).getByRole('textbox', { name: 'Title' })).toHaveFocus();
    expect(within(form).getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription(
      'Maximum of 255 characters',
    );
  });

  test('a confidential child is asked for, a refusal keeps the input, success closes', async () => {
    const { user, planner, answer, form } = await shown('createWorkItem');
    expect(within(form).getByRole('button', { name: 'Create task' })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('Look into it');
    await user.click(within(form).getByRole('checkbox', { name: /^This task is confidential/ }));
    await user.click(within(form).getByRole('button', { name: 'Create task' }));
    await answer('workItemTypes', types);
    const { input } = planner.fake.next('workItemCreate').variables;
    expect(input).toMatchObject({ title: 'Look into it', confidential: true });
    await answer('workItemCreate', { workItemCreate: { workItem: null, errors: ['Title is taken'] } });
    expect(screen.getByRole('alert')).toHaveTextContent('Title is taken');
    expect(within(form).getByRole('textbox', { name: 'Title' })).toHaveValue('Look into it');

    await user.click(within(form).getByRole('button', { name: 'Create task' }));
    await answer('workItemTypes', types);
    await answer('workItemCreate', { workItemCreate: { workItem: null, errors: [] } });
    expect(form).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'before' })).toHaveFocus();
  });

  test('TR-18.3 under a confidential parent the box is ticked and locked', async () => {
    const { form } = await shown('createWorkItem', true);
    const box = within(form).getByRole('checkbox');
    expect(box).toBeChecked();
    expect(box).toBeDisabled();
    expect(box).toHaveAccessibleDescription('Its parent is confidential, so it is too.');
  });
});

describe('add existing', () => {
  test('TR-19.7 and RL-02.1 items are found by title without the children, chosen and taken out again', async () => {
    const { user, planner, answer, form } = await shown('addWorkItem');
    const field = await screen.findByRole('combobox', { name: 'Items' });
    expect(field).toHaveFocus();
    await answer('projectWorkItems', found(1, 2, 3, 4));
    await user.click(field);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'acme/app#3 Task 3',
      'acme/app#4 Task 4',
    ]);
    await user.click(screen.getByRole('option', { name: /Task 3$/ }));
    expect(screen.queryByRole('listbox')).toBeNull();
    // RL-09.1: what is chosen is not offered again.
    await user.keyboard('{ArrowDown}');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['acme/app#4 Task 4']);
    await user.keyboard('{ArrowDown}{Enter}');
    await user.click(field);
    expect(screen.getByRole('option')).toHaveTextContent('No matches found');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(form).toBeInTheDocument();
    const chosen = () => within(screen.getByRole('list', { name: 'Items to add' })).getAllByRole('listitem');
    expect(chosen()).toHaveLength(2);
    await user.keyboard('{Backspace}');
    expect(chosen().map((item) => item.textContent)).toEqual(['Task 3']);

    await user.keyboard('{Enter}');
    expect(planner.fake.next('workItemUpdate').variables).toEqual({
      input: { id: workItemGid(1), hierarchyWidget: { childrenIds: [workItemGid(3)] } },
    });
    await act(() => planner.fake.next('workItemUpdate').fail(refusal(500)));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Something went wrong when trying to add a child. Please try again.',
    );
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(/Something went wrong when trying to add a child/);
    expect(chosen()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Remove Task 3' }));
    expect(field).toHaveFocus();
    expect(screen.queryByRole('list', { name: 'Items to add' })).toBeNull();
    expect(within(form).getByRole('button', { name: 'Add task' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('TR-19.5 the search waits 500 ms after the last key', async () => {
    const { user, planner, answer } = await shown('addWorkItem');
    await answer('projectWorkItems', found(3));
    await screen.findByRole('combobox', { name: 'Items' });
    await user.keyboard('four');
    await act(() => planner.fake.clock.advance(499));
    expect(planner.fake.waiting('projectWorkItems')).toHaveLength(0);
    await act(() => planner.fake.clock.advance(1));
    expect(planner.fake.next('projectWorkItems').variables).toMatchObject({ searchTerm: 'four', in: ['TITLE'] });
  });
});

test('TR-24.1 the question names the issue, and the browser posts the deletion', async () => {
  const cancelled: string[] = [];
  const model = issueDeleteForm('/acme/app/-/issues/7', 'token-1');
  render(<IssueDeletion form={model} onCancel={() => cancelled.push('yes')} />);
  const button = screen.getByRole('button', { name: 'Delete issue' });
  const form = button.closest('form');
  expect(form).toHaveTextContent('Issue will be removed! Are you sure?');
  expect(form).toHaveAttribute('action', '/acme/app/-/issues/7');
  expect(form).toHaveAttribute('method', 'post');
  expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({
    _method: 'delete',
    authenticity_token: 'token-1',
    destroy_confirm: 'true',
  });
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cancelled).toEqual(['yes']);
});
