import { useLayoutEffect, useSyncExternalStore } from 'react';

/** How many parts of the page, its code included, are on their way. */
let parts = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  parts += by;
  for (const changed of [...listeners]) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** RP-02.271: the part of the page that calls this is on its way as long as it is there, or as long as it says so. */
export function useOnItsWay(waiting = true): void {
  useLayoutEffect(() => {
    if (!waiting) return;
    change(1);
    return () => change(-1);
  }, [waiting]);
}

/** RP-02.271: code of a page is on its way. It is asked for while a page is drawn, when nothing may be drawn anew. */
export function onItsWay<T>(loading: Promise<T>): Promise<T> {
  queueMicrotask(() => change(1));
  return loading.finally(() => change(-1));
}

/** Something of the page is on its way. */
export const useUnderWay = (): boolean => useSyncExternalStore(subscribe, () => parts > 0);
