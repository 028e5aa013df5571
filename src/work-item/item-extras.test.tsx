import { screen, within } from '@testing-library/react';
import { refusal } from '@espalier/core/testing';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const ISSUE = '/acme/app/-/issues/1';

const seed = ({ server, groupId, projectId }: World) => {
  const ada = server.world.addUser({ username: 'ada', name: 'Ada' });
  server.world.addMember({ userId: ada, groupId, level: 30 });
  const { id: itemId } = server.world.addItem(projectId, { title: 'Break it down' });
  server.world.awards.set(1, { id: 1, itemId, noteId: null, userId: ada, name: 'tada' });
};

test('WI-07.60 WI-07.62 WI-07.63 reactions are pressed, more are behind a button, and the focus stays with them', async () => {
  const product = await openPage(ISSUE, seed);
  const { user } = product;
  const group = within(await screen.findByRole('group', { name: 'Reactions' }));
  const up = group.getByRole('button', { name: 'thumbsup: 0' });
  await user.click(up);
  await product.settled();
  expect(up).toHaveAttribute('aria-pressed', 'true');
  expect(up).toHaveAccessibleName('thumbsup: 1, You');
  expect(group.getByRole('button', { name: 'tada: 1, Ada' })).toHaveAttribute('aria-pressed', 'false');
  await user.click(group.getByRole('button', { name: 'Add reaction' }));
  await user.click(await screen.findByRole('menuitem', { name: /heart/ }));
  await product.settled();
  expect(product.server.world.awards.size).toBe(3);
  // Nobody else has given it: its button goes with the reaction.
  await user.click(group.getByRole('button', { name: 'heart: 1, You' }));
  await product.settled();
  expect(group.queryByRole('button', { name: /heart/ })).not.toBeInTheDocument();
  expect(group.getByRole('button', { name: 'Add reaction' })).toHaveFocus();
});

test('WI-07.61 a refusal is told, and the reaction is what it was', async () => {
  const product = await openPage(ISSUE, seed);
  product.server.fault({ kind: 'refuse', match: 'awardEmojiToggle', error: refusal(422, 'No') });
  await product.user.click(await screen.findByRole('button', { name: 'thumbsdown: 0' }));
  await product.settled();
  expect(screen.getByRole('button', { name: 'thumbsdown: 0' })).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByText('Your reaction could not be saved. Please try again.')).toBeInTheDocument();
});

test('WI-07.60 a visitor sees what was given and has nothing to press', async () => {
  await openPage(ISSUE, seed, { viewer: null });
  expect(await screen.findByRole('img', { name: 'tada: 1, Ada' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add reaction' })).not.toBeInTheDocument();
  expect(screen.queryByRole('img', { name: /thumbsup/ })).not.toBeInTheDocument();
});

test('WI-07.60 an epic has them under its description', async () => {
  const product = await openPage('/groups/acme/-/epics/1', ({ server, groupId }) => {
    server.world.addEpic(groupId, { title: 'Roof' });
  });
  await product.user.click(await screen.findByRole('button', { name: 'thumbsup: 0' }));
  await product.settled();
  expect([...product.server.world.awards.values()].map(({ name }) => name)).toEqual(['thumbsup']);
});

test('WI-07.64 what cannot be read says so and is read again', async () => {
  const product = await openPage(ISSUE, (world) => {
    seed(world);
    world.server.fault({ kind: 'refuse', match: 'itemExtras', error: refusal(500) });
  });
  await screen.findByText(/The reactions could not be read/);
  await product.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'tada: 1, Ada' })).toBeInTheDocument();
});

test('WI-07.65 WI-07.66 a to-do is added and done, notifications are switched; a visitor has neither', async () => {
  const product = await openPage(ISSUE, seed);
  const { user } = product;
  await user.click(await screen.findByRole('button', { name: 'Add a to do' }));
  await product.settled();
  expect(screen.getByRole('button', { name: 'Mark as done' })).toHaveFocus();
  const told = screen.getByRole('switch', { name: /^(On|Off)$/ });
  const before = (told as HTMLInputElement).checked;
  await user.click(told);
  await product.settled();
  expect(told).toHaveProperty('checked', !before);
  expect([...product.server.world.subscriptions.values()]).toEqual([!before]);
  closePage();
  await openPage(ISSUE, seed, { viewer: null });
  await screen.findByRole('img', { name: 'tada: 1, Ada' });
  expect(screen.queryByText('Notifications')).not.toBeInTheDocument();
});

test('WI-07.71 WI-07.73 the time and seven of the participants; the others behind a button', async () => {
  const product = await openPage(ISSUE, (made: World) => {
    seed(made);
    const { world } = made.server;
    const [item] = [...world.items.values()];
    if (item === undefined) throw new Error('It is there');
    world.items.set(item.id, { ...item, timeEstimate: 7200 });
    world.timelogs.set(1, { id: 1, itemId: item.id, userId: 1, seconds: 3600, spentAt: world.now(), summary: null });
    for (let index = 1; index <= 8; index += 1) {
      const userId = world.addUser({ username: `p${index}`, name: `Person ${index}` });
      const id = world.nextId('awards');
      world.awards.set(id + 10, { id: id + 10, itemId: item.id, noteId: null, userId, name: 'tada' });
    }
  });
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(await details.findByText('Spent: 1h')).toBeInTheDocument();
  expect(details.getByText('Estimated: 2h')).toBeInTheDocument();
  expect(details.getByText('Time remaining: 1h')).toBeInTheDocument();
  expect(details.getByRole('meter', { name: 'Spent of the estimate' })).toHaveValue(50);
  expect(await details.findByText('10 participants')).toBeInTheDocument();
  const list = within(details.getByRole('list', { name: 'Participants' }));
  expect(list.getAllByRole('link')).toHaveLength(7);
  await product.user.click(details.getByRole('button', { name: '+ 3 more' }));
  expect(list.getAllByRole('link')).toHaveLength(10);
  await product.user.click(details.getByRole('button', { name: '- show less' }));
  expect(list.getAllByRole('link')).toHaveLength(7);
});

test('IE-01.54 a Zoom meeting is joined in a new tab; where there is none nothing stands there', async () => {
  const product = await openPage(ISSUE, seed);
  const { world } = product.server;
  await screen.findByText('No estimate or time spent');
  expect(screen.queryByText('Join Zoom meeting')).not.toBeInTheDocument();
  const [item] = [...world.items.values()];
  if (item === undefined) throw new Error('It is there');
  world.items.set(item.id, { ...item, zoomLink: 'https://acme.zoom.us/j/1?pwd=x' });
  await product.advance(30_000);
  await product.settled();
  const link = screen.getByRole('link', { name: 'Join Zoom meeting' });
  expect(link).toHaveAttribute('href', 'https://acme.zoom.us/j/1?pwd=x');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('AP-09.101 an administrator is told why others do not see an item; when they do again nothing is said', async () => {
  const product = await openPage(ISSUE, ({ server: { world }, projectId }) => {
    const authorId = world.addUser({ username: 'spammer' });
    world.addItem(projectId, { title: 'Buy now', authorId });
    world.users.set(authorId, { ...world.user(authorId), state: 'banned' });
  });
  const { world } = product.server;
  expect(await screen.findByRole('img', { name: 'Hidden' })).toHaveAttribute(
    'data-tooltip',
    'This issue is hidden because its author has been banned',
  );
  for (const [id, user] of world.users) world.users.set(id, { ...user, state: 'active' });
  await product.advance(30_000);
  await product.settled();
  expect(screen.queryByRole('img', { name: 'Hidden' })).not.toBeInTheDocument();
});

test('WI-07.74 participants that cannot be read can be tried again', async () => {
  const product = await openPage(ISSUE, (made: World) => {
    seed(made);
    made.server.fault({ kind: 'refuse', match: 'issueExtras', error: refusal(500, 'Down') });
  });
  const alert = await screen.findByText('There was an error getting the participants.');
  expect(screen.queryByText('Time tracking')).not.toBeInTheDocument();
  await product.user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No estimate or time spent')).toBeInTheDocument();
});
