import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import type { Range, Rect, Virtualizer } from '@tanstack/react-virtual';
import type { TreeRow } from '@espalier/core';
import { RowNumbers } from './row-numbers.ts';

/** Pixels of a row with a line of text, with and without room for its details beside it; real heights are measured. */
const ROW_HEIGHT = 40;
const NARROW_ROW_HEIGHT = 69;
const NARROW = 1024;
/** Rows drawn beyond each edge of the window. */
const OVERSCAN = 4;

/**
 * Which rows are in sight, and where; the row that Tab comes to is drawn wherever it is. `topOf` is the same function always: a row asks
 * it when it is drawn, and is not drawn anew when it only moves.
 */
export function useVirtualRows(rows: readonly TreeRow[], list: RefObject<HTMLDivElement | null>, activeIndex: number) {
  const [rowNumbers] = useState(() => new RowNumbers());
  const numbers = rowNumbers.of(rows);
  const rowHeight = useRowHeight();
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: OVERSCAN,
    useFlushSync: false,
    observeElementRect: observeWindow,
    getItemKey: useCallback((index: number) => numbers[index] ?? -1, [numbers]),
    rangeExtractor: useCallback((range: Range) => withActive(defaultRangeExtractor(range), activeIndex), [activeIndex]),
  });

  const topOf = useCallback((index: number) => virtualizer.measurementsCache[index]?.start ?? 0, [virtualizer]);

  // Rows are drawn before they are measured, and most of them move right after: by their elements, so that none is drawn twice.
  useLayoutEffect(() => {
    for (const { key, start } of virtualizer.getVirtualItems()) {
      const element = virtualizer.elementsCache.get(key);
      const top = `${start}px`;
      if (element && element.style.top !== top) element.style.top = top;
    }
  });
  return { virtualizer, topOf };
}

/** Kept, for reading the window's width makes the browser lay out. */
function useRowHeight(): number {
  const [height, setHeight] = useState(rowHeightNow);
  useEffect(() => {
    const look = () => setHeight(rowHeightNow());
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, []);
  return height;
}

const rowHeightNow = (): number => (window.innerWidth < NARROW ? NARROW_ROW_HEIGHT : ROW_HEIGHT);

/**
 * The window onto the rows is never lower than what the list may grow to: rows that come in fill it at once, in the frame that shows
 * them, and not in the next one, after the list has grown.
 */
function observeWindow(
  virtualizer: Virtualizer<HTMLDivElement, HTMLElement>,
  observed: (rect: Rect) => void,
): (() => void) | undefined {
  return observeElementRect(virtualizer, ({ width, height }) => {
    const list = virtualizer.scrollElement;
    const tallest = list === null ? 0 : Number.parseFloat(getComputedStyle(list).getPropertyValue('--tallest'));
    observed({ width, height: Math.max(height, Math.round(tallest) || 0) });
  }) as (() => void) | undefined;
}

function withActive(indexes: number[], active: number): number[] {
  if (active < 0 || indexes.includes(active)) return indexes;
  return [...indexes, active].sort((a, b) => a - b);
}
