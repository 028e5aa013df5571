import type { Ports } from '../ports/index.ts';
import { call, put, spawn } from 'typed-redux-saga';
import { sleep } from './effects.ts';
import type { Action } from './action.ts';

/** What to do in a crash: reported to developers always, told to the user by `alert`. */
export interface CrashPlan {
  readonly ports: Ports;
  readonly alert: () => Action;
  /** Dispatched before the restart: the mutation queue marks what was sent as unknown. */
  readonly settle?: () => Action;
}

/** A watcher that crashes again sooner than this waits as long before it starts again. */
const CALM = 1000;

/** Keeps one watcher alive: a crash is reported as an alert and that watcher alone is started again (RP-02.12). */
export function* supervise(name: string, watcher: (ports: Ports) => Generator, plan: CrashPlan): Generator {
  const { clock, log } = plan.ports;
  for (let last = -Infinity; ;) {
    try {
      yield* call(watcher, plan.ports);
      return;
    } catch (error) {
      log.error(`The watcher "${name}" crashed and is started again`, error);
      if (plan.settle !== undefined) yield* put(plan.settle());
      yield* put(plan.alert());
      const now = clock.now();
      if (now - last < CALM) yield* call(sleep, clock, CALM);
      last = clock.now();
    }
  }
}

/** Runs a task beside its watcher: what it throws is reported and never stops the watcher. */
export function* spawnTask<A extends unknown[]>(
  plan: { readonly ports: Ports; readonly alert: () => Action },
  task: (...args: A) => Generator,
  ...args: A
) {
  return yield* spawn(function* guarded(): Generator {
    try {
      yield* task(...args);
    } catch (error) {
      plan.ports.log.error('A task failed in a way that it does not know', error);
      yield* put(plan.alert());
    }
  });
}
