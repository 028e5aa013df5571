import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { bufferRows, CELL_WIDTH, ROW_HEIGHT } from '@espalier/core/roadmap';

/** Rows drawn beyond each edge of what is seen, and how many rows are scrolled before others are drawn. */
const OVERSCAN = 1;
const STEP = 2 * ROW_HEIGHT;

/** The scroll position, as coarse as rendering needs it. */
interface Place {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** The visible rows and cells; ends are exclusive. */
export interface Sight {
  readonly firstRow: number;
  readonly endRow: number;
  readonly firstCell: number;
  readonly endCell: number;
}

interface Extent {
  /** Pixels above the first row, the header not counted. */
  readonly rowsTop: number;
  readonly rows: number;
  readonly cells: number;
  readonly details: number;
}

/** Before layout, assume that the whole window is visible. */
const guess = (): Place => ({ top: 0, left: 0, width: window.innerWidth, height: window.innerHeight });

const coarse = (value: number, step: number): number => Math.floor(value / step) * step;

const same = (a: Place, b: Place): boolean =>
  a.top === b.top && a.left === b.left && a.width === b.width && a.height === b.height;

/** Which rows and cells are rendered. A new scroll position is rendered in the same frame. `look` reads the position at once. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  { rowsTop, rows, cells, details }: Extent,
): { readonly sight: Sight; readonly look: () => void } {
  const [place, setPlace] = useState(guess);

  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const next: Place = {
      top: coarse(element.scrollTop, STEP),
      left: coarse(element.scrollLeft, CELL_WIDTH),
      width: element.clientWidth,
      height: element.clientHeight,
    };
    setPlace((now) => (same(now, next) ? now : next));
  }, [scroller]);

  useLayoutEffect(look, [look]);
  const scrolled = useCallback(() => flushSync(look), [look]);
  useMoved(scroller, scrolled, look);

  const { top, left, width, height } = place;
  const firstRow = Math.max(0, Math.floor((top - rowsTop) / ROW_HEIGHT) - OVERSCAN);
  const endRow = bufferRows(top + STEP + height, HEADER_HEIGHT + rowsTop) + OVERSCAN;
  return {
    sight: {
      firstRow: Math.min(firstRow, rows),
      endRow: Math.min(endRow, rows),
      firstCell: Math.min(cells, Math.max(0, left / CELL_WIDTH)),
      endCell: Math.min(cells, Math.ceil((left + CELL_WIDTH + width - details) / CELL_WIDTH)),
    },
    look,
  };
}

/** Calls back when an element is scrolled, and when its size changes. The callbacks are stable. */
export function useMoved(scroller: RefObject<HTMLElement | null>, scrolled: () => void, resized = scrolled): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    element.addEventListener('scroll', scrolled, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(resized);
    observer?.observe(element);
    return () => {
      element.removeEventListener('scroll', scrolled);
      observer?.disconnect();
    };
  }, [resized, scrolled, scroller]);
}

/** Pixels of the timeline's parts that are the screen's own; cells, rows and the column of details are core/roadmap's. */
export const HEADER_HEIGHT = 48;
export const LANE_HEIGHT = 28;
export const SECTION_HEIGHT = 36;

/** Below this width of the window the column of details gives way to the bars. */
const NARROW = 768;
const NARROW_DETAILS = 168;

export const detailsWidth = (windowWidth: number, full: number): number =>
  windowWidth < NARROW ? NARROW_DETAILS : full;
