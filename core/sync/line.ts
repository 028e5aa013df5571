import type { Ports } from '../ports/index.ts';
import type { Event } from '../store/action.ts';
import type { Intent } from './intents.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { put, select, take } from 'typed-redux-saga';
import { isWireError } from '../store/effects.ts';
import { alongside } from '../store/supervise.ts';
import { syncEvents } from './state.ts';

/** Sends the request of one intent and says what came of it, as the event that settles the intent. A `WireError` that it throws means that it was not answered. */
export type LineRequest = () => SagaGenerator<Event>;

/** What a domain says about the changes that it sends. `S`: the part of the state that it reads. */
export interface LinePlan<S, P> {
  /** Types of the actions that make its intents. */
  readonly kinds: readonly string[];
  /** Intents of one key are sent one after the other. */
  keyOf(intent: Intent<P>): string;
  /**
   * Called once, when the intent's turn has come: a key stands for one request. Null: there is nothing that could be asked.
   */
  request(state: S, intent: Intent<P>, ports: Ports): LineRequest | null;
  /** The event that drops an intent. `error`: what was thrown last; null where nothing could be asked. */
  refused(intent: Intent<P>, error: unknown): Event;
  /** What is told where a line itself breaks. */
  crashed(): Event;
}

interface Slices {
  readonly pending: readonly Intent[];
}

/**
 * RP-02.20: the watcher of a domain's changes. Of one key one change is on its way at a time, in the order in which they were made; those of different
 * keys go side by side. A request that changes something outlives its watcher and the page.
 */
export function createLine<S, P>(plan: LinePlan<S, P>): (ports: Ports) => Generator {
  /** Changes that wait or are on their way, by key. By ports, that is by planner: a line outlives its watcher. */
  const linesOf = new WeakMap<Ports, Map<string, string[]>>();
  const isOurs = (intent: Intent): intent is Intent<P> => plan.kinds.includes(intent.kind);
  const selectIntent =
    (intentId: string) =>
    ({ pending }: Slices): Intent<P> | undefined =>
      pending.find((intent): intent is Intent<P> => intent.id === intentId && isOurs(intent));

  function* queue(ports: Ports, lines: Map<string, string[]>, intent: Intent<P>) {
    const key = plan.keyOf(intent);
    const line = lines.get(key);
    if (line !== undefined) {
      line.push(intent.id);
      return;
    }
    lines.set(key, [intent.id]);
    yield* alongside({ ports, alert: () => plan.crashed() }, work, ports, lines, key);
  }

  /** Sends the changes of one key, one after the other, until there is none left. */
  function* work(ports: Ports, lines: Map<string, string[]>, key: string): Generator {
    const line = lines.get(key) ?? [];
    for (let intentId = line[0]; intentId !== undefined; intentId = line[0]) {
      try {
        yield* send(ports, intentId);
      } catch (error) {
        ports.log.error('A change failed in a way that it does not know', error);
        yield* giveUp(ports, intentId, error);
      }
      line.shift();
    }
    lines.delete(key);
  }

  /** Whatever comes of it, the line goes on. */
  function* giveUp(ports: Ports, intentId: string, error: unknown): Generator {
    try {
      const intent = yield* select(selectIntent(intentId));
      if (intent !== undefined) yield* put(plan.refused(intent, error));
    } catch (fault) {
      ports.log.error('A change that failed cannot be refused', fault);
    }
  }

  /** Sends one change; that it is answered in the end is the gate's (RP-02.28). */
  function* send(ports: Ports, intentId: string): Generator {
    const intent = yield* select(selectIntent(intentId));
    if (intent === undefined) return;
    const request = plan.request(yield* select((state: S) => state), intent, ports);
    if (request === null) {
      yield* put(plan.refused(intent, null));
      return;
    }
    yield* put(syncEvents.intentSent({ intentId }));
    try {
      yield* put(yield* request());
    } catch (error) {
      if (!isWireError(error)) throw error;
      yield* put(plan.refused(intent, error));
    }
  }

  return function* watch(ports) {
    const lines = linesOf.get(ports) ?? new Map<string, string[]>();
    linesOf.set(ports, lines);
    // Changes that nobody asks any more (of a session before this one, say) are asked again, with their keys.
    const asked = new Set([...lines.values()].flat());
    const left = yield* select(({ pending }: Slices) => pending.filter(isOurs).filter(({ id }) => !asked.has(id)));
    for (const intent of left) yield* queue(ports, lines, intent);
    for (;;) {
      const { meta } = yield* take((action: { readonly type: string }): action is Made =>
        plan.kinds.includes(action.type),
      );
      const intent = yield* select(selectIntent(meta.id ?? ''));
      if (intent !== undefined) yield* queue(ports, lines, intent);
    }
  };
}

interface Made {
  readonly type: string;
  readonly meta: { readonly id?: string };
}
