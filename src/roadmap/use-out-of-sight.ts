import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { GlobalId } from '@espalier/core/work-item';
import type { RowList } from '@espalier/core/roadmap';
import { sideOf } from '@espalier/core/roadmap';
import { useMoved, type Sight } from './use-window.ts';

/** On which side a bar is out of sight. */
export type Side = 'before' | 'after';

const NONE: ReadonlyMap<GlobalId, Side> = new Map();

/** RM-08.18: the visible rows whose bars are out of sight. Exact, unlike the window, which is known by whole cells only. */
export function useOutOfSight(
  scroller: RefObject<HTMLElement | null>,
  { rows }: RowList,
  { firstRow, endRow }: Sight,
  details: number,
): ReadonlyMap<GlobalId, Side> {
  const [sides, setSides] = useState(NONE);
  const look = useCallback(() => {
    const element = scroller.current;
    // While hidden it has no width.
    if (element === null || element.clientWidth === 0) return;
    const [from, to] = [element.scrollLeft, element.scrollLeft + element.clientWidth - details];
    const next = new Map<GlobalId, Side>();
    for (const { id, bar } of rows.slice(firstRow, endRow)) {
      const side = sideOf(bar, from, to);
      if (side !== null) next.set(id, side);
    }
    setSides((now) => (same(now, next) ? now : next));
  }, [details, endRow, firstRow, rows, scroller]);
  useLayoutEffect(look, [look]);
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  }, [look]);
  useMoved(
    scroller,
    useCallback(() => latest.current(), []),
  );
  return sides;
}

const same = (a: ReadonlyMap<GlobalId, Side>, b: ReadonlyMap<GlobalId, Side>): boolean =>
  a.size === b.size && [...b].every(([id, side]) => a.get(id) === side);
