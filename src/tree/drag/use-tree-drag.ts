import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { BeforeCapture, DragStart, DragUpdate, DropResult, ResponderProvided } from 'react-beautiful-dnd';
import { useAppDispatch, usePlace, usePlaceState } from '../../store.ts';
import { selectDropPlace, selectRowModel, selectTreeRoot } from '@espalier/core';
import type { TreeRow } from '@espalier/core';
import { dragStep, treeActions } from '@espalier/core/tree';
import type { DropPlace } from '@espalier/core/tree';
import { useDragIds } from './drag-ids.ts';
import { followPointer } from './follow-pointer.ts';
import type { Followed } from './follow-pointer.ts';

/** State of the current drag. */
interface Live {
  readonly id: string;
  readonly parentId: string;
  readonly ownDepth: number;
  /** Where the pointer took hold. */
  readonly from: { readonly x: number; readonly y: number };
  readonly indent: number;
  /** The place in the list as the library counts it. */
  at: number;
  depthChange: number;
}

interface Phase {
  /** From the start to the end; the library has measured the rows. */
  readonly dragging: boolean;
  readonly byPointer: boolean;
  /** The pointer is beyond the ends of the list. */
  readonly outside: boolean;
}

const REST: Phase = { dragging: false, byPointer: false, outside: false };
const NOBODY: Followed = { changed: () => undefined, stop: () => undefined };

type LevelKey = 'ArrowLeft' | 'ArrowRight';

/**
 * A drag in the flat list: the library tells between which rows, the pointer's x offset or the arrow keys tell the level, and the core decides what that
 * means.
 */
export function useTreeDrag(rows: readonly TreeRow[], scroller: RefObject<HTMLElement | null>) {
  const dispatch = useAppDispatch();
  const getState = usePlaceState();
  const live = useRef<Live | null>(null);
  const pressed = useRef({ x: 0, y: 0 });
  const followed = useRef<Followed>(NOBODY);
  const [phase, setPhase] = useState<Phase>(REST);
  const [place, setPlace] = useState<DropPlace | null>(null);
  const [spoken, setSpoken] = useState('');
  const over = usePlace() !== undefined;
  /** What stands around a dialog is silent, and so is the place where the library speaks. */
  const say = useCallback(
    (announce: (text: string) => void, text: string) => (over ? setSpoken(text) : announce(text)),
    [over],
  );
  const shownRows = useRef(rows);
  useEffect(() => {
    shownRows.current = rows;
    followed.current.changed();
  }, [rows]);
  const { idOf, keyOf, hold, shift } = useDragIds(rows, phase.dragging);
  const shifted = useRef(shift);
  useLayoutEffect(() => {
    shifted.current = shift;
  }, [shift]);

  const placeNow = useCallback((): DropPlace | null => {
    const { current } = live;
    if (!current) return null;
    const { at, depthChange } = current;
    const found = selectDropPlace(getState(), { toIndex: at - shifted.current, depthChange });
    setPlace((known) => (samePlace(known, found) ? known : found));
    return found;
  }, [getState]);

  const describe = useCallback(
    (found: DropPlace | null): string => {
      if (found === null) return 'It cannot be dropped here.';
      const state = getState();
      const parent = selectRowModel(state, found.parentId)?.title ?? selectTreeRoot(state)?.title ?? '';
      return `Position ${found.index + 1} in ${parent}, level ${found.depth + 1}.`;
    },
    [getState],
  );

  const followHand = useCallback(
    (list: HTMLElement, { from, indent }: Live): Followed =>
      followPointer({
        list,
        from,
        moved: (x) => {
          if (live.current) live.current.depthChange = Math.round((x - from.x) / indent);
          return placeNow()?.parentId ?? null;
        },
        over: (overId, x, y) => dispatch(treeActions.dragMoved({ overId, x, y })),
        outside: (outside) => setPhase((now) => ({ ...now, outside })),
      }),
    [dispatch, placeNow],
  );

  const followArrows = useCallback((): Followed => {
    const press = (event: KeyboardEvent) => {
      const { current } = live;
      if (!current || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
      event.preventDefault();
      const { depthChange, ownDepth } = current;
      const toIndex = current.at - shifted.current;
      const list = { ownDepth, rowCount: shownRows.current.length };
      const found = selectDropPlace(getState(), { toIndex, depthChange });
      current.depthChange = dragStep({ toIndex, depthChange }, event.key satisfies LevelKey, found, list).depthChange;
      setSpoken(describe(placeNow()));
    };
    window.addEventListener('keydown', press, true);
    return { ...NOBODY, stop: () => window.removeEventListener('keydown', press, true) };
  }, [describe, getState, placeNow]);

  const lift = useCallback(
    ({ draggableId, mode }: BeforeCapture) => {
      const index = shownRows.current.findIndex(({ key }) => key === keyOf(draggableId));
      const row = shownRows.current[index];
      if (row?.kind !== 'item') return;
      const indent = indentOf(scroller.current);
      const { id, parentId, depth: ownDepth } = row;
      live.current = {
        id,
        parentId,
        ownDepth,
        from: pressed.current,
        indent,
        at: index,
        depthChange: 0,
      };
      // The subtree folds away before the library measures the rows.
      flushSync(() => {
        hold(row.key, index);
        setPhase({ ...REST, byPointer: mode === 'FLUID' });
        dispatch(treeActions.dragStarted({ id, parentId }));
      });
      const list = scroller.current;
      if (mode !== 'FLUID' || list === null) return;
      makeRoomToGrow(list);
      // Right away: the library reports the start of the drag later, and the pointer may have come to rest by then.
      followed.current = followHand(list, live.current);
    },
    [dispatch, followHand, hold, keyOf, scroller],
  );

  const start = useCallback(
    ({ source, mode }: DragStart, { announce }: ResponderProvided) => {
      if (!live.current) return;
      live.current.at = source.index;
      setPhase((now) => ({ ...now, dragging: true }));
      if (mode === 'SNAP') followed.current = followArrows();
      say(announce, `Lifted. ${describe(placeNow())}`);
    },
    [describe, followArrows, placeNow, say],
  );

  const update = useCallback(
    ({ destination }: DragUpdate, { announce }: ResponderProvided) => {
      if (!live.current) return;
      if (destination) live.current.at = destination.index;
      say(announce, destination ? describe(placeNow()) : 'Outside of the tree. It would go back.');
    },
    [describe, placeNow, say],
  );

  const end = useCallback(
    ({ destination, reason }: DropResult, { announce }: ResponderProvided) => {
      const { current } = live;
      followed.current.stop();
      followed.current = NOBODY;
      setSpoken('');
      if (current) {
        if (destination) current.at = destination.index;
        const found = reason === 'DROP' && destination ? placeNow() : null;
        const { id, parentId: fromParentId } = current;
        say(announce, found === null ? 'Not moved.' : `Dropped. ${describe(found)}`);
        dispatch(
          found === null
            ? treeActions.dragCancelled()
            : treeActions.dropped({ id, fromParentId, toParentId: found.parentId, index: found.index }),
        );
      }
      live.current = null;
      setPhase(REST);
      setPlace(null);
    },
    [describe, dispatch, placeNow, say],
  );

  // Escape ends the drag, and closes nothing around the tree: the library hears it on the window as well, and has done so by the next turn.
  useEffect(() => {
    if (!phase.dragging) return;
    const press = (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation();
    window.addEventListener('keydown', press, true);
    return () => void setTimeout(() => window.removeEventListener('keydown', press, true));
  }, [phase.dragging]);

  // A tree that unmounts during a drag ends it.
  useEffect(() => () => followed.current.stop(), []);

  const rememberPointer = useCallback((event: ReactPointerEvent) => {
    pressed.current = { x: event.clientX, y: event.clientY };
  }, []);

  return {
    place,
    phase,
    spoken,
    idOf,
    keyOf,
    shift,
    rememberPointer,
    responders: { onBeforeCapture: lift, onDragStart: start, onDragUpdate: update, onDragEnd: end },
  };
}

function samePlace(a: DropPlace | null, b: DropPlace | null): boolean {
  return (
    a === b || (a !== null && b !== null && a.parentId === b.parentId && a.index === b.index && a.depth === b.depth)
  );
}

/** Pixels reserved below the list for rows that appear during a drag. */
const ROOM = 100_000;

/**
 * The library measures the list right now and never again, and does not drop outside of it: so it gets to measure a list that is as long as it may
 * become. This is never painted.
 */
function makeRoomToGrow(list: HTMLElement): void {
  const rows = list.querySelector<HTMLElement>('[data-rfd-droppable-id]');
  if (!rows) return;
  rows.style.bottom = `${-ROOM}px`;
  queueMicrotask(() => rows.style.removeProperty('bottom'));
}

/** Pixels of one level. */
function indentOf(list: HTMLElement | null): number {
  const row = list?.querySelector('[data-row]') ?? document.documentElement;
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const indent = Number.parseFloat(getComputedStyle(row).getPropertyValue('--indent'));
  return Number.isFinite(indent) && indent > 0 ? indent * size : 20;
}
