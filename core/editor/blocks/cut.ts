import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A block at the top of a text: whole lines, as they were written. */
export interface Block {
  /** What stands between it and the block before it: the end of a line, blank lines. */
  readonly before: string;
  /** Without the end of its last line. */
  readonly source: string;
  /** It is shown as its source: rich text cannot hold it exactly. */
  readonly isLiteral: boolean;
}

export interface Cut {
  readonly blocks: readonly Block[];
  /** What stands behind the last block. */
  readonly after: string;
}

/** What rich text can hold. */
const HELD: ReadonlySet<Nodes['type']> = new Set<Nodes['type']>([
  ...(['root', 'paragraph', 'heading', 'blockquote', 'list', 'listItem', 'code', 'thematicBreak'] as const),
  ...(['table', 'tableRow', 'tableCell'] as const),
  ...(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'link', 'image', 'break'] as const),
]);

/**
 * What a tree of Markdown does not tell: an escape or an entity that keeps a sign from being a reference (`\#1`, `&#35;1`), and mathematics, in which signs
 * mean something else.
 */
const UNTOLD = /\\[#&~%@:!$^[\]]|&(?:#\d+|#x[\da-f]+|\w+);|\$\$|\$`/i;

/** The line that begins and ends a quote of several blocks. */
const FENCE = /^>>>[ \t]*$/gm;

const FRONT_MATTER = /^(---|\+\+\+|;;;)[^\r\n]*\r?\n(?:[^]*?\r?\n)?\1[ \t]*(?=\r?\n|$)/;

export const treeOf = (markdown: string): Root =>
  fromMarkdown(markdown, {
    extensions: [gfm({ singleTilde: false })],
    mdastExtensions: [gfmFromMarkdown()],
  });

/** IE-09.60: cuts a text into its blocks; together they are the text. */
export function blocksOf(markdown: string): Cut {
  const front = FRONT_MATTER.exec(markdown)?.[0] ?? '';
  const lines = markdown.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
  const frontLines = front === '' ? 0 : front.split(/\r\n|\n|\r/).length;
  // With as many signs in front, so that a node knows where it stands.
  const found = treeOf(front.replace(/[^\r\n]/g, ' ') + markdown.slice(front.length)).children.map((node) => {
    const [from, to] = [(node.position?.start.line ?? 1) - 1, node.position?.end.line ?? 1];
    return {
      from,
      to,
      isLiteral: !isHeld(node, markdown) || (node.type !== 'code' && UNTOLD.test(sourceIn(lines, from, to))),
    };
  });
  if (frontLines > 0) found.unshift({ from: 0, to: frontLines, isLiteral: true });
  const blocks: Block[] = [];
  let end = 0;
  let between = '';
  for (const { from: begin, to, isLiteral } of fenced(lines, found)) {
    // The parser has a heading begin with the definitions above it.
    const from = Math.max(begin, end);
    const whole = lines.slice(from, to).join('');
    const source = whole.replace(/[\r\n]+$/, '');
    blocks.push({ before: between + lines.slice(end, from).join(''), source, isLiteral });
    between = whole.slice(source.length);
    end = to;
  }
  return { blocks, after: between + lines.slice(end).join('') };
}

export const textOf = ({ blocks, after }: Cut): string =>
  blocks.map(({ before, source }) => before + source).join('') + after;

/** Do two texts say the same, however they are written? */
export const isSameText = (one: string, other: string): boolean => toldBy(treeOf(one)) === toldBy(treeOf(other));

const toldBy = (tree: Root): string =>
  JSON.stringify(tree, (key, value: unknown) => (key === 'position' ? undefined : value));

const sourceIn = (lines: readonly string[], from: number, to: number): string => lines.slice(from, to).join('');

const isHeld = (node: Nodes, text: string): boolean =>
  HELD.has(node.type) &&
  (node.type !== 'image' || isPlain(text.slice(node.position?.start.offset, node.position?.end.offset))) &&
  (!('children' in node) || node.children.every((child) => isHeld(child, text)));

/** Of the words of an image the tree tells the letters alone. */
const isPlain = (image: string): boolean => /^!\[[^[\]*_~`<\\]*\]\(/.test(image);

interface Lines {
  readonly from: number;
  readonly to: number;
  readonly isLiteral: boolean;
}

/** What stands between two fences is one block. */
function fenced(lines: readonly string[], found: readonly Lines[]): readonly Lines[] {
  const made: Lines[] = [];
  let isOpen = false;
  for (const each of found) {
    const fences = sourceIn(lines, each.from, each.to).match(FENCE)?.length ?? 0;
    const last = isOpen ? made.pop() : undefined;
    made.push(
      last === undefined && fences === 0 ? each : { from: last?.from ?? each.from, to: each.to, isLiteral: true },
    );
    isOpen = (fences % 2 === 1) !== isOpen;
  }
  return made;
}
