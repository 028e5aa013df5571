import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import type { BarMove, BarMoveStep, MovedBar, RoadmapRow, RowList, Timeframe } from '@espalier/core/roadmap';
import {
  barDragged,
  barMoveKey,
  dragPartAt,
  endBarMove,
  movedBar,
  roadmapActions,
  takeBar,
} from '@espalier/core/roadmap';
import { useAppDispatch } from '../store.ts';
import { followDrag, placeOf } from './bar-drag.ts';
import { rowIdOf } from './use-grid-focus.ts';

interface BarMoving {
  /** The epic that is moved, and how its bar is shown meanwhile. */
  readonly id: string | null;
  readonly preview: MovedBar | null;
  /** For screen readers. */
  readonly announcement: string;
  /** True: the key belonged to the move. */
  readonly pressKey: (event: KeyboardEvent) => boolean;
  readonly onPointerDown: (event: PointerEvent) => void;
  /** True once: the click that follows is the end of a drag. */
  readonly dragged: () => boolean;
}

const isBarOf = (target: EventTarget | null, { id }: RoadmapRow): boolean =>
  target instanceof Element && target.matches('[data-movable]') && rowIdOf(target) === id;

/** RM-09.10 to RM-09.12: a bar or one of its ends is moved by pointer or keyboard; the change is dispatched when it is released. */
export function useBarMove(
  scroller: RefObject<HTMLElement | null>,
  { rows, places }: RowList,
  timeframe: Timeframe,
  details: number,
): BarMoving {
  const dispatch = useAppDispatch();
  const [moving, setMoving] = useState<BarMove | null>(null);
  const [news, setNews] = useState('');
  const wasDrag = useRef(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const take = useCallback(
    ({ move, change, news: told }: BarMoveStep) => {
      setMoving(move);
      if (told !== null) setNews(told);
      if (change !== null) dispatch(roadmapActions.datesChanged(change));
    },
    [dispatch],
  );

  const onPointerDown = useCallback(
    (event: PointerEvent) => {
      // A drag that ended elsewhere caused no click.
      wasDrag.current = false;
      const bar = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-movable]') : null;
      const row = rows[places.get(rowIdOf(event.target) ?? '') ?? -1];
      const element = scroller.current;
      if (bar === null || row === undefined || element === null || event.button !== 0 || stop.current !== null) return;
      const { left, width } = bar.getBoundingClientRect();
      const part = dragPartAt(event.clientX - left, width, event.pointerType === 'touch');
      const from = placeOf(event.clientX, element, details);
      let now: BarMove = { row, by: 'pointer', part, change: null };
      stop.current = followDrag(event.nativeEvent, {
        scroller: element,
        details,
        begin: () => {
          wasDrag.current = true;
        },
        move: (x) => {
          now = barDragged(now, timeframe, from, x);
          setMoving(now);
        },
        end: (keep) => {
          stop.current = null;
          if (wasDrag.current) take(endBarMove(now, keep));
        },
      });
    },
    [details, places, rows, scroller, take, timeframe],
  );

  // RM-09.44: leaving the bar gives it up.
  useEffect(() => {
    if (moving?.by !== 'keyboard') return;
    const leave = ({ type, target }: Event) => {
      if (type === 'pointerdown' || !isBarOf(target, moving.row)) take(endBarMove(moving, false));
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    document.addEventListener('pointerdown', leave, options);
    document.addEventListener('focusin', leave, options);
    return () => listening.abort();
  }, [moving, take]);

  const pressKey = useCallback(
    (event: KeyboardEvent): boolean => {
      if (moving === null) {
        const row = rows[places.get(rowIdOf(event.target) ?? '') ?? -1];
        if (event.key !== ' ' || row === undefined || !isBarOf(event.target, row)) return false;
        take(takeBar(row));
        return true;
      }
      if (moving.by === 'pointer') return false;
      take(barMoveKey(moving, event));
      return event.key !== 'Tab';
    },
    [moving, places, rows, take],
  );

  const preview = useMemo(() => (moving === null ? null : movedBar(moving, timeframe)), [moving, timeframe]);
  const dragged = useCallback(() => {
    const was = wasDrag.current;
    wasDrag.current = false;
    return was;
  }, []);
  return { id: moving?.row.id ?? null, preview, announcement: news, pressKey, onPointerDown, dragged };
}
