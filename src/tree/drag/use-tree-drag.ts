import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { BeforeCapture, DragStart, DragUpdate, DropResult, ResponderProvided } from 'react-beautiful-dnd';
import { useAppStore } from '../../store.ts';
import { selectDropPlace, selectRowModel, selectTreeRoot } from '@espalier/core';
import type { TreeRow } from '@espalier/core';
import { dragStep, treeActions } from '@espalier/core/tree';
import type { DropPlace } from '@espalier/core/tree';
import { rowKeyOf } from '../use-tree-focus.ts';
import { useDragIds } from './drag-ids.ts';

/** What is known of the drag that goes on. */
interface Live {
  readonly id: string;
  readonly parentId: string;
  readonly ownDepth: number;
  readonly byKeyboard: boolean;
  /** Where the pointer took hold. */
  readonly startX: number;
  readonly indent: number;
  toIndex: number;
  depthChange: number;
}

type LevelKey = 'ArrowLeft' | 'ArrowRight';

/**
 * A drag in the flat list: the library says which place between rows, the pointer's x offset or the arrow keys say which level, and
 * the core says what that comes to.
 */
export function useTreeDrag(rows: readonly TreeRow[], scroller: RefObject<HTMLElement | null>) {
  const store = useAppStore();
  const live = useRef<Live | null>(null);
  const pressed = useRef({ x: 0 });
  const stop = useRef<() => void>(() => undefined);
  const [place, setPlace] = useState<DropPlace | null>(null);
  const [spoken, setSpoken] = useState('');
  const shownRows = useRef(rows);
  useEffect(() => {
    shownRows.current = rows;
  }, [rows]);
  const { idOf, keyOf, hold, shift } = useDragIds(rows, place !== null);
  const shifted = useRef(shift);
  useLayoutEffect(() => {
    shifted.current = shift;
  }, [shift]);

  const placeNow = useCallback((): DropPlace | null => {
    const { current } = live;
    if (!current) return null;
    const { toIndex, depthChange } = current;
    const found = selectDropPlace(store.getState(), { toIndex, depthChange });
    setPlace((known) => (samePlace(known, found) ? known : found));
    return found;
  }, [store]);

  const describe = useCallback(
    (found: DropPlace | null): string => {
      if (found === null) return 'It cannot be dropped here.';
      const state = store.getState();
      const parent = selectRowModel(state, found.parentId)?.title ?? selectTreeRoot(state)?.title ?? '';
      return `Position ${found.index + 1} in ${parent}, level ${found.depth + 1}.`;
    },
    [store],
  );

  const followPointer = useCallback(() => {
    let frame = 0;
    let last: PointerEvent | null = null;
    const look = () => {
      frame = 0;
      const { current } = live;
      if (!current || !last) return;
      const { clientX, clientY } = last;
      current.depthChange = Math.round((clientX - current.startX) / current.indent);
      const found = placeNow();
      // Over the gap that the rows make, what is meant is the item that would take the dragged one in.
      const overId = rowUnder(clientX, clientY) ?? found?.parentId ?? null;
      store.dispatch(treeActions.dragMoved({ overId, x: clientX, y: clientY }));
    };
    const move = (event: PointerEvent) => {
      last = event;
      frame ||= requestAnimationFrame(look);
    };
    window.addEventListener('pointermove', move);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', move);
    };
  }, [placeNow, store]);

  const followArrows = useCallback(() => {
    const press = (event: KeyboardEvent) => {
      const { current } = live;
      if (!current || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
      event.preventDefault();
      const { toIndex, depthChange, ownDepth } = current;
      const list = { ownDepth, rowCount: shownRows.current.length };
      const found = selectDropPlace(store.getState(), { toIndex, depthChange });
      current.depthChange = dragStep({ toIndex, depthChange }, event.key satisfies LevelKey, found, list).depthChange;
      setSpoken(describe(placeNow()));
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [describe, placeNow, store]);

  const lift = useCallback(
    ({ draggableId }: BeforeCapture) => {
      const index = shownRows.current.findIndex(({ key }) => key === keyOf(draggableId));
      const row = shownRows.current[index];
      if (row?.kind !== 'item') return;
      const indent = indentOf(scroller.current);
      const { id, parentId, depth: ownDepth } = row;
      live.current = {
        id,
        parentId,
        ownDepth,
        byKeyboard: false,
        startX: pressed.current.x,
        indent,
        toIndex: 0,
        depthChange: 0,
      };
      // The subtree folds away before the library measures the rows.
      flushSync(() => {
        hold(row.key, index);
        store.dispatch(treeActions.dragStarted({ id, parentId }));
      });
    },
    [hold, keyOf, scroller, store],
  );

  const start = useCallback(
    ({ source, mode }: DragStart, { announce }: ResponderProvided) => {
      if (!live.current) return;
      live.current.toIndex = source.index - shifted.current;
      stop.current = mode === 'SNAP' ? followArrows() : followPointer();
      announce(`Lifted. ${describe(placeNow())}`);
    },
    [describe, followArrows, followPointer, placeNow],
  );

  const update = useCallback(
    ({ destination }: DragUpdate, { announce }: ResponderProvided) => {
      if (!live.current) return;
      if (destination) live.current.toIndex = destination.index - shifted.current;
      announce(destination ? describe(placeNow()) : 'Outside of the tree. It would go back.');
    },
    [describe, placeNow],
  );

  const end = useCallback(
    ({ destination, reason }: DropResult, { announce }: ResponderProvided) => {
      const { current } = live;
      stop.current();
      stop.current = () => undefined;
      if (current) {
        if (destination) current.toIndex = destination.index - shifted.current;
        const found = reason === 'DROP' && destination ? placeNow() : null;
        const { id, parentId: fromParentId } = current;
        announce(found === null ? 'Not moved.' : `Dropped. ${describe(found)}`);
        store.dispatch(
          found === null
            ? treeActions.dragCancelled()
            : treeActions.dropped({ id, fromParentId, toParentId: found.parentId, index: found.index }),
        );
      }
      live.current = null;
      setPlace(null);
      setSpoken('');
    },
    [describe, placeNow, store],
  );

  // A tree that goes away in the middle of a drag takes the drag with it.
  useEffect(() => () => stop.current(), []);

  const rememberPointer = useCallback((event: ReactPointerEvent) => {
    pressed.current = { x: event.clientX };
  }, []);

  return {
    place,
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

/** The row under a point; the lifted one lets pointers through. */
function rowUnder(x: number, y: number): string | null {
  return rowKeyOf(document.elementFromPoint(x, y));
}

/** Pixels of one level. */
function indentOf(list: HTMLElement | null): number {
  const row = list?.querySelector('[data-row]') ?? document.documentElement;
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const indent = Number.parseFloat(getComputedStyle(row).getPropertyValue('--indent'));
  return Number.isFinite(indent) && indent > 0 ? indent * size : 20;
}
