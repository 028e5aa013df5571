import { fireEvent } from '@testing-library/react';
import { TextSelection, type EditorState } from '@milkdown/prose/state';
import { openRichEditor, richRoot } from '../../testing/rich-editor.ts';
import type { RichEditor } from './rich-editor.ts';
import { linkTo } from './rich-tools.ts';

let editor: RichEditor;
let written: string;

async function open(text: string, caret: number | null = null): Promise<void> {
  written = text;
  editor = await openRichEditor({ text, caret, onText: (made) => (written = made) });
}
afterEach(() => editor.destroy());

function state(): EditorState {
  let now: EditorState | undefined;
  editor.run((given) => {
    now = given;
    return false;
  });
  if (now === undefined) throw new Error('The editor has no state.');
  return now;
}

/** Where these words begin; 0: nowhere. */
function placeOf(words: string): number {
  let found = 0;
  state().doc.descendants((node, place) => {
    const at = node.text?.indexOf(words) ?? -1;
    if (at >= 0) found = place + at;
  });
  return found;
}

/** Puts the caret behind these words, or selects them. */
const put = (words: string, isWhole = false) =>
  editor.run((now, dispatch) => {
    const from = placeOf(words);
    const to = from + words.length;
    dispatch?.(now.tr.setSelection(TextSelection.create(now.doc, isWhole ? from : to, to)));
    return true;
  });
const type = (words: string) =>
  editor.run((now, dispatch) => {
    dispatch?.(now.tr.insertText(words));
    return true;
  });

describe('IE-09.66 IE-09.54 what others change leaves the caret where it is:', () => {
  test.each([
    ['behind it in its block', 'one two\n\nlast', 'one two three\n\nlast', 'one| two three\n\nlast'],
    ['before it in its block', 'one two\n\nlast', 'zero one two\n\nlast', 'zero one| two\n\nlast'],
    ['an item of its list', '- one\n- two', '- zero\n- one\n- two b', '- zero\n- one|\n- two b'],
    ['blocks above and below', 'a\n\none\n\nb', 'a b\n\nnew\n\none\n\nb c', 'a b\n\nnew\n\none|\n\nb c'],
    ['the kind of its block', 'one\n\nlast', '# one\n\nlast', '# one|\n\nlast'],
    ['a row of its table', '| a |\n| - |\n| one |', '| b |\n| - |\n| c |\n| one |', '| b |\n| - |\n| c |\n| one\\| |'],
    ['its words', 'one\n\nlast', 'new\n\nlast', 'new|\n\nlast'],
    ['it goes with its block', 'a\n\none\n\nlast', 'a\n\nlast', 'a\n\n|last'],
    ['the last block goes', 'a\n\none', 'a', 'a|'],
  ])('%s', async (_, text, theirs, expected) => {
    await open(text);
    put('one');
    editor.take(theirs);
    type('|');
    expect(written).toBe(expected);
  });

  test('in the second of two blocks of the same words', async () => {
    await open('one\n\none\n\nlast');
    put('one');
    editor.take('new\n\none\n\none\n\nlast');
    type('|');
    expect(written).toBe('new\n\none\n\none|\n\nlast');
  });

  test('behind the space before the next word', async () => {
    await open('one\n\nlast');
    put('one');
    type(' ');
    expect(written).toBe('one\n\nlast');
    editor.take('zero one\n\nlast');
    type('|');
    expect(written).toBe('zero one |\n\nlast');
  });

  test('what is selected stays selected', async () => {
    await open('a one b\n\nlast');
    put('one', true);
    editor.take('more a one b\n\nnew last');
    type('two');
    expect(written).toBe('more a two b\n\nnew last');
  });

  test('an empty paragraph that has just been made', async () => {
    await open('one\n\nlast');
    put('one');
    editor.run((now, dispatch) => {
      dispatch?.(now.tr.split(now.selection.from));
      return true;
    });
    expect(written).toBe('one\n\nlast');
    editor.take('one two\n\nnew\n\nlast');
    type('|');
    expect(written).toBe('one two\n\n|\n\nnew\n\nlast');
  });

  test('a text that begins where there was none', async () => {
    await open('');
    editor.take('one');
    expect(state().doc.textContent).toBe('one');
    editor.take('');
    type('|');
    expect(written).toBe('|');
  });
});

describe('IE-09.64 a link', () => {
  test.each([
    ['without an address where there is none', 'one two', 'one', 'one two'],
    ['without an address around the caret', 'a [one **b**](/c) [d](/e)', 'on', 'a one **b** [d](/e)'],
    ['without an address before the caret', 'a [one](/c) b', 'one', 'a one b'],
  ])('%s', async (_, text, words, expected) => {
    await open(text);
    put(words);
    editor.run(linkTo(''));
    expect(written).toBe(expected);
  });

  test('of what is selected', async () => {
    await open('one two');
    put('two', true);
    editor.run(linkTo('/c'));
    expect(written).toBe('one [two](/c)');
  });
});

const press = (init: KeyboardEventInit) => fireEvent.keyDown(richRoot.querySelector('.ProseMirror') ?? richRoot, init);

test('IE-09.67 Tab leaves the field, also in a list, and goes from cell to cell in a table', async () => {
  await open('- one\n- two\n\n| a | b |\n| - | - |\n| d | e |');
  for (const shiftKey of [false, true]) {
    put('two');
    expect(press({ key: 'Tab', shiftKey })).toBe(true);
    expect(written).toBe('- one\n- two\n\n| a | b |\n| - | - |\n| d | e |');
  }
  put('d');
  expect(press({ key: 'Tab' })).toBe(false);
  type('c');
  expect(written).toContain('| d | c |');
  expect(press({ key: 'Tab' })).toBe(true);
});

test('IE-09.67 Alt and Enter tick the task at the caret, and only a task', async () => {
  await open('- [ ] one\n- [ ] two\n\nlast');
  put('two');
  press({ key: 'Enter', altKey: true });
  expect(written).toBe('- [ ] one\n- [x] two\n\nlast');
  press({ key: 'Enter', altKey: true });
  expect(written).toBe('- [ ] one\n- [ ] two\n\nlast');
});

test('IE-09.64 what is selected with arrows in a last list adds no paragraph', async () => {
  await open('- one');
  put('one');
  const { childCount } = state().doc;
  press({ key: 'ArrowDown', shiftKey: true });
  expect(state().doc.childCount).toBe(childCount);
  press({ key: 'ArrowDown' });
  expect(state().doc.childCount).toBe(childCount + 1);
});

test.each([
  ['a paragraph', 'one\n\ntwo words', 8, 'one\n\ntwo| words'],
  ['its second line', 'one\ntwo', 6, 'one\ntw|o'],
  ['what stands between', 'one\n\n\ntwo', 4, 'one\n\n\n|two'],
  ['a block with signs', 'a\n\n**one**\n\nb', 6, 'a\n\n**|one**\n\nb'],
  ['the end', 'one\n', 4, 'one|\n'],
])('IE-09.66 the caret of the source is taken over: %s', async (_, text, caret, expected) => {
  await open(text, caret);
  type('|');
  expect(written).toBe(expected);
});
