import { screen, waitFor, within } from '@testing-library/react';
import { refusal } from '@espalier/core/testing';
import { closePage, openPage, type World } from '../testing/product.tsx';

afterEach(closePage);

const PATH = '/-/tokens';
const MAKE = 'POST /api/v4/user/personal_access_tokens';
const LIST = 'GET /api/v4/personal_access_tokens';

const token = (id: number, name: string, expiresAt = '2027-06-30') => ({
  id,
  userId: 1,
  name,
  scope: 'api' as const,
  createdAt: '2026-01-02T03:04:05Z',
  expiresAt,
  revoked: false,
});

const withTokens = ({ server: { world } }: World): void => {
  world.tokens.set(901, token(901, 'Nightly report'));
  world.tokens.set(900, token(900, 'Old importer', '2026-01-31'));
};

const row = async (name: string) =>
  (await screen.findByRole('button', { name: `Revoke ${name}` })).closest('li') as HTMLElement;
const create = () => screen.getByRole('button', { name: 'Create token' });
/** What is said at once; regions that wait for something to say are empty. */
const alerts = () =>
  screen.queryAllByRole('alert').flatMap(({ textContent }) => (textContent === '' ? [] : [textContent]));

test('RP-02.129 tokens are listed with scope, use and end; an expired one is marked', async () => {
  await openPage(PATH, withTokens);
  expect(await row('Nightly report')).toHaveTextContent(
    /^Nightly reportapiCreated .*Never usedExpires Jun 30, 2027Revoke$/,
  );
  expect(await row('Old importer')).toHaveTextContent(/Expired.*Expired Jan 31, 2026/);
  expect(within(await row('Nightly report')).queryByText('Expired')).toBeNull();
});

test('RP-02.129 without tokens the page says so; one that cannot be read says why, once, and is tried again', async () => {
  const { user, settled, server } = await openPage('/', () => undefined);
  server.fault({ kind: 'refuse', match: LIST, error: refusal(500) });
  await user.click(await screen.findByRole('button', { name: 'Administrator' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Access tokens' }));
  await settled();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(window.location.pathname).toBe(PATH);
  expect(await screen.findByText('You have no access tokens')).toBeInTheDocument();
  expect(alerts()).toEqual([]);
});

test('RP-02.130 RP-02.131 a new token is shown once, with the focus in it, and put away; the form is empty again', async () => {
  const { user, settled, fake, planner } = await openPage(PATH, () => undefined);
  await user.click(await screen.findByRole('radio', { name: /^api/ }));
  await user.click(create());
  await settled();
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(expect.stringContaining("can't be blank"));
  await user.type(screen.getByLabelText('Name'), 'CI{Enter}');
  await settled();
  const field = await screen.findByLabelText('Token');
  const secret = fake.ports.secrets?.shown()?.secret ?? '';
  expect(field).toHaveValue(secret);
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription('Copy it now: it is not shown again.');
  expect(JSON.stringify(planner.store.getState())).not.toContain(secret);
  expect(screen.getByLabelText('Name')).toHaveValue('');
  expect(await row('CI')).toHaveTextContent(/^CIapi/);
  await user.click(screen.getByRole('button', { name: 'Copy token' }));
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByLabelText('Token')).toBeNull();
  expect(document.body).not.toHaveTextContent(secret);
  expect(screen.getByRole('main')).toHaveFocus();
});

test('RP-02.131 who leaves the page does not see the secret again', async () => {
  const { user, settled, fake } = await openPage(PATH, () => undefined);
  await user.type(await screen.findByLabelText('Name'), 'CI{Enter}');
  await settled();
  await screen.findByLabelText('Token');
  await user.click(screen.getByRole('link', { name: 'Espalier, home' }));
  await settled();
  expect(fake.ports.secrets?.shown()).toBeNull();
});

test('RP-02.130 the server’s words stand at the form, and the text stays', async () => {
  const { user, settled, server } = await openPage(PATH, () => undefined);
  server.fault({ kind: 'refuse', match: MAKE, error: refusal(400, 'Name is taken') });
  await user.type(await screen.findByLabelText('Name'), 'CI{Enter}');
  await settled();
  expect(alerts()).toEqual(['Name is taken']);
  expect(screen.getByLabelText('Name')).toHaveValue('CI');
  // What is no date is not sent.
  const expiry = screen.getByLabelText('Expiry date');
  await user.clear(expiry);
  await user.type(expiry, 'whenever');
  await user.click(create());
  await settled();
  expect(server.calls.filter(({ what }) => what === MAKE)).toHaveLength(1);
});

test('RP-02.133 revoking asks, says why it failed where it was asked, and takes the token off the list', async () => {
  const { user, settled, server } = await openPage(PATH, withTokens);
  await user.click(within(await row('Nightly report')).getByRole('button', { name: 'Revoke Nightly report' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke token' }));
  expect(question.getByText('Nightly report')).toBeInTheDocument();
  server.fault({ kind: 'refuse', match: 'DELETE /api/v4/personal_access_tokens/901', error: refusal(500) });
  await user.click(question.getByRole('button', { name: 'Revoke token' }));
  await settled();
  expect(question.getByRole('alert')).toHaveTextContent('Something went wrong');
  await user.click(question.getByRole('button', { name: 'Revoke token' }));
  await settled();
  await waitFor(() => expect(screen.queryByText('Nightly report')).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.world.tokens.get(901)?.revoked).toBe(true);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your tokens' })).toHaveFocus());
});

test('a visitor is led to sign in, and back', async () => {
  await openPage(PATH, () => undefined, { viewer: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
  expect(window.location.pathname + window.location.search).toBe('/-/sign-in?return_to=%2F-%2Ftokens');
});
