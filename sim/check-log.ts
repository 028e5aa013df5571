import { type RootState, type Stamped, reducePlanner } from '@espalier/core';
import type { SessionLog } from './planner-client.ts';
import { mutationOf } from '@espalier/core/mutation';
import { checkLog, parseLog, replay, stateHash } from '@espalier/core/replay';
import { entries, get, set } from '@espalier/core/table';
import { resolvedBy } from './check-history.ts';

/** The logs of sessions: what was refused left nothing behind, and a replay comes to the same. */

/** Which mutations of a session were dropped without having been done. */
function refusedIn({ actions }: SessionLog): ReadonlySet<string> {
  const shown = new Set(actions.flatMap((action) => (isShownAtOnce(action) ? [action.meta.id ?? ''] : [])));
  const refused = actions.flatMap(({ meta: { resolves } }) => (resolves?.as === 'refused' ? [resolves.id] : []));
  return new Set(refused.filter((id) => shown.has(id)));
}

/** The mutations that are shown before they are answered. What a refusal of the others changes is the matter of their forms and buttons. */
const isShownAtOnce = ({ type }: Stamped): boolean => mutationOf(type)?.apply !== undefined;

const mutationFor = (action: Stamped): string | undefined =>
  isShownAtOnce(action) ? action.meta.id : resolvedBy(action);

/** Confirmed tables and pending mutations as plain text. What counts readings (`versions`) and what is said about a failure may differ. */
const essence = ({ confirmed, pending }: RootState, without: ReadonlySet<string>): string =>
  JSON.stringify([
    ...(['items', 'orders', 'parents', 'links'] as const).map((name) =>
      [...entries<unknown>(confirmed[name])].sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    // When a mutation is sent depends on those before it; what it says does not.
    pending.flatMap(({ id, payload }) => (without.has(id) ? [] : [id, payload])),
  ]);

/** An edit is worked out from what is shown when it is made, so also from what is refused later: without that it still says what it said. */
function asMade(state: RootState, action: Stamped, real: RootState): RootState {
  if (!isShownAtOnce(action)) return state;
  const { id } = action.meta;
  const made = real.pending.filter((mutation) => mutation.id === id);
  return { ...state, pending: [...state.pending.filter((mutation) => mutation.id !== id), ...made] };
}

/** A refused mutation keeps the record of its item until it is answered, though the page was left: without it that stays as well, for what is known of the item is not what the mutation said. */
function asKept(before: RootState, after: RootState, real: RootState, refused: ReadonlySet<string>): RootState {
  if (after === before) return after;
  let { items } = after.confirmed;
  for (const { id, payload } of real.pending) {
    const itemId = refused.has(id) ? ((payload as { readonly id?: string } | null)?.id ?? '') : '';
    const item = get(before.confirmed.items, itemId);
    if (item !== undefined && get(items, itemId) === undefined && get(real.confirmed.items, itemId) !== undefined) {
      items = set(items, itemId, item);
    }
  }
  return items === after.confirmed.items ? after : { ...after, confirmed: { ...after.confirmed, items } };
}

/** An edit closes the list from which it was chosen, also one that is refused later; what stands in an open list is known. */
const asOpened = (state: RootState, { itemFields }: RootState): RootState =>
  state.itemFields === itemFields ? state : { ...state, itemFields };

/**
 * The log without its refused mutations, from their first action to their refusal, gives the same confirmed tables and the same other mutations: right after
 * each refusal, and at the end.
 */
export function rollbackFaults(log: SessionLog): string[] {
  const refused = refusedIn(log);
  const found: string[] = [];
  const at = (index: number): RootState => log.before[index + 1] ?? log.end;
  if (refused.size > 0) {
    let state = log.initial;
    for (const [index, action] of log.actions.entries()) {
      const id = mutationFor(action);
      if (id === undefined || !refused.has(id)) {
        const after = asKept(state, reducePlanner(state, action), at(index), refused);
        state = asMade(after, action, at(index));
      } else if (action.meta.resolves !== undefined && essence(state, refused) !== essence(at(index), refused)) {
        found.push(`after the refusal of ${id} the state is another than without it`);
      }
      state = asOpened(state, at(index));
    }
    if (essence(state, refused) !== essence(log.end, refused)) {
      found.push('at the end the state is another than without what was refused');
    }
  }
  return found;
}

/** The log of a session as it would be downloaded, read back and replayed: every hash is the same, and the built-in rules hold after every action. */
export function replayFaults({ recording, end }: SessionLog): string[] {
  const log = parseLog(recording.text());
  const { mismatch, hash } = replay(log);
  const found: string[] = [];
  if (mismatch !== null)
    found.push(`after action ${mismatch.seq} the hash is ${mismatch.found} and was ${mismatch.expected}`);
  if (hash !== stateHash(end)) found.push(`the last hash is ${hash} and the session ended with ${stateHash(end)}`);
  for (const { rule, seq, texts } of checkLog(log).faults) {
    found.push(`after action ${seq}, ${rule}: ${texts.join('; ')}`);
  }
  return found;
}
