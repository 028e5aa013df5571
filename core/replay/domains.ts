import type { LazyDomain } from '../store/index.ts';
import { tokensDomain } from '../access/tokens/index.ts';
import { commandDomain } from '../command/index.ts';
import { linkDomain } from '../link/index.ts';
import { registerDomain } from '../planner.ts';
import { roadmapDomain } from '../roadmap/index.ts';
import { sidebarDomain } from '../sidebar/index.ts';
import { itemStateDomain } from '../work-item/state/index.ts';

/** The domains that a session may have attached: a log that names one of them is replayed with its code. */
const LATER: readonly LazyDomain[] = [
  roadmapDomain,
  linkDomain,
  commandDomain,
  sidebarDomain,
  itemStateDomain,
  tokensDomain,
];

let known = false;

/** RP-03.43: makes them known to the reducers, once. */
export function knowDomains(): void {
  if (known) return;
  known = true;
  LATER.forEach(registerDomain);
}
