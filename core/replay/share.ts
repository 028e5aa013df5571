/**
 * `next` with every part that equals the one at the same place of `before` replaced by that very part: states that were parsed one by one share again
 * what they shared when they were recorded. `next` itself is changed, so it must be fresh from `JSON.parse`.
 */
export function shared<T>(before: T, next: T): T {
  return merge(before, next) as T;
}

type Parts = Record<string, unknown>;

function merge(before: unknown, next: unknown): unknown {
  if (typeof before !== 'object' || typeof next !== 'object' || before === null || next === null) return next;
  if (Array.isArray(before) !== Array.isArray(next)) return next;
  const [old, fresh] = [before as Parts, next as Parts];
  const keys = Object.keys(fresh);
  let same = sameKeys(Object.keys(old), keys);
  for (const key of keys) {
    const was = old[key];
    const is = fresh[key];
    if (was === is) continue;
    const merged = typeof is === 'object' ? merge(was, is) : is;
    if (merged !== is) fresh[key] = merged;
    if (merged !== was) same = false;
  }
  return same ? before : next;
}

/** RP-03.11: the same names in the same order, so that what is shared prints to the same text. */
const sameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);

function samePrint(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [one, other] = [a as Parts, b as Parts];
  const keys = Object.keys(one);
  return sameKeys(keys, Object.keys(other)) && keys.every((key) => samePrint(one[key], other[key]));
}

/**
 * Shares repeated data: an object with an id that equals the last one with that id becomes that very object. Lists that are read again and again are most of a
 * log, and mostly repeat themselves. The values that are passed in are not changed.
 */
export class Interner {
  readonly #known = new Map<string, object>();

  keep<T>(value: T): T {
    return typeof value === 'object' && value !== null ? (this.#keep(value) as T) : value;
  }

  #keep(value: object): object {
    const id = 'id' in value && typeof value.id === 'string' ? value.id : null;
    const known = id === null ? undefined : this.#known.get(id);
    if (known !== undefined && samePrint(known, value)) return known;
    let next: Record<string, unknown> | null = null;
    for (const key in value) {
      const member: unknown = value[key as keyof typeof value];
      const kept = this.keep(member);
      if (kept === member) continue;
      next ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      next[key] = kept;
    }
    if (id !== null) this.#known.set(id, next ?? value);
    return next ?? value;
  }
}
