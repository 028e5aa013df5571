import type { Table } from './table.ts';

type Node = Table<unknown>['root'];

/**
 * Bits that are set for any entry of a table, remembered for each part of it: after a change only the parts that it copied are looked at
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
