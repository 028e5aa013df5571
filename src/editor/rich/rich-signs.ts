/** IE-09.71: what typed signs of Markdown become at once, where Milkdown's own rules take too much or too little. */
import { isInCode } from '@espalier/core/editor';
import type { MilkdownPlugin } from '@milkdown/ctx';
import {
  emphasisSchema,
  emphasisStarInputRule,
  hrSchema,
  imageSchema,
  insertHrInputRule,
  linkSchema,
  paragraphSchema,
} from '@milkdown/preset-commonmark';
import { strikethroughInputRule, strikethroughSchema } from '@milkdown/preset-gfm';
import { markRule } from '@milkdown/prose';
import type { Node } from '@milkdown/prose/model';
import { InputRule } from '@milkdown/prose/inputrules';
import { TextSelection } from '@milkdown/prose/state';
import { $inputRule } from '@milkdown/utils';

/** Those of Milkdown in whose place these stand. It would strike `~label ~`, emphasise in `2 * 3 * 4`, and lose a line to what is typed next. */
export const REPLACED = [strikethroughInputRule, emphasisStarInputRule, insertHrInputRule];

const struck = $inputRule((ctx) => markRule(/~~([^~]+)~~$/, strikethroughSchema.type(ctx)));

const emphasised = $inputRule((ctx) =>
  markRule(/(?<![*\w\\])\*([^*\s]|[^*\s][^*]*[^*\s])\*$/, emphasisSchema.type(ctx), {
    getAttr: () => ({ marker: '*' }),
  }),
);

const line = $inputRule(
  (ctx) =>
    new InputRule(/^(?:---|___\s|\*\*\*\s)$/, ({ doc, tr }, _, start, end) => {
      const { depth, parent } = doc.resolve(start);
      const type = paragraphSchema.type(ctx);
      if (depth !== 1 || parent.type !== type) return null;
      const rest = type.create(null, parent.content.cut(end - start));
      tr.replaceWith(start - 1, start + parent.content.size + 1, [hrSchema.type(ctx).create(), rest]);
      return tr.setSelection(TextSelection.create(tr.doc, start + 1));
    }),
);

/** Code already, or once its second sign is typed. */
function isCode(doc: Node, start: number, end: number): boolean {
  const { inlineCode } = doc.type.schema.marks;
  const { parent, parentOffset } = doc.resolve(start);
  return (
    isInCode(parent.textContent, parentOffset) || (inlineCode !== undefined && doc.rangeHasMark(start, end, inlineCode))
  );
}

const link = $inputRule(
  (ctx) =>
    new InputRule(
      /(?<![!\\])\[([^[\]]+)\]\(([^\s()<>]+)\)$/,
      ({ doc, schema, tr }, [, words = '', href = ''], start, end) => {
        if (isCode(doc, start, end)) return null;
        const type = linkSchema.type(ctx);
        const marks = type.create({ href }).addToSet(doc.resolve(end).marks());
        return tr.replaceWith(start, end, schema.text(words, marks)).removeStoredMark(type);
      },
    ),
);

/** Milkdown's takes the first `![` of the line, and all signs up to the last bracket. */
const image = $inputRule(
  (ctx) =>
    new InputRule(
      /(?<!\\)!\[([^[\]]*)\]\(([^\s()<>]+)(?: "([^"]*)")?\)$/,
      ({ doc, tr }, [, alt = '', src = '', title = ''], start, end) => {
        if (isCode(doc, start, end)) return null;
        return tr.replaceWith(
          start,
          end,
          imageSchema.type(ctx).create({ src, alt, title }, null, doc.resolve(end).marks()),
        );
      },
    ),
);

export const signs: MilkdownPlugin[] = [struck, emphasised, line, link, image];
