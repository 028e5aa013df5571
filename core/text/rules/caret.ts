import { diffIndices } from 'node-diff3';
import { isComparable } from './merge.ts';

/** How many characters two texts begin with in common, of the first `most`. */
function beginning(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a[length] === b[length]) length += 1;
  return length;
}

function ending(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

/** Within what has changed the place is as far from its beginning, at most at its end. */
function mapped(before: string, after: string, place: number, inside: typeof clamped): number {
  const least = Math.min(before.length, after.length);
  const head = beginning(before, after, least);
  if (place <= head) return place;
  const tail = ending(before, after, least - head);
  if (place >= before.length - tail) return place + after.length - before.length;
  const [from, to] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return head + inside(from, to, place - head);
}

const clamped = (_: string, after: string, place: number): number => Math.min(place, after.length);

function byLines(before: string, after: string, place: number): number {
  const [from, to] = [before, after].map((text) => text.split(/(?<=\n)/)) as [string[], string[]];
  // Else only where the texts begin and end alike counts.
  if (!isComparable(from, to)) return clamped(before, after, place);
  const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0);
  for (const { buffer1, buffer1Content, buffer2, buffer2Content } of diffIndices(from, to).reverse()) {
    const begins = lengthOf(from.slice(0, buffer1[0]));
    if (place < begins) continue;
    const now = lengthOf(to.slice(0, buffer2[0]));
    const [was, is] = [buffer1Content.join(''), buffer2Content.join('')];
    if (place >= begins + was.length) return place - begins - was.length + now + is.length;
    return now + mapped(was, is, place - begins, clamped);
  }
  return place;
}

/** WI-08.48: where a place in a text stands in the text that it has become: with the same characters around it, as far as these are there. Counted in UTF-16 units. */
export const mapCaret = (before: string, after: string, place: number): number => mapped(before, after, place, byLines);
