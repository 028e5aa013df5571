import type { SagaGenerator } from 'typed-redux-saga';
import type { Clock, Visibility } from '../ports/index.ts';
import { call } from 'typed-redux-saga';
import { poll, type PollAnswer } from './poll.ts';
import { throwDefect } from './read.ts';

/** One request of a round; null: there was nothing to request. Throws the port's rejection. */
export type RoundStep = () => SagaGenerator<PollAnswer | null>;

interface RoundsPlan {
  /** What a pass reads again, in its order. A step that has more to ask puts itself in front of `steps`. Null: nothing is to be read now. */
  pass(steps: RoundStep[]): SagaGenerator<readonly RoundStep[] | null>;
  /** Questions of one round. */
  readonly limit: number;
  /** Milliseconds between two rounds where the server names no interval. */
  readonly interval: number;
}

/**
 * RP-02.312: reads again and again what several queries show: the questions of a pass one after the other, so many in a round. What is left is asked in the
 * next round, after a failure the pass begins anew.
 */
export function* readInRounds(
  ports: { readonly clock: Clock; readonly visibility: Visibility },
  { pass, limit, interval }: RoundsPlan,
): Generator {
  const steps: RoundStep[] = [];
  function* round(): SagaGenerator<PollAnswer | null> {
    const next = yield* pass(steps);
    if (next === null) return null;
    if (steps.length === 0) steps.push(...next);
    let last: PollAnswer | null = null;
    try {
      for (let asked = 0; asked < limit; asked += 1) {
        const step = steps.shift();
        if (step === undefined) break;
        last = (yield* call(step)) ?? last;
      }
    } catch (error) {
      steps.length = 0;
      throw error;
    }
    return last;
  }
  yield* poll(ports, { read: round, failed: throwDefect, fallback: interval, first: interval });
}
