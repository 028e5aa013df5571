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
  let same = keys.length === Object.keys(old).length;
  for (const key of keys) {
    const was = old[key];
    const is = fresh[key];
    if (was === is) continue;
    const merged = typeof is === 'object' ? merge(was, is) : is;
    if (merged !== is) fresh[key] = merged;
    if (merged !== was) same = false;
  }
  return same && keys.every((key) => key in old) ? before : next;
}
