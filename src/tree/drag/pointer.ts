/** What a pointer in a drag means. */

/** What stands at a pointer in a drag: nothing, or a row's key. */
export interface UnderPointer {
  /** The row that is drawn there. */
  readonly drawn: string | null;
  /** The row whose place it is, where the rows have made a gap there. */
  readonly displaced: string | null;
  /** The parent into which the gap leads. */
  readonly parent: string | null;
}

/** TR-16.28: the first of those that a pointer may mean and that can open. */
export function hoveredRow({ drawn, displaced, parent }: UnderPointer, opens: (key: string) => boolean): string | null {
  const meant = drawn === null ? [parent, displaced] : [drawn, parent];
  return meant.find((key) => key !== null && opens(key)) ?? null;
}

/** TR-16.29: pixels to scroll in one frame, negative towards the start; most of them at the edge. */
export function scrollStep(
  at: number,
  [start, end]: readonly [start: number, end: number],
  { scrollSensitivity, scrollSpeed }: { readonly scrollSensitivity: number; readonly scrollSpeed: number },
): number {
  const zone = Math.min(scrollSensitivity, (end - start) / 2);
  const depth = (distance: number): number => Math.min(Math.max(1 - distance / zone, 0), 1);
  const speed = (distance: number): number => Math.ceil(scrollSpeed * depth(distance) ** 2);
  return speed(end - at) - speed(at - start);
}
