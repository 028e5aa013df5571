import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import type { GridColumn, RowList } from '@espalier/core/roadmap';

interface GridFocus {
  /** The row, and the part of it, that Tab reaches; always rendered. -1 without rows. */
  readonly index: number;
  readonly column: GridColumn;
  readonly focus: (index: number, column: GridColumn) => void;
  readonly handlers: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

export const rowIdOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null;

export const columnOf = (target: EventTarget | null): GridColumn => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined;
  if (cell === 'bar' || cell === 'mark') return cell;
  return cell === undefined || cell === 'title' ? 'title' : Number(cell);
};

const cellElement = (grid: HTMLElement | null, id: string, column: GridColumn): HTMLElement | null =>
  [...(grid?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    .find((row) => row.dataset['row'] === id)
    ?.querySelector<HTMLElement>(`[data-cell="${column}"]`) ?? null;

/** Roving focus in a grid whose rows come and go; when the focused row disappears, the row in its place gets the focus. */
export function useGridFocus({ rows, places }: RowList, grid: RefObject<HTMLElement | null>): GridFocus {
  const [active, setActive] = useState<{ id: string; index: number; column: GridColumn }>(() => ({
    id: rows[0]?.id ?? '',
    index: 0,
    column: 'title',
  }));
  const inside = useRef(false);
  const wanted = useRef(false);

  // Usually the row is where it was, and the map of thousands of places need not be built.
  const stands = rows[active.index]?.id === active.id;
  const index = stands ? active.index : (places.get(active.id) ?? Math.min(active.index, rows.length - 1));
  const id = rows[index]?.id ?? '';
  const { column } = active;
  if (id !== active.id || index !== active.index) setActive({ id, index, column });

  useLayoutEffect(() => {
    const lost = inside.current && (document.activeElement === null || document.activeElement === document.body);
    if (!wanted.current && !lost) return;
    wanted.current = false;
    cellElement(grid.current, id, column)?.focus({ preventScroll: true });
  });

  const focus = useCallback(
    (to: number, part: GridColumn) => {
      const row = rows[to];
      if (row === undefined) return;
      wanted.current = true;
      // A new object each time, so that the effect runs even for the active one.
      setActive({ id: row.id, index: to, column: part });
    },
    [rows],
  );
  const onFocus = useCallback(
    ({ target }: FocusEvent) => {
      inside.current = true;
      const row = rowIdOf(target);
      const at = row === null ? undefined : places.get(row);
      if (row === null || at === undefined) return;
      const part = columnOf(target);
      setActive((now) => (now.id === row && now.column === part ? now : { id: row, index: at, column: part }));
    },
    [places],
  );
  // React fires no blur when it removes elements, so this is a person leaving.
  const onBlur = useCallback((event: FocusEvent) => {
    inside.current = event.currentTarget.contains(event.relatedTarget);
  }, []);

  return { index, column, focus, handlers: { onFocus, onBlur } };
}
