import { act, fireEvent, screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

/** Epic "Plan" with child epics "Epic A", "Epic B", then issues; `deep`: issues below the first epic. */
const plan =
  ({ epics = 2, issues = 2, deep = 0 }) =>
  ({ server: { world }, groupId, projectId, under }: World) => {
    const root = world.addEpic(groupId, { title: 'Plan' });
    const made = (count: number, make: (index: number) => { readonly id: number }) =>
      Array.from({ length: count }, (_, index) => make(index).id);
    const children = made(epics, (index) => world.addEpic(groupId, { title: `Epic ${'AB'[index]}` }));
    under(root.id, ...children, ...made(issues, (index) => world.addItem(projectId, { title: `Issue ${index + 1}` })));
    under(children[0] ?? 0, ...made(deep, (index) => world.addItem(projectId, { title: `Deep ${index + 1}` })));
  };

async function open(children: Parameters<typeof plan>[0], viewer: string | null = 'root') {
  const product = await openPage('/groups/acme/-/epics/1', plan(children), { viewer });
  await screen.findByRole('treegrid');
  await product.rest();
  return product;
}

const rows = () => screen.getAllByRole('row');
const row = (title: string) =>
  screen.getByRole('link', { name: title }).closest<HTMLElement>('[role=row]') as HTMLElement;
const focus = (title: string) => act(() => row(title).focus());

describe('rows selected together', () => {
  const selected = () =>
    rows()
      .filter((each) => each.getAttribute('aria-selected') === 'true')
      .map((each) => within(each).getAllByRole('link')[0]?.textContent);

  test('TR-05.51 a click with Ctrl selects a row, and takes it out; the rows say what they are', async () => {
    await open({});
    expect(screen.getByRole('treegrid')).toHaveAttribute('aria-multiselectable', 'true');
    expect(row('Epic A')).toHaveAttribute('aria-selected', 'false');
    const reference = (title: string) => within(row(title)).getAllByRole('gridcell')[0] as HTMLElement;
    fireEvent.click(reference('Epic A'), { ctrlKey: true });
    fireEvent.click(reference('Issue 2'), { metaKey: true });
    expect(selected()).toEqual(['Epic A', 'Issue 2']);
    fireEvent.click(reference('Epic A'), { ctrlKey: true });
    expect(selected()).toEqual(['Issue 2']);
  });

  test('TR-05.52 keys select: x, Shift with arrows, Ctrl and A, Escape; the keyboard goes along', async () => {
    const { user } = await open({});
    focus('Epic A');
    await user.keyboard('x');
    expect(selected()).toEqual(['Epic A']);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(selected()).toEqual(['Epic A', 'Epic B', 'Issue 1']);
    expect(row('Issue 1')).toHaveFocus();
    await user.keyboard('{Control>}a{/Control}');
    expect(selected()).toEqual(['Epic A', 'Epic B', 'Issue 1', 'Issue 2']);
    await user.keyboard('{Escape}');
    expect(selected()).toEqual([]);
    await user.keyboard('{ArrowUp}');
    expect(row('Epic B')).toHaveFocus();
    expect(selected()).toEqual([]);
  });

  test('TR-05.53 a click with Shift takes a range', async () => {
    const { user } = await open({});
    focus('Epic B');
    await user.keyboard('x');
    fireEvent.click(row('Issue 2'), { shiftKey: true });
    expect(selected()).toEqual(['Epic B', 'Issue 1', 'Issue 2']);
    expect(row('Issue 2')).toHaveFocus();
  });

  test('TR-05.55 "Select" in the menu of a row gives all rows checkboxes, and then a tap selects', async () => {
    const { user } = await open({ epics: 1 });
    await user.click(screen.getByRole('button', { name: 'Actions for Issue 1' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Select/ }));
    expect(screen.getByRole('checkbox', { name: 'Select Issue 1' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Select Issue 2' }));
    expect(selected()).toEqual(['Issue 1', 'Issue 2']);
    fireEvent.click(row('Issue 1'));
    expect(selected()).toEqual(['Issue 2']);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('checkbox', { name: 'Select Issue 2' })).toBeNull();
  });

  test('TR-05.56 what is folded away leaves the selection', async () => {
    const { user, settled } = await open({ epics: 1, issues: 1, deep: 2 });
    await user.click(screen.getByRole('button', { name: 'Expand Epic A' }));
    await settled();
    focus('Deep 2');
    await user.keyboard('x');
    focus('Issue 1');
    await user.keyboard('x');
    expect(selected()).toEqual(['Deep 2', 'Issue 1']);
    await user.click(screen.getByRole('button', { name: 'Collapse Epic A' }));
    await user.click(screen.getByRole('button', { name: 'Expand Epic A' }));
    await settled();
    expect(selected()).toEqual(['Issue 1']);
  });

  test('TR-05.51 nobody who is not signed in selects', async () => {
    const { user } = await open({ epics: 1, issues: 1 }, null);
    expect(screen.getByRole('treegrid')).not.toHaveAttribute('aria-multiselectable');
    focus('Epic A');
    await user.keyboard('x');
    expect(row('Epic A')).not.toHaveAttribute('aria-selected');
  });
});
