import { createRequire } from 'node:module';
import fc from 'fast-check';
import { blocksOf, isSameText, rewritten, textOf, type Cut } from './index.ts';

const { tests } = createRequire(import.meta.url)('commonmark-spec') as {
  readonly tests: readonly { readonly markdown: string }[];
};
const examples = tests.map(({ markdown }) => markdown.replaceAll('→', '\t'));

/** Texts of several examples, with more or less between them. */
const texts = fc
  .array(fc.tuple(fc.constantFrom(...examples), fc.constantFrom('', '\n', '\n\n', '\r\n\r\n')), { maxLength: 5 })
  .map((parts) => parts.flat().join(''));

const sources = ({ blocks }: Cut) => blocks.map(({ source }) => source);
const literal = (text: string) => blocksOf(text).blocks.map(({ isLiteral }) => isLiteral);

/** What stands for a block is its source. */
const opened = (text: string) => {
  const cut = blocksOf(text);
  return { cut, nodes: sources(cut) };
};
const asText = { isSame: (one: string, other: string) => one === other, write: (node: string) => node };
const edited = (text: string, change: (nodes: string[]) => readonly string[]): string => {
  const before = opened(text);
  return rewritten(before, change([...before.nodes]), asText);
};

test('IE-09.60 the blocks of a text and what stands between them are the text', () => {
  expect(examples).toHaveLength(652);
  for (const text of examples) expect(textOf(blocksOf(text))).toBe(text);
  fc.assert(
    fc.property(texts, (text) => textOf(blocksOf(text)) === text),
    { numRuns: 150 },
  );
});

test('IE-09.60 a block begins and ends with its lines', () => {
  const text = '\n# One #\ntwo\nthree  \n\n\n- a\n\n  b\n- c\n\n---\n    code\n\n```\nd\n\n```\n| e |\n| - |\n';
  expect(sources(blocksOf(text))).toEqual([
    '# One #',
    'two\nthree  ',
    '- a\n\n  b\n- c',
    '---',
    '    code',
    '```\nd\n\n```',
    '| e |\n| - |',
  ]);
});

test('IE-09.60 front matter is one block, and so is a quote between two fences', () => {
  expect(sources(blocksOf('---\ntitle: a\n\nb: c\n---\n\nText\n'))).toEqual(['---\ntitle: a\n\nb: c\n---', 'Text']);
  expect(sources(blocksOf('a\n\n>>>\nb\n\nc\n>>>\n\nd'))).toEqual(['a', '>>>\nb\n\nc\n>>>', 'd']);
  expect(literal('---\na: b\n---\n')).toEqual([true]);
  expect(literal('>>>\nb\n\nc\n>>>\n\nd')).toEqual([true, false]);
});

test('IE-09.62 what rich text cannot hold is literal', () => {
  const held = [
    '# a',
    '*a* **b** ~~c~~ `d` [e](/f)',
    '![a](b) [![](c)](d "e")',
    '- [ ] a\n- [x] b\n- [~] c',
    '> [!note]\n> a',
    '```js\n\\#1\n```',
  ];
  for (const text of [...held, '~label &3 #12 %1 @ada', '[a][b] [^1]', '| a |\n| - |\n| b |', '***'])
    expect([text, literal(text)]).toEqual([text, [false]]);
  expect(literal('![a][b]\n\n[b]: /c')).toEqual([true, true]);
  expect(literal('---\na: b\n---\n\n![a](b)')).toEqual([true, false]);
  for (const text of ['<b>a</b>', 'a<br>b', '![*a*](b)', '[a]: /b', '[^1]: a', '\\#1', '&#35;1', '$$\na\n$$'])
    expect([text, literal(text)]).toEqual([text, [true]]);
});

test('IE-09.61 a document that nobody edited is the text, to the byte', () => {
  fc.assert(
    fc.property(texts, (text) => edited(text, (nodes) => nodes) === text),
    { numRuns: 150 },
  );
});

/** What stands above a block and below it, up to the blank lines. */
const around = ({ blocks, after }: Cut, index: number) => [
  textOf({ blocks: blocks.slice(0, index), after: '' }),
  textOf({ blocks: blocks.slice(index + 1), after }).trimStart(),
];

test('IE-09.61 an edited block leaves the bytes of the others, and none becomes one with it', () => {
  fc.assert(
    fc.property(texts, fc.nat(), (text, at) => {
      const { cut, nodes } = opened(text);
      fc.pre(nodes.length > 0);
      const index = at % nodes.length;
      const after = edited(text, () => nodes.with(index, 'edited'));
      const [above = '', below = ''] = around(cut, index);
      expect(after.startsWith(above)).toBe(true);
      expect(after.trimStart().endsWith(below)).toBe(true);
      expect(sources(blocksOf(after))).toContain('edited');
    }),
    { numRuns: 150 },
  );
});

test('IE-09.61 blocks that come and go leave the sources of the others', () => {
  fc.assert(
    fc.property(
      texts,
      fc.nat(),
      fc.nat(2),
      fc.array(fc.constantFrom('new', '# new', '- new'), { maxLength: 2 }),
      (text, at, gone, made) => {
        const index = at % (blocksOf(text).blocks.length + 1);
        const before = sources(blocksOf(text)).toSpliced(index, gone, ...made);
        const after = edited(text, (nodes) => nodes.toSpliced(index, gone, ...made));
        let end = 0;
        for (const source of before) {
          const found = after.indexOf(source, end);
          expect(found).toBeGreaterThanOrEqual(end);
          end = found + source.length;
        }
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  ['a heading that becomes a paragraph', '# a\nb\n', ['a', 'b'], 'a\n\nb\n'],
  ['a new block at the end', 'a\n', ['a', 'b'], 'a\n\nb\n'],
  ['a new block in the middle', 'a\n\n\nc\n', ['a', 'b', 'c'], 'a\n\nb\n\nc\n'],
  ['the first one gone', '\na\n\nb', ['b'], '\nb'],
  ['one without content', 'a\n\nb', ['a', '', 'b'], 'a\n\nb'],
  ['a list behind a list', '- a\n\nb', ['- a', '- b'], '- a\n\n<!-- -->\n\n- b'],
  ['two that change places', 'a\n\n\nb\n\nc', ['b', 'a', 'c'], 'b\n\na\n\nc'],
])('IE-09.61 %s', (_, text, now, after) => {
  expect(edited(text, () => now)).toBe(after);
});

test('IE-09.62 two texts say the same however they are written', () => {
  expect(isSameText('*a*\n\n- b', '_a_\n\n\n* b\n')).toBe(true);
  expect(isSameText('*a*', '**a**')).toBe(false);
});
