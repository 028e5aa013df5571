import { screen, within } from '@testing-library/react';
import type { World } from '../../testing/product.tsx';
import { closePage, openPage } from '../../testing/product.tsx';

afterEach(closePage);

const seed = ({ server: { world }, groupId, projectId }: World) => {
  const bug = world.addLabel('bug', '#ff0000');
  for (let index = 1; index <= 21; index += 1) world.addItem(projectId, { title: `Issue ${index}` });
  const userId = world.addUser({ username: 'ada', name: 'Ada' });
  world.addItem(projectId, { title: 'Hard one', type: 'task', labelIds: [bug], assigneeIds: [userId] });
  world.addItem(projectId, { title: 'Done', state: 'closed', dueDate: '2026-03-01' });
  const other = world.addGroup({ path: 'web', name: 'Web', parentId: groupId });
  world.addItem(world.addProject({ groupId: other, path: 'site', name: 'Site' }), { title: 'Far away' });
};

const shown = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('time') !== null)
    .map((item) => within(item).getAllByRole('link')[0]?.textContent);

test('RP-02.161 the address is the view: the issues of a project by state, search, order, label and page', async () => {
  const { user, settled, advance } = await openPage('/acme/app/-/issues', seed);
  expect(await screen.findByRole('link', { name: 'Hard one' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/acme\/app\/-\/work_items\/\d+$/),
  );
  expect(document.title).toContain('Issues · Acme / App');
  expect(screen.getByRole('img', { name: 'Assigned to Ada' })).toBeInTheDocument();
  expect(shown()).toHaveLength(20);
  await user.click(screen.getByRole('link', { name: 'Next' }));
  await settled();
  expect(shown()).toEqual(['Issue 2', 'Issue 1']);
  await user.click(screen.getByRole('link', { name: 'Closed 1' }));
  await settled();
  expect([window.location.search, shown()]).toEqual(['?state=closed', ['Done']]);
  expect(screen.getByRole('img', { name: 'Due Mar 1, 2026' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Open 22' }));
  await settled();
  await user.click(screen.getByRole('link', { name: 'bug' }));
  await settled();
  expect([window.location.search, shown()]).toEqual(['?label_name[]=bug', ['Hard one']]);
  await user.click(screen.getByRole('button', { name: 'Remove label bug' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search by title' }), 'Issue 7{Enter}');
  await advance(250);
  expect([window.location.search, shown()]).toEqual(['?search=Issue+7', ['Issue 7']]);
});

test('RL-12.86 one’s own issues are a press away, and another’s are taken away by a button', async () => {
  const { user, settled } = await openPage('/acme/app/-/issues?state=all', seed);
  const mine = await screen.findByRole('button', { name: 'Assigned to me', pressed: false });
  await user.click(mine);
  await settled();
  expect(window.location.search).toBe('?state=all&assignee_username[]=root');
  await user.click(screen.getByRole('button', { name: 'Assigned to me', pressed: true }));
  await settled();
  expect(window.location.search).toBe('?state=all');
  closePage();
  const visitor = await openPage('/acme/app/-/issues?assignee_username[]=ada', seed, { viewer: null });
  await visitor.settled();
  await visitor.user.click(await screen.findByRole('button', { name: 'Remove filter: assigned to @ada' }));
  await visitor.settled();
  expect(window.location.search).toBe('');
  expect(screen.queryByRole('button', { name: 'Assigned to me' })).not.toBeInTheDocument();
});

test('AP-09.101 a row says that its item is hidden, and why', async () => {
  await openPage('/acme/app/-/issues', ({ server: { world }, projectId }) => {
    const authorId = world.addUser({ username: 'spammer' });
    world.addItem(projectId, { title: 'Buy now', type: 'task', authorId });
    world.addItem(projectId, { title: 'Fix it' });
    world.users.set(authorId, { ...world.user(authorId), state: 'banned' });
  });
  await screen.findByRole('link', { name: 'Buy now' });
  const sign = screen.getByRole('img', { name: 'Hidden' });
  expect(sign).toHaveAttribute('data-tooltip', 'This task is hidden because its author has been banned');
  expect(sign.closest('li')).toHaveTextContent('Buy now');
});

test('TR-07.56 a row says how far its checklist is', async () => {
  await openPage('/acme/app/-/issues', ({ server: { world }, projectId }) => {
    world.addItem(projectId, { title: 'With', description: '- [x] a\n- [ ] b\n- [~] c\n- [ ] d' });
    world.addItem(projectId, { title: 'Without', description: '- [~] c' });
  });
  await screen.findByRole('link', { name: 'With' });
  expect(shown()).toEqual(['Without', 'With']);
  const told = screen.getAllByRole('img', { name: /checklist/ });
  expect(told).toHaveLength(1);
  expect(told[0]).toHaveAccessibleName('1 of 3 checklist items completed');
  expect(told[0]).toHaveAttribute('data-tooltip', '1 of 3 checklist items completed');
  expect(told[0]).toHaveTextContent('1 of 3');
});

test('RP-02.161 a group shows the issues of its subgroups too; labels of issues lead there', async () => {
  await openPage('/groups/acme/-/issues?search=a', seed);
  expect(await screen.findByRole('link', { name: 'Far away' })).toBeInTheDocument();
  expect(screen.getByText('web/site').parentElement).toHaveTextContent('web/site#1');
  expect(screen.getByText('web/site').parentElement).toHaveAttribute('data-tooltip', 'acme/web/site#1');
  expect(shown()).toEqual(['Far away', 'Hard one']);
});

test('RP-02.161 projects lead to their issues, and an issue back to its project', async () => {
  const { user, settled } = await openPage('/groups/acme', seed);
  await user.click(await screen.findByRole('link', { name: 'Acme / App' }));
  await settled();
  await user.click(await screen.findByRole('link', { name: 'Issue 21' }));
  await settled();
  expect(await screen.findByRole('heading', { level: 1, name: 'Issue 21' })).toBeInTheDocument();
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
  await user.click(crumbs.getByRole('link', { name: 'App' }));
  await settled();
  expect(window.location.pathname).toBe('/acme/app/-/issues');
});

test('RP-02.164 a list that cannot be read can be tried again; what may not be seen is not found', async () => {
  const { user, settled } = await openPage('/acme/app/-/issues', (world) => {
    seed(world);
    world.server.fault({ kind: 'lose', match: 'projectIssues', when: 'beforeCommit' });
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await settled();
  expect(shown()).toHaveLength(20);
  closePage();
  await openPage('/acme/none/-/issues', seed);
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
});

test('RP-02.112 who made an item leads to the page of that person, for those who are signed in', async () => {
  const ada = ({ server: { world }, projectId }: World) => {
    const authorId = world.addUser({ username: 'ada', name: 'Ada L.' });
    world.addItem(projectId, { title: 'One', authorId });
  };
  const { user, settled } = await openPage('/acme/app/-/issues/1', ada);
  await user.click(await screen.findByText('Ada L.', { selector: 'a' }));
  await settled();
  expect(window.location.pathname).toBe('/ada');
  expect(await screen.findByRole('heading', { level: 1, name: 'Ada L.' })).toBeInTheDocument();
  expect(screen.getByText(/@ada/)).toBeInTheDocument();
  closePage();
  const visited = await openPage('/acme/app/-/issues/1', ada, { viewer: null });
  expect(await screen.findByText('Ada L.')).toBeInTheDocument();
  await visited.rest();
  await screen.findByText('1 participant');
  expect(screen.queryByRole('link', { name: 'Ada L.' })).toBeNull();
  closePage();
  await openPage('/nobody', ada);
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
});
