/** Pixels that a box keeps from the edges of the window. */
const MARGIN = 8;

interface Beside {
  /** Pixels between the box and its anchor. */
  readonly gap: number;
  /** Where the box is to begin, in pixels of the window; if not given it stands in the middle of its anchor. */
  readonly left?: number;
}

/** Places a fixed box below its anchor, above it where there is no room below, and never past the edges of the window. */
export function placeBeside(box: HTMLElement, anchor: HTMLElement, { gap, left }: Beside): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  // A scrollbar takes its part of the window.
  const { clientWidth } = document.documentElement;
  const below = at.bottom + gap;
  const top = below + height > window.innerHeight - MARGIN ? at.top - gap - height : below;
  const start = left ?? at.left + at.width / 2 - width / 2;
  box.style.top = `${Math.max(MARGIN, top)}px`;
  box.style.left = `${Math.max(MARGIN, Math.min(start, clientWidth - MARGIN - width))}px`;
}
