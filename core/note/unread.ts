/** Where a line parts what is new from what was seen before. */
export interface UnreadLine {
  /** A discussion, or one of its replies. */
  readonly at: string;
  /** What is new stands above the line, which follows it; else below. */
  readonly above: boolean;
}

interface Shown<N> {
  readonly id: string;
  readonly notes: readonly N[];
  readonly folded: boolean;
}

/** WI-10.91: null where nothing is new. */
export function unreadLine<N extends { readonly id: string }>(
  discussions: readonly Shown<N>[],
  newestFirst: boolean,
  isNew: (note: N) => boolean,
): UnreadLine | null {
  const begun = newestFirst ? discussions.findLast(({ notes }) => notes.slice(0, 1).some(isNew)) : undefined;
  if (begun !== undefined) return { at: begun.id, above: true };
  for (const { id, notes, folded } of discussions) {
    const index = notes.findIndex(isNew);
    if (index >= 0) return { at: folded || index === 0 ? id : (notes[index]?.id ?? id), above: false };
  }
  return null;
}
