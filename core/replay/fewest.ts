/**
 * A part of a list that still fails, from which nothing can be left out alone (Zeller's ddmin): first the two halves and their complements, then ever
 * smaller pieces. `fails` holds for the whole list. The order stays.
 */
export function fewest<T>(list: readonly T[], fails: (part: readonly T[]) => boolean): readonly T[] {
  if (list.length === 0 || fails([])) return [];
  let rest = list;
  for (let pieces = 2; rest.length > 1;) {
    const width = Math.ceil(rest.length / pieces);
    const smaller = onePiece(rest, width, fails) ?? withoutOne(rest, width, fails);
    if (smaller !== null) {
      pieces = Math.max(Math.min(pieces - 1, smaller.length), 2);
      rest = smaller;
    } else if (width === 1) {
      break;
    } else {
      pieces = Math.min(pieces * 2, rest.length);
    }
  }
  return rest;
}

function onePiece<T>(list: readonly T[], width: number, fails: (part: readonly T[]) => boolean): readonly T[] | null {
  if (width * 2 < list.length) return null;
  for (let from = 0; from < list.length; from += width) {
    const part = list.slice(from, from + width);
    if (part.length < list.length && fails(part)) return part;
  }
  return null;
}

/** Leaves out one piece after the other, from the end, as long as it still fails: what came last depends on what was before. */
function withoutOne<T>(list: readonly T[], width: number, fails: (part: readonly T[]) => boolean): readonly T[] | null {
  let rest: readonly T[] = list;
  for (let from = Math.floor((list.length - 1) / width) * width; from >= 0; from -= width) {
    const part = rest.toSpliced(from, width);
    if (part.length < rest.length && fails(part)) rest = part;
  }
  return rest.length < list.length ? rest : null;
}
