import { dragSettings } from '@espalier/core';
import { hoveredRow, scrollStep } from '@espalier/core/tree';
import type { UnderPointer } from '@espalier/core/tree';

/** Pixels by which a resting pointer may tremble. */
const STILL = 4;
/** A drag that starts near an edge scrolls only after it has moved this far towards it: a hand that moves sideways strays. */
const MEANT = 24;
/** Pixels beyond the list's ends at which a row may still be dropped into it. */
const BEYOND = 40;

interface Following {
  readonly list: HTMLElement;
  readonly from: { readonly x: number; readonly y: number };
  /** Reports where the pointer would drop now; returns that place's parent. */
  readonly moved: (x: number) => string | null;
  /** The collapsed item under the pointer is another one, or the pointer moved. */
  readonly over: (overId: string | null, x: number, y: number) => void;
  /** The pointer left the list or came back. */
  readonly outside: (outside: boolean) => void;
}

export interface Followed {
  /** The rows under the pointer are not what they were. */
  readonly changed: () => void;
  readonly stop: () => void;
}

/**
 * Follows the pointer during a drag. The library measures the list when the drag starts and never again; since rows may appear meanwhile, whatever
 * depends on the list's size is computed here: which row is under the pointer, whether the pointer is in the list, and where to scroll.
 */
export function followPointer({ list, from, moved, over, outside }: Following): Followed {
  const settings = dragSettings(window.matchMedia('(pointer: coarse)').matches);
  let [x, y] = [from.x, from.y];
  let still: { readonly x: number; readonly y: number; readonly overId: string | null } | null = null;
  let wasOutside = false;
  let mayScroll = false;
  let frame = 0;
  let frames = 0;

  const beyond = ({ top, bottom }: DOMRect): boolean => y < top - BEYOND || y > bottom + BEYOND;

  const look = () => {
    const isOutside = beyond(list.getBoundingClientRect());
    if (isOutside !== wasOutside) outside(isOutside);
    wasOutside = isOutside;
    const parent = moved(x);
    const overId = hoveredRow({ ...underPointer(list, x, y), parent }, (key) => isCollapsed(list, key));
    if (still?.overId === overId && Math.hypot(x - still.x, y - still.y) <= STILL) return;
    still = { x, y, overId };
    over(overId, x, y);
  };

  /** True while there is more to scroll. */
  const scroll = (): boolean => {
    const rect = list.getBoundingClientRect();
    const { innerHeight } = window;
    const edges = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)] as const;
    const scrolls = list.scrollHeight > list.clientHeight && !beyond(rect);
    const step = (scrolls ? scrollStep(y, edges, settings) : 0) || scrollStep(y, [0, innerHeight], settings);
    mayScroll ||= step === 0 || (y - from.y) * Math.sign(step) >= MEANT;
    if (step === 0 || !mayScroll) return false;
    const scrollers = scrolls ? [list, document.documentElement] : [document.documentElement];
    return scrollers.some((element) => scrolledBy(element, step));
  };

  // The library reacts to a movement in the next frame, before or after this: the second look sees the result.
  const tick = () => {
    frames -= 1;
    if (scroll()) frames = Math.max(frames, 1);
    look();
    frame = frames > 0 ? requestAnimationFrame(tick) : 0;
  };
  const changed = () => {
    frames = 2;
    frame ||= requestAnimationFrame(tick);
  };
  const move = (event: PointerEvent) => {
    [x, y] = [event.clientX, event.clientY];
    changed();
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('scroll', changed, { capture: true, passive: true });
  const stop = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('scroll', changed, true);
  };
  return { changed, stop };
}

function scrolledBy(element: Element, step: number): boolean {
  const before = element.scrollTop;
  element.scrollBy({ top: step, behavior: 'instant' });
  return element.scrollTop !== before;
}

/** TR-16.28: what is at a point of the list. Rows count where they come to rest, not where they pass on their way. */
function underPointer(list: HTMLElement, x: number, y: number): Pick<UnderPointer, 'drawn' | 'displaced'> {
  const found: { drawn: string | null; displaced: string | null } = { drawn: null, displaced: null };
  const { left, right, top, bottom } = list.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) return found;
  const rows = list.querySelectorAll<HTMLElement>('[data-row]');
  const origin = rows[0]?.offsetParent?.getBoundingClientRect().top ?? top;
  for (const row of rows) {
    const at = y - origin - row.offsetTop;
    const within = (place: number) => place >= 0 && place < row.offsetHeight;
    if (within(at)) found.displaced = row.dataset['row'] ?? null;
    if (within(at - displacement(row))) found.drawn = row.dataset['row'] ?? null;
  }
  return found;
}

/** How far the drag library has told a row to make room. */
function displacement({ style }: HTMLElement): number {
  return style.transform === '' || style.transform === 'none' ? 0 : new DOMMatrixReadOnly(style.transform).m42;
}

/** Whether the item of a row is collapsed. */
function isCollapsed(list: HTMLElement, key: string): boolean {
  return list.querySelector(`[data-row="${CSS.escape(key)}"]`)?.getAttribute('aria-expanded') === 'false';
}
