import { dragSettings } from '@espalier/core';
import { hoveredRow, scrollStep } from './pointer.ts';
import { isCollapsed, underPointer } from './under-pointer.ts';

/** Pixels by which a hand that holds still may tremble. */
const STILL = 4;
/** A drag that began near an edge scrolls only after it has moved so far towards it: a hand that goes sideways strays. */
const MEANT = 24;
/** Pixels beyond the list's ends at which a row may still be dropped into it. */
const BEYOND = 40;

interface Following {
  readonly list: HTMLElement;
  readonly from: { readonly x: number; readonly y: number };
  /** Says which place the pointer means now; gives its parent. */
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
 * Follows the pointer in a drag. The library measures the list when the drag begins and never again; where rows may appear in the middle of it,
 * what depends on the list's size is found out here: which row is under the pointer, whether it is in the list at all, and where to scroll.
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

  // The library answers a movement in the next frame, before or after this: the second look sees what came of it.
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
