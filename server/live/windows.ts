import type { EventKind } from '../command/events.ts';
import type { Subscription } from './registry.ts';
import type { Subject } from './subjects.ts';

/** What a batch brings to a group's path. The same object for all who listen to it. */
export interface Happened {
  readonly path: string;
  /** Anything may have happened: nothing was heard for a while. */
  readonly whole: boolean;
  readonly items: ReadonlyMap<number, ReadonlySet<EventKind>>;
  /** What those of the items were that are not there any more. */
  readonly gone: ReadonlyMap<number, Subject>;
}

/** AP-07.5: so many milliseconds lie between two messages about a group, for each subscription. */
const WINDOW_MS = 250;

/**
 * What waits for the end of a subscription's window. A window begins with a message that was sent, so it tells nothing of what its reader may not see;
 * what came meanwhile is kept as ids, and who may see them is asked when it ends.
 */
export class GroupWindows {
  readonly #held = new Map<Subscription, Happened[]>();
  readonly #ends = new WeakMap<Subscription, number>();

  hold(subscription: Subscription, happened: Happened): void {
    const held = this.#held.get(subscription);
    if (held === undefined) this.#held.set(subscription, [happened]);
    else held.push(happened);
  }

  /** Who has something to be told at this moment (of `performance.now()`). */
  due(now: number): { subscription: Subscription; held: readonly Happened[] }[] {
    return [...this.#held].flatMap(([subscription, held]) =>
      this.#endOf(subscription) <= now ? [{ subscription, held: [...held] }] : [],
    );
  }

  /** When that is next the case. */
  nextDue(): number | undefined {
    const ends = [...this.#held.keys()].map((subscription) => this.#endOf(subscription));
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  told(subscription: Subscription): void {
    this.#ends.set(subscription, performance.now() + WINDOW_MS);
  }

  /** So much of what was held, its beginning, has been looked at. */
  lookedAt(subscription: Subscription, count: number): void {
    const held = this.#held.get(subscription);
    if (held === undefined || count === 0) return;
    if (count >= held.length) this.#held.delete(subscription);
    else held.splice(0, count);
  }

  /** Nobody waits for it any more. */
  forget(subscription: Subscription): void {
    this.#held.delete(subscription);
  }

  #endOf(subscription: Subscription): number {
    return this.#ends.get(subscription) ?? 0;
  }
}
