import type { RootState } from '../../planner.ts';
import type { Stamped } from '../../store/index.ts';
import type { Invariant } from './types.ts';
import { isObject, joinPath, partsOf } from '../parts.ts';

/** RP-03.206: milliseconds after which something in flight counts as forgotten. */
export const IN_FLIGHT_LIMIT = 60_000;

/** Members that say so by being true. */
const FLAGS: ReadonlySet<string> = new Set(['loading', 'loadingMore', 'submitting']);
/** Members that say so by one of these words. */
const STATUS = /^status$|Status$/;
const WORDS: ReadonlySet<unknown> = new Set(['loading', 'sending', 'sent']);

const saysInFlight = (name: string, value: unknown): boolean =>
  FLAGS.has(name) ? value === true : WORDS.has(value) && STATUS.test(name);

interface Flight {
  readonly path: string;
  /** The object that has the flag. */
  readonly holder: object;
}

const NONE: readonly Flight[] = [];
/** Confirmed data and versions: nothing there is in flight. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(['confirmed', 'versions']);
const found = new WeakMap<object, readonly Flight[]>();

function flightsIn(value: object): readonly Flight[] {
  const known = found.get(value);
  if (known !== undefined) return known;
  const flights: Flight[] = [];
  // Nothing is requested before there is a group.
  const asksNothing = 'groupPath' in value && value.groupPath === null;
  for (const [name, part] of partsOf(value)) {
    if (isObject(part)) {
      for (const { path, holder } of flightsIn(part)) flights.push({ path: joinPath(name, path), holder });
    } else if (!asksNothing && saysInFlight(name, part)) {
      flights.push({ path: name, holder: value });
    }
  }
  const result = flights.length === 0 ? NONE : flights;
  found.set(value, result);
  return result;
}

/** RP-02.27, RP-02.28: requests wait for somebody to sign in, or for the server. */
export const isHeldUp = ({ access, frame }: RootState): boolean => access.ended !== undefined || frame.waiting === true;

/** Everything that is on its way, by path, unless it is held up. New domains are covered as long as they name their flags like the others. */
export function flightsOf(state: RootState): ReadonlyMap<string, object> {
  const flights = new Map<string, object>();
  if (isHeldUp(state)) return flights;
  for (const [name, part] of Object.entries(state)) {
    if (NOT_SEARCHED.has(name) || !isObject(part)) continue;
    for (const { path, holder } of flightsIn(part)) flights.set(joinPath(name, path), holder);
  }
  return flights;
}

/** Since when each flag of the new state is up, `at` being now. A person who acts on it again restarts its time. */
export function flightTimes(
  times: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, object>,
  after: ReadonlyMap<string, object>,
  action: Stamped,
  at: number,
): ReadonlyMap<string, number> {
  if (before.size === 0 && after.size === 0) return times;
  const next = new Map<string, number>();
  for (const [path, holder] of after) {
    const since = times.get(path);
    const askedAgain = action.meta.origin === 'user' && before.get(path) !== holder;
    next.set(path, since === undefined || askedAgain ? at : since);
  }
  return next;
}

export const inFlightAnswered: Invariant = {
  name: 'in-flight-answered',
  about: 'Nothing is loading, submitting or sent for more than 60 seconds without an answer.',
  check: (_state, { inFlight, at }) =>
    [...inFlight]
      .filter(([, since]) => at - since > IN_FLIGHT_LIMIT)
      .map(([path]) => `${path} has been up for more than ${IN_FLIGHT_LIMIT / 1000} seconds without an answer.`),
};
