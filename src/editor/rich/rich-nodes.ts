/** What Milkdown holds here: CommonMark and GFM without what the text's blocks keep as their source, and that source. */
import type { MilkdownPlugin } from '@milkdown/ctx';
import {
  commonmark,
  htmlAttr,
  htmlSchema,
  imageAttr,
  imageSchema,
  insertImageCommand,
  insertImageInputRule,
  remarkHtmlTransformer,
  remarkInlineLinkPlugin,
  remarkPreserveEmptyLinePlugin,
  syncHeadingIdPlugin,
  updateImageCommand,
} from '@milkdown/preset-commonmark';
import {
  footnoteDefinitionSchema,
  footnoteReferenceSchema,
  gfm,
  strikethroughInputRule,
  strikethroughSchema,
} from '@milkdown/preset-gfm';
import { markRule } from '@milkdown/prose';
import { $inputRule, $nodeSchema } from '@milkdown/utils';

const left: ReadonlySet<unknown> = new Set<unknown>(
  [
    htmlAttr,
    htmlSchema,
    imageAttr,
    imageSchema,
    insertImageCommand,
    insertImageInputRule,
    updateImageCommand,
    footnoteDefinitionSchema,
    footnoteReferenceSchema,
    // It would take `~label ~` for struck text.
    strikethroughInputRule,
    remarkHtmlTransformer,
    remarkInlineLinkPlugin,
    // It would write empty paragraphs as `<br />`.
    remarkPreserveEmptyLinePlugin,
    // It would change headings that nobody edited.
    syncHeadingIdPlugin,
  ].flat(),
);

/** A block that rich text cannot hold, as its source (IE-09.62). */
const literal = $nodeSchema('literal', () => ({
  content: 'text*',
  marks: '',
  group: 'block',
  code: true,
  defining: true,
  parseDOM: [{ tag: 'pre[data-literal]', preserveWhitespace: 'full' }],
  toDOM: () => ['pre', { 'data-literal': '' }, ['code', 0]],
  parseMarkdown: { match: () => false, runner: () => undefined },
  toMarkdown: {
    match: ({ type }) => type.name === 'literal',
    runner: (state, { textContent }) => void state.addNode('html', undefined, textContent),
  },
}));

const struck = $inputRule((ctx) => markRule(/~~([^~]+)~~$/, strikethroughSchema.type(ctx)));

export const nodes: MilkdownPlugin[] = [
  ...[...commonmark, ...gfm].filter((plugin) => !left.has(plugin)),
  ...literal,
  struck,
];
