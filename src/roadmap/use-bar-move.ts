import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { dayNumber } from '@espalier/core/calendar';
import type { DatesChange, DragPart, RoadmapRow, RowList, Timeframe } from '@espalier/core/roadmap';
import { barOf, clampDays, daysDragged, draggedDates, roadmapActions, roadmapDates } from '@espalier/core/roadmap';
import { useAppDispatch } from '../store.ts';
import { followDrag, placeOf } from './bar-drag.ts';
import type { Preview } from './epic-bar.tsx';
import type { BarPartKey } from './grid-keys.ts';
import { rowIdOf } from './use-grid-focus.ts';

/** Pixels from each end of a bar by which that end is taken, by mouse and by finger, and the most that the ends take of a short bar. */
const GRIP = 8;
const FINGER_GRIP = 28;
const GRIP_SHARE = 0.25;

interface Moving {
  readonly row: RoadmapRow;
  readonly by: 'pointer' | 'keyboard';
  readonly part: DragPart;
  readonly change: DatesChange | null;
}

export interface BarMove {
  /** The epic that is moved, and how its bar is shown meanwhile. */
  readonly id: string | null;
  readonly preview: Preview | null;
  /** For those who do not see it. */
  readonly announcement: string;
  /** True: the key belonged to the move. */
  readonly pressKey: (event: KeyboardEvent) => boolean;
  readonly onPointerDown: (event: PointerEvent) => void;
  /** True once: the click that follows is the end of a drag. */
  readonly dragged: () => boolean;
}

const WEEK = 7;
const PART_KEYS: Readonly<Record<BarPartKey, DragPart>> = { b: 'bar', s: 'start', d: 'due' };
const PARTS: Readonly<Partial<Record<string, DragPart>>> = PART_KEYS;
const PART_NAMES: Readonly<Record<DragPart, string>> = {
  bar: 'both dates',
  start: 'the start date',
  due: 'the due date',
};

function partAt(box: DOMRect, { clientX, pointerType }: PointerEvent): DragPart {
  const grip = Math.min(pointerType === 'touch' ? FINGER_GRIP : GRIP, box.width * GRIP_SHARE);
  return clientX < box.left + grip ? 'start' : clientX > box.right - grip ? 'due' : 'bar';
}

/** The dates of a row's epic after a change. */
const after = ({ epic }: RoadmapRow, change: DatesChange | null) => {
  const startDate = change?.startDate === undefined ? epic.startDate : change.startDate;
  const dueDate = change?.dueDate === undefined ? epic.dueDate : change.dueDate;
  return {
    id: epic.id,
    startDate,
    dueDate,
    startDay: startDate === null ? null : dayNumber(startDate),
    dueDay: dueDate === null ? null : dayNumber(dueDate),
  };
};

const isBarOf = (target: EventTarget | null, { id }: RoadmapRow): boolean =>
  target instanceof Element && target.matches('[data-movable]') && rowIdOf(target) === id;

/** RM-09.10 to RM-09.12: a bar or one of its ends is moved by pointer or keyboard; the change is asked for when it is let go. */
export function useBarMove(
  scroller: RefObject<HTMLElement | null>,
  { rows, places }: RowList,
  timeframe: Timeframe,
  details: number,
): BarMove {
  const dispatch = useAppDispatch();
  const [moving, setMoving] = useState<Moving | null>(null);
  const [news, setNews] = useState('');
  const wasDrag = useRef(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const finish = useCallback(
    ({ row, change }: Moving, keep: boolean) => {
      setMoving(null);
      if (!keep || change === null) {
        setNews(`${row.epic.title} stays as it was.`);
        return;
      }
      setNews(`${row.epic.title}: ${roadmapDates(after(row, change))}.`);
      dispatch(roadmapActions.datesChanged(change));
    },
    [dispatch],
  );

  const onPointerDown = useCallback(
    (event: PointerEvent) => {
      // A drag that ended elsewhere had no click.
      wasDrag.current = false;
      const bar = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-movable]') : null;
      const row = rows[places.get(rowIdOf(event.target) ?? '') ?? -1];
      const element = scroller.current;
      if (bar === null || row === undefined || element === null || event.button !== 0 || stop.current !== null) return;
      const part = partAt(bar.getBoundingClientRect(), event);
      const from = placeOf(event.clientX, element, details);
      let now: Moving = { row, by: 'pointer', part, change: null };
      stop.current = followDrag(event.nativeEvent, {
        scroller: element,
        details,
        begin: () => {
          wasDrag.current = true;
        },
        move: (x) => {
          now = { ...now, change: draggedDates(row.epic, part, daysDragged(timeframe, from, x), row.days) };
          setMoving(now);
        },
        end: (keep) => {
          stop.current = null;
          if (wasDrag.current) finish(now, keep);
        },
      });
    },
    [details, finish, places, rows, scroller, timeframe],
  );

  // RM-09.44: who goes elsewhere holds nothing.
  useEffect(() => {
    if (moving?.by !== 'keyboard') return;
    const leave = ({ type, target }: Event) => {
      if (type === 'pointerdown' || !isBarOf(target, moving.row)) finish(moving, false);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    document.addEventListener('pointerdown', leave, options);
    document.addEventListener('focusin', leave, options);
    return () => listening.abort();
  }, [finish, moving]);

  const pressKey = useCallback(
    (event: KeyboardEvent): boolean => {
      const { key, altKey, shiftKey } = event;
      if (moving === null) {
        const row = rows[places.get(rowIdOf(event.target) ?? '') ?? -1];
        const onBar = row !== undefined && isBarOf(event.target, row);
        if (key !== ' ' || !onBar) return false;
        setMoving({ row, by: 'keyboard', part: 'bar', change: null });
        setNews(`${HELP} ${roadmapDates(row.epic)}.`);
        return true;
      }
      if (moving.by === 'pointer') return false;
      if (key === 'Escape' || key === 'Tab') finish(moving, false);
      else if (key === 'Enter' || key === ' ') finish(moving, true);
      const part = PARTS[key.toLowerCase()];
      if (part !== undefined) {
        setMoving({ ...moving, part });
        setNews(`Arrow keys move ${PART_NAMES[part]}.`);
      }
      const sign = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (sign !== undefined) {
        const before = after(moving.row, moving.change);
        const step = draggedDates(before, altKey ? 'due' : moving.part, sign * (shiftKey ? WEEK : 1), moving.row.days);
        const change = step === null ? moving.change : { ...moving.change, ...step };
        setMoving({ ...moving, change });
        setNews(roadmapDates(after(moving.row, change)));
      }
      return key !== 'Tab';
    },
    [finish, moving, places, rows],
  );

  const preview = useMemo(() => (moving === null ? null : previewOf(moving, timeframe)), [moving, timeframe]);
  const dragged = useCallback(() => {
    const was = wasDrag.current;
    wasDrag.current = false;
    return was;
  }, []);
  return { id: moving?.row.id ?? null, preview, announcement: news, pressKey, onPointerDown, dragged };
}

const HELP =
  'Moving. Left and right arrows by a day, with Shift by a week, with Alt the due date alone; S, D or B choose start, due or both. Enter keeps, Escape gives up.';

/** A bar that was moved out of sight stays where it was; its dates say where it went. */
function previewOf({ row, change }: Moving, timeframe: Timeframe): Preview {
  const dates = after(row, change);
  const days = clampDays(dates.startDay, dates.dueDay, timeframe);
  return { bar: typeof days === 'string' ? row.bar : barOf(timeframe, days), dates: roadmapDates(dates) };
}
