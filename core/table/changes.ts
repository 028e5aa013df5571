import type { Table } from './table.ts';

type Node = Table<unknown>['root'];

/** Ends a search that is no longer worth its time. */
class TooMany extends Error {}

/**
 * The keys whose entries differ between two tables, in no order; null if there are more than `most`. Only nodes that the tables do not share are visited,
 * so a few changes among thousands of entries are found in the time of a few buckets.
 */
export function changedKeys<T>(before: Table<T>, after: Table<T>, most = 64): readonly string[] | null {
  const found = new Set<string>();
  try {
    compare(before.root, after.root, found, most);
  } catch (error) {
    if (error instanceof TooMany) return null;
    throw error;
  }
  return [...found];
}

function compare(before: Node, after: Node, found: Set<string>, most: number): void {
  if (before === after) return;
  if ('branch' in before && 'branch' in after) {
    for (let slot = 0; slot < after.branch.length; slot += 1) {
      const [left, right] = [before.branch[slot] ?? null, after.branch[slot] ?? null];
      if (left !== null && right !== null) compare(left, right, found, most);
      else if (left !== right) for (const [key] of pairsOf((left ?? right) as Node)) note(key, found, most);
    }
    return;
  }
  // A bucket grew into a branch or the other way round, or both are buckets.
  const left = new Map(pairsOf(before));
  for (const [key, value] of pairsOf(after)) {
    if (!left.has(key) || left.get(key) !== value) note(key, found, most);
    left.delete(key);
  }
  for (const key of left.keys()) note(key, found, most);
}

function note(key: string, found: Set<string>, most: number): void {
  found.add(key);
  if (found.size > most) throw new TooMany();
}

function* pairsOf(node: Node): Generator<readonly [string, unknown]> {
  if ('branch' in node) {
    for (const child of node.branch) if (child !== null) yield* pairsOf(child);
    return;
  }
  for (let index = 0; index < node.keys.length; index += 1) yield [node.keys[index] as string, node.values[index]];
}
