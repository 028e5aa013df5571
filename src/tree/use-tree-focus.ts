import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import { selectShownAt } from '@espalier/core';
import type { RootState, TreeRow } from '@espalier/core';
import type { ActiveRow } from '@espalier/core/tree';
import { activeRow } from '@espalier/core/tree';
import { usePlaceSelector } from '../store.ts';

interface TreeFocus {
  /** The row that Tab reaches; always mounted. -1 in an empty list. */
  readonly activeIndex: number;
  readonly focusRow: (index: number) => void;
  readonly handlers: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

const rowElement = (list: HTMLElement | null, key: string): HTMLElement | null =>
  [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find((element) => element.dataset['row'] === key) ??
  null;

export const rowKeyOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null;

/**
 * Roving focus in a list whose rows come and go. A row that moves, or is rendered anew by another library, keeps the focus; when the focused row
 * disappears, the row into which it was folded gets it (TR-16.31), else the row in its place.
 */
export function useTreeFocus(rows: readonly TreeRow[], list: RefObject<HTMLElement | null>): TreeFocus {
  const [active, setActive] = useState<ActiveRow>({ key: '', index: 0, folded: null });
  const inside = useRef(false);
  const wanted = useRef<string | null>(null);
  const before = useRef('');

  const shownAt = usePlaceSelector(useCallback((state: RootState) => selectShownAt(state, active.key), [active.key]));
  const { key: activeKey, index: activeIndex, folded } = activeRow(rows, active, shownAt);
  if (activeKey !== active.key || activeIndex !== active.index) {
    setActive({ key: activeKey, index: activeIndex, folded });
  }

  useLayoutEffect(() => {
    const { activeElement } = document;
    const lost = activeElement === null || activeElement === document.body;
    // The focus was not moved, yet another row is active: the item that was folded away has come back.
    const follows = activeElement === rowElement(list.current, before.current) && before.current !== activeKey;
    const asked = wanted.current;
    const key = asked ?? (inside.current && (lost || follows) ? activeKey : null);
    before.current = activeKey;
    if (key === null) return;
    wanted.current = null;
    const row = rowElement(list.current, key);
    row?.focus({ preventScroll: true });
    // Where one goes is in sight; what only moves does not take the window along.
    if (asked !== null) row?.scrollIntoView({ block: 'nearest' });
  });

  const focusRow = useCallback(
    (index: number) => {
      const row = rows[index];
      if (!row) return;
      wanted.current = row.key;
      // A new object each time, so that the effect runs even for the active one.
      setActive({ key: row.key, index, folded: null });
    },
    [rows],
  );

  const onFocus = useCallback(
    (event: FocusEvent) => {
      inside.current = true;
      const key = rowKeyOf(event.target);
      const index = key === null ? -1 : rows.findIndex((row) => row.key === key);
      if (key !== null && index >= 0)
        setActive((now) => (now.key === key && now.index === index ? now : { key, index, folded: null }));
    },
    [rows],
  );
  // React fires no blur when it removes elements, so this is a person leaving.
  const onBlur = useCallback((event: FocusEvent) => {
    inside.current = event.currentTarget.contains(event.relatedTarget);
  }, []);

  return { activeIndex, focusRow, handlers: { onFocus, onBlur } };
}
