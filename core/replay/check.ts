import type { Invariant, InvariantContext } from './invariants/index.ts';
import type { Segments } from './types.ts';
import type { RootState } from '../planner.ts';
import { INVARIANTS, observeFrom } from './invariants/index.ts';
import { applyLogged } from './replay.ts';

/** The first action of a log after which a rule does not hold. */
export interface RuleFault {
  readonly rule: string;
  /** The number of that action; that of the first checkpoint where the log begins so. */
  readonly seq: number;
  readonly texts: readonly string[];
}

export interface CheckResult {
  /** How many states were checked: the first one and the one after each action. */
  readonly states: number;
  /** One for each rule that does not hold throughout, in the order of the rules. */
  readonly faults: readonly RuleFault[];
}

/** The rule of that name. Throws a RangeError that lists the names where there is none. */
export function invariantNamed(name: string): Invariant {
  const invariant = Object.hasOwn(INVARIANTS, name) ? INVARIANTS[name] : undefined;
  if (invariant !== undefined) return invariant;
  throw new RangeError(`There is no rule "${name}". There are: ${Object.keys(INVARIANTS).join(', ')}.`);
}

/** Every state of a log with its place in the session, the first checkpoint's first. */
export function* walkLog(
  log: Segments,
  until = Infinity,
): Generator<readonly [state: RootState, context: InvariantContext]> {
  const [first] = log.segments;
  if (first === undefined) return;
  let { state } = first.checkpoint;
  // Nothing says when a checkpoint was made: not later than the first action after it.
  const at = log.segments.flatMap(({ actions }) => actions.slice(0, 1))[0]?.action.meta.at ?? 0;
  const observer = observeFrom(state, first.checkpoint.seq, at);
  yield [state, observer.context];
  for (const { actions } of log.segments) {
    for (const logged of actions) {
      if (logged.seq > until) return;
      state = applyLogged(log, state, logged);
      yield [state, observer.observe(state, logged.action)];
    }
  }
}

/** Replays a log and checks rules after every action: all that are built in, or those named. `until`: stops after the action of this number. */
export const checkLog = (log: Segments, names = Object.keys(INVARIANTS), until?: number): CheckResult =>
  checkRules(log, names.map(invariantNamed), until);

/** The same for these rules, built in or custom. */
export function checkRules(log: Segments, rules: readonly Invariant[], until?: number): CheckResult {
  const faults = new Map<string, RuleFault>();
  let states = 0;
  for (const [state, context] of walkLog(log, until)) {
    states += 1;
    for (const rule of rules) {
      if (faults.has(rule.name)) continue;
      const texts = rule.check(state, context);
      if (texts.length > 0) faults.set(rule.name, { rule: rule.name, seq: context.seq, texts });
    }
    if (faults.size === rules.length) break;
  }
  return { states, faults: rules.flatMap(({ name }) => faults.get(name) ?? []) };
}

/** The first action after which a rule fails; null: it holds. Every state is checked, for a rule that holds again would mislead a binary search. */
export const bisect = (log: Segments, invariant: Invariant, until?: number): RuleFault | null =>
  checkRules(log, [invariant], until).faults[0] ?? null;
