import type { Stamped } from '../store/action.ts';
import type { Table } from '../table/index.ts';
import type { AnyMutation, Committed, MutationCreator } from './mutation.ts';
import { replay, selectVisible, type Pending, type PendingStatus } from './visible.ts';
import { serverAction } from '../store/action.ts';
import { withoutRecords } from '../entities/index.ts';
import { emptyTable, get, setMany } from '../table/index.ts';
import { Draft, commit } from './draft.ts';
import { mutationOf } from './mutation.ts';

/** An edit that is not pending yet. */
export type HeldBack = Pick<Pending, 'id' | 'at' | 'type' | 'payload'>;

export interface PendingState<C extends object> {
  readonly confirmed: C;
  readonly pending: readonly Pending[];
  /** Asked for together with others and made when those are answered (RP-02.45). Absent: nothing. */
  readonly heldBack?: readonly HeldBack[];
  /** By key: how often the server has changed it for us; of a record, the moment of the clock. A read that began at another version is stale. */
  readonly versions: Table<number>;
}

export const mutationEvents = {
  /** Its turn has come. `key`: that of an earlier attempt. */
  sent: serverAction<{ id: string; key?: string }>('mutation/sent'),
  /** So many were asked for together that these wait to be made, under these ids. */
  heldBack: serverAction<{ edits: readonly Omit<HeldBack, 'at'>[] }>('mutation/heldBack'),
  /** The queue was restarted: nobody may be waiting for the answers to what was sent. */
  queueRestarted: serverAction('mutation/queueRestarted'),
};

export const initialPending = <C extends object>(confirmed: C): PendingState<C> => ({
  confirmed,
  pending: [],
  versions: emptyTable(),
});

export const scopeOf = ({ type, payload }: Pick<Pending, 'type' | 'payload'>): string =>
  mutationOf(type)?.scope(payload as never) ?? type;

/** A key that nothing else has: how many changes were answered so far. */
const CLOCK = '';

/** How many changes of records the server has made for us so far. A read that begins now includes all of them. */
export const clockOf = (versions: Table<number>): number => get(versions, CLOCK) ?? 0;

/** Whether the entry of that key was changed after a read began, by the clock of that moment. */
export const changedSince = (versions: Table<number>, key: string, since: number): boolean =>
  (get(versions, key) ?? 0) > since;

/** The versions of keys that were just changed. Those of records are moments of the clock, which goes on with every change of one. */
export function raised(versions: Table<number>, keys: readonly string[]): Table<number> {
  if (keys.length === 0) return versions;
  const others = withoutRecords(keys);
  const counted = others.map((key) => [key, (get(versions, key) ?? 0) + 1] as const);
  if (others.length === keys.length) return setMany(versions, counted);
  const now = clockOf(versions) + 1;
  const records = keys.filter((key) => !others.includes(key));
  return setMany(versions, [...counted, ...[CLOCK, ...records].map((key) => [key, now] as const)]);
}

/** RP-02.8, RP-02.9: a mutation's action makes it pending, `meta.resolves` commits or drops it, `meta.invalidates` marks earlier reads stale. */
export function reducePending<C extends object>(state: PendingState<C>, action: Stamped): PendingState<C> {
  const record = mutationOf(action.type);
  if (record !== undefined) return make(record, withoutHeldBack(state, action.meta.id), action);
  if (mutationEvents.heldBack.match(action)) {
    const { at } = action.meta;
    const edits = action.payload.edits.map((edit) => ({ ...edit, at }));
    return { ...state, heldBack: [...(state.heldBack ?? []), ...edits] };
  }
  if (mutationEvents.sent.match(action)) {
    const { id, key } = action.payload;
    return withStatus(state, (mutation) => mutation.id === id, 'sent', key);
  }
  if (mutationEvents.queueRestarted.match(action)) {
    return withStatus(state, ({ status }) => status === 'sent', 'unknown');
  }
  const { resolves, invalidates } = action.meta;
  let next = state;
  if (resolves !== undefined) next = resolve(next, action, resolves);
  if (invalidates !== undefined) next = { ...next, versions: raised(next.versions, invalidates) };
  return next;
}

/** Its turn to be made has come, whether or not there is anything to be made of it. */
function withoutHeldBack<C extends object>(state: PendingState<C>, made: string | undefined): PendingState<C> {
  const { heldBack } = state;
  if (heldBack === undefined || !heldBack.some(({ id }) => id === made)) return state;
  return { ...state, heldBack: heldBack.filter(({ id }) => id !== made) };
}

function withStatus<C extends object>(
  state: PendingState<C>,
  concerns: (mutation: Pending) => boolean,
  status: PendingStatus,
  key?: string,
): PendingState<C> {
  if (!state.pending.some(concerns)) return state;
  const changed = (mutation: Pending): Pending => ({ ...mutation, status, ...(key !== undefined && { key }) });
  return { ...state, pending: state.pending.map((mutation) => (concerns(mutation) ? changed(mutation) : mutation)) };
}

/** RP-02.17: what has nothing before it in its scope is sent from the start. */
function make<C extends object>(record: AnyMutation, state: PendingState<C>, action: Stamped): PendingState<C> {
  const { type, meta } = action;
  const given = action.payload as never;
  const payload: unknown =
    record.accept === undefined ? given : record.accept(state as never, given, meta.id ?? '', meta.place);
  if (payload === null && record.accept !== undefined) return state;
  const scope = scopeOf({ type, payload });
  const isFree = !state.pending.some((other) => scopeOf(other) === scope);
  const { together } = meta;
  const status = isFree && together === undefined ? 'sent' : 'queued';
  // mutant: rollback-restores-a-snapshot, also
  const made: Pending = {
    id: meta.id ?? '',
    type,
    payload,
    at: meta.at,
    status,
    ...(together !== undefined && { together }),
  };
  return { ...state, pending: [...state.pending, made] };
}

function resolve<C extends object>(
  state: PendingState<C>,
  action: Stamped,
  { id: resolved, as }: { readonly id: string; readonly as: 'committed' | 'refused' },
): PendingState<C> {
  const mutation = state.pending.find(({ id }) => id === resolved);
  const record = mutation === undefined ? undefined : mutationOf(mutation.type);
  if (mutation === undefined || record === undefined) return state;
  const asked = mutation.payload as never;
  // mutant: settling-drops-the-oldest
  const pending = state.pending.filter(({ id }) => id !== resolved);
  // mutant: rollback-restores-a-snapshot
  // mutant: refusal-folds
  // mutant: refusal-keeps-the-mutation
  // mutant: item-refused-value-stays
  // mutant: item-refused-type-stays
  if (as === 'refused') return { ...state, pending };
  const draft = new Draft(state.confirmed);
  const { answer, behind } = action.payload as Partial<Committed<never, never>>;
  if (record.commit === undefined) record.apply?.(draft as never, asked);
  else record.commit(draft as never, answer as never, asked, behind === true);
  // mutant: confirmed-without-folding
  return { ...state, confirmed: commit(draft, state.confirmed), pending };
}

/** The versions of keys, compared before an answer is reduced. */
export const versionsOf = (versions: Table<number>, keys: readonly string[]): readonly number[] =>
  keys.map((key) => get(versions, key) ?? 0);

export const isStale = (before: readonly number[], now: readonly number[]): boolean =>
  before.some((version, index) => version !== now[index]);

/** Whether a mutation is queued or in flight: for buttons that show loading. */
export const isPending = <P, A, G>(
  { pending }: { readonly pending: readonly Pending[] },
  { type }: MutationCreator<P, A, G>,
  concerns: (asked: P) => boolean = () => true,
): boolean => pending.some((mutation) => mutation.type === type && concerns(mutation.payload as P));

/** RP-02.38: whether an edit of an ended tab can be made again: what it changes is known, or it comes complete and only the answer shows it. */
export function canBeMade(state: object, { id, type, payload }: HeldBack): boolean {
  try {
    const record = mutationOf(type);
    if (record?.apply === undefined)
      return record?.accept?.(state as never, payload as never, id, undefined) === payload;
    return replay(selectVisible(state as PendingState<object>), [{ type, payload }]).writes.length > 0;
  } catch {
    // What stood in the storage is no such edit.
    return false;
  }
}
