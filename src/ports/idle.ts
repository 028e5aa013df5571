import type { Idle } from '@espalier/core/replay';

type IdleHost = Pick<Window, 'setTimeout'> & Partial<Pick<Window, 'requestIdleCallback'>>;

/** A page that is never idle is interrupted after so many milliseconds, for so many. */
const LATEST_MS = 2000;
const SLICE_MS = 5;
/** Browsers without idle callbacks wait this long instead. */
const WAIT_MS = 300;

/** The browser's idle time, in slices that no long task comes of. */
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
