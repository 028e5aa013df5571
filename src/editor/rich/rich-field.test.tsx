import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createPlanner } from '@espalier/core';
import { FakePorts } from '@espalier/core/testing';
import { PortsContext } from '../../ports/context.ts';
import { MarkdownField } from '../markdown-field.tsx';

const KEY = 'gl-wiki-content-editor-enabled';
const NOWHERE = { itemId: null, groupPath: null, projectPath: null };

function openField(ports = new FakePorts(), text = 'one\n\n<b>two</b>') {
  const { store } = createPlanner(ports.ports);
  const pressed: string[] = [];
  const field = (value: string, disabled = false) => (
    <PortsContext value={ports.ports}>
      <Provider store={store}>
        <label htmlFor="f">Text</label>
        <MarkdownField
          id="f"
          autoFocus
          value={value}
          place={NOWHERE}
          disabled={disabled}
          onChange={() => undefined}
          onKeyDown={({ key }) => pressed.push(key)}
        />
      </Provider>
    </PortsContext>
  );
  const { rerender, unmount } = render(field(text));
  return {
    ports,
    pressed,
    unmount,
    show: (value: string, disabled?: boolean) => rerender(field(value, disabled)),
  };
}

const rich = async () => {
  await waitFor(() => expect(document.querySelector(':not([hidden]) > * > * > [aria-multiline]')).not.toBeNull(), {
    timeout: 20_000,
  });
  return screen.getByRole('textbox', { name: 'Text' });
};

test('IE-09.65 IE-09.66 rich text takes the place of the source, and is chosen again in the next field', async () => {
  const { ports, show, pressed, unmount } = openField();
  const user = userEvent.setup();
  expect(screen.getByRole('button', { name: 'Source' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Rich text' }));
  const field = await rich();
  expect(field).toHaveTextContent('one<b>two</b>');
  expect(field.querySelector('pre[data-literal]')).toHaveTextContent('<b>two</b>');
  expect(screen.queryByRole('button', { name: 'Preview' })).not.toBeInTheDocument();
  expect(ports.ports.storage.get(KEY)).toBe('contentEditor');

  // What others write is taken in, and what is being sent takes nothing.
  show('zero\n\none\n\n<b>two</b>');
  expect(field).toHaveTextContent('zeroone<b>two</b>');
  show('zero\n\none\n\n<b>two</b>', true);
  expect(field).toHaveAttribute('contenteditable', 'false');
  expect(field).toHaveAttribute('aria-disabled', 'true');
  show('zero\n\none\n\n<b>two</b>');

  for (const init of [{ key: 'Enter', ctrlKey: true }, { key: 'Escape' }])
    expect(fireEvent.keyDown(field, init)).toBe(true);
  expect(pressed).toEqual(['Enter', 'Escape']);
  unmount();

  const again = openField(ports);
  await rich();
  // What was written in rich text stands in the source, and not what had stood there before.
  again.show('three');
  await user.click(screen.getByRole('button', { name: 'Source' }));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('three');
  expect(ports.ports.storage.get(KEY)).toBe('markdownField');
});

test('IE-09.64 Enter makes a link in its field only: not on Cancel, and not while words are composed', async () => {
  openField();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Rich text' }));
  const field = await rich();
  const ask = () => fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
  ask();
  const address = screen.getByRole('textbox', { name: 'Address of the link' });
  fireEvent.keyDown(address, { key: 'Enter', isComposing: true });
  expect(address).toBeInTheDocument();
  await user.type(address, 'https://a.example');
  screen.getByRole('button', { name: 'Cancel' }).focus();
  await user.keyboard('{Enter}');
  expect(address).not.toBeInTheDocument();
  expect(field.querySelector('a')).toBeNull();
  ask();
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Address of the link' }), { key: 'Enter' });
  expect(field).toHaveTextContent('one<b>two</b>');
});

test('IE-09.53 a file that is pasted into rich text is not taken, and the field says so', async () => {
  openField();
  await userEvent.click(screen.getByRole('button', { name: 'Rich text' }));
  const field = await rich();
  const clipboardData = { getData: () => '', files: [new File(['x'], 'x.png')], types: ['Files'] };
  expect(fireEvent.paste(field, { clipboardData })).toBe(false);
  expect(screen.getByText(/^Files cannot be uploaded yet/)).toHaveRole('status');
});

test('IE-09.66 rich text that comes while one does something else leaves the focus there', async () => {
  openField();
  const choice = screen.getByRole('button', { name: 'Rich text' });
  await userEvent.click(choice);
  await rich();
  expect(choice).toHaveFocus();
});

describe('IE-09.80 while a long text is opened as rich text', () => {
  const LONG = Array.from({ length: 300 }, (_, at) => `Part ${at}: ${'words '.repeat(12)}`).join('\n\n');
  const opening = () => screen.queryByText(/^Opening as rich text/);
  const source = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });

  test('one goes on in its source, and rich text has what was written and the caret', async () => {
    const { show } = openField(new FakePorts(), LONG);
    await userEvent.click(screen.getByRole('button', { name: 'Rich text' }));
    expect(opening()).toHaveRole('status');
    expect(source()).toBeVisible();
    show(`Typed meanwhile\n\n${LONG}`);
    act(() => source().focus());
    source().setSelectionRange(5, 5);
    const field = await rich();
    expect(field.children).toHaveLength(301);
    expect(field.firstChild).toHaveTextContent('Typed meanwhile');
    expect(field).toHaveFocus();
    expect(opening()).not.toBeInTheDocument();
    expect(getSelection()?.anchorNode).toHaveTextContent('Typed meanwhile');
    expect(getSelection()?.anchorOffset).toBe(5);
  });

  test('Escape stays with the source, and the form stays open', async () => {
    const { pressed } = openField(new FakePorts(), LONG);
    await userEvent.click(screen.getByRole('button', { name: 'Rich text' }));
    await waitFor(() => expect(document.querySelector('[aria-multiline]')).not.toBeNull(), { timeout: 20_000 });
    expect(fireEvent.keyDown(source(), { key: 'Escape' })).toBe(false);
    expect(screen.getByRole('button', { name: 'Source' })).toHaveAttribute('aria-pressed', 'true');
    expect(document.querySelector('[aria-multiline]')).toBeNull();
    expect([pressed, opening()]).toEqual([[], null]);
    fireEvent.keyDown(source(), { key: 'Escape' });
    expect(pressed).toEqual(['Escape']);
  });
});
