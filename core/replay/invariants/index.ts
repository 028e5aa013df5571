import type { Invariant } from './types.ts';
import { countsMatchRecount } from './counts.ts';
import { inFlightAnswered } from './in-flight.ts';
import { listsChangeAsSaid, movesLandAsMeant, refusalsChangeNothing } from './lists.ts';
import { pendingSane, versionsNeverShrink, visibleIsConfirmed } from './pending.ts';
import { expandedItemsKnown, jsonSafe, noticesUnique } from './plain.ts';
import { treeWellFormed } from './tree.ts';

export { IN_FLIGHT_LIMIT } from './in-flight.ts';
export { PENDING_LIMIT } from './pending.ts';
export { CLOCK_JUMP, observeFrom } from './observe.ts';
export type { Invariant, InvariantContext, Observer } from './types.ts';

const ALL: readonly Invariant[] = [
  treeWellFormed,
  countsMatchRecount,
  movesLandAsMeant,
  listsChangeAsSaid,
  refusalsChangeNothing,
  pendingSane,
  inFlightAnswered,
  visibleIsConfirmed,
  versionsNeverShrink,
  noticesUnique,
  expandedItemsKnown,
  jsonSafe,
];

/** What holds after every action of every session, by name (SPEC.md, RP-03.202 to RP-03.210, RP-03.239 to RP-03.241). */
export const INVARIANTS: Readonly<Record<string, Invariant>> = Object.fromEntries(
  ALL.map((invariant) => [invariant.name, invariant]),
);
