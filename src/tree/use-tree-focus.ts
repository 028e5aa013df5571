import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import type { TreeRow } from '@espalier/core';

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

/**
 * One place for the keyboard in a list whose rows come and go. A row that moves, or is drawn anew by another library, keeps the focus;
 * when the focused row leaves, the row that took its place gets it.
 */
export function useTreeFocus(rows: readonly TreeRow[], list: RefObject<HTMLElement | null>): TreeFocus {
  const [active, setActive] = useState({ key: '', index: 0 });
  const inside = useRef(false);
  const wanted = useRef<string | null>(null);

  const found = rows[active.index]?.key === active.key ? active.index : rows.findIndex(({ key }) => key === active.key);
  const activeIndex = found >= 0 ? found : Math.min(active.index, rows.length - 1);
  const activeKey = rows[activeIndex]?.key ?? '';
  if (activeKey !== active.key || activeIndex !== active.index) setActive({ key: activeKey, index: activeIndex });

  useLayoutEffect(() => {
    const lost = inside.current && (document.activeElement === null || document.activeElement === document.body);
    const key = wanted.current ?? (lost ? activeKey : null);
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
      setActive({ key: row.key, index });
    },
    [rows],
  );

  const onFocus = useCallback(
    (event: FocusEvent) => {
      inside.current = true;
      const key = rowKeyOf(event.target);
      const index = key === null ? -1 : rows.findIndex((row) => row.key === key);
      if (key !== null && index >= 0)
        setActive((now) => (now.key === key && now.index === index ? now : { key, index }));
    },
    [rows],
  );
  // React is silent while it takes elements away, so this is a person leaving.
  const onBlur = useCallback((event: FocusEvent) => {
    inside.current = event.currentTarget.contains(event.relatedTarget);
  }, []);

  return { activeIndex, focusRow, handlers: { onFocus, onBlur } };
}
