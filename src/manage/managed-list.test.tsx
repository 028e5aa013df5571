import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createPlanner } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import type { PlaceNoun } from '@espalier/core/manage';
import { FakePorts, refusal, settle } from '@espalier/core/testing';
import { PortsContext } from '../ports/context.ts';
import { WatchContext } from '../store.ts';
import { ManagedPageView } from './managed-page.tsx';

const ADA = { id: 'gid://gitlab/User/7', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada', admin: false };
const RESTS: Partial<Record<PlaceNoun, string>> = {
  members: 'project_members',
  labels: 'labels',
  milestones: 'milestones',
};

/** A page of the project `acme/app`, for somebody who has this role there. */
async function open(noun: PlaceNoun, level: number) {
  const fake = new FakePorts();
  const planner = createPlanner(fake.ports);
  const session = { features: {}, settings: {}, firstRun: false, user: ADA };
  planner.store.dispatch(accessActions.sessionReceived(session));
  const route = { page: 'managed', kind: 'project', fullPath: 'acme/app', groupPath: 'acme' } as const;
  render(
    <Provider store={planner.store}>
      <PortsContext value={fake.ports}>
        <WatchContext value={planner.watch}>
          <MemoryRouter>
            <ManagedPageView route={{ ...route, rest: RESTS[noun] ?? '' }} />
          </MemoryRouter>
        </WatchContext>
      </PortsContext>
    </Provider>,
  );
  const answer = async (what: string, given: unknown) => {
    await act(() => fake.next(what).answer(given));
    await act(settle);
  };
  const fail = async (what: string, status: number, ...messages: readonly string[]) => {
    await act(() => fake.next(what).fail(refusal(status, ...messages)));
    await act(settle);
  };
  await act(settle);
  await answer(`GET ${API}/members/all/7`, { access_level: level });
  const user = userEvent.setup();
  const choose = async (name: string, what: string) => {
    await user.click(screen.getByRole('button', { name: `More actions for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: what }));
    await act(settle);
  };
  const advance = (milliseconds: number) => act(() => fake.clock.advance(milliseconds));
  return { user, answer, fail, choose, advance };
}

const API = '/api/v4/projects/acme%2Fapp';
const LABELS = `GET ${API}/labels`;
const label = (id: number, name: string) => ({ id, name, color: '#ff0000', description: null, open_issues_count: 1 });
const BUG = label(3, 'Bug');
const CHORE = label(4, 'Chore');
const heading = () => screen.getByRole('heading', { level: 1 });

test('BD-05.83 what is above one’s own role is neither edited nor ended', async () => {
  const app = await open('members', 40);
  const member = (id: number, name: string, access_level: number) => ({
    id,
    name,
    username: name.toLowerCase(),
    access_level,
    created_at: '2026-01-02T03:04:05Z',
  });
  await app.answer(`GET ${API}/members`, [member(8, 'Olga', 50), member(9, 'Max', 40), member(7, 'Ada', 40)]);
  const buttons = (name: string) =>
    within(screen.getByText(name).closest('li') ?? document.body)
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
  expect(buttons('Olga')).toEqual([]);
  expect(buttons('Max')).toEqual(['Edit Max', 'More actions for Max']);
  await app.user.click(screen.getByRole('radio', { name: 'Invited' }));
  await app.answer(`GET ${API}/invitations`, [
    { invite_email: 'boss@example.com', access_level: 50, expires_at: null, created_at: '2026-01-02T03:04:05Z' },
  ]);
  expect(buttons('boss@example.com')).toEqual([]);
});

test('BD-05.87 with what is inherited nothing is changed; under every other filter it is, also where all are listed', async () => {
  const app = await open('labels', 40);
  await app.answer(LABELS, [BUG]);
  expect(screen.getByRole('button', { name: 'Edit Bug' })).toBeVisible();
  await app.user.click(screen.getByRole('radio', { name: 'Including inherited' }));
  await app.answer(LABELS, [BUG]);
  expect(screen.queryByRole('button', { name: 'Edit Bug' })).toBeNull();
});

test('BD-05.87 all milestones are the place’s own', async () => {
  const app = await open('milestones', 40);
  await app.user.click(screen.getByRole('radio', { name: 'All' }));
  await app.answer(`GET ${API}/milestones`, [{ id: 7, iid: 3, title: 'Beta', state: 'closed' }]);
  expect(screen.getByRole('button', { name: 'Edit Beta' })).toBeVisible();
});

test('BD-05.94 an invitation that lets nobody in says so, and can be renewed', async () => {
  const app = await open('members', 40);
  await app.answer(`GET ${API}/members`, []);
  await app.user.click(screen.getByRole('radio', { name: 'Invited' }));
  const invitation = { access_level: 30, expires_at: null, created_at: '2026-01-02T03:04:05Z', created_by_name: 'Max' };
  await app.answer(`GET ${API}/invitations`, [
    { ...invitation, invite_email: 'new@example.com', valid: false },
    { ...invitation, invite_email: 'two@example.com' },
  ]);
  const rows = within(screen.getByRole('list', { name: 'Members' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent.includes('No longer valid'))).toEqual([true, false]);
  await app.user.click(screen.getByRole('button', { name: 'Edit new@example.com' }));
  await app.user.click(screen.getByRole('button', { name: 'Save changes' }));
  await app.answer(`PUT ${API}/invitations/new%40example.com`, {});
  expect(screen.queryByRole('form')).toBeNull();
});

test('BD-05.84 a failure is said once: in the question that asked, and nowhere after it', async () => {
  const app = await open('labels', 40);
  await app.answer(LABELS, [BUG, CHORE]);
  await app.choose('Bug', 'Delete…');
  const question = screen.getByRole('alertdialog');
  await app.user.click(within(question).getByRole('button', { name: 'Delete label' }));
  await app.fail(`DELETE ${API}/labels/3`, 500);
  expect(screen.getAllByText(/^Something went wrong while saving/)).toHaveLength(1);
  expect(question).toHaveTextContent('Something went wrong while saving');
  await app.user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText(/^Something went wrong/)).toBeNull();
  await app.choose('Bug', 'Subscribe');
  await app.fail(`POST ${API}/labels/3/subscribe`, 403, '403 Forbidden');
  expect(screen.getAllByText('403 Forbidden')).toHaveLength(1);
});

test('BD-05.85 the focus goes to the heading with what asked, and stays on the row without', async () => {
  const app = await open('labels', 40);
  await app.answer(LABELS, [BUG, CHORE]);
  await app.choose('Bug', 'Subscribe');
  await app.answer(`POST ${API}/labels/3/subscribe`, {});
  await app.answer(LABELS, [{ ...BUG, subscribed: true }, CHORE]);
  expect(screen.getByRole('button', { name: 'More actions for Bug' })).toHaveFocus();
  await app.choose('Bug', 'Delete…');
  await app.user.click(screen.getByRole('button', { name: 'Delete label' }));
  await app.answer(`DELETE ${API}/labels/3`, null);
  await app.answer(LABELS, [CHORE]);
  expect(heading()).toHaveFocus();
});

test('BD-05.85 a button that goes with its row leaves the focus to the one in its place, the last one to the heading', async () => {
  const app = await open('milestones', 40);
  const milestone = (id: number, title: string) => ({ id, iid: id, title, description: null, state: 'active' });
  const MILESTONES = `GET ${API}/milestones`;
  await app.answer(MILESTONES, [milestone(3, 'Alpha'), milestone(4, 'Beta')]);
  await app.choose('Alpha', 'Close milestone');
  await app.answer(`PUT ${API}/milestones/3`, {});
  await app.answer(MILESTONES, [milestone(4, 'Beta')]);
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Beta$/);
  await app.choose('Beta', 'Close milestone');
  await app.answer(`PUT ${API}/milestones/4`, {});
  await app.answer(MILESTONES, []);
  expect(heading()).toHaveFocus();
});

test('BD-05.81 the other label is found on the server, whether the list shows it or not', async () => {
  const app = await open('labels', 40);
  await app.answer(LABELS, [BUG]);
  await app.choose('Bug', 'Merge…');
  const question = screen.getByRole('alertdialog', { name: 'Merge label' });
  const send = within(question).getByRole('button', { name: 'Merge label' });
  expect(send).toHaveAttribute('aria-disabled', 'true');
  await app.user.type(within(question).getByRole('combobox', { name: 'Merge into' }), 'z');
  await app.advance(200);
  await app.answer(LABELS, [BUG, label(250, 'Zebra')]);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent.trim())).toEqual(['Zebra']);
  await app.user.click(screen.getByRole('option', { name: 'Zebra' }));
  await app.user.click(send);
  await app.answer(`POST ${API}/labels/3/merge`, {});
  await app.answer(LABELS, []);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
