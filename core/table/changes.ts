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

/**
 * The bits that are set for any entry of a table, remembered per node: after a change only the nodes that it copied are visited
 * again.
 */
export function bitsOf<T>(of: (value: T) => number): (table: Table<T>) => number {
  const known = new WeakMap<object, number>();
  const visit = (node: Node): number => {
    let bits = known.get(node);
    if (bits !== undefined) return bits;
    bits = 0;
    if ('branch' in node) for (const child of node.branch) bits |= child === null ? 0 : visit(child);
    else for (const value of node.values) bits |= of(value as T);
    known.set(node, bits);
    return bits;
  };
  return ({ root }) => visit(root);
}
