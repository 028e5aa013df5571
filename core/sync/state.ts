import type { Stamped } from '../store/action.ts';
import type { Table } from '../table/index.ts';
import type { Intent, IntentKinds, IntentStatus } from './intents.ts';
import { serverEvent } from '../store/action.ts';
import { emptyTable, get, setMany } from '../table/index.ts';
import { Draft, commit } from './draft.ts';

/** The parts of the state that sync keeps. */
export interface SyncState<C extends object> {
  readonly confirmed: C;
  readonly pending: readonly Intent[];
  /** By key: how often the server has changed it for us. A reading that began at another count is stale. */
  readonly stamps: Table<number>;
}

export const syncEvents = {
  intentSent: serverEvent<{ intentId: string }>('sync/intentSent'),
  /** No answer arrived. */
  intentUnknown: serverEvent<{ intentId: string }>('sync/intentUnknown'),
  /** A watcher was restarted: nobody waits for the answers of its intents any more. */
  watcherRestarted: serverEvent<{ kinds: readonly string[] }>('sync/watcherRestarted'),
};

export const initialSync = <C extends object>(confirmed: C): SyncState<C> => ({
  confirmed,
  pending: [],
  stamps: emptyTable(),
});

const withStatus = (pending: readonly Intent[], intentId: string, status: IntentStatus): readonly Intent[] =>
  pending.map((intent) => (intent.id === intentId && intent.status !== status ? { ...intent, status } : intent));

function stamp(stamps: Table<number>, keys: readonly string[]): Table<number> {
  return setMany(
    stamps,
    keys.map((key) => [key, (get(stamps, key) ?? 0) + 1] as const),
  );
}

/**
 * An action of an intent's kind adds it; `meta.settles` folds it into `confirmed` or drops it, in that one action; `meta.wrote` marks earlier
 * readings stale (RP-02.8, RP-02.9).
 */
export function reduceSync<C extends object>(
  kinds: IntentKinds<C>,
  state: SyncState<C>,
  action: Stamped,
): SyncState<C> {
  const { meta, type, payload } = action;
  const made = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (made !== undefined) {
    const status = made.atOnce === true && !state.pending.some(({ kind }) => kind === type) ? 'sent' : 'queued';
    const intent: Intent = { id: meta.id ?? '', kind: type, payload, at: meta.at, status };
    return { ...state, pending: [...state.pending, intent] };
  }
  if (syncEvents.intentSent.match(action)) {
    return { ...state, pending: withStatus(state.pending, action.payload.intentId, 'sent') };
  }
  if (syncEvents.intentUnknown.match(action)) {
    return { ...state, pending: withStatus(state.pending, action.payload.intentId, 'unknown') };
  }
  if (syncEvents.watcherRestarted.match(action)) {
    const lost = (intent: Intent): boolean => action.payload.kinds.includes(intent.kind) && intent.status === 'sent';
    if (!state.pending.some(lost)) return state;
    return { ...state, pending: state.pending.map((it) => (lost(it) ? { ...it, status: 'unknown' } : it)) };
  }
  let next = state;
  if (meta.settles !== undefined) next = settle(kinds, next, meta.settles);
  if (meta.wrote !== undefined) next = { ...next, stamps: stamp(next.stamps, meta.wrote) };
  return next;
}

function settle<C extends object>(
  kinds: IntentKinds<C>,
  state: SyncState<C>,
  { intentId, as }: { readonly intentId: string; readonly as: 'confirmed' | 'refused' },
): SyncState<C> {
  const intent = state.pending.find(({ id }) => id === intentId);
  const kind = intent === undefined ? undefined : kinds[intent.kind];
  if (intent === undefined || kind === undefined) return state;
  const pending = state.pending.filter(({ id }) => id !== intentId);
  const stamps = stamp(state.stamps, kind.keys(intent.payload as never));
  if (as === 'refused') return { ...state, pending, stamps };
  const draft = new Draft(state.confirmed);
  (kind.fold ?? kind.apply).call(kind, draft, intent.payload as never);
  return { ...state, confirmed: commit(draft, state.confirmed), pending, stamps };
}

/** The stamps of keys, to be compared before an answer is taken in. */
export const stampsOf = (stamps: Table<number>, keys: readonly string[]): readonly number[] =>
  keys.map((key) => get(stamps, key) ?? 0);

export const isStale = (before: readonly number[], now: readonly number[]): boolean =>
  before.some((stampBefore, index) => stampBefore !== now[index]);
