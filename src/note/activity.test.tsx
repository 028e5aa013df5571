import { screen, within } from '@testing-library/react';
import { refusal } from '@espalier/core/testing';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';
import './activity.tsx';

afterEach(closePage);

const ISSUE = '/acme/app/-/issues/1';

const seed = ({ server, groupId, projectId }: World) => {
  const { world } = server;
  const ada = world.addUser({ username: 'ada', name: 'Ada' });
  world.addMember({ userId: ada, groupId, level: 30 });
  const { id: itemId } = world.addItem(projectId, { title: 'Leaking tap' });
  const nothing = { editedAt: null, editedBy: null, resolvedAt: null, resolvedBy: null };
  for (const [id, body, internal] of [
    [11, 'It drips', false],
    [12, 'The owner knows', true],
  ] as const) {
    const row = { ...nothing, id, itemId, authorId: ada, body, internal, system: false, createdAt: world.now() };
    world.comments.set(id, { ...row, discussionId: id });
  }
};

/** `say`: with more than the two comments. `stored`: what the browser has kept. */
async function openActivity(
  viewer: string | null = 'root',
  path = ISSUE,
  say: (world: World) => void = () => {},
  stored: Readonly<Record<string, string>> = {},
) {
  const product = await openPage(
    path,
    (world) => {
      seed(world);
      say(world);
    },
    { viewer },
  );
  for (const [key, value] of Object.entries(stored)) product.fake.stored.set(key, value);
  await product.rest();
  await product.settled();
  const section = within(await screen.findByRole('region', { name: 'Activity' }));
  const comments = () => section.queryAllByRole('article').map((each) => each.textContent);
  return { ...product, section, comments };
}

test('WI-10.60 WI-10.65 comments stand below the item, each with its author, its time and what makes it another', async () => {
  const { section } = await openActivity();
  const [first, second] = section.getAllByRole('article', { name: 'Comment of Ada' });
  expect(first).toHaveTextContent('It drips');
  expect(second).toHaveTextContent('Internal note');
  expect(within(second as HTMLElement).getByText('Internal note')).toHaveAttribute(
    'data-tooltip',
    'This internal note will always remain confidential',
  );
  expect(within(first as HTMLElement).getByRole('link', { name: /ago|now/ })).toHaveAttribute(
    'href',
    `${ISSUE}#note_11`,
  );
});

test('WI-10.94 a comment has the role of its author, and what that means as a tooltip', async () => {
  const { section } = await openActivity();
  const [role] = section.getAllByText('Developer');
  expect(role).toHaveAttribute('data-tooltip', 'This user has the developer role in the App project.');
});

test('WI-10.65 the note that the address names has the focus', async () => {
  const { section } = await openActivity('root', `${ISSUE}#note_12`);
  expect(section.getAllByRole('article')[1]).toHaveFocus();
});

test('WI-10.66 WI-10.67 Ctrl+Enter sends a comment, and an empty one is not sent', async () => {
  const { user, section, settled, server } = await openActivity();
  const field = section.getByRole('textbox', { name: 'Add a comment' });
  expect(section.getByRole('button', { name: 'Comment' })).toHaveAttribute('aria-disabled', 'true');
  await user.type(field, 'Fixed{Control>}{Enter}{/Control}');
  await settled();
  expect(section.getAllByRole('article')).toHaveLength(3);
  expect(field).toHaveValue('');
  expect([...server.world.comments.values()].map(({ body }) => body)).toContain('Fixed');
  await user.type(field, '{Meta>}{Enter}{/Meta}');
  await settled();
  expect(server.world.comments.size).toBe(3);
});

test('WI-10.67 WI-10.71 a reply has a form of its own, which Escape leaves', async () => {
  const { user, section, settled, comments } = await openActivity();
  const [reply] = section.getAllByRole('button', { name: 'Reply' });
  await user.click(reply as HTMLElement);
  expect(section.getByRole('textbox', { name: 'Reply' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(section.queryByRole('textbox', { name: 'Reply' })).not.toBeInTheDocument();
  await user.click(section.getAllByRole('button', { name: 'Reply' })[0] as HTMLElement);
  await user.keyboard('Where?{Control>}{Enter}{/Control}');
  await settled();
  expect(comments()[1]).toContain('Where?');
});

test('IE-09.90 IE-09.91 words are discarded after a question only; the focus goes back to the button', async () => {
  const { user, section, settled, comments } = await openActivity();
  const reply = () => section.getAllByRole('button', { name: 'Reply' })[0] as HTMLElement;
  await user.click(reply());
  await user.keyboard('{Escape}');
  expect(reply()).toHaveFocus();
  await user.keyboard('{Enter}Where?{Escape}');
  const question = await screen.findByRole('alertdialog', { name: 'Discard changes?' });
  await user.click(within(question).getByRole('button', { name: 'Continue editing' }));
  expect(section.getByRole('textbox', { name: 'Reply' })).toHaveValue('Where?');
  await user.click(section.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(reply()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(section.getByRole('textbox', { name: 'Reply' })).toHaveValue('');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  await user.keyboard('There{Control>}{Enter}{/Control}');
  await settled();
  expect(comments()[1]).toContain('There');
  expect(reply()).toHaveFocus();
});

test('IE-09.90 IE-09.91 IE-09.92 an edit that changed nothing is left at once, its pencil has the focus, and one goes on behind the text', async () => {
  const { user, section, settled, comments } = await openActivity();
  const pencil = () => section.getAllByRole('button', { name: 'Edit the comment of Ada' })[0] as HTMLElement;
  await user.click(pencil());
  await user.keyboard('{Escape}');
  expect(pencil()).toHaveFocus();
  await user.keyboard('{Enter} much{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(comments()[0]).toContain('It drips');
  expect(pencil()).toHaveFocus();
  await user.keyboard('{Enter} much{Control>}{Enter}{/Control}');
  await settled();
  expect(comments()[0]).toContain('It drips much');
  expect(pencil()).toHaveFocus();
});

const checklist = (world: World) => {
  const { comments } = world.server.world;
  comments.set(11, { ...comments.get(11)!, body: '- [ ] turn it off\n- [x] call\n- [~] wait' });
};

test('IE-09.93 a task line of a comment is checked where it is read, and its box keeps the focus', async () => {
  const { user, section, settled, server } = await openActivity('root', ISSUE, checklist);
  const boxes = () => section.getAllByRole('checkbox').slice(0, 3);
  expect(boxes().map((box) => (box as HTMLInputElement).disabled)).toEqual([false, false, true]);
  boxes()[0]?.focus();
  await user.keyboard(' ');
  expect(boxes()[0]).toBeChecked();
  expect(section.queryByRole('textbox', { name: 'Edit the comment' })).not.toBeInTheDocument();
  await settled();
  expect(server.world.comments.get(11)?.body).toBe('- [x] turn it off\n- [x] call\n- [~] wait');
  expect(boxes()[0]).toHaveFocus();
  server.fault({ kind: 'refuse', match: 'updateNote', error: refusal(422, 'No') });
  await user.click(boxes()[1] as HTMLElement);
  await settled();
  expect(section.getByRole('textbox', { name: 'Edit the comment' })).toHaveAccessibleDescription('No');
});

test('IE-09.93 who may not edit a comment does not check its lines', async () => {
  const { section } = await openActivity(null, ISSUE, checklist);
  for (const box of section.getAllByRole('checkbox')) expect(box).toBeDisabled();
});

test('WI-10.68 a refused comment is in the form again, which says why', async () => {
  const { user, section, settled, server } = await openActivity();
  server.fault({ kind: 'refuse', match: 'createNote', error: refusal(422, 'Too long') });
  const field = section.getByRole('textbox', { name: 'Add a comment' });
  await user.type(field, 'Fixed');
  await user.click(section.getByRole('button', { name: 'Comment' }));
  await settled();
  expect(field).toHaveValue('Fixed');
  expect(field).toHaveAccessibleDescription('Too long');
  expect(section.getAllByRole('article')).toHaveLength(2);
});

test('WI-10.69 WI-10.70 a comment is edited in its place, and deleted after a question', async () => {
  const { user, section, settled, comments } = await openActivity();
  await user.click(section.getAllByRole('button', { name: 'Edit the comment of Ada' })[0] as HTMLElement);
  const field = section.getByRole('textbox', { name: 'Edit the comment' });
  expect(field).toHaveValue('It drips');
  await user.clear(field);
  await user.type(field, 'It runs');
  await user.click(section.getByRole('button', { name: 'Save comment' }));
  await settled();
  expect(comments()[0]).toMatch(/It runs.*Edited/);
  await user.click(section.getAllByRole('button', { name: 'Delete the comment of Ada' })[0] as HTMLElement);
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Delete comment' }));
  await settled();
  expect(comments()).toHaveLength(1);
});

test('WI-10.61 WI-10.62 order and filter are chosen; a visitor is asked to sign in', async () => {
  const { user, section, settled, comments } = await openActivity();
  await user.selectOptions(section.getByRole('combobox', { name: 'Order of activity' }), 'Newest first');
  await settled();
  expect(comments()[1]).toContain('It drips');
  await user.selectOptions(section.getByRole('combobox', { name: 'Show activity' }), 'History only');
  await settled();
  expect(comments()).toEqual([]);
  closePage();
  const visitor = await openActivity(null);
  expect(visitor.comments()).toHaveLength(1);
  expect(visitor.section.getByRole('link', { name: 'sign in' })).toBeInTheDocument();
  expect(visitor.section.queryByRole('button', { name: 'Reply' })).not.toBeInTheDocument();
});

test('WI-10.60 an epic has its activity', async () => {
  const product = await openPage('/groups/acme/-/epics/1', ({ server, groupId }) => {
    server.world.addEpic(groupId, { title: 'Roof' });
  });
  await product.rest();
  const section = within(await screen.findByRole('region', { name: 'Activity' }));
  await product.user.type(section.getByRole('textbox', { name: 'Add a comment' }), 'Soon');
  await product.user.click(section.getByRole('button', { name: 'Comment' }));
  await product.settled();
  expect(section.getByRole('article')).toHaveTextContent('Soon');
});

test('WI-10.80 WI-10.83 a thread is resolved, folds to its first line, and is opened again', async () => {
  const { user, section, settled, server } = await openActivity();
  await user.click(section.getAllByRole('button', { name: 'Resolve thread' })[0] as HTMLElement);
  await settled();
  expect(server.world.comments.get(11)?.resolvedAt).not.toBeNull();
  expect(section.getByText(/^Resolved by Administrator/)).toBeInTheDocument();
  const show = section.getByRole('button', { name: 'Show thread', expanded: false });
  expect(show).toHaveFocus();
  await user.click(show);
  await user.click(section.getByRole('button', { name: 'Unresolve thread' }));
  await settled();
  expect(server.world.comments.get(11)?.resolvedAt).toBeNull();
  expect(section.queryByText(/^Resolved by/)).not.toBeInTheDocument();
});

test('WI-10.87 WI-10.88 one reacts to a comment from a menu, and takes that back', async () => {
  const { user, section, settled, server } = await openActivity();
  const first = within(section.getAllByRole('article')[0] as HTMLElement);
  await user.click(first.getByRole('button', { name: 'Add reaction' }));
  await user.click(await screen.findByRole('menuitem', { name: /tada/ }));
  await settled();
  expect([...server.world.awards.values()]).toMatchObject([{ noteId: 11, itemId: null, name: 'tada' }]);
  await user.click(first.getByRole('button', { name: 'tada: 1, You', pressed: true }));
  await settled();
  expect(server.world.awards.size).toBe(0);
});

test('WI-10.84 WI-10.85 an internal note is begun with a checkbox that says what it means', async () => {
  const { user, section, settled, server } = await openActivity();
  await user.type(section.getByRole('textbox', { name: 'Add a comment' }), 'Psst');
  const box = section.getByRole('checkbox', { name: /^Make this an internal note/ });
  expect(box).toHaveAccessibleDescription('This internal note will always remain confidential');
  await user.click(box);
  await user.click(section.getByRole('button', { name: 'Comment' }));
  await settled();
  expect([...server.world.comments.values()].at(-1)).toMatchObject({ body: 'Psst', internal: true });
  expect(section.getAllByRole('article')[2]).toHaveTextContent('Internal note');
  expect(box).not.toBeChecked();
});

test('WI-10.90 replies that were not read can be asked for', async () => {
  const { user, section, settled, server } = await openActivity('root', ISSUE, ({ server: { world } }) => {
    const row = world.comments.get(11)!;
    for (let id = 100; id < 205; id += 1) world.comments.set(id, { ...row, id, body: `reply ${id}`, discussionId: 11 });
    world.comments.set(11, { ...row, resolvedAt: world.now() });
  });
  const fold = section.getByRole('button', { name: 'More than 99 replies', expanded: false });
  server.fault({ kind: 'refuse', match: 'discussionNotes', error: refusal(500) });
  await user.click(fold);
  await settled();
  expect(section.queryByText('reply 204')).not.toBeInTheDocument();
  await user.click(section.getByRole('button', { name: 'Show more replies' }));
  await settled();
  expect(section.getByText('reply 204')).toBeInTheDocument();
  expect(section.queryByRole('button', { name: 'Show more replies' })).not.toBeInTheDocument();
});

test.each([
  ['Oldest first', ['It drips', 'New since your last visit', 'The owner knows']],
  ['Newest first', ['The owner knows', 'Above: new since your last visit', 'It drips']],
])('WI-10.91 WI-10.92 what is new is parted by a line and told once: %s', async (order, lines) => {
  const stored = {
    sort_direction_work_item: order === 'Newest first' ? 'desc' : 'asc',
    'notes-seen/root': JSON.stringify([{ id: 'gid://gitlab/Issue/6', at: '2000-01-01T00:00:00Z' }]),
  };
  const say = ({ server: { world } }: World) => {
    world.comments.set(11, { ...world.comments.get(11)!, createdAt: '1999-12-31T00:00:00Z' });
  };
  const { user, section, settled } = await openActivity('root', ISSUE, say, stored);
  const text = within(section.getByRole('list')).getAllByText(/drips|owner knows|since your last/);
  expect(text.map((each) => each.textContent.trim())).toEqual(lines);
  const status = section.getByText('New since your last visit', { selector: '[role=status]' });
  const changes: MutationRecord[] = [];
  new MutationObserver((records) => changes.push(...records)).observe(status, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  await user.selectOptions(section.getByLabelText('Order of activity'), order === 'Newest first' ? 'asc' : 'desc');
  await settled();
  await user.selectOptions(section.getByLabelText('Show activity'), 'ONLY_ACTIVITY');
  await settled();
  await user.selectOptions(section.getByLabelText('Show activity'), 'ALL_NOTES');
  await settled();
  expect([status.textContent, changes]).toEqual(['New since your last visit', []]);
});

/** The model renders no lists: a text LIST is one of four entries, as GitLab's of commits are. */
function withList({ server: { graphql } }: World): void {
  const list = `added 4 commits<ul>${'<li>Fix</li>'.repeat(4)}</ul>`;
  const ask = graphql.request.bind(graphql);
  graphql.request = <R, V extends Record<string, unknown>>(...given: Parameters<typeof ask<R, V>>) =>
    ask<R, V>(...given).then((answer) => ({
      ...answer,
      data: JSON.parse(JSON.stringify(answer.data).replace('<p>LIST</p>', list)) as R,
    }));
}

test('WI-10.93 of a long list of commits three are shown, and the others when somebody asks', async () => {
  const { user, section } = await openActivity('root', ISSUE, (world) => {
    const { comments } = world.server.world;
    comments.set(11, { ...comments.get(11)!, system: true, body: 'LIST' });
    withList(world);
  });
  const box = section.getAllByText('Fix')[3]?.closest('.commits');
  expect(box).toBeInTheDocument();
  const toggle = section.getByRole('button', { name: 'Toggle commit list', expanded: false });
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(box).not.toHaveClass('commits');
});
