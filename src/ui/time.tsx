import { useSyncExternalStore } from 'react';
import { parseInstant, relativeTime, timestamp } from '@espalier/core/calendar';
import type { Clock } from '@espalier/core/ports';
import { usePorts } from '../ports/context.ts';

const MINUTE_MS = 60_000;

/** One ticking clock for all times on the page: it moves once a minute, so that rows do not read the time each for itself. */
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
}

/** "3 days ago", with the exact time as tooltip. */
export function TimeAgo({ at, what, className }: TimeAgoProps) {
  const ticker = tickerOf(usePorts().clock);
  const now = useSyncExternalStore(ticker.subscribe, ticker.now);
  const then = parseInstant(at);
  return (
    <time className={className} dateTime={at} data-tooltip="" tabIndex={-1}>
      {what !== undefined && `${what} `}
      {then === null ? at : relativeTime(then, now)}
    </time>
  );
}

/** The exact time of a `TimeAgo`, in the viewer's zone: `Jan 14, 2020 5:00pm GMT+1`. For `Tooltips`. */
export function exactTime(target: HTMLElement): string | null {
  if (!(target instanceof HTMLTimeElement)) return null;
  const then = parseInstant(target.dateTime);
  return then === null ? null : timestamp(then, Intl.DateTimeFormat().resolvedOptions().timeZone);
}
