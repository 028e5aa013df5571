import { useSyncExternalStore } from 'react';
import { parseInstant, relativeTime } from '@espalier/core/calendar';
import type { Clock } from '@espalier/core/ports';
import { usePorts } from '../ports/context.ts';

const MINUTE_MS = 60_000;

/** One clock for all times on the page: it ticks once a minute, so that rows need no timers of their own. */
interface Ticker {
  readonly now: () => number;
  readonly subscribe: (changed: () => void) => () => void;
}

const tickers = new WeakMap<Clock, Ticker>();

function tickerOf(clock: Clock): Ticker {
  const known = tickers.get(clock);
  if (known) return known;
  let now = clock.now();
  let stop: () => void = () => undefined;
  const listeners = new Set<() => void>();
  const tick = () => {
    now = clock.now();
    for (const changed of listeners) changed();
    stop = clock.after(MINUTE_MS, tick);
  };
  const ticker: Ticker = {
    now: () => now,
    subscribe(changed) {
      if (listeners.size === 0) {
        now = clock.now();
        stop = clock.after(MINUTE_MS, tick);
      }
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) stop();
      };
    },
  };
  tickers.set(clock, ticker);
  return ticker;
}

interface TimeAgoProps {
  /** An instant, ISO 8601. */
  readonly at: string;
  /** Stands before the time and shares its element: "Created 3 days ago". */
  readonly what?: string;
  readonly className?: string;
  /** `what` is for screen readers only; the tooltip repeats it with the exact time. */
  readonly quiet?: boolean;
  /** Another time, said in the tooltip: `Created 2026-01-01T00:00:00Z`. */
  readonly also?: string;
}

/** "3 days ago", with the exact time as tooltip. */
export function TimeAgo({ at, what, className, quiet = false, also }: TimeAgoProps) {
  const ticker = tickerOf(usePorts().clock);
  const now = useSyncExternalStore(ticker.subscribe, ticker.now);
  const then = parseInstant(at);
  return (
    <time
      className={className}
      dateTime={at}
      data-tooltip=""
      data-times={quiet ? [`${what} ${at}`, also].filter(Boolean).join('|') : undefined}
      tabIndex={-1}
    >
      {quiet ? <span className="visually-hidden">{what} </span> : what !== undefined && `${what} `}
      {then === null ? at : relativeTime(then, now)}
    </time>
  );
}
