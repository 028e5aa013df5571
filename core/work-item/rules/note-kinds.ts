const OF_A_NOTE = 'note:';

/** WI-10.97: stands beside `notes` where the note that has changed is known, by its number; null: where that is not so. */
export const noteKind = (id: number | null): string => `${OF_A_NOTE}${id ?? ''}`;

/** The number of the note that a kind names; null: any may have changed; undefined: it is another kind. */
export function noteIn(kind: string): number | null | undefined {
  if (!kind.startsWith(OF_A_NOTE)) return undefined;
  const id = kind.slice(OF_A_NOTE.length);
  return /^\d+$/.test(id) ? Number(id) : null;
}
