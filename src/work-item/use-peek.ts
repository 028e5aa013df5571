import { useCallback, useEffect, useRef } from 'react';
import { get } from '@espalier/core';
import { overNamed } from '@espalier/core/frame';
import { overName, selectIsPeeking } from '@espalier/core/work-item';
import { useAppSelector, useAppStore, usePlace } from '../store.ts';
import { useOver } from './use-over.ts';

/** Milliseconds for which a row has the focus before the panel goes along: who runs through many rows reads none of them. */
const REST = 150;

/** WI-14.5: the panel shows the item or epic of the active row of the page for as long as it is open; answers what opens it for a row, or closes it. */
export function usePeek(activeId: string | null): (id: string) => void {
  const store = useAppStore();
  const { open, close } = useOver();
  const peeking = useAppSelector(selectIsPeeking);
  const isOver = usePlace() !== undefined;
  const shownId = useRef<string | null>(null);
  const show = useCallback(
    (id: string) => {
      shownId.current = id;
      const item = get(store.getState().confirmed.items, id);
      const shown = item === undefined ? null : overNamed(overName(item));
      if (shown !== null) open(shown, 'panel');
    },
    [open, store],
  );
  useEffect(() => {
    if (isOver || !peeking || activeId === null || activeId === shownId.current) return;
    const timer = window.setTimeout(() => show(activeId), REST);
    return () => window.clearTimeout(timer);
  }, [activeId, isOver, peeking, show]);
  return useCallback(
    (id: string) => {
      if (isOver) return;
      if (selectIsPeeking(store.getState())) close();
      else show(id);
    },
    [close, isOver, show, store],
  );
}
