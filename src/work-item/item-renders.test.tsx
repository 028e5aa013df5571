import type { World } from '../testing/product.tsx';
import { drawnDuring } from '../testing/renders.ts';

const { act, screen } = await import('@testing-library/react');
const { closePage, openPage } = await import('../testing/product.tsx');

afterEach(closePage);

const seed = ({ server, groupId, projectId, under }: World) => {
  const labelIds = [
    server.world.addLabel('team', '#ff0000', groupId),
    server.world.addLabel('bug', '#00ff00', groupId),
  ];
  const root = server.world.addItem(projectId, { title: 'Break it down', description: 'Text', labelIds });
  under(root.id, server.world.addItem(projectId, { type: 'task', title: 'First task', labelIds }).id);
};

test('WI-01.26 what others change is drawn where it stands, and nothing beside it', async () => {
  const product = await openPage('/acme/app/-/issues/1', seed);
  await screen.findByText('First task');
  await product.rest();
  await product.rest();
  await screen.findByRole('heading', { name: /^Linked items/ });
  await product.user.click(screen.getByRole('button', { name: 'Edit title' }));
  const { items } = product.server.world;
  const [item] = [...items.values()];
  const readAgain = (change: object) =>
    drawnDuring(async () => {
      Object.assign(item!, change);
      await act(() => product.fake.push(`gid://gitlab/Issue/${item!.id}`, ['labels', 'dates', 'milestone']));
      await product.settled();
    });

  const ofLabels = await readAgain({ labelIds: item!.labelIds.slice(0, 1) });
  expect(screen.getByRole('list', { name: 'Labels' })).toHaveTextContent(/^team$/);
  expect(
    [...ofLabels].filter((name) => /^(?:Lab|Date|Top|Title|Tree|Work|Link|Markup|Reac|Assig|Num)/.test(name)),
  ).toEqual(['WorkItemPage', 'WorkItemSidebar', 'LabelsField']);
  const ofDate = await readAgain({ dueDate: '2026-03-01' });
  expect(screen.getByText('Mar 1, 2026')).toBeInTheDocument();
  expect([ofDate.has('DateField'), ofDate.has('LabelsField')]).toEqual([true, false]);
  expect(await readAgain({})).toEqual(new Set());
});
