import { useCallback, useRef, useState } from 'react';
import type { TreeRow } from '@espalier/core';

/** Separates a row's key from the number of its measuring. */
const MARK = '#m';

export interface DragIds {
  /** The name under which the drag library knows a row. */
  readonly idOf: (key: string) => string;
  readonly keyOf: (draggableId: string) => string;
  /** The row that is being lifted, and its place then; it keeps its name until another one is lifted. */
  readonly hold: (key: string, index: number) => void;
  /**
   * What is added to a place in the list to give the library's. The lifted row's place must stay what it was, so rows that came above it
   * in the middle of the drag push the others' below zero; the library only compares.
   */
  readonly shift: number;
}

/**
 * The library measures rows when a drag starts, and again only rows that are new to it. When an epic opens in the middle of a drag, every
 * row below stands elsewhere: all rows but the lifted one get new names, and so are measured where they stand now.
 */
export function useDragIds(rows: readonly TreeRow[], dragging: boolean): DragIds {
  const [measuring, setMeasuring] = useState({ rows, count: 0 });
  const [lifted, setLifted] = useState({ key: '', index: 0 });
  const held = useRef({ key: '', count: 0 });
  if (measuring.rows !== rows) {
    const moved = dragging && measuring.rows.length !== rows.length;
    setMeasuring({ rows, count: measuring.count + (moved ? 1 : 0) });
  }
  const { count } = measuring;

  const idOf = useCallback(
    (key: string) => `${key}${MARK}${key === held.current.key ? held.current.count : count}`,
    [count],
  );
  const hold = useCallback(
    (key: string, index: number) => {
      if (held.current.key !== key) held.current = { key, count };
      setLifted({ key, index });
    },
    [count],
  );
  const at = dragging ? rows.findIndex(({ key }) => key === lifted.key) : -1;
  return { idOf, keyOf, hold, shift: at < 0 ? 0 : lifted.index - at };
}

const keyOf = (draggableId: string): string => draggableId.slice(0, draggableId.lastIndexOf(MARK));
