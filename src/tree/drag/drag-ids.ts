import { useCallback, useRef, useState } from 'react';
import type { TreeRow } from '@espalier/core';

/** Separates a row's key from the number of its measurement. */
const MARK = '#m';

interface DragIds {
  /** The name under which the drag library knows a row. */
  readonly idOf: (key: string) => string;
  readonly keyOf: (draggableId: string) => string;
  /** Remembers the lifted row and its index; it keeps its id until another one is lifted. */
  readonly hold: (key: string, index: number) => void;
  /**
   * Added to an index in the list, gives the library's index. The lifted row's index must stay what it was, so rows that appear above it during the drag
   * push the others below zero; the library only compares.
   */
  readonly shift: number;
}

/**
 * The library measures rows when a drag starts, and later only rows that are new to it. When an epic opens during a drag, every row below moves: all
 * rows but the lifted one get new ids, and so are measured where they are now.
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
