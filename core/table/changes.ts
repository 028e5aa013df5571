import { entries, type Table } from './table.ts';

type Node = Table<unknown>['root'];

/**
 * The keys whose entries differ between two tables, in no order; null if there are more than `most`. Only nodes that the tables do not share are visited,
 * so a few changes among thousands of entries are found in the time of a few buckets.
 */
export function changedKeys<T>(before: Table<T>, after: Table<T>, most = 64): readonly string[] | null {
  const found: string[] = [];
  for (const key of differing(before.root, after.root)) if (found.push(key) > most) return null;
  return found;
}

function* differing(before: Node, after: Node): Generator<string> {
  if (before === after) return;
  if ('branch' in before && 'branch' in after) {
    for (let slot = 0; slot < after.branch.length; slot += 1) {
      const [left, right] = [before.branch[slot] ?? null, after.branch[slot] ?? null];
      if (left !== null && right !== null) yield* differing(left, right);
      else if (left !== right) for (const [key] of entries({ root: (left ?? right) as Node })) yield key;
    }
    return;
  }
  // A bucket grew into a branch or the other way round, or both are buckets.
  const left = new Map(entries({ root: before }));
  for (const [key, value] of entries({ root: after })) {
    if (!left.has(key) || left.get(key) !== value) yield key;
    left.delete(key);
  }
  yield* left.keys();
}
