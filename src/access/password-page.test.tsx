import { screen } from '@testing-library/react';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const PATH = '/-/password';
const current = () => screen.findByLabelText('Current password');
const next = () => screen.getByLabelText('New password');
/** What is said at once; the page has a place for alerts that is empty. */
const alerts = () =>
  screen
    .getAllByRole('alert')
    .map((alert) => alert.textContent)
    .filter((text) => text !== '');
const send = () => screen.getByRole('button', { name: 'Set password' });

test('RP-02.111 the first password needs no other one, and is said to be set', async () => {
  const { user, settled, server } = await openPage(PATH, () => undefined);
  await user.type(next(), 'long enough 1843');
  await user.click(send());
  await settled();
  expect(screen.getByText(/^The password is set\. You can sign in with it from now on/)).toHaveAttribute(
    'role',
    'status',
  );
  expect(screen.getByText(/^The password is set/)).toHaveFocus();
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  expect(alerts()).toEqual([]);
  expect(server.calls.findLast(({ what }) => what === 'POST /-/password')).toBeDefined();
});

test('RP-02.111 what the server refuses is said in its words, what was typed stays, and the next try clears it', async () => {
  const { user, settled } = await openPage(PATH, () => undefined);
  await user.type(next(), 'short{Enter}');
  await settled();
  expect(alerts()).toEqual(['Password is too short (minimum is 8 characters).']);
  expect(next()).toHaveValue('short');
  await user.clear(next());
  await user.type(next(), 'long enough 1843{Enter}');
  await settled();
  expect(alerts()).toEqual([]);
});

test('RP-02.111 a wrong current password is said, and nothing is set', async () => {
  const { user, settled } = await openPage(PATH, ({ server: { world } }) =>
    world.users.set(1, { ...world.user(1), password: 'the one before' }),
  );
  await user.type(next(), 'long enough 1843');
  await user.type(await current(), 'not it');
  await user.click(send());
  await settled();
  expect(alerts()).toEqual(['The current password is wrong.']);
  expect(screen.queryByText(/^The password is set/)).not.toBeInTheDocument();
});

test('RP-02.111 a lost connection has a text, and the form can be sent again', async () => {
  const { user, settled, advance, server } = await openPage(PATH, () => undefined);
  server.fault({ kind: 'lose', match: 'POST /-/password', when: 'beforeCommit' });
  await user.type(next(), 'long enough 1843');
  await user.click(send());
  await settled();
  await advance(60_000);
  expect(alerts()).toEqual(['The server could not be reached. Check your connection and try again.']);
  expect(send()).not.toHaveAttribute('aria-disabled');
  await user.click(send());
  await settled();
  expect(screen.getByText(/^The password is set/)).toBeInTheDocument();
});

test('what is typed can be looked at, field by field', async () => {
  const { user } = await openPage(PATH, () => undefined);
  const show = await screen.findByRole('button', { name: 'Show new password', pressed: false });
  await user.type(next(), 'long enough 1843');
  await user.click(show);
  expect(show).toHaveAttribute('aria-pressed', 'true');
  expect(next()).toHaveAttribute('type', 'text');
  expect(next()).toHaveValue('long enough 1843');
  expect(await current()).toHaveAttribute('type', 'password');
  await user.click(show);
  expect(next()).toHaveAttribute('type', 'password');
});

test('both fields are passwords, and a browser knows which is which', async () => {
  await openPage(PATH, () => undefined);
  expect(await current()).toHaveAttribute('type', 'password');
  expect(await current()).toHaveAttribute('autocomplete', 'current-password');
  expect(next()).toHaveAttribute('autocomplete', 'new-password');
  expect(next()).toBeRequired();
});

test('a visitor is led to sign in', async () => {
  await openPage(PATH, () => undefined, { viewer: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
  expect(window.location.pathname).toBe('/-/sign-in');
});
