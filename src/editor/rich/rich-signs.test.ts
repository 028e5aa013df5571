import { fireEvent } from '@testing-library/react';
import { TextSelection } from '@milkdown/prose/state';
import { openRichEditor, richRoot } from '../../testing/rich-editor.ts';
import type { RichEditor } from './rich-editor.ts';
import { COMMANDS, linkTo } from './rich-tools.ts';

let editor: RichEditor;
let written: string;

async function open(text: string): Promise<void> {
  written = text;
  editor = await openRichEditor({ text, onText: (made) => (written = made) });
}
afterEach(() => editor.destroy());

/** Types as the browser would: what a key makes comes before its letter. */
function type(words: string): void {
  for (const letter of words)
    editor.run(({ selection: { from, to } }, _, view) => {
      const insert = () => view!.state.tr.insertText(letter, from, to);
      const isTaken = view?.someProp('handleTextInput', (take) => take(view, from, to, letter, insert));
      if (isTaken !== true) view?.dispatch(insert());
      return true;
    });
}
const select = (from: number, to: number) =>
  editor.run(({ doc, tr }, dispatch) => {
    dispatch?.(tr.setSelection(TextSelection.create(doc, from, to)));
    return true;
  });
const paste = (text: string, html = '') =>
  fireEvent.paste(richRoot.querySelector('.ProseMirror') ?? richRoot, {
    clipboardData: {
      getData: (kind: string) => (kind === 'text/plain' ? text : kind === 'text/html' ? html : ''),
      files: [],
      types: ['text/plain'],
    },
  });

test.each([
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['a *b* c', 'a *b* c'],
  ['a *b c* d', 'a *b c* d'],
  ['a*b*c', 'a\\*b\\*c'],
  ['~label ~', '~label ~'],
  ['~~gone~~ now', '~~gone~~ now'],
  ['---after', '---\n\nafter'],
  ['see [the docs](https://a.b/c) now', 'see [the docs](https://a.b/c) now'],
  ['see ![a plan](https://a.b/c.png) now', 'see ![a plan](https://a.b/c.png) now'],
  ['![](/uploads/1/a.png)', '![](/uploads/1/a.png)'],
  ['![a](b.png "on the wall") ![c](d)', '![a](b.png "on the wall") ![c](d)'],
  ['`![a](b)` c', '`![a](b)` c'],
  ['# ![a](b) c', '# ![a](b) c'],
  ['no! [a](b)', 'no! [a](b)'],
])('IE-09.71 %j is written as %j', async (typed, made) => {
  await open('');
  type(typed);
  expect(written).toBe(made);
});

test('IE-09.72 what is typed and pasted of images stands there as such', async () => {
  await open('see  now');
  select(5, 5);
  type('![a plan](https://a.b/c.png)');
  const image = () => richRoot.querySelector('img:not(.ProseMirror-separator)');
  expect(image()).toHaveAttribute('src', 'https://a.b/c.png');
  expect(image()).toHaveAttribute('alt', 'a plan');
  expect(written).toBe('see ![a plan](https://a.b/c.png) now');
  await editor.destroy();
  await open('');
  paste('one ![two](/three.png) four');
  expect(image()).toHaveAttribute('src', '/three.png');
  expect(written).toBe('one ![two](/three.png) four');
  await editor.destroy();
  await open('');
  const sources = ['https://a.b/c.png', '/d.png', 'data:image/png;base64,AA', 'file:///e.png'];
  paste('', sources.map((src) => `<img src="${src}" alt="a">`).join(''));
  expect(written).toBe('![a](https://a.b/c.png)![a](/d.png)');
});

test('IE-09.71 a line keeps what stands behind it, and stands at the top of the text only', async () => {
  await open('words');
  select(1, 1);
  type('---');
  expect(written).toBe('---\n\nwords');
  await editor.destroy();
  await open('- words');
  select(3, 3);
  type('---');
  expect(written).toBe('- ---words');
});

test('IE-09.71 a list within an item is close to it', async () => {
  await open('');
  type('- one');
  fireEvent.keyDown(richRoot.querySelector('.ProseMirror') ?? richRoot, { key: 'Enter' });
  type('two');
  editor.run(COMMANDS.Indent!);
  expect(written).toBe('- one\n  - two');
});

test('IE-09.71 what is typed behind a link is not of it', async () => {
  await open('one');
  select(1, 4);
  editor.run(linkTo('https://a.b'));
  select(4, 4);
  type(' two');
  expect(written).toBe('[one](https://a.b) two');
});

test('IE-09.36 an address that is pasted over words makes them a link, not in code', async () => {
  await open('the docs\n\n```\ncode\n```');
  select(5, 9);
  paste('https://a.b');
  expect(written).toBe('the [docs](https://a.b)\n\n```\ncode\n```');
  select(11, 15);
  paste('https://a.b');
  expect(written).toBe('the [docs](https://a.b)\n\n```\nhttps://a.b\n```');
});

test('IE-09.37 the text of a spreadsheet that is pasted is a table', async () => {
  await open('');
  paste('A\tB\n1\t2');
  expect(written).toBe('| A | B |\n| - | - |\n| 1 | 2 |');
});
