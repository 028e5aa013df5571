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
  linkSchema,
  remarkHtmlTransformer,
  remarkInlineLinkPlugin,
  remarkPreserveEmptyLinePlugin,
  syncHeadingIdPlugin,
  updateImageCommand,
} from '@milkdown/preset-commonmark';
import {
  extendListItemSchemaForTask,
  footnoteDefinitionSchema,
  footnoteReferenceSchema,
  gfm,
} from '@milkdown/preset-gfm';
import { $nodeSchema } from '@milkdown/utils';
import { isAddress } from '@espalier/core/editor';
import { REPLACED, signs } from './rich-signs.ts';

const left: ReadonlySet<unknown> = new Set<unknown>(
  [
    htmlAttr,
    htmlSchema,
    imageAttr,
    insertImageCommand,
    insertImageInputRule,
    updateImageCommand,
    footnoteDefinitionSchema,
    footnoteReferenceSchema,
    ...REPLACED,
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

/** What is typed behind a link is not of it. */
const link = linkSchema.extendSchema((given) => (ctx) => ({ ...given(ctx), inclusive: false }));

/** An image counts as one sign of its line. Out of a page come those with an address, not such as hold the picture itself. */
const image = imageSchema.extendSchema((given) => (ctx) => ({
  ...given(ctx),
  leafText: () => '\ufffc',
  parseMarkdown: {
    match: ({ type }) => type === 'image',
    // Milkdown takes the null of a title that is not there for one.
    runner: (state, { url, alt, title }, type) =>
      void state.addNode(type, { src: url, alt: alt ?? '', title: title ?? '' }),
  },
  parseDOM: [
    {
      tag: 'img[src]',
      getAttrs: (element) => {
        const [src = '', alt = '', title = ''] = ['src', 'alt', 'title'].map(
          (name) => element.getAttribute(name) ?? '',
        );
        return (isAddress(src) || !/^[a-z][\w+.-]*:/i.test(src)) && { src, alt, title };
      },
    },
  ],
  toDOM: ({ attrs: { title, ...attrs } }) => ['img', { ...attrs, title: title || null, loading: 'lazy' }],
}));

/** An item that is made here stands close to its list. */
const item = extendListItemSchemaForTask.extendSchema((given) => (ctx) => {
  const made = given(ctx);
  return { ...made, attrs: { ...made.attrs, spread: { default: false, validate: 'boolean' } } };
});

/** In their places, because marks nest in their order. */
const changed: ReadonlyMap<unknown, readonly MilkdownPlugin[]> = new Map<unknown, readonly MilkdownPlugin[]>([
  ...[...linkSchema, ...imageSchema, ...extendListItemSchemaForTask].map((plugin) => [plugin, []] as const),
  [linkSchema[0], link],
  [imageSchema[0], image],
  [extendListItemSchemaForTask[0], item],
]);

export const nodes: MilkdownPlugin[] = [
  ...[...commonmark, ...gfm].filter((plugin) => !left.has(plugin)).flatMap((plugin) => changed.get(plugin) ?? plugin),
  ...literal,
  ...signs,
];
