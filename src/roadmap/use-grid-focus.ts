import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import type { RowList } from '@espalier/core/roadmap';
import type { Column } from './epic-row.tsx';

export interface GridFocus {
  /** The row and its part that the Tab key comes to; always drawn. -1 without rows. */
  readonly index: number;
  readonly column: Column;
  readonly focus: (index: number, column: Column) => void;
  readonly handlers: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

export const rowIdOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null;

export const columnOf = (target: EventTarget | null): Column => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined;
  if (cell === 'bar' || cell === 'mark') return cell;
  return cell === undefined || cell === 'title' ? 'title' : Number(cell);
};

const cellElement = (grid: HTMLElement | null, id: string, column: Column): HTMLElement | null =>
  [...(grid?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    .find((row) => row.dataset['row'] === id)
    ?.querySelector<HTMLElement>(`[data-cell="${column}"]`) ?? null;

/** One place for the keyboard in a grid whose rows come and go; when the focused row leaves, the row in its place gets the focus. */
export function useGridFocus({ rows, places }: RowList, grid: RefObject<HTMLElement | null>): GridFocus {
  const [active, setActive] = useState<{ id: string; index: number; column: Column }>(() => ({
    id: rows[0]?.id ?? '',
    index: 0,
    column: 'title',
  }));
  const inside = useRef(false);
  const wanted = useRef(false);

  // Mostly it stands where it stood, and nobody has to be asked where each of thousands is.
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
    (to: number, part: Column) => {
      const row = rows[to];
      if (row === undefined) return;
      wanted.current = true;
      // Another object each time, so that the effect runs even for the cell that is active already.
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
  // React is silent while it takes elements away, so this is a person leaving.
  const onBlur = useCallback((event: FocusEvent) => {
    inside.current = event.currentTarget.contains(event.relatedTarget);
  }, []);

  return { index, column, focus, handlers: { onFocus, onBlur } };
}
