import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Browsers without idle callbacks wait this long instead. */
const WAIT_MS = 300;

/**
 * Becomes true once the browser has nothing else to do and nothing in `element` is being pressed: the time for work that nobody waits for
 * and that draws the element anew.
 */
export function useIdle(element: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [idle, setIdle] = useState(false);
  const waiting = wanted && !idle;
  useEffect(() => {
    if (!waiting) return;
    let cancel: () => void = () => undefined;
    const ask = () => {
      const run = () => (element.current?.matches(':active') ? ask() : setIdle(true));
      if (typeof window.requestIdleCallback === 'function') {
        const id = window.requestIdleCallback(run, { timeout: 2000 });
        cancel = () => window.cancelIdleCallback(id);
      } else {
        const id = window.setTimeout(run, WAIT_MS);
        cancel = () => window.clearTimeout(id);
      }
    };
    ask();
    return () => cancel();
  }, [element, waiting]);
  return idle;
}
