import type { Clock, Visibility } from '../ports/index.ts';
import type { Channel, EventChannel } from 'redux-saga';
import { buffers, eventChannel } from 'redux-saga';
import { call as callEffect, take } from 'redux-saga/effects';
import { call, race, type SagaGenerator } from 'typed-redux-saga';
import { isAborted, sleep } from '../store/effects.ts';

/** AP-15.2: bounds of an interval, milliseconds: a header outside them is brought to the nearer one. */
export const INTERVAL = { least: 1_000, most: 3_600_000 } as const;
/** AP-15.6: the longest wait after failures, unless the interval itself is longer. */
export const BACKOFF_CAP = 300_000;

/** What of an answer polling reads. */
export interface PollAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PollPlan<A extends PollAnswer> {
  /** One reading. At most one runs at a time. Null: nothing was read, and nothing is known about the interval. */
  readonly read: () => SagaGenerator<A | null>;
  /** What a failure does; an aborted request is none. */
  readonly failed?: (error: unknown) => Generator;
  /** Milliseconds until the next reading where the answer names none; null: stop. */
  readonly fallback: number | null;
  /** Milliseconds before the first reading; default 0. */
  readonly first?: number;
  /** The first reading does not wait until the tab is shown. */
  readonly evenHidden?: true;
  /** While true no timer runs, only `wake` causes readings: pushes arrive instead. A reading that failed is tried again all the same (AP-15.10). */
  readonly quiet?: () => boolean;
  /** A message here causes a reading at once. */
  readonly wake?: Channel<object>;
}

/** AP-15.1: the `POLL-INTERVAL` header of a successful answer, positive, in milliseconds; null without one. */
export function intervalOf(answer: PollAnswer): number | null {
  if (answer.status < 200 || answer.status > 299) return null;
  const header = answer.headers['poll-interval'];
  const interval = header === undefined ? NaN : Number(header);
  return Number.isFinite(interval) && interval > 0 ? clamp(interval) : null;
}

const clamp = (interval: number): number => Math.min(Math.max(interval, INTERVAL.least), INTERVAL.most);

/** AP-15.6: doubles with every failure in a row, up to the cap. */
export const backoff = (interval: number, failures: number): number =>
  Math.min(interval * 2 ** failures, Math.max(BACKOFF_CAP, interval));

/** Where a plan says nothing, failures are counted from this interval on. */
const DEFAULT_INTERVAL = 30_000;

/**
 * AP-15: reads again and again, with the interval that the answers name. Stops while the tab is hidden and reads at once when
 * it is shown again. Ends by itself where an answer names no interval and there is no fallback; otherwise with its task.
 */
export function* poll<A extends PollAnswer>(
  ports: { readonly clock: Clock; readonly visibility: Visibility },
  plan: PollPlan<A>,
): Generator {
  const shown = eventChannel<boolean>((emit) => ports.visibility.onChange(emit), buffers.sliding(1));
  let interval = plan.fallback;
  let wait: number = plan.first ?? 0;
  let failures = 0;
  // AP-15.10: what a wake-up asked for and did not get is asked for again when its time comes.
  let missed = false;
  let mayWait = plan.evenHidden !== true;
  try {
    for (;;) {
      if (mayWait) yield* pause(ports, plan, wait, shown, !missed && plan.quiet?.() === true);
      mayWait = true;
      try {
        const answer = yield* call(plan.read);
        failures = 0;
        missed = false;
        interval = (answer === null ? null : intervalOf(answer)) ?? plan.fallback;
        if (interval === null) return;
        wait = interval;
      } catch (error) {
        missed = true;
        if (!isAborted(error)) {
          failures += 1;
          if (plan.failed !== undefined) yield* call(plan.failed, error);
        }
        wait = backoff(interval ?? DEFAULT_INTERVAL, failures);
      }
    }
  } finally {
    shown.close();
  }
}

/** Until the time has passed, a wake-up came or the tab was shown again; never ends while the tab is hidden. */
function* pause<A extends PollAnswer>(
  ports: { readonly clock: Clock; readonly visibility: Visibility },
  plan: PollPlan<A>,
  wait: number,
  shown: EventChannel<boolean>,
  quiet: boolean,
): Generator {
  if (!ports.visibility.hidden() && (wait > 0 || quiet)) {
    // Plain effects: a generator would run as a task of its own, and nothing waits as often as this.
    yield* race({
      shown: take(shown),
      ...(quiet ? {} : { time: callEffect(sleep, ports.clock, wait) }),
      ...(plan.wake === undefined ? {} : { woken: take(plan.wake) }),
    });
  }
  while (ports.visibility.hidden()) yield take(shown);
}
