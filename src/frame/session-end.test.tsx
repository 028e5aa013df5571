import { act, screen, waitFor, within } from '@testing-library/react';
import { UNREACHABLE } from '@espalier/core/testing';
import { keeper } from '@espalier/core/keep';
import { closePage, openPage, type Product } from '../testing/product.tsx';

afterEach(closePage);

const EPIC = '/groups/acme/-/epics/1';
const LINE = 'You are signed out.';

async function epicPage(): Promise<Product> {
  const product = await openPage(`${EPIC}?tab=tree`, ({ server, groupId }) => {
    server.world.addEpic(groupId, { title: 'Plan it' });
  });
  await screen.findByRole('button', { name: 'Close epic' });
  return product;
}

/** What is said; regions that wait for something to say are empty. */
const alerts = () =>
  screen.queryAllByRole('alert').flatMap(({ textContent }) => (textContent === '' ? [] : [textContent]));

const line = async () => (await screen.findByText(LINE)).closest('[role=alert]') as HTMLElement;

test('RP-02.114 after a session ended elsewhere the first edit says so, the page stays, and a form offers to sign in', async () => {
  const { user, server } = await epicPage();
  server.signInAs(null);
  await user.click(screen.getByRole('button', { name: 'Close epic' }));
  const dialog = await screen.findByRole('dialog', { name: 'You are signed out' });
  expect(within(dialog).getByLabelText('Username or email')).toHaveValue('root');
  expect(within(dialog).getByRole('link', { name: 'Sign in in another tab' })).toHaveAttribute(
    'href',
    `/-/sign-in?return_to=${encodeURIComponent(`${EPIC}?tab=tree`)}`,
  );
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(within(await line()).getByRole('button', { name: 'Sign in' })).toBeInTheDocument();
  // Nothing else is said.
  expect(alerts()).toEqual([expect.stringContaining(LINE)]);
  expect(screen.getByRole('heading', { level: 1, name: 'Plan it' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Epic actions' })).toBeInTheDocument();
});

test('RP-02.119 signing in in place lets the very edit go on', async () => {
  const { user, server, settled } = await epicPage();
  server.signInAs(null);
  await user.click(screen.getByRole('button', { name: 'Close epic' }));
  const dialog = await screen.findByRole('dialog', { name: 'You are signed out' });
  const root = [...server.world.users.values()].find(({ username }) => username === 'root');
  if (root !== undefined) server.world.users.set(root.id, { ...root, password: 'secret' });
  await user.type(within(dialog).getByLabelText('Password'), 'secret');
  await user.click(within(dialog).getByRole('button', { name: 'Sign in' }));
  await settled();
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(LINE)).toBeNull());
  expect(alerts()).toEqual([]);
});

test('RP-02.36 what was typed stands in the form when the page is opened again', async () => {
  const path = '/groups/acme/-/epics/new';
  const first = await openPage(path, () => undefined);
  first.planner.keep(keeper);
  await first.user.type(await screen.findByLabelText('Title'), 'Half a title');
  const stored = [...first.fake.stored];
  closePage();
  const { planner, fake, settled } = await openPage(path, () => undefined);
  // Another tab: its ids are others.
  for (const [key, value] of stored) fake.stored.set(`${key}-before`, value);
  act(() => planner.keep(keeper));
  await settled();
  expect(await screen.findByLabelText('Title')).toHaveValue('Half a title');
});

test.each([
  ['', [false, true]],
  [', also where the browser thinks that it was online all the while', [true]],
])(
  'RP-02.135 RP-02.136 a page that is opened without a connection offers no sign-in, and is there by itself when the connection is%s',
  async (_, online) => {
    const offline = { error: UNREACHABLE, kind: 'refuse' } as const;
    const { server, fake } = await openPage(EPIC, ({ server, groupId }) => {
      server.world.addEpic(groupId, { title: 'Plan it' });
      server.fault({ ...offline, match: 'GET /-/session.json' });
      server.fault({ ...offline, match: 'epicPage' });
    });
    const header = within(screen.getByRole('banner'));
    expect(await screen.findAllByText(/^The server could not be reached/)).not.toEqual([]);
    expect(header.queryByText('Sign in')).toBeNull();
    expect(header.queryByRole('button', { name: 'Administrator' })).toBeNull();
    for (const is of online) await act(() => fake.goOnline(is));
    expect(await header.findByRole('button', { name: 'Administrator' })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: 'Plan it' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(/^The server could not be reached/)).toBeNull());
    expect(server.calls.filter(({ what }) => what === 'GET /-/session.json')).toHaveLength(2);
  },
);
