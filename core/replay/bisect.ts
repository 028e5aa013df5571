import type { Invariant } from './invariants/index.ts';
import type { ActionLog } from './types.ts';
import type { CheckOptions } from './check.ts';
import { checkRules } from './check.ts';

/** Where a rule stops to hold. */
export interface Culprit {
  /** The first action after which it fails; the first checkpoint's number where the log begins so. */
  readonly seq: number;
  readonly faults: readonly string[];
}

/**
 * The first action after which a rule fails; null where it holds throughout. Every state up to there is looked at, for a rule that failed and held
 * again would mislead a search by halves.
 */
export function bisect(
  log: Pick<ActionLog, 'segments'>,
  invariant: Invariant,
  options: CheckOptions = {},
): Culprit | null {
  const [fault] = checkRules(log, [invariant], options).faults;
  return fault === undefined ? null : { seq: fault.seq, faults: fault.texts };
}
