import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createPlanner, type Planner } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import { FakePorts, settle } from '@espalier/core/testing';
import { App } from '../app.tsx';
import './managed-page.tsx';
import './timebox-page.tsx';

const PAGE = '/groups/acme/-/iterations/9';
const ID = 'gid://gitlab/Iteration/9';

let planner: Planner | null = null;
afterEach(() => {
  cleanup();
  planner?.dispose();
  planner = null;
});

/** Opens the page of an iteration. */
async function open(title: string | null, automatic: boolean, admin = true) {
  const fake = new FakePorts();
  planner = createPlanner(fake.ports);
  const user = { id: 'gid://gitlab/User/7', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada', admin };
  const session = { features: {}, settings: {}, firstRun: false, user: admin ? user : null };
  planner.store.dispatch(accessActions.sessionReceived(session));
  window.history.pushState(null, '', PAGE);
  render(<App planner={planner} ports={fake.ports} follow={{ to: () => undefined }} />);
  await screen.findByRole('navigation', { name: 'Group' }, { timeout: 10_000 });
  await act(settle);
  const iteration = {
    ...{ id: ID, title, description: 'what', descriptionHtml: '<p>what <em>it</em> is</p>', state: 'current' },
    ...{ startDate: '2026-11-02', dueDate: '2026-11-08' },
    report: {
      burnupTimeSeries: [{ date: '2026-11-03', scopeCount: 4, scopeWeight: 8, completedCount: 1, completedWeight: 3 }],
      stats: { total: { count: 4, weight: 8 }, complete: { count: 1, weight: 3 } },
    },
    iterationCadence: { id: 'gid://gitlab/Iterations::Cadence/4', title: 'Weekly', automatic },
  };
  const group = { id: 'g', iterations: { nodes: [iteration] }, opened: { count: 3 }, closed: { count: 1 } };
  await act(() => fake.next('iterationPage').answer({ group }));
  await screen.findByRole('heading', { level: 1, name: title ?? /Nov 2 – 8, 2026/ });
  return { fake, user: userEvent.setup() };
}

test('AP-14.104 the page of an iteration has its state, days, cadence, description, progress, issues and what can be done', async () => {
  const { fake, user } = await open('Sprint', false);
  expect(screen.getByText('Current', { selector: 'main *' })).toBeInTheDocument();
  expect(document.title).toContain('Sprint · Iterations · acme');
  expect(screen.getByText('Nov 2 – 8, 2026 · Weekly')).toBeInTheDocument();
  expect(screen.getByText('it').tagName).toBe('EM');
  expect(screen.getByText('1 of 4 issues closed · 3 of 8 weight completed')).toBeInTheDocument();
  expect(fake.next('groupTimeboxIssues').variables).toMatchObject({ fullPath: 'acme', iterationId: [ID] });
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const title = await screen.findByLabelText('Title (optional)');
  expect(title).toHaveValue('Sprint');
  await user.type(title, ' 2');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const saved = fake.next('POST /api/graphql');
  expect(saved.request?.body).toMatchObject({ variables: { input: { id: ID, title: 'Sprint 2' } } });
  await act(() => saved.answer({ data: { updateIteration: { errors: [] } } }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete…' }));
  expect(screen.getByRole('alertdialog', { name: 'Delete iteration?' })).toHaveTextContent('Sprint');
});

test('AP-14.104 an iteration without a title is called by its days; of an automatic cadence its description alone is edited', async () => {
  const { user } = await open(null, true);
  expect(screen.getByText('Weekly', { selector: 'p' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByLabelText('Description')).toHaveValue('what');
  expect(screen.queryByLabelText('Title (optional)')).toBeNull();
});

test('AP-14.104 who may not change it is offered nothing', async () => {
  await open('Sprint', false, false);
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
});
