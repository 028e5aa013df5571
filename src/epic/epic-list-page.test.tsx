import { screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const seed = ({ server, groupId }: World) => {
  for (let index = 1; index <= 22; index += 1) server.world.addEpic(groupId, { title: `Epic ${index}` });
  server.world.addEpic(groupId, { title: 'Old one', state: 'closed' });
};

const shown = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .flatMap((item) => within(item).queryByRole('link', { name: /Epic \d+|Old/ })?.textContent ?? []);

test('the address is the view: state, search, order and page', async () => {
  const { user, settled } = await openPage('/groups/acme/-/epics', seed);
  await screen.findByText('Epic 22');
  expect(shown()).toHaveLength(20);
  await user.click(screen.getByRole('link', { name: 'Next' }));
  await settled();
  expect(window.location.search).toContain('after=');
  expect(shown()).toHaveLength(2);
  await user.click(screen.getByRole('link', { name: /^Closed/ }));
  await settled();
  expect(window.location.search).toBe('?state=closed');
  expect(shown()).toEqual(['Old one']);
  expect(screen.getByRole('link', { name: /Closed/ })).toHaveAttribute('aria-current', 'page');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Title, A to Z');
  await settled();
  expect(window.location.search).toBe('?state=closed&sort=title_asc');
});

test('a search keeps its words in the address and says when nothing fits', async () => {
  const { user, advance } = await openPage('/groups/acme/-/epics', seed);
  await screen.findByText('Epic 22');
  const field = screen.getByRole('searchbox', { name: 'Search by title' });
  await user.type(field, 'Epic 7{Enter}');
  await advance(250);
  expect(window.location.search).toBe('?search=Epic+7');
  expect(shown()).toEqual(['Epic 7']);
  await user.clear(field);
  await advance(250);
  expect(window.location.search).toBe('');
  await user.type(field, 'nothing like it{Enter}');
  await advance(250);
  expect(shown()).toEqual([]);
  expect(await screen.findByText('No matches found')).toBeInTheDocument();
});

const labelled = ({ server: { world }, groupId }: World) => {
  const high = world.addLabel('priority::high', '#ff0000');
  const bug = world.addLabel('bug', '#1068bf');
  world.addEpic(groupId, { title: 'Epic 1', labelIds: [bug, high] });
  world.addEpic(groupId, { title: 'Epic 2', labelIds: [bug] });
  world.addEpic(groupId, { title: 'Epic 3' });
};
const chips = () =>
  screen.queryAllByRole('button', { name: /^Remove label/ }).map((button) => button.getAttribute('aria-label'));

test('RL-12.41 the labels of the address filter the list, and each can be taken away', async () => {
  const { user, settled } = await openPage(
    '/groups/acme/-/epics?label_name[]=bug&label_name[]=priority%3A%3Ahigh',
    labelled,
  );
  expect(await screen.findByRole('link', { name: 'Epic 1' })).toBeInTheDocument();
  expect([shown(), chips()]).toEqual([['Epic 1'], ['Remove label bug', 'Remove label priority::high']]);
  await user.click(screen.getByRole('button', { name: 'Remove label priority::high' }));
  await settled();
  expect(window.location.search).toBe('?label_name[]=bug');
  expect(shown()).toEqual(['Epic 2', 'Epic 1']);
  expect(screen.getByRole('button', { name: 'Remove label bug' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await settled();
  expect(window.location.search).toBe('');
  expect([shown(), chips()]).toEqual([['Epic 3', 'Epic 2', 'Epic 1'], []]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('RL-12.42 search, state and order keep the labels, and a label in a row is added to them', async () => {
  const { user, settled, advance } = await openPage('/groups/acme/-/epics?label_name[]=bug', labelled);
  await user.type(await screen.findByRole('searchbox', { name: 'Search by title' }), 'Epic{Enter}');
  await advance(250);
  expect(window.location.search).toBe('?search=Epic&label_name[]=bug');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Title, A to Z');
  await settled();
  expect(window.location.search).toBe('?search=Epic&sort=title_asc&label_name[]=bug');
  await user.click(screen.getByRole('link', { name: 'priority::high' }));
  await settled();
  expect(window.location.search).toBe('?search=Epic&sort=title_asc&label_name[]=bug&label_name[]=priority%3A%3Ahigh');
  expect(shown()).toEqual(['Epic 1']);
  await user.click(screen.getByRole('link', { name: /^Closed/ }));
  await settled();
  expect(chips()).toHaveLength(2);
  expect(screen.getByText('No matches found')).toBeInTheDocument();
});

test('RL-12.45 a label that nothing has leaves an empty list that says so', async () => {
  const { user, settled } = await openPage('/groups/acme/-/epics?state=all&label_name[]=No+Such', labelled);
  expect(await screen.findByText('No matches found')).toBeInTheDocument();
  expect([shown(), chips()]).toEqual([[], ['Remove label No Such']]);
  await user.click(screen.getByRole('button', { name: 'Remove label No Such' }));
  await settled();
  expect(shown()).toHaveLength(3);
});

test('TR-07.40 a label beside an epic leads to the epics that have it', async () => {
  const { user, settled } = await openPage('/groups/acme/-/epics/1', labelled);
  await user.click(await screen.findByRole('link', { name: 'priority::high' }));
  await settled();
  expect(window.location.pathname + window.location.search).toBe(
    '/groups/acme/-/epics?label_name[]=priority%3A%3Ahigh',
  );
  expect(shown()).toEqual(['Epic 1']);
});

test('there is one search field on a page', async () => {
  await openPage('/groups/acme/-/epics', seed);
  await screen.findByText('Epic 22');
  expect(screen.getAllByRole('searchbox')).toEqual([screen.getByRole('searchbox', { name: 'Search by title' })]);
});

test("the header's search looks into the group that is open", async () => {
  const { user, settled } = await openPage('/groups/acme/-/epics/1', seed);
  await user.type(await screen.findByRole('searchbox', { name: 'Search epics of this group' }), 'Epic 3{Enter}');
  await settled();
  expect(window.location.pathname + window.location.search).toBe('/groups/acme/-/epics?search=Epic+3');
});

test('a list that cannot be read can be tried again', async () => {
  const { user, settled } = await openPage('/groups/acme/-/epics', (world) => {
    seed(world);
    world.server.fault({ kind: 'lose', match: 'groupEpics', when: 'beforeCommit' });
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await settled();
  expect(shown()).toHaveLength(20);
});

test('a group that does not exist is not found', async () => {
  await openPage('/groups/nope/-/epics', seed);
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
});

const states = () =>
  within(screen.getByRole('navigation', { name: 'State' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

test('RP-02.149 every state says how many the search finds in it', async () => {
  const { user, advance } = await openPage('/groups/acme/-/epics', seed);
  await screen.findByText('Epic 22');
  expect(states()).toEqual(['Open 22', 'Closed 1', 'All 23']);
  await user.type(screen.getByRole('searchbox', { name: 'Search by title' }), 'Epic 1{Enter}');
  expect(states()).toEqual(['Open …', 'Closed …', 'All …']);
  await advance(250);
  expect(states()).toEqual(['Open 11', 'Closed 0', 'All 11']);
});

const member =
  (level: number | null) =>
  ({ server: { world }, groupId }: World) => {
    const userId = world.addUser({ username: 'ada' });
    if (level !== null) world.addMember({ userId, groupId, level });
  };

test.each([
  ['a Reporter', member(20), 'ada', true],
  ['a Guest', member(10), 'ada', false],
  ['somebody without a role', member(null), 'ada', false],
  ['an administrator', member(null), 'root', true],
  ['a visitor', member(null), null, false],
])(
  'EP-18.24 New epic is offered to %s, on the list, on the page of the group, and at its own address: %#',
  async (_who, people, viewer, offered) => {
    const list = await openPage('/groups/acme/-/epics', people, { viewer });
    expect(await screen.findByRole('heading', { level: 1, name: 'Epics' })).toBeInTheDocument();
    await list.settled();
    expect(screen.queryAllByRole('link', { name: 'New epic' })).toHaveLength(offered ? 1 : 0);
    closePage();
    const group = await openPage('/groups/acme', people, { viewer });
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeInTheDocument();
    await group.settled();
    expect(screen.queryAllByRole('link', { name: 'New epic' })).toHaveLength(offered ? 1 : 0);
    closePage();
    await openPage('/groups/acme/-/epics/new', people, { viewer });
    const name = offered ? 'New epic' : 'Page not found';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeInTheDocument();
  },
);
