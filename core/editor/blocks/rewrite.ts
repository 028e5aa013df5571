import { blocksOf, textOf, type Block, type Cut } from './cut.ts';

/** A text, and what stands for each of its blocks in the editor. */
export interface Opened<N> {
  readonly cut: Cut;
  /** As many as there are blocks. */
  readonly nodes: readonly N[];
}

export interface Writing<N> {
  readonly isSame: (one: N, other: N) => boolean;
  /** The Markdown of a node without blank lines around it; empty: there is nothing in it. */
  readonly write: (node: N, before: string | null) => string;
}

/** A block of the new text: `was` is its number in the old one, null where it is new. */
interface Piece {
  readonly before: string;
  readonly source: string;
  readonly was: number | null;
  readonly isTouched: boolean;
}

const APART = ['', '\n\n', '\n\n<!-- -->\n\n'] as const;

/** IE-09.61: the text of a document that was edited: what is the same keeps its source and what stands between; only the rest is written anew. */
export function rewritten<N>({ cut, nodes }: Opened<N>, now: readonly N[], { isSame, write }: Writing<N>): string {
  const pieces = aligned(nodes, now, isSame).map((was, index): Piece => {
    const block = was === null ? undefined : cut.blocks[was.index];
    const node = now[index] as N;
    const isTouched = was?.isSame !== true;
    const source = isTouched ? write(node, block?.source ?? null) : (block?.source ?? '');
    return { before: block?.before ?? '', source, was: was?.index ?? null, isTouched };
  });
  const blocks: Piece[] = [];
  for (const piece of pieces.filter(({ source, isTouched }) => !isTouched || source !== '')) {
    const last = blocks.at(-1);
    blocks.push({ ...piece, before: last === undefined ? (cut.blocks[0]?.before ?? '') : between(last, piece) });
  }
  return textOf({ blocks: blocks.map((piece): Block => ({ ...piece, isLiteral: false })), after: cut.after });
}

/** What keeps two blocks apart: what did before, else a blank line, and a comment between lists that would become one. */
function between(last: Piece, piece: Piece): string {
  const isNext = piece.was !== null && last.was === piece.was - 1;
  if (isNext && !last.isTouched && !piece.isTouched) return piece.before;
  const [above, below] = [sourcesIn(last.source), sourcesIn(piece.source)];
  const tried = APART.map((gap) => (gap === '' && isNext ? piece.before : gap)).filter((gap) => gap !== '');
  const isApart = (gap: string) =>
    sourcesIn(last.source + gap + piece.source).join('\0') === [...above, ...sourcesIn(gap), ...below].join('\0');
  return tried.find(isApart) ?? '\n\n';
}

const sourcesIn = (text: string): readonly string[] => blocksOf(text).blocks.map(({ source }) => source);

interface Was {
  readonly index: number;
  readonly isSame: boolean;
}

/** For each node of the new document the one that it was: those that are the same first, then, between two of them, in their order. */
export function aligned<N>(
  old: readonly N[],
  now: readonly N[],
  isSame: Writing<N>['isSame'],
): readonly (Was | null)[] {
  const made: (Was | null)[] = now.map(() => null);
  let start = 0;
  let behind = old.length;
  let last = now.length;
  const isSameAt = (one: number, other: number) => isSame(old[one] as N, now[other] as N);
  for (; start < behind && start < last && isSameAt(start, start); start++)
    made[start] = { index: start, isSame: true };
  for (; behind > start && last > start && isSameAt(behind - 1, last - 1);) {
    behind--;
    last--;
    made[last] = { index: behind, isSame: true };
  }
  for (let from = start, at = start; at < last; at++) {
    for (let other = from; other < behind; other++) {
      if (!isSameAt(other, at)) continue;
      made[at] = { index: other, isSame: true };
      from = other + 1;
      break;
    }
  }
  let next = start;
  for (let at = start; at < last; at++) {
    const found = made[at] ?? null;
    if (found !== null) {
      next = found.index + 1;
      continue;
    }
    const limit = made.slice(at, last).find((each) => each !== null)?.index ?? behind;
    if (next < limit) made[at] = { index: next++, isSame: false };
  }
  return made;
}
