import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { Idle } from '@espalier/core/replay';

type IdleHost = Pick<Window, 'setTimeout'> & Partial<Pick<Window, 'requestIdleCallback'>>;

/** A page that is never idle is interrupted after LATEST_MS, for slices of SLICE_MS. */
const LATEST_MS = 2000;
const SLICE_MS = 5;
/** Browsers without idle callbacks wait this long instead. */
const WAIT_MS = 300;

/** The browser's idle time, in slices too short to become a long task. */
export function createIdle(host: IdleHost = window): Idle {
  return (run) => {
    const slice = (left: () => number) => {
      const end = performance.now() + SLICE_MS;
      run(() => Math.max(left(), end - performance.now()));
    };
    if (host.requestIdleCallback === undefined) host.setTimeout(() => slice(() => 0), WAIT_MS);
    else host.requestIdleCallback((deadline) => slice(() => deadline.timeRemaining()), { timeout: LATEST_MS });
  };
}

/** Becomes true once the browser was idle since this page was shown. */
export function useIdlePage(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const ready = () => setIdle(true);
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = window.setTimeout(ready, WAIT_MS);
      return () => window.clearTimeout(timer);
    }
    const wait = window.requestIdleCallback(ready, { timeout: LATEST_MS });
    return () => window.cancelIdleCallback(wait);
  }, []);
  return idle;
}

/** Becomes true once the browser is idle and nothing in `element` is being pressed: for work that nobody waits for and that renders the element again. */
export function useIdle(element: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [idle, setIdle] = useState(false);
  const waiting = wanted && !idle;
  useEffect(() => {
    if (!waiting) return;
    let cancel: () => void = () => undefined;
    const ask = () => {
      const run = () => (element.current?.matches(':active') ? ask() : setIdle(true));
      if (typeof window.requestIdleCallback === 'function') {
        const id = window.requestIdleCallback(run, { timeout: LATEST_MS });
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

/** Nobody is working on the page: it is hidden, or no element but the page itself has the focus. */
const isFree = ({ hidden, activeElement, body }: Document): boolean =>
  hidden || activeElement === null || activeElement === body || activeElement.matches('main');

/** RP-02.38: the newest value, but not while something on the page has the focus: what is typed, open or focused would be lost. */
export function useUnheld<T>(value: T): T {
  const [taken, setTaken] = useState(value);
  useEffect(() => {
    if (taken === value) return;
    let frame = 0;
    const take = () => {
      if (isFree(document)) setTaken(value);
    };
    // After the focus has moved on.
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(take);
    };
    take();
    document.addEventListener('focusout', later);
    document.addEventListener('visibilitychange', take);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusout', later);
      document.removeEventListener('visibilitychange', take);
    };
  }, [taken, value]);
  return taken;
}
