import { Draft, commit, sameReads } from './draft.ts';
import { mutationOf } from './mutation.ts';

/** `queued`: not sent yet. `sent`: in flight. `unknown`: nobody is waiting for its answer; it may or may not have been carried out. */
export type PendingStatus = 'queued' | 'sent' | 'unknown';

export interface Pending<P = unknown> {
  readonly id: string;
  /** The type of the action that it began with. */
  readonly type: string;
  readonly payload: P;
  /** Milliseconds since 1970, when it was made. */
  readonly at: number;
  readonly status: PendingStatus;
  /** The Idempotency-Key of an earlier attempt under which it is sent. Absent: its id. */
  readonly key?: string;
  /** Names the edits with which it was made together. */
  readonly together?: string;
}

interface Memo {
  readonly payloads: readonly unknown[];
  readonly draft: Draft<object>;
  base: object;
  result: object;
}

const samePayloads = (payloads: readonly unknown[], pending: readonly Pending[]): boolean =>
  payloads.length === pending.length && pending.every(({ payload }, index) => payload === payloads[index]);

export function replay<C extends object>(base: C, pending: readonly Pick<Pending, 'type' | 'payload'>[]): Draft<C> {
  const draft = new Draft(base);
  for (const { type, payload } of pending) mutationOf(type)?.apply?.(draft as never, payload as never);
  return draft;
}

/** Results kept: one for each of a few planners that take turns, as in a simulation. */
const KEPT = 4;

// A short list, not a WeakMap: thousands of weak entries cost the collector more than the replays that they save.
const memos: Memo[] = [];

/**
 * What is shown: the pending mutations applied to what is confirmed (RP-02.5 to RP-02.7). With nothing pending it is `confirmed` itself. While nothing
 * changes that they read, the entries that they wrote stay the same references.
 */
export function selectVisible<C extends object>({
  confirmed,
  pending,
}: {
  readonly confirmed: C;
  readonly pending: readonly Pending[];
}): C {
  if (pending.length === 0) return confirmed;
  const memo = memos.find(({ payloads }) => samePayloads(payloads, pending));
  if (memo?.base === confirmed) return memo.result as C;
  // mutant: memo-of-another-version
  if (memo !== undefined && sameReads(memo.draft, confirmed)) {
    memo.base = confirmed;
    memo.result = commit(memo.draft, confirmed);
    return memo.result as C;
  }
  const draft = replay(confirmed, pending);
  const result = commit(draft, confirmed);
  if (memo !== undefined) memos.splice(memos.indexOf(memo), 1);
  memos.unshift({ payloads: pending.map(({ payload }) => payload), draft, base: confirmed, result });
  memos.length = Math.min(memos.length, KEPT);
  return result;
}
