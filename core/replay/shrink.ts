import type { RootState } from '../planner.ts';
import type { Stamped } from '../store/index.ts';
import type { Invariant } from './invariants/index.ts';
import type { ActionLog, Segment } from './types.ts';
import { initialState } from '../planner.ts';
import { bisect } from './check.ts';
import { stateHash } from './hash.ts';
import { isObject } from './parts.ts';
import { replay } from './replay.ts';

/** A start and what happens from there. */
interface Trial {
  readonly state: RootState;
  readonly actions: readonly Stamped[];
}

const segmentOf = ({ state, actions }: Trial): Segment => ({
  checkpoint: { seq: 0, hash: '', state },
  actions: actions.map((action, index) => ({ seq: index + 1, action, hash: null })),
});

/** The log of a trial, with the hashes of this core, numbered from 1. */
function logOf(header: ActionLog['header'], trial: Trial): ActionLog {
  const { checkpoint, actions } = segmentOf(trial);
  const open = { header, segments: [{ checkpoint: { ...checkpoint, hash: stateHash(trial.state) }, actions }] };
  const { hash, seq } = replay({ ...open, end: { seq: actions.length, hash: '' } });
  return { ...open, end: { seq, hash } };
}

/**
 * The shortest log found that still breaks the rule with the same first fault: from nothing if the fault needs nothing that was there before, else from a
 * checkpoint of the log; fewest actions; then the fewest elements in the lists of their payloads. Throws a RangeError where the rule holds.
 */
export function shrink(log: ActionLog, invariant: Invariant): ActionLog {
  const culprit = bisect(log, invariant);
  const wanted = culprit?.texts[0];
  if (culprit === null || wanted === undefined) throw new RangeError(`The log keeps the rule "${invariant.name}".`);

  const fails = (trial: Trial): boolean => {
    try {
      return bisect({ segments: [segmentOf(trial)] }, invariant)?.texts.includes(wanted) ?? false;
    } catch {
      // Without what came before it, an action may be one that no reducer accepts.
      return false;
    }
  };

  const trial = startOf(log, culprit.seq, fails);
  const least = (state: RootState, actions: readonly Stamped[]): readonly Stamped[] =>
    fewest(actions, (some) => fails({ state, actions: some }));
  const { state } = trial;
  const small = smallerPayloads(least(state, trial.actions), (some) => fails({ state, actions: some }));
  // What was removed from a payload may have been the only use of another action.
  return logOf(log.header, { state, actions: least(state, small) });
}

/** As near to the fault as it still appears: from nothing, else from a checkpoint. What follows the fault is left out. */
function startOf(log: ActionLog, seq: number, fails: (trial: Trial) => boolean): Trial {
  const segments = log.segments.filter(({ checkpoint }) => checkpoint.seq <= seq);
  const trials = segments
    .map(({ checkpoint }, index) => ({
      state: checkpoint.state,
      actions: segments
        .slice(index)
        .flatMap(({ actions }) => actions.filter((logged) => logged.seq <= seq))
        .map(({ action }) => action),
    }))
    .toReversed();
  const empty = initialState();
  const found = trials.map((trial) => ({ ...trial, state: empty })).find(fails) ?? trials.find(fails);
  return found ?? (trials.at(-1) as Trial);
}

/** A part of a list that still fails, but not without any one of its elements (Zeller's ddmin). `fails` holds for the whole list. */
export function fewest<T>(list: readonly T[], fails: (part: readonly T[]) => boolean): readonly T[] {
  if (list.length === 0 || fails([])) return [];
  let rest = list;
  for (let width = Math.ceil(list.length / 2); ; width = Math.ceil(width / 2)) {
    const { length } = rest;
    rest = withoutPieces(rest, width, fails);
    if (width === 1 && rest.length === length) return rest;
  }
}

/** Leaves out one piece after the other, from the end, as long as it still fails: what came last depends on what was before. */
function withoutPieces<T>(list: readonly T[], width: number, fails: (part: readonly T[]) => boolean): readonly T[] {
  let rest = list;
  for (let from = Math.floor((list.length - 1) / width) * width; from >= 0; from -= width) {
    const part = rest.toSpliced(from, width);
    if (part.length > 0 && fails(part)) rest = part;
  }
  return rest;
}

/** The same actions with as few elements as possible in the lists of their payloads: one child of an answer instead of a hundred. */
function smallerPayloads(
  actions: readonly Stamped[],
  fails: (actions: readonly Stamped[]) => boolean,
): readonly Stamped[] {
  return actions.reduce((rest, action, index) => {
    const withPayload = (payload: unknown): readonly Stamped[] => rest.with(index, { ...action, payload });
    return withPayload(smaller(action.payload, (payload) => fails(withPayload(payload))));
  }, actions);
}

/** A list is shrunk before what is in it, so that few of many elements have to be searched. */
function smaller(value: unknown, fails: (value: unknown) => boolean): unknown {
  if (!isObject(value)) return value;
  let rest = Array.isArray(value) ? fewest(value as readonly unknown[], fails) : value;
  for (const name of Object.keys(rest)) {
    const withMember = (member: unknown): object =>
      Array.isArray(rest) ? rest.with(Number(name), member) : { ...rest, [name]: member };
    rest = withMember(smaller(rest[name as never], (member) => fails(withMember(member))));
  }
  return rest;
}
