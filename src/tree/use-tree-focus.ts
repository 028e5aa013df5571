import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import { selectShownAt } from '@espalier/core';
import type { RootState, TreeRow } from '@espalier/core';
import { useAppSelector } from '../store.ts';

export interface TreeFocus {
  /** The row that the Tab key comes to; always mounted. -1 in an empty list. */
  readonly activeIndex: number;
  readonly focusRow: (index: number) => void;
  readonly handlers: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

export const rowElement = (list: HTMLElement | null, key: string): HTMLElement | null =>
  [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find((element) => element.dataset['row'] === key) ??
  null;

export const rowKeyOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null;

interface Active {
  readonly key: string;
  readonly index: number;
  /** The item that had the focus before it was folded away in this row. */
  readonly folded: string | null;
}

/**
 * One place for the keyboard in a list whose rows come and go. A row that moves, or is drawn anew by another library, keeps the focus;
 * when the focused row leaves, what it is folded away in gets it (TR-16.31), else the row that took its place.
 */
export function useTreeFocus(rows: readonly TreeRow[], list: RefObject<HTMLElement | null>): TreeFocus {
  const [active, setActive] = useState<Active>({ key: '', index: 0, folded: null });
  const inside = useRef(false);
  const wanted = useRef<string | null>(null);
  const before = useRef('');

  const shownAt = useAppSelector(useCallback((state: RootState) => selectShownAt(state, active.key), [active.key]));
  const { key: activeKey, index: activeIndex, folded } = activeAmong(rows, active, shownAt);
  if (activeKey !== active.key || activeIndex !== active.index) {
    setActive({ key: activeKey, index: activeIndex, folded });
  }

  useLayoutEffect(() => {
    const { activeElement } = document;
    const lost = activeElement === null || activeElement === document.body;
    // Nobody moved the focus, and yet another row has it: the item that was folded away has come back.
    const follows = activeElement === rowElement(list.current, before.current) && before.current !== activeKey;
    const key = wanted.current ?? (inside.current && (lost || follows) ? activeKey : null);
    before.current = activeKey;
    if (key === null) return;
    wanted.current = null;
    rowElement(list.current, key)?.focus({ preventScroll: true });
  });

  const focusRow = useCallback(
    (index: number) => {
      const row = rows[index];
      if (!row) return;
      wanted.current = row.key;
      // Another object each time, so that the effect runs even for the row that is active already.
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
  // React is silent while it takes elements away, so this is a person leaving.
  const onBlur = useCallback((event: FocusEvent) => {
    inside.current = event.currentTarget.contains(event.relatedTarget);
  }, []);

  return { activeIndex, focusRow, handlers: { onFocus, onBlur } };
}

/** Which row has the one place now. */
function activeAmong(rows: readonly TreeRow[], active: Active, shownAt: string | null): Active {
  const indexOf = (key: string) => rows.findIndex((row) => row.key === key);
  const own = rows[active.index]?.key === active.key ? active.index : indexOf(active.key);
  const back = active.folded === null ? -1 : indexOf(active.folded);
  // A row that is only unfolded keeps the focus.
  if (back >= 0 && !standsIn(rows, back, own)) return { key: rows[back]?.key ?? '', index: back, folded: null };
  if (own >= 0) return { ...active, index: own };
  const around = shownAt === null ? -1 : indexOf(shownAt);
  if (around >= 0) return { key: shownAt ?? '', index: around, folded: active.folded ?? active.key };
  const index = Math.min(active.index, rows.length - 1);
  return { key: rows[index]?.key ?? '', index, folded: null };
}

/** The row at `index` stands below the one at `above`, which is open. */
function standsIn(rows: readonly TreeRow[], index: number, above: number): boolean {
  const depth = rows[above]?.depth ?? Infinity;
  return above >= 0 && above < index && rows.slice(above + 1, index + 1).every((row) => row.depth > depth);
}
