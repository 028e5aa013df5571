import { act, screen, within } from '@testing-library/react';
import type { World } from '../testing/product.tsx';
import { refusal } from '@espalier/core/testing';
import { closePage, openPage } from '../testing/product.tsx';
import './text-form.tsx';

afterEach(closePage);

const EPIC = '/groups/acme/-/epics/1';
const ISSUE = '/acme/app/-/issues/1';
const TEXT = 'first line\n\nsecond line\n\nthird line';

async function open(
  path: string,
  { viewer = 'root', description = TEXT }: Partial<Record<'viewer' | 'description', string | null>> = {},
) {
  const seed = ({ server, groupId, projectId }: World) => {
    server.world.addMember({ userId: server.world.addUser({ username: 'ada' }), groupId, level: 30 });
    server.world.addItem(projectId, { title: 'Leaking tap', description });
    server.world.addEpic(groupId, { title: 'Plumbing', description });
  };
  const product = await openPage(path, seed, { viewer });
  await product.settled();
  const { user, settled, server } = product;
  const edit = async () => {
    await user.click(await screen.findByRole('button', { name: 'Edit title and description' }));
    await screen.findByRole('form', { name: 'Title and description' });
    return form();
  };
  const row = () => [...server.world.items.values()].find(({ type }) => (type === 'epic') === (path === EPIC))!;
  /** Somebody else saves. */
  const save = async (change: { title?: string; description?: string }) => {
    const { id, lockVersion } = row();
    server.world.change(id, { ...change, lockVersion: lockVersion + 1 });
    act(() => product.planner.store.dispatch(path === EPIC ? epicAgain : itemAgain));
    await settled();
  };
  return { ...product, edit, row, save };
}

const epicAgain = { type: 'epic/pageOutdated', payload: {}, meta: { origin: 'server' } };
const itemAgain = { type: 'workItem/pageRetried', payload: {}, meta: { origin: 'user' } };

const form = () => within(screen.getByRole('form', { name: 'Title and description' }));
const isOpen = () => screen.queryByRole('form', { name: 'Title and description' }) !== null;
const title = () => form().getByRole('textbox', { name: 'Title' });
const description = () => form().getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });

test.each([EPIC, ISSUE])(
  'IE-01.40 IE-02.60 title and description are edited where they stand, and saved with Ctrl+Enter: %s',
  async (path) => {
    const { user, edit, settled, advance, row } = await open(path);
    await edit();
    expect(description()).toHaveFocus();
    await user.clear(title());
    await user.type(title(), 'Dripping tap');
    await user.type(description(), ' and a fourth{Control>}{Enter}{/Control}');
    await settled();
    await advance(3_000);
    expect(isOpen()).toBe(false);
    expect(row()).toMatchObject({ title: 'Dripping tap', description: `${TEXT} and a fourth` });
    expect(screen.getByText(/and a fourth/)).toBeInTheDocument();
  },
);

test('IE-09.55 the preview of an edited description tells nothing of commands that stood there', async () => {
  const { user, edit } = await open(ISSUE, { description: 'Type\n/close' });
  await edit();
  await user.type(description(), '\n/todo');
  await user.click(form().getByRole('button', { name: 'Preview' }));
  expect(await form().findByText('Adds a to-do item.')).toBeVisible();
});

test('IE-02.61 Escape asks where something was written, and goes on or discards it', async () => {
  const { user, edit, row } = await open(EPIC);
  await edit();
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(screen.getByRole('button', { name: 'Edit title and description' })).toHaveFocus();
  await edit();
  await user.type(description(), ' x');
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('alertdialog', { name: 'Are you sure you want to cancel editing?' });
  await user.click(within(question).getByRole('button', { name: 'Continue editing' }));
  expect(description()).toHaveValue(`${TEXT} x`);
  await user.click(form().getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect([isOpen(), row().description]).toEqual([false, TEXT]);
});

test('IE-02.62 the title says why it cannot be saved', async () => {
  const { user, edit } = await open(EPIC);
  await edit();
  await user.clear(title());
  expect(form().getByText("Title can't be blank")).toBeInTheDocument();
  expect(form().getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
});

test('IE-02.63 what the server refuses stands in the form, with all that was written', async () => {
  const { user, edit, server, settled } = await open(EPIC);
  await edit();
  await user.type(description(), ' x');
  server.fault({ kind: 'refuse', match: 'PUT', error: refusal(422, 'Title is odd', 'It rains') });
  await user.click(form().getByRole('button', { name: 'Save changes' }));
  await settled();
  expect(form().getByText('Error updating epic. Title is odd It rains')).toBeInTheDocument();
  expect(description()).toHaveValue(`${TEXT} x`);
});

test('WI-08.60 what others save elsewhere in the text is taken over while one writes, and the caret stays', async () => {
  const { user, edit, save, row, settled, advance } = await open(EPIC);
  await edit();
  description().setSelectionRange(10, 10);
  await user.keyboard('!');
  await save({ description: `above\n\n${TEXT.replace('third', 'last')}` });
  expect(description()).toHaveValue(`above\n\nfirst line!\n\nsecond line\n\nlast line`);
  expect(form().getByText(/Changes by others were taken over/)).toBeInTheDocument();
  expect(description().selectionStart).toBe('above\n\nfirst line!'.length);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await settled();
  await advance(3_000);
  expect(row().description).toBe(`above\n\nfirst line!\n\nsecond line\n\nlast line`);
});

describe('IE-05.60 where both have changed the same words', () => {
  async function conflict() {
    const product = await open(ISSUE);
    await product.edit();
    await product.user.clear(description());
    await product.user.type(description(), 'mine');
    await product.save({ description: 'theirs' });
    expect(
      form().getByText(/^Someone edited the issue at the same time you did\. Review the issue/),
    ).toBeInTheDocument();
    expect(form().getByRole('link', { name: 'Open the page in a new tab' })).toBeInTheDocument();
    const shown = form().getByRole('region', { name: 'You and somebody else have changed the same lines' });
    expect(within(shown).getByLabelText('Description: yours')).toHaveTextContent('mine');
    expect(within(shown).getByLabelText('Description: saved by somebody else')).toHaveTextContent('theirs');
    expect(form().getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
    const choose = async (name: string) => {
      await product.user.click(form().getByRole('button', { name }));
      await product.settled();
    };
    return { ...product, choose };
  }

  test('both stand side by side, and one keeps one’s own and overwrites', async () => {
    const { choose, user, settled, row } = await conflict();
    await choose('Keep and overwrite');
    expect(form().queryByRole('region')).toBeNull();
    await user.click(form().getByRole('button', { name: 'Save changes' }));
    await settled();
    expect(row().description).toBe('mine');
  });

  test('or discards them', async () => {
    const { choose } = await conflict();
    await choose('Discard my changes');
    expect(description()).toHaveValue('theirs');
  });

  test('or merges by hand', async () => {
    const { choose } = await conflict();
    await choose('Merge by hand');
    expect(description().value).toMatch(/mine[^]*theirs|theirs[^]*mine/);
  });
});

test.each([
  ['who may edit is offered to add one', 'root', 'Add a description'],
  ['others see that there is none', null, 'Description: None'],
])('IE-02.64 an item without a description: %s', async (_, viewer, text) => {
  await open(EPIC, { viewer, description: '' });
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Edit title and description' }) !== null).toBe(viewer !== null);
});

test('WI-08.61 who loses the right keeps the text in sight', async () => {
  const { user, edit, server, save } = await open(EPIC, { viewer: 'ada' });
  await edit();
  await user.type(description(), ' x');
  server.world.members.clear();
  await save({});
  expect(description()).toHaveValue(`${TEXT} x`);
  expect(form().getByText(/You may not edit this any more/)).toBeInTheDocument();
});

test('IE-02.65 a template takes the place of an empty description', async () => {
  const { user, settled, server } = await open(EPIC, { description: '' });
  const groupId = [...server.world.groups.keys()][0] ?? 0;
  server.world.templates.set(1, {
    id: 1,
    groupId,
    projectId: null,
    name: 'Bug',
    content: 'What happened?',
    updatedAt: server.world.now(),
  });
  await user.click(screen.getByRole('button', { name: 'Add a description' }));
  await screen.findByRole('form', { name: 'Title and description' });
  await settled();
  await user.click(await form().findByRole('combobox', { name: /template/i }));
  await user.click(await screen.findByRole('option', { name: 'Bug' }));
  await settled();
  expect(description()).toHaveValue('What happened?');
});
