import { createRequire } from 'node:module';
import { Editor, parserCtx, rootCtx, schemaCtx } from '@milkdown/core';
import { remarkGFMPlugin } from '@milkdown/preset-gfm';
import { Fragment } from '@milkdown/prose/model';
import type { Node } from '@milkdown/prose/model';
import fc from 'fast-check';
import { blocksOf } from '@espalier/core/editor/blocks';
import { richDocument, type RichDocument } from './rich-document.ts';
import { nodes } from './rich-nodes.ts';

const { tests } = createRequire(import.meta.url)('commonmark-spec') as {
  readonly tests: readonly { readonly markdown: string }[];
};
const examples = tests.map(({ markdown }) => markdown.replaceAll('→', '\t'));

let rich: RichDocument;
let asDocument: (blocks: readonly Node[]) => Node;
let editor: Editor;

beforeAll(async () => {
  editor = await Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, document.body);
      ctx.set(remarkGFMPlugin.options.key, { singleTilde: false });
    })
    .use(nodes)
    .create();
  const schema = editor.ctx.get(schemaCtx);
  rich = richDocument(schema, editor.ctx.get(parserCtx));
  asDocument = (blocks) => schema.topNodeType.create(null, [...blocks]);
});
afterAll(() => editor.destroy());

/** The text after the words of its n-th block were changed as a person would. */
function after(text: string, at: number, change: (words: string) => string): string {
  const blocks = rich.open(text);
  const edited = blocks.map((node, index) => (index === at ? withText(node, change) : node));
  return rich.textOf(asDocument(edited));
}

/** The node with its last text changed. */
function withText(node: Node, change: (words: string) => string): Node {
  if (node.isText) return node.type.schema.text(change(node.text ?? ''), node.marks);
  const children = node.children.slice();
  const last = children.pop();
  return last === undefined ? node : node.copy(Fragment.from([...children, withText(last, change)]));
}

const add = (words: string) => `${words} and more`;

test('IE-09.61 every example of CommonMark is opened and closed without a change', () => {
  const odd = examples.filter((text) => {
    const blocks = rich.open(text);
    expect(rich.textOf(asDocument(blocks))).toBe(text);
    const isOdd = blocksOf(text).blocks.map(
      ({ isLiteral }, index) => !isLiteral && blocks[index]?.type.name === 'literal',
    );
    return isOdd.includes(true);
  });
  expect(odd).toHaveLength(32);
});

test('IE-09.61 an edited block of any example leaves the bytes of the others', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...examples), { minLength: 2, maxLength: 4 }), fc.nat(), (parts, at) => {
      const text = parts.join('\n\n');
      const { blocks } = blocksOf(text);
      fc.pre(blocks.length > 0);
      const index = at % blocks.length;
      const made = after(text, index, add);
      const sources = blocks.map(({ source }) => source);
      expect(made.trimStart().startsWith(sources.slice(0, index)[0]?.trimStart() ?? '')).toBe(true);
      expect(
        made.trimEnd().endsWith(
          sources
            .slice(index + 1)
            .at(-1)
            ?.trimEnd() ?? '',
        ),
      ).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test.each([
  ['~label &3 #12 %1 @ada AT&T snake_case 2*3', '~label &3 #12 %1 @ada AT&T snake_case 2*3 and more'],
  ['#12 is first', '#12 is first and more'],
  ['see [^1] and [a][b]', 'see [^1] and [a][b] and more'],
  ['- [~] not\n- [ ] open\n- [x] done', '- [~] not\n- [ ] open\n- [x] done and more'],
  ['> [!note]\n> Careful', '> [!note]\n> Careful and more'],
  ['* one\n* two', '* one\n* two and more'],
  ['1) one\n1) two', '1) one\n1) two and more'],
  ['_a_ *b* __c__ **d** e', '_a_ *b* __c__ **d** e and more'],
  ['One\n===', 'One and more\n============'],
  ['### Three ###', '### Three and more ###'],
  ['~~~ruby\na *b*\n~~~', '~~~ruby\na *b* and more\n~~~'],
  ['| a | b |\n| - | :-: |\n| c | d |', '| a | b |\n| - | :-: |\n| c | d and more |'],
  ['see https://a.b/c_d_e now', 'see https://a.b/c_d_e now and more'],
  ['a\nb  \nc', 'a\nb\\\nc and more'],
  ['<b>bold</b>', '<b>bold</b> and more'],
  ['![a](/b.png "c") ![](d) e', '![a](/b.png "c") ![](d) e and more'],
  ['[![a](b)](c) d', '[![a](b)](c) d and more'],
  ['| ![a](b) |\n| - |\n| ![c](<d e>) f |', '| ![a](b) |\n| - |\n| ![c](<d e>) f and more |'],
])('IE-09.63 %j is written with its own signs', (text, made) => {
  expect(after(text, 0, add)).toBe(made);
  expect(after(`# First\n\n\n${text}\n\nLast  \n`, 1, add)).toBe(`# First\n\n\n${made}\n\nLast  \n`);
});

test('IE-09.63 only what would mean something else is escaped', () => {
  expect(after('a', 0, () => '*not* bold, ~label, [~] and #12')).toBe('\\*not\\* bold, ~label, [~] and #12');
  expect(after('a', 0, () => '# no heading')).toBe('\\# no heading');
  expect(after('a', 0, () => '[a]: /b')).toBe('\\[a]: /b');
});

test('IE-09.63 an empty heading is written, too, and a task without words', () => {
  const [heading] = rich.open('## a');
  expect(rich.textOf(asDocument(heading ? [heading.copy(Fragment.empty)] : []))).toBe('##');
  const [list] = rich.open('- [ ] a');
  const item = list?.firstChild;
  const empty = item?.copy(Fragment.from(item.firstChild?.copy(Fragment.empty)));
  const longer = list?.copy(Fragment.from([...list.children, ...(empty ? [empty] : [])]));
  expect(rich.textOf(asDocument(longer ? [longer] : []))).toBe('- [ ] a\n- [ ] ');
});

test.each(['- [ ] ', '- [x]', '- [ ] a\n- [ ] \n- b', '- a\n  - [ ]\n', '- [ ] \n  - b', '1. [ ] '])(
  'IE-09.70 %j is a list with a task without words, and stays so',
  (text) => {
    const blocks = rich.open(text);
    let tasks = 0;
    asDocument(blocks).descendants(({ attrs, firstChild }) => {
      if (typeof attrs.checked === 'boolean' && firstChild?.content.size === 0) tasks++;
    });
    expect([tasks, rich.textOf(asDocument(blocks))]).toEqual([1, text]);
    expect(after(`${text}\n\nlast`, 1, add)).toBe(`${text}\n\nlast and more`);
  },
);

test('IE-09.70 a list is written with its tasks without words', () => {
  expect(after('- [x]\n- a', 0, add)).toBe('- [x] \n- a and more');
  expect(after('- [ ]\n  - a', 0, add)).toBe('- [ ] \n  - a and more');
});

test.each([
  ['a', ' a ', 'a'],
  ['a', ' ', ''],
  ['# a', 'b ', '# b'],
  ['- a', 'b ', '- b'],
  ['- [ ] a', 'b ', '- [ ] b'],
  ['| a |\n| - |\n| b |', ' c ', '| a |\n| - |\n| c |'],
  ['a **b**', 'c ', 'a **c**'],
  ['a **b**', ' c', 'a  **c**'],
  ['**b**', ' c ', '**c**'],
  ['a\nb', ' c ', 'a\nc'],
  ['a\\\nb', ' c ', 'a\\\nc'],
  ['a\\\nb', ' ', 'a'],
  ['[b](/c)', 'd ', '[d](/c)'],
  ['`a`', 'b ', '`b `'],
])('IE-09.63 %j that ends in spaces is written without them: %j', (text, words, made) => {
  expect(after(text, 0, () => words)).toBe(made);
});

describe('IE-09.80 IE-09.81 a text that is read in slices', () => {
  const text = '# a\n\n- one\n\nsome_words\n\n- one\n\n<b>b</b>\n\nlast';
  let read: string[];
  let slowly: RichDocument;
  let turns: number;
  const turn = () => {
    turns++;
    return Promise.resolve();
  };
  beforeEach(() => {
    [read, turns] = [[], 0];
    const parse = editor.ctx.get(parserCtx);
    slowly = richDocument(editor.ctx.get(schemaCtx), (source) => {
      read.push(source);
      return parse(source);
    });
  });

  test('each block is read once, and others have a turn before it', async () => {
    await slowly.prepare(text, turn, () => true);
    expect(turns).toBe(6);
    expect(read).toEqual(['# a', '- one', 'some_words', 'last']);
    const blocks = slowly.open(text);
    expect(read).toHaveLength(4);
    expect(slowly.textOf(asDocument(blocks))).toBe(text);
    expect(asDocument(blocks).eq(asDocument(rich.open(text)))).toBe(true);
  });

  test('what was written meanwhile is in it, and nothing else is read again', async () => {
    await slowly.prepare(text, turn, () => true);
    const now = text.replace('last', 'last words');
    expect(slowly.textOf(asDocument(slowly.open(now)))).toBe(now);
    expect(read.slice(4)).toEqual(['last words']);
  });

  test('it ends when nobody wants it any more', async () => {
    await slowly.prepare(text, turn, () => turns < 3);
    expect(read).toEqual(['# a', '- one']);
  });
});
