import { act, screen, waitFor } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';
import './checklist.tsx';

afterEach(closePage);

const TEXT = 'Do:\n- [ ] one\n- [x] two\n- [~] three';

async function open(path: string, viewer: string | null = 'root') {
  const seed = ({ server, groupId, projectId }: World) => {
    server.world.addItem(projectId, { title: 'Leaking tap', description: TEXT });
    server.world.addEpic(groupId, { title: 'Plumbing', description: TEXT });
  };
  const product = await openPage(path, seed, { viewer });
  await product.settled();
  await screen.findByText(/checklist items completed/);
  const box = (name: string) => screen.getByRole('checkbox', { name: `Check: ${name}` });
  return { ...product, box };
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
