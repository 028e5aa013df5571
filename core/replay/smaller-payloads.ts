import type { Stamped } from '../store/index.ts';
import { fewest } from './fewest.ts';
import { isObject } from './parts.ts';

type Fails = (actions: readonly Stamped[]) => boolean;
type Step = string | number;

/** Every list in a value, outer ones first. */
function* listsIn(value: unknown, path: readonly Step[] = []): Generator<readonly Step[]> {
  if (!isObject(value)) return;
  if (Array.isArray(value)) {
    yield path;
    for (const [index, part] of (value as readonly unknown[]).entries()) yield* listsIn(part, [...path, index]);
  } else {
    for (const [name, part] of Object.entries(value)) yield* listsIn(part, [...path, name]);
  }
}

const at = (value: unknown, path: readonly Step[]): unknown =>
  path.reduce<unknown>((part, step) => (isObject(part) ? (part as Record<Step, unknown>)[step] : undefined), value);

function withAt<T>(value: T, [step, ...rest]: readonly Step[], part: unknown): T {
  if (step === undefined) return part as T;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<Step, unknown>;
  copy[step] = withAt(copy[step], rest, part);
  return copy as T;
}

/** Lists that were outside looked at are emptied first, so that few of many items are looked into. */
function shrinkAction(actions: readonly Stamped[], index: number, fails: Fails): Stamped {
  let action = actions[index] as Stamped;
  const seen = new Set<string>();
  for (;;) {
    const path = [...listsIn(action.payload)].find((each) => !seen.has(each.join('.')));
    if (path === undefined) return action;
    seen.add(path.join('.'));
    const list = at(action.payload, path) as readonly unknown[];
    const withList = (part: readonly unknown[]): Stamped => ({
      ...action,
      payload: withAt(action.payload, path, part),
    });
    const part = fewest(list, (some) => fails(actions.with(index, withList(some))));
    if (part.length < list.length) action = withList(part);
  }
}

/** The same actions with as few elements as possible in the lists of their payloads: one child of an answer instead of a hundred. */
export function smallerPayloads(actions: readonly Stamped[], fails: Fails): readonly Stamped[] {
  let next = actions;
  for (let index = 0; index < actions.length; index += 1) next = next.with(index, shrinkAction(next, index, fails));
  return next;
}
