import { diff3MergeRegions } from 'node-diff3';

/** Three versions of a text become one. `base` is what both began with. */

/** Lines or words that all agree on, or those that two have changed differently. */
type Region =
  | { readonly agreed: readonly string[] }
  | { readonly base: readonly string[]; readonly mine: readonly string[]; readonly theirs: readonly string[] };

export interface Merged {
  /** Without conflicts: the text with what both have changed. With some: `mine` is to stay. */
  readonly text: string;
  /** How many places both have changed differently. */
  readonly conflicts: number;
  /** The same text with both versions of each such place, between marks. */
  readonly marked: string;
}

/** Steps that comparing may take: beyond this a stretch that has no line of its own counts as one conflict. */
const MOST = 100_000_000;

/** Comparing takes as many steps as there are equal pairs, times the length, for each pair may continue each beginning that was found. */
export function isComparable(a: readonly string[], b: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const each of a) counts.set(each, (counts.get(each) ?? 0) + 1);
  const pairs = b.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
  return (pairs + 1) * Math.min(a.length, b.length) <= MOST;
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index]);

/** The places of what stands in a list once. */
function placesIn(list: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, each] of list.entries()) places.set(each, places.has(each) ? -1 : place);
  return places;
}

/** Of pairs in rising order of the first: the longest chain that rises in the second as well. */
function rising(pairs: readonly (readonly [number, number])[]): ReadonlySet<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, place]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  }
  const chain = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) chain.add(pairs[index]?.[0] ?? 0);
  return chain;
}

type Three = readonly [base: readonly string[], mine: readonly string[], theirs: readonly string[]];

/** What stands once in each version, in one order in all: there the versions can be taken apart. */
function anchors([base, mine, theirs]: Three): readonly Readonly<[number, number, number]>[] {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map(placesIn) as [
    ReadonlyMap<string, number>,
    ReadonlyMap<string, number>,
    ReadonlyMap<string, number>,
  ];
  const found = [...inBase].flatMap(([each, place]) => {
    const [here, there] = [inMine.get(each) ?? -1, inTheirs.get(each) ?? -1];
    return place < 0 || here < 0 || there < 0 ? [] : [[place, here, there] as const];
  });
  const inOrder = found.sort(([a], [b]) => a - b);
  const kept = [1, 2].map((which) => rising(inOrder.map((each) => [each[0], each[which] ?? 0])));
  return inOrder.filter(([place]) => kept.every((chain) => chain.has(place)));
}

function* compared([base, mine, theirs]: Three): Generator<Region> {
  if (same(base, theirs) || same(mine, theirs)) yield { agreed: mine };
  else if (same(base, mine)) yield { agreed: theirs };
  else if (!isComparable(base, mine) || !isComparable(base, theirs)) yield { base, mine, theirs };
  else {
    for (const region of diff3MergeRegions([...mine], [...base], [...theirs])) {
      if (region.stable) yield { agreed: region.bufferContent };
      else yield* judged([region.oContent, region.aContent, region.bContent]);
    }
  }
}

/** Both may have made the very same change. */
function* judged([base, mine, theirs]: Three): Generator<Region> {
  yield same(mine, theirs) ? { agreed: mine } : { base, mine, theirs };
}

/** Piece by piece between what stands in all of them, so that a long text takes no longer than its pieces. */
function* regionsOf(three: Three): Generator<Region> {
  let from: readonly [number, number, number] = [0, 0, 0];
  const upTo = (to: readonly number[]): Three => {
    const [base, mine, theirs] = three.map((list, which) => list.slice(from[which], to[which]));
    return [base ?? [], mine ?? [], theirs ?? []];
  };
  for (const anchor of anchors(three)) {
    yield* compared(upTo(anchor));
    yield { agreed: [three[0][anchor[0]] ?? ''] };
    from = [anchor[0] + 1, anchor[1] + 1, anchor[2] + 1];
  }
  yield* compared(upTo(three.map(({ length }) => length)));
}

const linesOf = (text: string): readonly string[] => text.split('\n');

/** Words, spaces, and every other sign by itself. */
const wordsOf = (text: string): readonly string[] => text.match(/\n|[^\S\n]+|[\p{L}\p{N}_]+|./gsu) ?? [];

const whole = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The lines with both changes where these lie in different words; null: they do not. */
function byWords(three: Three): readonly string[] | null {
  const words: string[] = [];
  const [base, mine, theirs] = three.map((lines) => wordsOf(whole(lines)));
  for (const region of regionsOf([base ?? [], mine ?? [], theirs ?? []])) {
    if (!('agreed' in region)) return null;
    for (const word of region.agreed) words.push(word);
  }
  if (words.length === 0) return [];
  return words.pop() === '\n' ? linesOf(words.join('')) : null;
}

export const MARKS = { mine: '<<<<<<< Your version', between: '=======', theirs: '>>>>>>> Their version' } as const;

/** WI-08.46, WI-08.47: by lines, and by words where two have changed the same lines. Its order does not matter where nothing is in conflict. */
export function merge(base: string, mine: string, theirs: string): Merged {
  const merged: string[] = [];
  const marked: string[] = [];
  let conflicts = 0;
  const take = (list: string[], lines: readonly string[]): void => {
    for (const line of lines) list.push(line);
  };
  for (const region of regionsOf([linesOf(base), linesOf(mine), linesOf(theirs)])) {
    const agreed = 'agreed' in region ? region.agreed : byWords([region.base, region.mine, region.theirs]);
    if (agreed !== null) {
      take(merged, agreed);
      take(marked, agreed);
    } else if (!('agreed' in region)) {
      conflicts += 1;
      take(marked, [MARKS.mine, ...region.mine, MARKS.between, ...region.theirs, MARKS.theirs]);
    }
  }
  return { text: conflicts === 0 ? merged.join('\n') : mine, conflicts, marked: marked.join('\n') };
}
