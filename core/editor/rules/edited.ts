/** A text and what is selected in it, in UTF-16 units; `start` equals `end`: there is the caret. */
export interface Edited {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type Edit = (edited: Edited) => Edited;

/** What makes one text out of another: `insert` in place of what stands from `from` to `to`. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The smallest change; null: they are the same. */
export function changeBetween(before: string, after: string): Change | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let kept = 0;
  while (kept < most - from && before[before.length - 1 - kept] === after[after.length - 1 - kept]) kept += 1;
  return { from, to: before.length - kept, insert: after.slice(from, after.length - kept) };
}

/** Where a place in the text is after the change: what stood before it, or behind it, still does. */
export function placeAfter({ from, to, insert }: Change, place: number): number {
  if (place >= to) return place - (to - from) + insert.length;
  return Math.min(place, from + insert.length);
}

/** `insert` in place of what is selected, and the caret behind it. */
export function replaced({ text, start, end }: Edited, insert: string): Edited {
  const caret = start + insert.length;
  return { text: text.slice(0, start) + insert + text.slice(end), start: caret, end: caret };
}

/** The lines that the selection touches, from the beginning of the first one to the end of the last one. */
export function touchedLines({ text, start, end }: Edited): { readonly from: number; readonly to: number } {
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  // A selection that ends at the beginning of a line does not touch it.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const break_ = text.indexOf('\n', Math.max(last, from));
  return { from, to: break_ === -1 ? text.length : break_ };
}
