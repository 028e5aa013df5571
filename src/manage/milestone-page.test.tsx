import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createPlanner, type Planner } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import { addDays } from '@espalier/core/calendar';
import { FakePorts, settle } from '@espalier/core/testing';
import { App } from '../app.tsx';
import './managed-page.tsx';
import './timebox-page.tsx';

const PAGE = '/acme/app/-/milestones/3';
const FOUND = 'GET /api/v4/projects/acme%2Fapp/milestones';

let planner: Planner | null = null;
afterEach(() => {
  cleanup();
  planner?.dispose();
  planner = null;
});

const person = { id: 'gid://gitlab/User/7', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada' };
const row = (iid: number) => ({
  id: `gid://gitlab/Issue/${iid}`,
  iid: String(iid),
  title: `Issue ${iid}`,
  type: 'ISSUE',
  state: 'opened',
  reference: `acme/app#${iid}`,
  webPath: `/acme/app/-/issues/${iid}`,
  confidential: false,
  createdAt: '2026-01-02T03:04:05Z',
  updatedAt: '2026-02-02T03:04:05Z',
  closedAt: null,
  dueDate: null,
  weight: 2,
  healthStatus: null,
  taskCompletionStatus: { count: 0, completedCount: 0 },
  milestone: { id: 'gid://gitlab/Milestone/9', title: 'Beta', startDate: null, dueDate: null },
  author: person,
  assignees: { nodes: [] },
  labels: { nodes: [] },
  userPermissions: { adminIssue: true, updateIssue: true },
});

/** Opens the page and answers what it asks. `from`: days from today to its first day; null: it has none. */
async function open(from: number | null, more: object = {}) {
  const fake = new FakePorts();
  const today = fake.ports.clock.today();
  planner = createPlanner(fake.ports);
  const session = { features: {}, settings: {}, firstRun: false, user: { ...person, admin: true } };
  planner.store.dispatch(accessActions.sessionReceived(session));
  window.history.pushState(null, '', PAGE);
  const user = userEvent.setup();
  render(<App planner={planner} ports={fake.ports} follow={{ to: () => undefined }} />);
  await screen.findByRole('navigation', { name: 'Project' }, { timeout: 10_000 });
  await act(settle);
  const days =
    from === null
      ? { start_date: null, due_date: null }
      : { start_date: addDays(today, from), due_date: addDays(today, from + 20) };
  const json = { id: 9, iid: 3, title: 'Beta', description: 'what', state: 'active', expired: false, ...days };
  const totals = (day: number, scopeCount: number, completedCount: number) => ({
    date: addDays(today, day),
    scopeCount,
    scopeWeight: scopeCount * 2,
    completedCount,
    completedWeight: completedCount * 2,
  });
  const series = [totals(-3, 4, 0), totals(-1, 5, 2)];
  const milestone = {
    id: 'gid://gitlab/Milestone/9',
    descriptionHtml: '<p>What it is <strong>about</strong></p>',
    stats: { totalIssuesCount: 5, closedIssuesCount: 2 },
    report: {
      burnupTimeSeries: from === null ? null : series,
      stats: { total: { count: 5, weight: 10 }, complete: { count: 2, weight: 4 } },
    },
    ...more,
  };
  const answer = (what: string, data: unknown) => act(() => fake.next(what).answer(data));
  await answer(FOUND, [json]);
  await answer('milestonePage', { milestone });
  await screen.findByRole('heading', { level: 1, name: 'Beta' });
  return { fake, user, answer };
}

const none = async (from: number | null, more: object = {}) => {
  await open(from, more);
  const text = screen.getByRole('region', { name: 'Charts' }).querySelector('p')?.textContent;
  cleanup();
  planner?.dispose();
  return text;
};

test('AP-14.73 the page of a milestone has its state, days, description, progress, issues and what can be done', async () => {
  const { answer } = await open(-3);
  expect(screen.getByText('Open', { selector: 'main *' })).toBeInTheDocument();
  expect(document.title).toContain('Beta · Milestones · acme/app');
  expect(screen.getByText('about').tagName).toBe('STRONG');
  expect(screen.getByText('2 of 5 issues closed · 4 of 10 weight completed')).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'Closed issues' })).toHaveAttribute('aria-valuenow', '40');
  const pageInfo = { endCursor: 'e', startCursor: 's', hasNextPage: true, hasPreviousPage: false };
  await answer('projectTimeboxIssues', {
    project: {
      id: 'p',
      name: 'App',
      nameWithNamespace: 'Acme / App',
      fullPath: 'acme/app',
      issues: { nodes: [row(1), row(2)], pageInfo },
      opened: { count: 30 },
      closed: { count: 4 },
    },
  });
  await answer('projectOpenTimeboxIssues', {
    project: { id: 'p', unstarted: { count: 25 }, ongoing: { count: 5 } },
  });
  expect(screen.getByRole('link', { name: 'Issue 1' })).toHaveAttribute('data-over', '1');
  expect(screen.getByRole('link', { name: 'Unstarted 25' })).toHaveAttribute('href', `${PAGE}?state=unstarted`);
  expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('href', `${PAGE}?after=e`);
  expect(screen.queryByRole('img', { name: /Milestone/ })).toBeNull();
  for (const name of ['Edit', 'Close milestone', 'More actions'])
    expect(screen.getByRole('button', { name })).toBeEnabled();
});

test('AP-14.60 it is edited on its page, and the heading has the focus afterwards', async () => {
  const { fake, user, answer } = await open(-3);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const title = await screen.findByLabelText('Title');
  expect(title).toHaveValue('Beta');
  await user.type(title, ' 2');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const saved = fake.next('PUT /api/v4/projects/acme%2Fapp/milestones/9');
  expect(saved.request?.body).toMatchObject({ title: 'Beta 2', description: 'what' });
  await act(() => saved.answer({}));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.queryByLabelText('Title')).toBeNull();
  await answer(FOUND, []);
  await screen.findByRole('heading', { level: 1, name: /not found/i });
});

test('AP-14.72 both charts are by issues or by their weights, and their figures a table', async () => {
  const { user } = await open(-3);
  const chart = (name: string) => within(screen.getByRole('figure', { name }));
  expect(chart('Burndown chart').getByRole('img')).toHaveAccessibleName('Burndown chart, issues: Remaining 3');
  expect(chart('Burnup chart').getByRole('img')).toHaveAccessibleName('Burnup chart, issues: Total 5, Completed 2');
  const cells = () =>
    chart('Burnup chart')
      .getAllByRole('cell', { hidden: true })
      .map(({ textContent }) => textContent);
  expect(cells()).toEqual(['5', '2', '5', '2', '4', '0', '4', '0']);
  await user.click(screen.getByRole('radio', { name: 'Issue weight' }));
  expect(chart('Burndown chart').getByRole('img')).toHaveAccessibleName('Burndown chart, issue weight: Remaining 6');
  expect(cells()).toEqual(['10', '4', '10', '4', '8', '0', '8', '0']);
});

test('AP-14.72 where there is no chart it is said why', async () => {
  const nothing = { report: { burnupTimeSeries: [], stats: null } };
  expect([await none(null), await none(3), await none(-3, nothing)]).toEqual([
    'No charts without dates',
    'No charts yet',
    'Nothing to chart',
  ]);
});
