import type { Stamped } from '../store/index.ts';
import { isObject } from './parts.ts';

/**
 * A part of a list that still fails, from which nothing can be left out alone (Zeller's ddmin): first the two halves and their complements, then ever
 * smaller pieces. `fails` holds for the whole list. The order stays.
 */
export function fewest<T>(list: readonly T[], fails: (part: readonly T[]) => boolean): readonly T[] {
  if (list.length === 0 || fails([])) return [];
  let rest = list;
  for (let pieces = 2; rest.length > 1;) {
    const width = Math.ceil(rest.length / pieces);
    const smaller = onePiece(rest, width, fails) ?? withoutOne(rest, width, fails);
    if (smaller !== null) {
      pieces = Math.max(Math.min(pieces - 1, smaller.length), 2);
      rest = smaller;
    } else if (width === 1) {
      break;
    } else {
      pieces = Math.min(pieces * 2, rest.length);
    }
  }
  return rest;
}

function onePiece<T>(list: readonly T[], width: number, fails: (part: readonly T[]) => boolean): readonly T[] | null {
  if (width * 2 < list.length) return null;
  for (let from = 0; from < list.length; from += width) {
    const part = list.slice(from, from + width);
    if (part.length < list.length && fails(part)) return part;
  }
  return null;
}

/** Leaves out one piece after the other, from the end, as long as it still fails: what came last depends on what was before. */
function withoutOne<T>(list: readonly T[], width: number, fails: (part: readonly T[]) => boolean): readonly T[] | null {
  let rest: readonly T[] = list;
  for (let from = Math.floor((list.length - 1) / width) * width; from >= 0; from -= width) {
    const part = rest.toSpliced(from, width);
    if (part.length < rest.length && fails(part)) rest = part;
  }
  return rest.length < list.length ? rest : null;
}

type Fails = (actions: readonly Stamped[]) => boolean;
type PathPart = string | number;

/** Every list in a value, outer ones first. */
function* listsIn(value: unknown, path: readonly PathPart[] = []): Generator<readonly PathPart[]> {
  if (!isObject(value)) return;
  if (Array.isArray(value)) {
    yield path;
    for (const [index, part] of (value as readonly unknown[]).entries()) yield* listsIn(part, [...path, index]);
  } else {
    for (const [name, part] of Object.entries(value)) yield* listsIn(part, [...path, name]);
  }
}

const at = (value: unknown, path: readonly PathPart[]): unknown =>
  path.reduce<unknown>((part, step) => (isObject(part) ? (part as Record<PathPart, unknown>)[step] : undefined), value);

function withAt<T>(value: T, [step, ...rest]: readonly PathPart[], part: unknown): T {
  if (step === undefined) return part as T;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<PathPart, unknown>;
  copy[step] = withAt(copy[step], rest, part);
  return copy as T;
}

/** Outer lists are shrunk first, so that few of many items have to be searched. */
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
