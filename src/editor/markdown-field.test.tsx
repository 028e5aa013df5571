import { fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createPlanner } from '@espalier/core';
import { FakePorts } from '@espalier/core/testing';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';
import '../note/activity.tsx';
import { MarkdownField } from './markdown-field.tsx';

const NOWHERE = { itemId: null, groupPath: null, projectPath: null };

afterEach(closePage);

const seed =
  (hasComment: boolean) =>
  ({ server, groupId, projectId }: World) => {
    const { world } = server;
    const ada = world.addUser({ username: 'ada', name: 'Ada' });
    world.addMember({ userId: ada, groupId, level: 30 });
    const { id: itemId } = world.addItem(projectId, { title: 'Leaking tap' });
    if (!hasComment) return;
    const nothing = { editedAt: null, editedBy: null, resolvedAt: null, resolvedBy: null };
    const row = { ...nothing, id: 11, itemId, authorId: ada, body: 'It drips', internal: false, system: false };
    world.comments.set(11, { ...row, createdAt: world.now(), discussionId: 11 });
  };

async function openField(hasComment = false) {
  const product = await openPage('/acme/app/-/issues/1', seed(hasComment));
  await product.rest();
  await product.settled();
  const section = within(await screen.findByRole('region', { name: 'Activity' }));
  const field = section.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' });
  const tool = (name: RegExp) => section.getByRole('button', { name });
  return { ...product, section, field, tool };
}

test('IE-09.50 tools and keys change what is selected, and the toolbar is one stop for Tab', async () => {
  const { user, section, field, tool } = await openField();
  await user.type(field, 'roof');
  field.setSelectionRange(0, 4);
  await user.click(tool(/^Bold/));
  expect(field).toHaveValue('**roof**');
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([2, 6]);
  await user.keyboard('{Control>}b{/Control}');
  expect(field).toHaveValue('roof');
  await user.keyboard('{Control>}{Shift>}X{/Shift}{/Control}');
  expect(field).toHaveValue('~~roof~~');

  const bar = section.getByRole('toolbar', { name: 'Formatting' });
  const tools = within(bar).getAllByRole('button');
  expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  tools[0]?.focus();
  await user.keyboard('{ArrowRight}');
  expect(tools[1]).toHaveFocus();
  await user.keyboard('{Home}{ArrowLeft}');
  expect(tools.at(-1)).toHaveFocus();
});

test('IE-09.34 IE-09.50 Enter goes on with a list', async () => {
  const { user, field } = await openField();
  await user.type(field, '1. one{Enter}two{Enter}{Enter}');
  expect(field).toHaveValue('1. one\n2. two\n');
});

test('IE-09.51 arrows mark a choice, Enter takes it, Escape closes the list', async () => {
  const { user, section, field } = await openField();
  await user.type(field, ':tad');
  const choices = () => {
    const popup = section.queryByRole('listbox', { name: 'Suggestions' });
    return popup === null ? [] : within(popup).getAllByRole('option');
  };
  const options = () => choices().map((each) => each.textContent);
  expect(options()).toEqual(['🎉tada']);
  expect(field).toHaveAttribute('aria-activedescendant', choices()[0]?.id);
  await user.keyboard('{Enter}');
  expect(field).toHaveValue(':tada: ');
  expect(options()).toEqual([]);
  await user.keyboard(':hear{ArrowDown}{ArrowDown}');
  expect(options()).toHaveLength(5);
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
  await user.keyboard('t');
  expect(options()).toEqual([]);
});

test('IE-09.51 Escape closes the list first, and then the form that it belongs to', async () => {
  const { user, section, advance } = await openField(true);
  await user.click(section.getByRole('button', { name: 'Reply' }));
  const reply = section.getByRole('textbox', { name: 'Reply' });
  await user.type(reply, 'ask @ad');
  await advance(300);
  expect(section.getByRole('listbox', { name: 'Suggestions' })).toHaveTextContent('adaAda');
  await user.keyboard('{Escape}');
  expect(section.queryByRole('listbox', { name: 'Suggestions' })).not.toBeInTheDocument();
  expect(reply).toHaveValue('ask @ad');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(reply).not.toBeInTheDocument();
});

test('IE-09.52 the preview takes the place of the source until one writes again, or the text is sent', async () => {
  const { user, section, field, settled } = await openField();
  await user.type(field, 'Hello');
  await user.click(section.getByRole('button', { name: 'Preview' }));
  await settled();
  expect(within(section.getByRole('region', { name: 'Preview' })).getByText('Hello')).toBeVisible();
  expect(field).not.toBeVisible();
  expect(section.queryByRole('toolbar')).not.toBeInTheDocument();
  await user.click(section.getByRole('button', { name: 'Continue editing' }));
  expect(field).toBeVisible();
  expect(field).toHaveValue('Hello');
  await user.click(section.getByRole('button', { name: 'Preview' }));
  await user.click(section.getByRole('button', { name: 'Comment' }));
  await settled();
  expect(field).toBeVisible();
  expect(field).toHaveValue('');
});

const clipboard = (types: Readonly<Record<string, string>>, files: readonly File[] = []) => ({
  getData: (type: string) => types[type] ?? '',
  files,
  types: files.length > 0 ? ['Files'] : Object.keys(types),
});

test('IE-09.36 IE-09.37 addresses and tables that are pasted become Markdown', async () => {
  const { user, field } = await openField();
  await user.type(field, 'the docs');
  field.setSelectionRange(4, 8);
  fireEvent.paste(field, { clipboardData: clipboard({ 'text/plain': 'https://a.b' }) });
  expect(field).toHaveValue('the [docs](https://a.b)');
  await user.clear(field);
  const html = '<style>td{}</style><table><tr><th colspan="2">One</th></tr><tr><td>1<br>2</td><td>3</td></tr></table>';
  fireEvent.paste(field, { clipboardData: clipboard({ 'text/html': html, 'text/plain': 'One\n1 2 3' }) });
  expect(field).toHaveValue('| One |  |\n| --- | --- |\n| 1<br>2 | 3 |\n');
});

test('IE-09.53 a file is not taken, the field says so, and nothing is lost', async () => {
  const { user, section, field } = await openField();
  await user.type(field, 'Hello');
  const dataTransfer = clipboard({}, [new File(['x'], 'x.png')]);
  expect(fireEvent.dragOver(field, { dataTransfer })).toBe(false);
  expect(fireEvent.drop(field, { dataTransfer })).toBe(false);
  expect(section.getByText(/^Files cannot be uploaded yet/)).toHaveRole('status');
  expect(field).toHaveValue('Hello');
  await user.type(field, '!');
  expect(section.queryByText(/^Files cannot/)).not.toBeInTheDocument();
  expect(fireEvent.paste(field, { clipboardData: dataTransfer })).toBe(false);
  expect(section.getByText(/^Files cannot be uploaded yet/)).toHaveRole('status');
});

test('IE-09.54 what others write above and below keeps the selection where it was', () => {
  const { store } = createPlanner(new FakePorts().ports);
  const field = (value: string) => (
    <Provider store={store}>
      <MarkdownField id="f" label="Text" value={value} place={NOWHERE} onChange={() => undefined} />
    </Provider>
  );
  const { rerender } = render(field('one\ntwo\nthree'));
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  area.focus();
  area.setSelectionRange(4, 7);
  fireEvent(document, new Event('selectionchange'));
  rerender(field('zero\none\ntwo\nthree'));
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('two');
  rerender(field('zero\none\ntwo\nthree\nfour'));
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('two');
});
