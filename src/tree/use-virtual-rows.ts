import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import type { Range, Rect, Virtualizer } from '@tanstack/react-virtual';
import type { TreeRow } from '@espalier/core';
import type { Storage } from '@espalier/core/ports';
import { density } from '../frame/theme.ts';
import { usePorts } from '../ports/context.ts';

/** Pixels of a row of one line and of two; real heights are measured. */
const ROW_HEIGHT = { compact: 32, comfortable: 40 } as const;
const TWO_LINES = { compact: 52, comfortable: 60 } as const;
/** Below this window width rows have two lines. */
const NARROW = 632;
/** Rows drawn beyond each edge of the window. */
const OVERSCAN = 1;

/**
 * Which rows are visible, and where; the row that Tab reaches is always rendered. `topOf` is stable: a row calls it when it renders, and does not render
 * again when it only moves.
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

  // Measurements from another density or width are useless now.
  const measured = useRef(rowHeight);
  useLayoutEffect(() => {
    if (measured.current !== rowHeight) virtualizer.measure();
    measured.current = rowHeight;
  }, [rowHeight, virtualizer]);

  const topOf = useCallback((index: number) => virtualizer.measurementsCache[index]?.start ?? 0, [virtualizer]);

  // Rows are rendered before they are measured, and most of them move right after: by setting styles, so that none is rendered twice.
  useLayoutEffect(() => {
    for (const { key, start } of virtualizer.getVirtualItems()) {
      const element = virtualizer.elementsCache.get(key);
      const top = `${start}px`;
      if (element && element.style.top !== top) element.style.top = top;
    }
  });
  return { virtualizer, topOf };
}

/** Cached, since reading the window's width forces a layout. */
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
 * The viewport is never treated as lower than the list may grow: new rows fill it in the frame that shows them, and not in the next one, after the list
 * has grown.
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

interface Keyed {
  readonly key: string;
}

/**
 * A number for each row of a list, stable as long as the row stays in the list, wherever it moves. The virtual list caches measurements by them: for ten
 * thousand rows, looking up numbers costs a tenth of looking up strings.
 */
export class RowNumbers {
  #rows: readonly Keyed[] = [];
  #numbers: readonly number[] = [];
  #next = 0;

  /** By index. Rows that left and come back get a new number. */
  of(rows: readonly Keyed[]): readonly number[] {
    if (rows === this.#rows) return this.#numbers;
    const [before, known] = [this.#rows, this.#numbers];
    const shorter = Math.min(before.length, rows.length);
    const grown = rows.length - before.length;
    // Most changes leave the rows above and below alone: nothing is looked up there.
    let head = 0;
    while (head < shorter && before[head]?.key === rows[head]?.key) head += 1;
    let tail = rows.length;
    while (tail > head && tail - grown > head && before[tail - 1 - grown]?.key === rows[tail - 1]?.key) tail -= 1;

    const changed = new Map<string, number>();
    for (let index = head; index < tail - grown; index += 1) changed.set(before[index]!.key, known[index]!);
    const numbers = known.slice(0, head);
    for (let index = head; index < tail; index += 1) {
      numbers.push((changed.size > 0 ? changed.get(rows[index]!.key) : undefined) ?? this.#next++);
    }
    for (let index = tail; index < rows.length; index += 1) numbers.push(known[index - grown]!);
    this.#rows = rows;
    this.#numbers = numbers;
    return numbers;
  }
}
