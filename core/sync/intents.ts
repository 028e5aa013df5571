import { Draft, commit, sameReads } from './draft.ts';

/** `queued`: not sent yet. `sent`: on its way. `unknown`: no answer arrived; it may or may not have been done. */
export type IntentStatus = 'queued' | 'sent' | 'unknown';

/** A change that was asked for and not answered yet. It states a result, so that applying it twice changes nothing. */
export interface Intent<P = unknown> {
  readonly id: string;
  /** The type of the action that made it. */
  readonly kind: string;
  readonly payload: P;
  /** Milliseconds since 1970, when it was asked for. */
  readonly at: number;
  readonly status: IntentStatus;
}

/** What a domain says about one kind of intent. */
export interface IntentKind<C extends object, P = never> {
  /** Its watcher sends it in the very step that makes it, unless another of its kind is pending (RP-02.17). */
  readonly atOnce?: boolean;
  /** The keys whose readings it makes stale once it is answered. */
  keys(payload: P): readonly string[];
  /** Makes the stated result true. Deterministic, and twice is once. */
  apply(draft: Draft<C>, payload: P): void;
  /** What to do to the confirmed tables on success, where that is more than `apply`. */
  fold?(draft: Draft<C>, payload: P): void;
}

/** Kinds by the type of the action that makes the intent. */
export type IntentKinds<C extends object> = Readonly<Record<string, IntentKind<C>>>;

interface Memo<C extends object> {
  readonly payloads: readonly unknown[];
  readonly draft: Draft<C>;
  base: C;
  result: C;
}

const samePayloads = (payloads: readonly unknown[], pending: readonly Intent[]): boolean =>
  payloads.length === pending.length && pending.every(({ payload }, index) => payload === payloads[index]);

/** Replays intents over tables, in order. */
export function replay<C extends object>(kinds: IntentKinds<C>, base: C, pending: readonly Intent[]): Draft<C> {
  const draft = new Draft(base);
  for (const { kind, payload } of pending) kinds[kind]?.apply(draft, payload as never);
  return draft;
}

/** Results kept: one for each of a few planners that take turns, as in a simulation. */
const KEPT = 4;

/**
 * `visible(confirmed, pending)`: the pending intents replayed over what is confirmed (RP-02.5 to RP-02.7). With nothing pending it is
 * `confirmed` itself. While nothing changes that the intents read, the entries that they wrote stay the same references.
 */
export function createVisible<C extends object>(
  kinds: IntentKinds<C>,
): (confirmed: C, pending: readonly Intent[]) => C {
  // A short list, not a WeakMap: thousands of weak entries cost the collector more than the replays that they save.
  const memos: Memo<C>[] = [];
  return (confirmed, pending) => {
    if (pending.length === 0) return confirmed;
    const memo = memos.find(({ payloads }) => samePayloads(payloads, pending));
    if (memo?.base === confirmed) return memo.result;
    if (memo !== undefined && sameReads(memo.draft, confirmed)) {
      memo.base = confirmed;
      memo.result = commit(memo.draft, confirmed);
      return memo.result;
    }
    const draft = replay(kinds, confirmed, pending);
    const result = commit(draft, confirmed);
    if (memo !== undefined) memos.splice(memos.indexOf(memo), 1);
    memos.unshift({ payloads: pending.map(({ payload }) => payload), draft, base: confirmed, result });
    memos.length = Math.min(memos.length, KEPT);
    return result;
  };
}
