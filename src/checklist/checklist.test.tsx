import { act, screen, waitFor } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';
import './checklist.tsx';

afterEach(closePage);

const TEXT = 'Do:\n- [ ] one\n- [x] two\n- [~] three';

const ISSUE = '/acme/app/-/issues/1';

async function open(path: string, viewer: string | null = 'root') {
  const seed = ({ server, groupId, projectId }: World) => {
    server.world.addItem(projectId, { title: 'Leaking tap', description: TEXT });
    server.world.addEpic(groupId, { title: 'Plumbing', description: TEXT });
  };
  const product = await openPage(path, seed, { viewer });
  await product.settled();
  await screen.findByText(/checklist items completed/);
  const box = (name: string) => screen.getByRole('checkbox', { name: `Check: ${name}` });
  const button = (name: string) => screen.getByRole('button', { name: `Actions for: ${name}` });
  const text = () => [...product.server.world.items.values()][0]?.description;
  /** Others save another text, and the page hears of it. */
  const others = async (description: string) => {
    const [item] = [...product.server.world.items.values()];
    const lockVersion = (item?.lockVersion ?? 0) + 1;
    product.server.world.change(item?.id ?? 0, { description, lockVersion });
    await act(() => product.fake.push(`gid://gitlab/Issue/${item?.id}`, ['description']));
    await product.settled();
  };
  return { ...product, box, button, text, others };
}

test.each(['/acme/app/-/issues/1', '/groups/acme/-/epics/1'])(
  'IE-06.48 a line of the text is checked where it stands, with pointer and keys: %s',
  async (path) => {
    const { user, box, server, settled } = await open(path);
    expect(screen.getByText('1 of 2 checklist items completed')).toBeInTheDocument();
    expect([box('one'), box('two')].map((each) => (each as HTMLInputElement).checked)).toEqual([false, true]);
    expect(box('one')).toBeEnabled();
    expect(box('three')).toBeDisabled();
    const first = box('one');
    await user.click(first);
    await settled();
    expect(box('one')).toBe(first);
    expect(first).toBeChecked();
    expect(screen.getByText('2 of 2 checklist items completed')).toBeInTheDocument();
    expect([...server.world.items.values()].map(({ description }) => description)).toContain(
      TEXT.replace('[ ]', '[x]'),
    );
    expect(first).toHaveFocus();
    await user.keyboard(' ');
    await settled();
    expect(first).not.toBeChecked();
    expect([...server.world.items.values()].map(({ description }) => description)).toEqual([TEXT, TEXT]);
  },
);

test('IE-06.48 while a line is on its way no box can be pressed; refused, it is as it was', async () => {
  const { user, box, fake, server, settled } = await open('/acme/app/-/issues/1');
  server.fault({ kind: 'hold', match: 'PATCH', milliseconds: 100 });
  await user.click(box('one'));
  expect([box('one'), box('two')].map((each) => (each as HTMLInputElement).disabled)).toEqual([true, true]);
  expect(box('one')).toBeChecked();
  await act(() => fake.clock.advance(100));
  await waitFor(() => expect(box('two')).toBeEnabled());
  [...server.world.items.values()].forEach(({ id }) =>
    server.world.change(id, { description: '- [ ] other', lockVersion: 9 }),
  );
  await user.click(box('two'));
  await settled();
  expect(screen.getByText(/^Someone edited this issue at the same time you did\./)).toBeInTheDocument();
  expect(await screen.findByRole('checkbox', { name: 'Check: other' })).not.toBeChecked();
});

test('IE-06.48 who may not change the item sees what is checked', async () => {
  const { box } = await open('/acme/app/-/issues/1', null);
  expect([box('one'), box('two')].map((each) => (each as HTMLInputElement).disabled)).toEqual([true, true]);
  expect(box('two')).toBeChecked();
});

describe('IE-06.69 the button of a line', () => {
  test('opens a menu by keyboard; a line goes up and down, and keeps the focus', async () => {
    const { user, box, button, text, settled } = await open(ISSUE);
    box('one').focus();
    await user.tab();
    expect(button('one')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Convert to task',
      'Move down',
      'Delete',
    ]);
    await user.keyboard('{ArrowDown}{Enter}');
    await settled();
    expect(text()).toBe('Do:\n- [x] two\n- [ ] one\n- [~] three');
    await waitFor(() => expect(button('one')).toHaveFocus());
    await user.click(button('one'));
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    await settled();
    expect(text()).toBe(TEXT);
  });

  test.each([ISSUE, '/groups/acme/-/epics/1'])('deletes it; a line of an epic becomes no task: %s', async (path) => {
    const { user, button, server, settled } = await open(path);
    await user.click(button('two'));
    await screen.findByRole('menuitem', { name: 'Delete' });
    expect(screen.queryByRole('menuitem', { name: 'Convert to task' }) === null).toBe(path !== ISSUE);
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await settled();
    expect([...server.world.items.values()].map(({ description }) => description)).toContain(
      'Do:\n- [ ] one\n- [~] three',
    );
    await waitFor(() => expect(button('three')).toHaveFocus());
  });

  test('makes a task of it, which stands among the children at once', async () => {
    const { user, button, text, settled } = await open(ISSUE);
    await user.click(button('one'));
    await user.click(await screen.findByRole('menuitem', { name: 'Convert to task' }));
    await settled();
    expect(text()).toBe('Do:\n- [ ] #2+\n- [x] two\n- [~] three');
    expect(await screen.findByRole('row', { name: /one/ })).toBeInTheDocument();
  });

  test('drags it to another place; Escape puts it back, and another text that others save', async () => {
    const { user, button, text, others, settled } = await open(ISSUE);
    const items = () => screen.getAllByRole('checkbox').map((each) => each.closest('li')!);
    const drag = async (end: () => Promise<unknown>) => {
      for (const [index, each] of items().entries())
        each.getBoundingClientRect = () => new DOMRect(0, index * 20, 100, 20);
      await user.pointer({ keys: '[MouseLeft>]', target: button('one'), coords: { clientY: 10 } });
      await user.pointer({ target: document.body, coords: { clientY: 35 } });
      expect(items()[1]).toHaveAttribute('data-drop', 'after');
      await end();
      await settled();
    };
    await drag(() => user.keyboard('{Escape}').then(() => user.pointer('[/MouseLeft]')));
    expect([text(), items()[1]?.hasAttribute('data-drop')]).toEqual([TEXT, false]);
    const theirs = TEXT.replace('two', 'second');
    await drag(() => others(theirs).then(() => user.pointer('[/MouseLeft]')));
    expect([text(), items()[1]?.hasAttribute('data-drop')]).toEqual([theirs, false]);
    await others(TEXT);
    await drag(() => user.pointer('[/MouseLeft]'));
    expect(text()).toBe('Do:\n- [x] two\n- [ ] one\n- [~] three');
  });

  test('its menu closes where others change the text; the focus stays near', async () => {
    const { user, button, others, text, settled } = await open(ISSUE);
    await user.click(button('two'));
    await screen.findByRole('menuitem', { name: 'Delete' });
    const theirs = TEXT.replace('Do:', 'Do:\n- [ ] new');
    await others(theirs);
    expect(screen.getByRole('checkbox', { name: 'Check: new' })).toBeInTheDocument();
    expect(screen.queryByRole('menu')).toBeNull();
    await waitFor(() => expect(button('two')).toHaveFocus());
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await settled();
    expect(text()).toBe(theirs.replace('- [x] two\n', ''));
  });

  test('is not there where nothing can become of the line, and drags only one that can be moved', async () => {
    const { user, button, text, others, settled } = await open(ISSUE);
    // The second item shares its line with another one.
    await others('- [ ] one\n- 2. [~] two\n- 3. [ ] three');
    expect(screen.getAllByRole('button', { name: /^Actions for: / })).toEqual([button('one'), button('three')]);
    await user.pointer({ keys: '[MouseLeft>]', target: button('three'), coords: { clientY: 10 } });
    await user.pointer({ target: document.body, coords: { clientY: 35 } });
    expect(document.querySelector('[data-lifted]')).toBeNull();
    await user.pointer('[/MouseLeft]');
    await settled();
    expect(text()).toContain('two');
  });

  test('is not there for who may not change the item', async () => {
    await open(ISSUE, null);
    expect(screen.queryByRole('button', { name: /^Actions for: / })).toBeNull();
  });
});
