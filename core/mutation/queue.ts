import type { Ports, WireError } from '../ports/index.ts';
import type { Action, Meta, Stamped } from '../store/action.ts';
import type { AnyMutation, Committed, Refused } from './mutation.ts';
import type { PendingState } from './pending.ts';
import type { WireRequest } from './request.ts';
import type { Pending } from './visible.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { buffers, channel } from 'redux-saga';
import { put, select, take } from 'typed-redux-saga';
import { isUndecided, isWireError, spawnTask, wireFault } from '../store/effects.ts';
import { mutationOf } from './mutation.ts';
import { withoutRecords } from '../entities/index.ts';
import { isStale, mutationEvents, scopeOf, versionsOf } from './pending.ts';
import { NOTHING_TO_ASK, say } from './request.ts';

/** What a mutation needs beyond its own request, by its type: the only part of it that is not data. */
export interface Assist {
  /** Looks up what the request needs; if it throws, the mutation is refused. */
  before?(ports: Ports, asked: never): SagaGenerator<unknown>;
  /** Finds out why the server refused it; null: the server's words stand. `request`: what was said to it; null: nothing. */
  explain?(ports: Ports, asked: never, failure: WireError, request: WireRequest | null): SagaGenerator<unknown>;
}

export type Assists = Readonly<Record<string, Assist>>;

type State = PendingState<object>;

/** An attempt that may have been carried out without our knowing. The same request again is the same wish and goes under the same key (RP-02.19). */
interface Try {
  readonly type: string;
  readonly payload: unknown;
  readonly words: string;
  readonly key: string;
  /** What it invalidates whatever the answer, and the versions of that when it was first sent: the server gives the same answer then and later. */
  readonly keys: readonly string[];
  readonly since: readonly number[];
  /** How many reads had brought records by then. */
  readonly reads: number;
}

/** RP-02.44: so many of the edits that were made together are in flight at a time. */
export const LANES = 4;

/** By ports, that is by planner: what is in flight outlives the watcher and the page. */
class Queue {
  /** Ids of the mutations that are queued or in flight, by scope. */
  readonly scopes = new Map<string, string[]>();
  /** The last undecided attempt of a scope. */
  readonly tries = new Map<string, Try>();
  /** Ids of those that undo an edit or make it again. */
  readonly reversing = new Set<string>();
  /** How many reads have brought records so far. */
  reads = 0;
  /** The lanes that are free; whoever wants one waits here. */
  readonly lanes = channel<object>(buffers.expanding(LANES));

  constructor() {
    for (let lane = 0; lane < LANES; lane += 1) this.lanes.put({});
  }
}

const queues = new WeakMap<Ports, Queue>();

const selectMutation =
  (id: string) =>
  ({ pending }: State): Pending | undefined =>
    pending.find((mutation) => mutation.id === id);

/** Whether it brings records that were read (RP-02.264). */
const isRead = ({ meta }: Action): boolean => meta?.since !== undefined;

const isMutation = (type: string): boolean => mutationOf(type) !== undefined;

/** RP-02.20: the one watcher of all mutations; within a scope one is in flight at a time, in order. `crashed`: the alert if it fails unexpectedly. */
export function* watchMutations(ports: Ports, assists: Assists, crashed: () => Action): Generator {
  const queue = queues.get(ports) ?? new Queue();
  queues.set(ports, queue);
  // RP-02.22: what nobody is waiting for (from before a restart, say) is sent again under its key.
  const asked = new Set([...queue.scopes.values()].flat());
  const left = yield* select(({ pending }: State) =>
    pending.filter(({ id, type }) => isMutation(type) && !asked.has(id)),
  );
  for (const mutation of left) yield* enqueue(mutation);
  for (;;) {
    // Other actions matter only if they say what became of an earlier attempt.
    const isHeard = (action: Action): action is Stamped =>
      isMutation(action.type) || isRead(action) || queue.tries.size > 0;
    const action = yield* take(isHeard as (action: { readonly type: string }) => action is Stamped);
    if (isRead(action)) queue.reads += 1;
    if (isMutation(action.type)) {
      const mutation = yield* select(selectMutation(action.meta.id ?? ''));
      if (mutation !== undefined && action.meta.reverses !== undefined) queue.reversing.add(mutation.id);
      if (mutation !== undefined) yield* enqueue(mutation);
    } else forget(queue, action);
  }

  function* enqueue(mutation: Pending) {
    const scope = scopeOf(mutation);
    const waiting = queue.scopes.get(scope);
    if (waiting !== undefined) {
      waiting.push(mutation.id);
      return;
    }
    queue.scopes.set(scope, [mutation.id]);
    yield* spawnTask({ ports, alert: crashed }, work, ports, queue, assists, scope);
  }
}

function forget({ tries }: Queue, action: Action): void {
  for (const [scope, { type, payload }] of tries) {
    if (mutationOf(type)?.forgets?.(payload as never, action) === true) tries.delete(scope);
  }
}

/** Sends the mutations of one scope, one after the other, until there is none left. */
function* work(ports: Ports, queue: Queue, assists: Assists, scope: string): Generator {
  const waiting = queue.scopes.get(scope) ?? [];
  for (let id = waiting[0]; id !== undefined; id = waiting[0]) {
    const shares = (yield* select(selectMutation(id)))?.together !== undefined;
    if (shares) yield* take(queue.lanes);
    try {
      yield* send(ports, queue, assists, id);
    } catch (error) {
      ports.log.error('A mutation failed in a way that it does not know', error);
      yield* giveUp(ports, queue, id);
    }
    queue.reversing.delete(id);
    // mutant: line-ends-after-one
    // mutant: line-ends-with-a-failure
    waiting.shift();
    if (shares) queue.lanes.put({});
  }
  queue.scopes.delete(scope);
}

/** RP-02.23: the queue continues regardless of the outcome. */
function* giveUp(ports: Ports, queue: Queue, id: string): Generator {
  try {
    const state = yield* select((whole: State) => whole);
    const mutation = selectMutation(id)(state);
    const record = mutationOf(mutation?.type ?? '');
    if (mutation !== undefined && record !== undefined)
      yield* put(refused(queue, record, mutation, wireFault('malformed'), state));
  } catch (fault) {
    ports.log.error('A mutation that failed cannot be refused', fault);
  }
}

/** Sends one mutation; the gate repeats it in the same words until it is answered (RP-02.28). */
function* send(ports: Ports, queue: Queue, assists: Assists, id: string): Generator {
  let state = yield* select((whole: State) => whole);
  const mutation = selectMutation(id)(state);
  const record = mutationOf(mutation?.type ?? '');
  if (mutation === undefined || record === undefined) return;
  const { type } = mutation;
  const asked = mutation.payload as never;
  const assist = assists[type];
  let made: Try | null = null;
  let request: WireRequest | null = null;
  let failure: WireError;
  try {
    const found = assist?.before === undefined ? undefined : yield* assist.before(ports, asked);
    if (found !== undefined) state = yield* select((whole: State) => whole);
    request = record.request(state as never, asked, found as never);
    if (request === null) throw NOTHING_TO_ASK;
    made = tryOf(queue, record, mutation, request, state);
    const { key } = made;
    if (mutation.status !== 'sent' || key !== id) yield* put(mutationEvents.sent(key === id ? { id } : { id, key }));
    // mutant: new-key-for-every-try
    const data = yield* say(ports, request, key, record.isDone);
    queue.tries.delete(scopeOf(mutation));
    state = yield* select((whole: State) => whole);
    const answer: unknown = record.decode === undefined ? null : record.decode(data as never, asked, state as never);
    if (record.decode === undefined || answer !== null) {
      yield* put(committed(record, mutation, answer, made, queue.reads, state));
      return;
    }
    failure = wireFault('malformed');
  } catch (error) {
    if (!isWireError(error)) throw error;
    // mutant: lost-answer-is-success
    failure = error;
    // mutant: new-epic-answer-cut-short
    if (made !== null && isUndecided(failure)) queue.tries.set(scopeOf(mutation), made);
    else queue.tries.delete(scopeOf(mutation));
  }
  const found = assist?.explain === undefined ? null : yield* assist.explain(ports, asked, failure, request);
  // mutant: removal-without-end
  // mutant: form-without-end
  // mutant: link-form-submits-for-ever
  // mutant: sidebar-label-is-made-for-ever
  // mutant: given-up-without-a-word
  yield* put(refused(queue, record, mutation, failure, yield* select((whole: State) => whole), found));
}

const keysOf = (record: AnyMutation, asked: unknown, state: State, answer: unknown = null): readonly string[] =>
  record.invalidates?.(asked as never, state as never, answer as never) ?? [];

function tryOf(
  { tries, reads }: Queue,
  record: AnyMutation,
  mutation: Pending,
  request: WireRequest,
  state: State,
): Try {
  const { id, type, payload } = mutation;
  const words = JSON.stringify(request);
  const last = tries.get(scopeOf(mutation));
  // mutant: new-epic-under-a-new-key
  // mutant: form-with-a-new-key
  if (last?.type === type && last.words === words) return last;
  const keys = keysOf(record, payload, state);
  return { type, payload, words, key: mutation.key ?? id, keys, since: versionsOf(state.versions, keys), reads };
}

/** Both ends name what they resolve and invalidate: RP-02.8, RP-02.9. */
function ending(
  record: AnyMutation,
  { id, payload }: Pending,
  as: 'committed' | 'refused',
  state: State,
  answer: unknown,
) {
  const keys = keysOf(record, payload, state, answer);
  const invalidates = as === 'refused' ? withoutRecords(keys) : keys;
  // mutant: state-sending-for-ever
  const meta: Partial<Meta> = { origin: 'server', resolves: { id, as } };
  return invalidates.length === 0 ? meta : { ...meta, invalidates };
}

function committed(
  record: AnyMutation,
  mutation: Pending,
  answer: unknown,
  { keys, since, reads }: Try,
  readsNow: number,
  state: State,
): Action {
  const { id, type, payload: asked } = mutation;
  // mutant: link-older-answer
  const isBehind = reads !== readsNow || isStale(since, versionsOf(state.versions, keys));
  const payload: Committed<unknown, unknown> = { id, asked, answer, ...(isBehind && { behind: true as const }) };
  return { type: `${type}/committed`, payload, meta: ending(record, mutation, 'committed', state, answer) };
}

function refused(
  { reversing }: Queue,
  record: AnyMutation,
  mutation: Pending,
  failure: WireError,
  state: State,
  found: unknown = null,
): Action {
  const { id, type, payload: asked, together } = mutation;
  const payload: Refused<unknown> = {
    id,
    asked,
    failure,
    ...(found !== null && { found }),
    ...(reversing.has(id) && { reverses: true as const }),
  };
  const told = record.error(asked as never, failure, state as never, found);
  const meta = ending(record, mutation, 'refused', state, null);
  const isQuiet = told === 'form' || together !== undefined;
  return { type: `${type}/refused`, payload, meta: isQuiet ? meta : { ...meta, id: '', notice: told } };
}
