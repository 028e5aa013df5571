import { redo, undo } from '@milkdown/prose/history';
import { TextSelection } from '@milkdown/prose/state';
import type { EditorState } from '@milkdown/prose/state';
import { completed } from '@espalier/core/editor';
import { openRichEditor } from '../../testing/rich-editor.ts';
import type { RichEditor } from './rich-editor.ts';

let editor: RichEditor;
let written: string;
let told: string[];

async function open(text: string): Promise<void> {
  written = text;
  told = [];
  editor = await openRichEditor({
    text,
    onText: (made) => (written = made),
    onTyped: () => told.push('typed'),
    onMoved: () => told.push('moved'),
    onBlur: () => told.push('blur'),
  });
}
afterEach(() => editor.destroy());

/** Puts the caret behind these words. */
const put = (words: string) =>
  editor.run(({ doc, tr }, dispatch) => {
    doc.descendants((node, place) => {
      const at = node.text?.indexOf(words) ?? -1;
      if (at >= 0) tr.setSelection(TextSelection.create(doc, place + at + words.length));
    });
    dispatch?.(tr);
    return true;
  });
const type = (words: string, composition?: number) =>
  editor.run(({ tr }, dispatch) => {
    dispatch?.(composition === undefined ? tr.insertText(words) : tr.insertText(words).setMeta('composition', 1));
    return true;
  });
const words = (): string => {
  let state: EditorState | undefined;
  editor.run((now) => {
    state = now;
    return false;
  });
  return state?.doc.textContent ?? '';
};
const asked = () => {
  const found = editor.choices.asked();
  return found && `${found.kind} ${found.term}`;
};
const take = (text: string) => {
  const found = editor.choices.asked();
  if (found !== null) editor.choices.write(found, text);
};

describe('IE-09.68 in rich text is asked for', () => {
  test.each([
    ['a person', 'ask @ad', '@ad', 'person ad'],
    ['an issue at the beginning', '#1', '#1', 'issue 1'],
    ['an epic in a list', '- &2', '&2', 'epic 2'],
    ['a label of two words', 'a ~"to d', '~"to d', 'label to d'],
    ['a milestone in a table', '| a |\n| - |\n| %v |', '%v', 'milestone v'],
    ['an emoji in a quote', '> :ta', ':ta', 'emoji ta'],
    ['a person in bold', '**ask @ad**', '@ad', 'person ad'],
    ['nothing in code that is being typed', 'a ` b @ad', '@ad', null],
    ['a person behind code', 'a `b` @ad', '@ad', 'person ad'],
    ['nothing within a word', 'a@ad', '@ad', null],
    ['nothing in code', 'a `b @ad` c', '@ad', null],
    ['nothing in a block of code', '```\n@ad\n```', '@ad', null],
    ['a person in a literal block', '<i></i> @ad', '@ad', 'person ad'],
    ['nothing in the code of a literal block', '<i></i> `@ad` c', '@ad', null],
    ['a quick action', '/clo', '/clo', 'action clo'],
    ['a quick action in the second line', 'a\n/clo', '/clo', 'action clo'],
    ['a quick action in a literal block', '<i></i>\n/clo', '/clo', 'action clo'],
    ['no quick action within a line', 'a /clo', '/clo', null],
    ['no quick action in a list', '- /clo', '/clo', null],
    ['no quick action in a quote', '> /clo', '/clo', null],
    ['no quick action in a heading', '# /clo', '/clo', null],
  ])('%s', async (_, text, at, expected) => {
    await open(text);
    put(at);
    expect(asked()).toBe(expected);
  });

  test('nothing while words are composed', async () => {
    await open('a ');
    told = [];
    type(' @ad', 1);
    expect(told).toEqual(['moved']);
    type('a');
    expect(told).toEqual(['moved', 'typed']);
    expect(asked()).toBe('person ada');
  });
});

describe('IE-09.69 what is chosen is written as the source would say it:', () => {
  const names = ['@user_name', '@_a_', '~a_b_c', '~"to do"', '~"*a* [b]"', '%"x [y]"', '%"1. a"', '#12', '&3'];
  const others = ['acme/tools#1', ':tada:', '/close', '~"a `b`"', '%"a\\b"', '%"a ~~b~~"'];
  test.each([...names, ...others])('%s', async (name) => {
    for (const [text, at] of [
      [name.startsWith('/') ? '/cl' : 'a @x', name.startsWith('/') ? '/cl' : '@x'],
      ['- one @x\n\nlast', '@x'],
      ['one @x, two', '@x'],
    ] as const) {
      if (name.startsWith('/') && !text.startsWith('/')) continue;
      await open(text);
      put(at);
      take(name);
      const caret = text.indexOf(at) + at.length;
      const source = completed(text, caret, { from: caret - at.length }, name).text;
      // Spaces at the end of a line say nothing, and are not written.
      expect(written).toBe(source.replace(/ (?=\n|$)/g, ''));
      type('|');
      expect(words()).toContain(text.includes(',') ? ' |, two' : ' |');
      await editor.destroy();
    }
    await open('a');
  });

  test('with the marks of what was typed, and in a literal block as it is', async () => {
    await open('**ask @ad** now\n\n<i></i> ~x');
    put('@ad');
    take('@ada');
    type('b');
    expect(written).toBe('**ask @ada** bnow\n\n<i></i> ~x');
    put('~x');
    take('~"*a*"');
    expect(written).toBe('**ask @ada** bnow\n\n<i></i> ~"*a*" ');
  });

  test('only HTML and entities in a name are escaped', async () => {
    await open('a @x');
    put('@x');
    take('~"<b>"');
    expect(written).toBe('a ~"\\<b>"');
    type('~a');
    take('~"&amp;"');
    expect(written).toBe('a ~"\\<b>" ~"\\&amp;"');
  });

  test('the space that stands there already is not written again', async () => {
    await open('ask @ad now');
    put('@ad');
    take('@ada');
    type('|');
    expect(written).toBe('ask @ada |now');
  });

  test('undo takes it back in one step, and leaves what was typed before and behind it', async () => {
    await open('ask');
    put('ask');
    type(' @a');
    type('d');
    take('@ada');
    type('now');
    expect(written).toBe('ask @ada now');
    editor.run(undo);
    expect(words()).toBe('ask @ada ');
    editor.run(undo);
    expect(words()).toBe('ask @ad');
    editor.run(redo);
    expect(words()).toBe('ask @ada ');
  });
});
