import type { RootState } from '../../planner.ts';
import type { Stamped } from '../../store/index.ts';
import type { Invariant } from './types.ts';
import { accessActions } from '../../access/index.ts';
import { ENTRY_FORMS } from '../../access/entry.ts';
import { SIGN_OUT_FORM } from '../../access/forms.ts';
import { selectSession } from '../../access/select.ts';
import { TOKEN_FORM } from '../../access/tokens/saga.ts';
import { entries } from '../../table/index.ts';

/** RP-03.206: milliseconds after which something in flight counts as forgotten. */
export const IN_FLIGHT_LIMIT = 60_000;

/** What is sent or read by no record of the kernels: the forms of ADR 0024, and who is looking. */
const OTHERS: readonly (readonly [name: string, shown: (state: RootState) => { readonly status: string }])[] = [
  ...[...ENTRY_FORMS, SIGN_OUT_FORM, TOKEN_FORM].map(
    ({ submitted, shown }) => [submitted.type, shown as never] as const,
  ),
  [accessActions.sessionRequested.type, selectSession],
];

/** RP-02.27, RP-02.28: requests wait for somebody to sign in, or for the server. */
export const isHeldUp = ({ access, frame }: RootState): boolean => access.ended !== undefined || frame.waiting === true;

/** Everything that is on its way, by what it is called, unless it is held up; each with the object that says so. */
export function flightsOf(state: RootState): ReadonlyMap<string, object> {
  const flights = new Map<string, object>();
  if (isHeldUp(state)) return flights;
  for (const [key, query] of entries(state.queries)) {
    if (query.status === 'loading' || query.loadingMore) flights.set(`The query ${key}`, query);
  }
  for (const mutation of state.pending) {
    if (mutation.status === 'sent') flights.set(`The mutation ${mutation.id}`, mutation);
  }
  for (const [name, shown] of OTHERS) {
    const holder = shown(state);
    if (holder.status === 'sending' || holder.status === 'loading') flights.set(name, holder);
  }
  return flights;
}

/** Since when each is on its way in the new state, `at` being now. A person who acts on it again restarts its time. */
export function flightTimes(
  times: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, object>,
  after: ReadonlyMap<string, object>,
  action: Stamped,
  at: number,
): ReadonlyMap<string, number> {
  if (before.size === 0 && after.size === 0) return times;
  const next = new Map<string, number>();
  for (const [name, holder] of after) {
    const since = times.get(name);
    const askedAgain = action.meta.origin === 'user' && before.get(name) !== holder;
    next.set(name, since === undefined || askedAgain ? at : since);
  }
  return next;
}

export const inFlightAnswered: Invariant = {
  name: 'in-flight-answered',
  about: 'No query, mutation or form is on its way for more than 60 seconds without an answer.',
  check: (_state, { inFlight, at }) =>
    [...inFlight]
      .filter(([, since]) => at - since > IN_FLIGHT_LIMIT)
      .map(([name]) => `${name} has been on its way for more than ${IN_FLIGHT_LIMIT / 1000} seconds.`),
};
