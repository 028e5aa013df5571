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

/** The part of an answer that polling needs. */
export interface PollAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PollPlan<A extends PollAnswer> {
  /** One read. At most one runs at a time. Null: nothing was read, and the interval is not known. */
  readonly read: () => SagaGenerator<A | null>;
  /** What a failure does; an aborted request is none. */
  readonly failed?: (error: unknown) => unknown;
  /** Milliseconds until the next reading where the answer names none; null: stop, or wait to be woken where somebody can wake it. */
  readonly fallback: number | null;
  /** Milliseconds before the first read; default 0. */
  readonly first?: number;
  /** Whether the next reading does not wait until the tab is shown: somebody asked for it. */
  readonly evenHidden?: () => boolean;
  /** While true no timer runs, only `wake` causes readings: pushes arrive instead. A reading that failed is tried again all the same (AP-15.10). */
  readonly quiet?: () => boolean;
  /** Milliseconds until a failed read is retried; null: not before it is woken. Default: `backoff`. */
  readonly retry?: (interval: number, failures: number) => number | null;
  /** A message here causes a read at once. */
  readonly wake?: Channel<object>;
}

/** AP-15.1: the `POLL-INTERVAL` header of a successful answer, positive, in milliseconds; null without one. */
export function intervalOf(answer: PollAnswer): number | null {
  if (answer.status < 200 || answer.status > 299) return null;
  const header = answer.headers['poll-interval'];
  const interval = header === undefined ? NaN : Number(header);
  return Number.isFinite(interval) && interval > 0 ? clamp(interval) : null;
}

// mutant: wild-interval
const clamp = (interval: number): number => Math.min(Math.max(interval, INTERVAL.least), INTERVAL.most);

/** AP-15.6: doubles with every failure in a row, up to the cap. */
export const backoff = (interval: number, failures: number): number =>
  Math.min(interval * 2 ** failures, Math.max(BACKOFF_CAP, interval));

/** The first wait after a failure, if the plan names no interval. */
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
  let wait: number | null = plan.first ?? 0;
  let failures = 0;
  // AP-15.10: a read that a wake-up asked for and that failed is retried when its time comes.
  let missed = false;
  try {
    for (;;) {
      // mutant: quiet-after-a-failure
      yield* pause(ports, plan, wait, shown, !missed && plan.quiet?.() === true);
      try {
        const answer = yield* call(plan.read);
        // mutant: poll-never-forgets-failures
        failures = 0;
        missed = false;
        interval = (answer === null ? null : intervalOf(answer)) ?? plan.fallback;
        if (interval === null && plan.wake === undefined) return;
        wait = interval;
      } catch (error) {
        missed = true;
        if (!isAborted(error)) {
          failures += 1;
          if (plan.failed !== undefined) yield* call(plan.failed, error);
        }
        // mutant: poll-ends-with-a-failure
        wait = (plan.retry ?? backoff)(interval ?? DEFAULT_INTERVAL, failures);
      }
    }
  } finally {
    shown.close();
  }
}

/** Until the time has passed, a wake-up came or the tab was shown again; while the tab is hidden it ends only for what somebody asked for. */
function* pause<A extends PollAnswer>(
  ports: { readonly clock: Clock; readonly visibility: Visibility },
  plan: PollPlan<A>,
  wait: number | null,
  shown: EventChannel<boolean>,
  quiet: boolean,
): Generator {
  const woken = plan.wake === undefined ? {} : { woken: take(plan.wake) };
  if (wait === null) {
    // Neither the timer nor showing the tab causes a read.
    yield take((plan.wake ?? shown) as Channel<object>);
  } else if (!ports.visibility.hidden() && (wait > 0 || quiet)) {
    // Plain effects: a generator would run as a task of its own, and nothing waits as often as this.
    yield* race({
      // mutant: hidden-for-ever
      shown: take(shown),
      ...(quiet ? {} : { time: callEffect(sleep, ports.clock, wait) }),
      ...woken,
    });
  }
  // A wake-up waits for the tab, unless it may be somebody's own.
  const { evenHidden } = plan;
  while (ports.visibility.hidden() && evenHidden?.() !== true) {
    yield* race({ shown: take(shown), ...(evenHidden === undefined ? {} : woken) });
  }
}
