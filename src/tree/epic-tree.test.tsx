import { screen, render, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { userEvent } from '@testing-library/user-event';
import { refusal } from '@espalier/core/testing';
import type { TreeHeader as Header } from '@espalier/core';
import { closePage, openPage } from '../testing/product.tsx';
import { RenewContext } from '../ui/use-lazy.ts';
import type { World } from '../testing/product.tsx';
import { TreeHeader } from './tree-header.tsx';
import { RoadmapPanel } from './epic-tree.tsx';

afterEach(closePage);

test('TR-06.23, TR-02.22 children that cannot be read the first time: told once, and the header shows no numbers', async () => {
  const product = await openPage('/groups/acme/-/epics/1', ({ server, groupId, projectId, under }) => {
    const root = server.world.addEpic(groupId, { title: 'Plan' });
    under(root.id, server.world.addItem(projectId, { title: 'Issue' }).id);
    server.fault({ kind: 'refuse', match: 'epicChildren', error: refusal(500) });
  });
  expect(await screen.findAllByText('Something went wrong while fetching child epics.')).toHaveLength(1);
  const header = screen.getByRole('heading', { name: /^Child issues and epics/ }).parentElement as HTMLElement;
  expect(header).not.toHaveTextContent(/\d/);
  await product.user.click(screen.getByRole('button', { name: 'Try again' }));
  await product.settled();
  expect(screen.getByRole('link', { name: 'Issue' })).toBeInTheDocument();
  expect(header).toHaveTextContent(/\d/);
});

const HEADER: Header = {
  title: 'Child epics and issues',
  countLines: [{ label: 'Issues', opened: 1100, closed: 134, total: 1234, text: '1100 open, 134 closed' }],
  countsNotice: 'Counts reflect children you may not have access to.',
  weight: { label: 'Total weight', opened: 2_000_000, closed: 0, total: 2_000_000, text: '2000000 open, 0 closed' },
  health: [{ status: 'atRisk', label: 'At risk', variant: 'danger', count: 1000 }],
  confidential: null,
  tabs: null,
  labelsShown: true,
  canToggleLabels: true,
  addMenu: [],
};

test('BD-08.2 sums from a thousand on are short in the header, and whole on pointing at them', () => {
  render(<TreeHeader titleId="title" header={HEADER} />);
  const issues = screen.getByRole('img', { name: /^Issues: 1100 open, 134 closed/ });
  expect(issues).toHaveTextContent('1.2k');
  expect(issues).toHaveAttribute('data-tooltip', expect.stringContaining('1100 open'));
  expect(screen.getByRole('img', { name: 'Total weight: 2000000 open, 0 closed' })).toHaveTextContent('2m');
  expect(screen.getByText('1k at risk')).toBeInTheDocument();
});

test('TR-03.2 a roadmap that cannot be loaded says so, asks for a new page when it is tried again, and is not asked for twice', async () => {
  const load = jest.fn(() => Promise.reject(new Error('offline')));
  const renew = jest.fn();
  const panel = (
    <RenewContext value={renew}>
      <RoadmapPanel load={load} />
    </RenewContext>
  );
  const { unmount } = render(panel);
  expect(screen.getByRole('status', { name: 'Loading the roadmap' })).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load Roadmap');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(renew).toHaveBeenCalledTimes(1);
  unmount();
  render(panel);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load Roadmap');
  expect(load).toHaveBeenCalledTimes(1);
});

afterEach(closePage);

const EPIC = '/groups/acme/-/epics/1';
const ISSUE = '/acme/app/-/issues/1';

/** Epic 1 "Plan" with the child epic "Part", which has the child "Deep". */
function plan({ server, groupId, under }: World): void {
  const [root, part, deep] = ['Plan', 'Part', 'Deep'].map((title) => server.world.addEpic(groupId, { title }).id);
  under(root as number, part as number);
  under(part as number, deep as number);
}

const row = (title: string) => screen.queryByRole('link', { name: title })?.closest('[role=row]');

test('TR-21.30 a page that is read again leaves the rows of its tree expanded and its forms open', async () => {
  const product = await openPage(EPIC, plan);
  await product.user.click(await screen.findByRole('button', { name: 'Expand Part' }));
  await product.settled();
  expect(row('Deep')).toBeTruthy();
  await product.user.click(screen.getByRole('button', { name: 'Add' }));
  await product.user.click(await screen.findByRole('menuitem', { name: 'Add a new epic' }));
  const form = () => within(screen.getByRole('form', { name: 'Add a new epic' }));
  await product.user.type(form().getByRole('textbox', { name: 'Title' }), 'Half of a ti');
  const kept = () => {
    expect(form().getByRole('textbox', { name: 'Title' })).toHaveValue('Half of a ti');
    expect(row('Deep')).toBeTruthy();
  };

  // One's own edit of the epic.
  await product.user.click(screen.getByRole('button', { name: 'Close epic' }));
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeInTheDocument();
  await product.settled();
  kept();

  // Another person's.
  const { world } = product.server;
  const { id = 0, lockVersion = 0 } = [...world.items.values()].find(({ title }) => title === 'Plan') ?? {};
  world.change(id, { title: 'Another plan', lockVersion: lockVersion + 1, editedAt: world.now(), editedBy: 1 });
  await product.advance(60_000);
  await product.settled();
  expect(await screen.findByRole('heading', { level: 1, name: 'Another plan' })).toBeInTheDocument();
  kept();
});

test('TR-21.30 the same on the page of an issue', async () => {
  const product = await openPage(ISSUE, ({ server, projectId }) => {
    server.world.addItem(projectId, { title: 'Break it down' });
  });
  await product.user.click(await screen.findByRole('button', { name: 'Add' }));
  await product.user.click(await screen.findByRole('menuitem', { name: /new task/i }));
  const field = () => screen.getByRole('textbox', { name: 'Title' });
  await product.user.type(field(), 'Half of a ti');
  await product.user.click(screen.getByRole('button', { name: 'Close issue' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reopen issue' })).toBeInTheDocument());
  await product.settled();
  expect(field()).toHaveValue('Half of a ti');
});
