import { aligned } from '@espalier/core/editor/blocks';
import type { Node, ResolvedPos } from '@milkdown/prose/model';
import { TextSelection, type EditorState, type Transaction } from '@milkdown/prose/state';

/** A block of the new document; `was`: its number in the old one, null where it is new. */
interface Taken {
  readonly node: Node;
  readonly was: number | null;
}

/** IE-09.66: takes in the blocks of a text that others have changed. Only those that differ are replaced, and the caret stays where it was in its own. */
export function taken({ tr, doc, selection, schema }: EditorState, blocks: readonly Node[]): Transaction {
  const old = doc.children;
  const now = [...together(old, blocks)];
  const paragraph = schema.nodes.paragraph?.create();
  if (now.length === 0 && paragraph !== undefined) now.push({ node: paragraph, was: null });
  let end = old.length;
  let made: Node[] = [];
  const replace = (from: number) => {
    if (from < end || made.length > 0) tr.replaceWith(startOf(old, from), startOf(old, end), made);
    made = [];
  };
  for (const { node, was } of [...now].reverse()) {
    if (was === null || node !== old[was]) made.unshift(node);
    else {
      replace(was + 1);
      end = was;
    }
  }
  replace(0);
  if (!tr.docChanged || !(selection instanceof TextSelection)) return tr;
  const at = (place: ResolvedPos) => tr.doc.resolve(placeIn(now, place));
  tr.setSelection(TextSelection.between(at(selection.$anchor), at(selection.$head)));
  const { $head } = tr.selection;
  // The space behind the last word, of which the text does not tell, before the next one is typed.
  const space =
    selection.empty && isAtEnd(selection.$head) ? /[ \t]*$/.exec(selection.$head.parent.textContent)?.[0] : '';
  const isMissed = isAtEnd($head) && !/[ \t]$/.test($head.parent.textContent);
  return space && isMissed ? tr.insertText(space) : tr;
}

const isAtEnd = ({ parent, parentOffset }: ResolvedPos): boolean =>
  parent.isTextblock && parentOffset === parent.content.size;

/** The blocks of the text, and among them the paragraphs that no text tells of: they stay below what they stood below. */
function together(old: readonly Node[], blocks: readonly Node[]): readonly Taken[] {
  const told = old.flatMap((node, index) => (isUntold(node) ? [] : [index]));
  const pairs = aligned(
    old.filter((node) => !isUntold(node)),
    blocks,
    isSame,
  );
  const now = blocks.map((node, index): Taken => {
    const pair = pairs[index] ?? null;
    const was = pair === null ? null : (told[pair.index] ?? null);
    return { node: (pair?.isSame === true && was !== null && old[was]) || node, was };
  });
  if (told.length === 0) return now;
  for (const [was, node] of old.entries()) if (isUntold(node)) now.splice(behind(now, was), 0, { node, was });
  return now;
}

const isSame = (one: Node, other: Node): boolean => one === other || one.eq(other);

const isUntold = ({ type, textContent }: Node): boolean => type.name === 'paragraph' && textContent.trim() === '';

/** Where what stood below the blocks above an old one stands now. */
const behind = (now: readonly Taken[], old: number): number =>
  now.findLastIndex(({ was }) => was !== null && was < old) + 1;

const startOf = (blocks: readonly Node[], index: number): number =>
  blocks.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0);

/** A place of the old document in the new one: in its block, or where that has gone at what stands there. */
function placeIn(now: readonly Taken[], place: ResolvedPos): number {
  const old = place.index(0);
  const index = now.findIndex(({ was }) => was === old);
  const nodes = now.map(({ node }) => node);
  const node = nodes[index];
  if (node === undefined) return startOf(nodes, behind(now, old));
  return startOf(nodes, index) + 1 + placeWithin(place.node(1), node, place.pos - place.start(1));
}

/** A place within a block that has become another: in its item, its row, its line. */
function placeWithin(old: Node, now: Node, place: number): number {
  if (old.isTextblock || now.isTextblock) return placeInLine(old, now, place);
  const { index, offset } = old.childAfter(place);
  const found = aligned(old.children, now.children, isSame).findIndex((pair) => pair?.index === index);
  const [child, other] = [old.maybeChild(index), now.maybeChild(found)];
  if (child === null || other === null) return Math.min(offset, now.content.size);
  return startOf(now.children, found) + 1 + placeWithin(child, other, place - offset - 1);
}

/** It stays with what stands before it; at the beginning with what stands behind it. */
function placeInLine({ content }: Node, now: Node, place: number): number {
  const [start, end] = [content.findDiffStart(now.content), content.findDiffEnd(now.content)];
  if (start === null || end === null || place < start || (place === start && place > 0)) return place;
  const over = Math.max(0, start - Math.min(end.a, end.b));
  return place >= end.a + over ? place - end.a + end.b : Math.min(place, end.b + over);
}
