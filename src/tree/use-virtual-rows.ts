import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import type { Range, Rect, Virtualizer } from '@tanstack/react-virtual';
import type { TreeRow } from '@espalier/core';
import type { Storage } from '@espalier/core/ports';
import { density } from '../frame/theme.ts';
import { usePorts } from '../ports/context.ts';
import { RowNumbers } from './row-numbers.ts';

/** Pixels of a row of one line and of two; real heights are measured. */
const ROW_HEIGHT = { compact: 32, comfortable: 40 } as const;
const TWO_LINES = { compact: 52, comfortable: 60 } as const;
/** A window that leaves the rows two lines. */
const NARROW = 632;
/** Rows drawn beyond each edge of the window. */
const OVERSCAN = 1;

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

  // What was measured in another density or width says nothing now.
  const measured = useRef(rowHeight);
  useLayoutEffect(() => {
    if (measured.current !== rowHeight) virtualizer.measure();
    measured.current = rowHeight;
  }, [rowHeight, virtualizer]);

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
  const { storage } = usePorts();
  const [height, setHeight] = useState(() => rowHeightNow(storage));
  useEffect(() => {
    const look = () => setHeight(rowHeightNow(storage));
    const leave = density.on(look);
    window.addEventListener('resize', look);
    return () => {
      leave();
      window.removeEventListener('resize', look);
    };
  }, [storage]);
  return height;
}

const rowHeightNow = (storage: Storage): number =>
  (window.innerWidth < NARROW ? TWO_LINES : ROW_HEIGHT)[density.read(storage)];

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
