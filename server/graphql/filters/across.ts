import type { Across } from '../plan/across.ts';
import type { Scope } from '../plan/query.ts';
import { type Args, foundBy, stateOf } from './conditions.ts';
import { epicConditions } from './epics.ts';
import { issueConditions } from './issues.ts';

/** The items of a kind across groups, as the arguments of a list ask for them. */
export function itemsAcross(scope: Scope, place: Pick<Across, 'kind' | 'root' | 'range'>, args: Args): Across {
  const conditions = place.kind === 'epic' ? epicConditions : issueConditions;
  const state = stateOf(args);
  return {
    ...place,
    of: scope.alias,
    state,
    where: conditions(scope, state === null ? args : { ...args, state: null }),
    foundBy: foundBy(args.search, (args.iid ?? args.iids ?? null) !== null),
  };
}
