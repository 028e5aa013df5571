import { blocksOf, rewritten, type Block, type Cut, type Opened } from '@espalier/core/editor/blocks';
import { Fragment } from '@milkdown/prose/model';
import type { Node, Schema } from '@milkdown/prose/model';
import type { Parser } from '@milkdown/transformer';
import { writerOf } from './rich-writing.ts';

/** A text as a document of the editor, and back: IE-09.61. */
export interface RichDocument {
  /** Reads the blocks of a text that is to be opened, as long as it is wanted; between two of them others may have their turn. */
  readonly prepare: (text: string, turn: () => Promise<void> | undefined, isWanted: () => boolean) => Promise<void>;
  /** The nodes of a text; what it has in common with the text before keeps its nodes. */
  readonly open: (text: string) => readonly Node[];
  /** The text of the document that has become of the one that was opened last. */
  readonly textOf: (document: Node) => string;
  /** Where a place of the text that was opened last is in its document: exact where the source is what is read, else its block. */
  readonly placeOf: (place: number) => number;
  /** The nodes of a text that comes from elsewhere. */
  readonly nodesOf: (text: string) => readonly Node[];
}

export function richDocument(schema: Schema, parse: Parser): RichDocument {
  const { write, isHeld } = writerOf(schema);
  const isSame = (one: Node, other: Node) => one === other || one.eq(other);
  const literal = (source: string): Node => {
    const text = source === '' ? null : schema.text(source);
    return schema.nodes.literal?.create(null, text) ?? schema.topNodeType.create();
  };
  let opened: Opened<Node> = { cut: blocksOf(''), nodes: [] };
  /** What was written of nodes, so that a key writes only the block in which it was pressed. */
  const written = new WeakMap<Node, { readonly before: string | null; readonly source: string }>();
  const writeOnce = (node: Node, before: string | null): string => {
    const known = written.get(node);
    if (known?.before === before) return known.source;
    const source = write(node, before);
    written.set(node, { before, source });
    return source;
  };
  /** IE-09.62: literal is also what would not be written as it says. */
  const nodeOf = ({ source, isLiteral }: Block): Node => {
    if (isLiteral) return literal(source);
    const { content } = parse(source);
    const node = content.firstChild && withTasks(content.firstChild);
    return node !== null && content.childCount === 1 && isHeld(node, source) ? node : literal(source);
  };
  let last: readonly Node[] = [];
  /** The text that was cut last. */
  let cutLast: { readonly text: string; readonly cut: Cut } | null = null;
  const cutOf = (text: string): Cut => (cutLast = cutLast?.text === text ? cutLast : { text, cut: blocksOf(text) }).cut;
  /** What is known of the text that is opened next, by its source. */
  const known = new Map<string, Node>();
  const read = (block: Block): Node => {
    const node = known.get(block.source) ?? nodeOf(block);
    known.set(block.source, node);
    return node;
  };
  return {
    async prepare(text, turn, isWanted) {
      for (const block of cutOf(text).blocks) {
        const others = turn();
        if (others !== undefined) await others;
        if (!isWanted()) return;
        read(block);
      }
    },
    open(text) {
      for (const [index, { source }] of opened.cut.blocks.entries()) known.set(source, opened.nodes[index] as Node);
      for (const node of last) known.set(written.get(node)?.source ?? '', node);
      const cut = cutOf(text);
      opened = { cut, nodes: cut.blocks.map(read) };
      known.clear();
      return opened.nodes;
    },
    textOf(document) {
      last = document.children;
      return rewritten(opened, last, { isSame, write: writeOnce });
    },
    placeOf(place) {
      let [begin, from] = [0, 0];
      for (const [index, { before, source }] of opened.cut.blocks.entries()) {
        const node = opened.nodes[index];
        const start = begin + before.length;
        begin = start + source.length;
        if (node === undefined) break;
        const isExact = node.isTextblock && node.textContent === source;
        if (place <= begin) return from + 1 + (isExact ? Math.max(0, place - start) : 0);
        from += node.nodeSize;
      }
      return from;
    },
    nodesOf: (text) => blocksOf(text).blocks.map(nodeOf),
  };
}

/** IE-09.70: GFM takes a task without words for the words `[ ]`. */
function withTasks(node: Node): Node {
  if (node.isTextblock || node.isLeaf) return node;
  const children = node.children.map(withTasks);
  const [words, ...others] = children;
  const isWords = node.type.name === 'list_item' && node.attrs.checked === null && words?.type.name === 'paragraph';
  const box = isWords ? /^\[([ xX])\]$/.exec(words.textContent)?.[1] : undefined;
  if (words === undefined || box === undefined) return node.copy(Fragment.from(children));
  const item = [words.copy(Fragment.empty), ...others];
  return node.type.create({ ...node.attrs, checked: box !== ' ' }, item, node.marks);
}
