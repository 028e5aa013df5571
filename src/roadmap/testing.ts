import { screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';

/** The roadmap's page in tests, and what a person finds on it. */

export const PAGE = '/groups/acme/-/roadmap';
export const NOV = { startDate: '2026-11-02', dueDate: '2026-11-20', startIsFixed: true, dueIsFixed: true };

/** Three epics of this quarter, one of which has children; one without dates, one that is due before it starts. */
export const seed = ({ server: { world }, groupId, projectId, under }: World) => {
  const red = world.addLabel('red', '#ff0000');
  world.addLabel('blue', '#0000ff');
  const one = world.addEpic(groupId, { title: 'One', ...NOV });
  const child = world.addEpic(groupId, { title: 'Child', ...NOV, startDate: '2026-11-09' });
  world.addEpic(groupId, { title: 'Two', ...NOV, startDate: '2026-11-03', labelIds: [red] });
  world.addEpic(groupId, { title: 'Three', ...NOV, startDate: null, dueDate: '2026-12-01' });
  world.addEpic(groupId, { title: 'Undated' });
  world.addEpic(groupId, { title: 'Backwards', ...NOV, startDate: '2026-11-30' });
  const issues = [{ state: 'closed' as const }, {}, {}].map((change) =>
    world.addItem(projectId, { ...change, weight: 1 }),
  );
  under(one.id, child.id, ...issues.map(({ id }) => id));
  world.addMilestone('v1', '2026-11-01', '2026-11-28', groupId);
};

export const grid = () => screen.findByRole('treegrid', { name: 'Roadmap' });
export const titles = async () =>
  within(await grid())
    .queryAllByRole('rowheader')
    .flatMap((header) => within(header).queryByRole('link')?.textContent ?? []);
export const bar = async (title: string) =>
  within(await grid()).getByRole('gridcell', { name: new RegExp(`^${title}, `) });
export const options = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
export const params = () => new URLSearchParams(window.location.search);
