import { useState } from 'react';
import { render, screen, waitFor, within, act } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { closePage, openPage } from '../testing/product.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

afterEach(() => {
  closePage();
  delete document.documentElement.dataset['theme'];
});

test('home lists groups and projects, and searches them by the address', async () => {
  const { user, advance } = await openPage('/', ({ server, groupId }) => {
    server.world.addGroup({ path: 'web', name: 'Web', parentId: groupId });
  });
  const main = within(screen.getByRole('main'));
  expect(await main.findByRole('link', { name: 'Acme' })).toHaveAttribute('href', '/groups/acme/-/epics');
  expect(main.getByRole('link', { name: 'Web' })).toBeInTheDocument();
  expect(main.getByText(/App/)).toBeInTheDocument();
  expect(screen.getAllByRole('searchbox')).toEqual([main.getByRole('searchbox')]);
  await user.type(main.getByRole('searchbox'), 'zzz');
  await advance(1000);
  expect(window.location.search).toBe('?search=zzz');
  expect(await main.findByText('No matches found')).toBeInTheDocument();
});

test('BD-05.110 the header leads to epics, issues and the roadmap of the group', async () => {
  const { user, settled } = await openPage('/acme/app/-/milestones', () => undefined);
  const nav = within(screen.getByRole('navigation', { name: 'Main' }));
  const links = () =>
    nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.ariaCurrent]);
  await user.click(nav.getByRole('link', { name: 'Issues' }));
  await settled();
  expect(await screen.findByRole('heading', { level: 1, name: 'Issues' })).toBeInTheDocument();
  expect(links()).toEqual([
    ['Home', '/', null],
    ['Epics', '/groups/acme/-/epics', null],
    ['Issues', '/groups/acme/-/issues', 'page'],
    ['Roadmap', '/groups/acme/-/roadmap', null],
  ]);
});

test('a new page is announced, named in the tab, and takes the keyboard to its start', async () => {
  const { user, settled } = await openPage('/', () => undefined);
  await user.click(await screen.findByRole('link', { name: 'Acme' }));
  await settled();
  await waitFor(() => expect(document.title).toBe('Epics · Acme · Espalier'));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('Epics · Acme');
});

test('the theme is shown and kept', async () => {
  const { user, fake } = await openPage('/', () => undefined);
  await user.click(await screen.findByRole('button', { name: 'Theme and rows' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(fake.stored.get('theme')).toBe('dark');
  await user.click(await screen.findByRole('button', { name: 'Theme and rows' }));
  expect(await screen.findByRole('menuitemradio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true');
  await user.click(screen.getByRole('menuitemradio', { name: 'System' }));
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  expect(fake.stored.has('theme')).toBe(false);
});

test('RP-02.230 rows are compact unless the browser remembers that they are comfortable', async () => {
  const { user, fake } = await openPage('/', () => undefined);
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Theme and rows' }));
    await user.click(await screen.findByRole('menuitemradio', { name }));
    return [document.documentElement.dataset['density'], fake.stored.get('density')];
  };
  expect(await choose('Comfortable rows')).toEqual(['comfortable', 'comfortable']);
  await user.click(await screen.findByRole('button', { name: 'Theme and rows' }));
  expect(await screen.findByRole('menuitemradio', { name: 'Comfortable rows' })).toHaveAttribute(
    'aria-checked',
    'true',
  );
  await user.keyboard('{Escape}');
  expect(await choose('Compact rows')).toEqual([undefined, undefined]);
});

test('signing in fails with one text for a wrong name and a wrong password, and then comes back to where it was asked for', async () => {
  const { user, settled, fake } = await openPage(
    '/-/sign-in?return_to=%2Fgroups%2Facme%2F-%2Fepics',
    ({ server }) => void server.world.addUser({ username: 'ada', password: 'correct horse' }),
    { viewer: null },
  );
  await user.type(await screen.findByLabelText('Username or email'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await settled();
  expect(screen.getByText('Invalid login or password.').closest('[role=alert]')).not.toBeNull();
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await settled();
  expect(fake.visits).toEqual(['/groups/acme/-/epics']);
});

test('a sign-in link leads nowhere outside of the product', async () => {
  await openPage('/-/sign-in?return_to=%2F%2Fevil.test', () => undefined);
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

test('a view that comes later says so and leads back', async () => {
  await openPage('/acme/app/-/boards/7', () => undefined);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This view is not part of this version' }),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Epics of acme' })).toHaveAttribute('href', '/groups/acme/-/epics');
});

test('a component that throws takes down its page only, is reported, and can be tried again', async () => {
  const user = userEvent.setup();
  const logged: unknown[] = [];
  let broken = true;
  const Fragile = () => {
    if (broken) throw new Error('broken');
    return <p>Whole</p>;
  };
  const Outer = () => {
    const [key, setKey] = useState('a');
    return (
      <>
        <button onClick={() => setKey('b')}>Next page</button>
        <ErrorBoundary log={{ error: (message) => logged.push(message) }} resetKey={key}>
          <Fragile />
        </ErrorBoundary>
      </>
    );
  };
  const silent = console.error;
  console.error = () => undefined;
  render(<Outer />);
  expect(screen.getByText('Something went wrong on our end.')).toBeInTheDocument();
  expect(logged).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('Something went wrong on our end.')).toBeInTheDocument();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(screen.getByText('Whole')).toBeInTheDocument();
  console.error = silent;
});

afterEach(closePage);

const TEXT = 'Not saved yet: no connection';

test('RP-02.26 a change that cannot be saved is told, once and quietly, while the machine is offline', async () => {
  const { fake, server, user, advance, settled } = await openPage('/groups/acme/-/epics/1', ({ server, groupId }) => {
    server.world.addEpic(groupId, { title: 'Plan it' });
  });
  const close = await screen.findByRole('button', { name: 'Close epic' });
  await act(() => fake.goOnline(false));
  expect(screen.queryByText(TEXT)).toBeNull();

  server.fault({ kind: 'delay', match: 'PUT /groups/acme/-/epics/1', milliseconds: 1000 });
  await user.click(close);
  await settled();
  const line = await screen.findByText(TEXT);
  expect(line.closest('[role=status]')).not.toBeNull();
  await act(() => fake.goOnline(true));
  expect(screen.queryByText(TEXT)).toBeNull();

  await act(() => fake.goOnline(false));
  expect(screen.getByText(TEXT)).toBeInTheDocument();
  await advance(1000);
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeInTheDocument();
  expect(screen.queryByText(TEXT)).toBeNull();
});

afterEach(closePage);

test('RP-02.271 from the click on a line says that a page is under way, and what is read out is its name alone', async () => {
  const { user, server, settled, advance } = await openPage('/', () => undefined);
  await settled();
  expect(screen.queryByRole('progressbar', { name: 'Loading the page' })).toBeNull();
  server.fault({ kind: 'delay', match: 'groupEpics', milliseconds: 1000 });
  await user.click(await screen.findByRole('link', { name: 'Acme' }));
  await screen.findByRole('heading', { level: 1, name: 'Epics' });
  const line = await screen.findByRole('progressbar', { name: 'Loading the page' });
  expect(line.closest('[aria-live]')).toBeNull();
  await advance(1000);
  await settled();
  expect(screen.queryByRole('progressbar', { name: 'Loading the page' })).toBeNull();
});
