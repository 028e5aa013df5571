import type { LazyDomain } from '../store/index.ts';
import { registerDomain } from '../planner.ts';
import { roadmapDomain } from '../roadmap/index.ts';

/** The domains that a session may have attached: a log that names one of them is replayed with its code. */
const LATER: readonly LazyDomain[] = [roadmapDomain];

let known = false;

/** RP-03.43: makes them known to the reducers, once. */
export function knowDomains(): void {
  if (known) return;
  known = true;
  LATER.forEach(registerDomain);
}
