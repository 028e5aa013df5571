import type { Args } from './execute.ts';
import { GraphError } from './execute.ts';

type Key = string | number | null;

/** One key of an order; nulls come last in both directions. The last key is unique. */
export interface OrderKey<Row> {
  readonly of: (row: Row) => Key;
  readonly descending?: boolean;
}

export interface Order<Row> {
  readonly name: string;
  readonly keys: readonly OrderKey<Row>[];
}

const PAGE_MAX = 100;

function compareKeys<Row>({ keys }: Order<Row>, a: readonly Key[], b: readonly Key[]): number {
  for (const [index, { descending = false }] of keys.entries()) {
    const [left, right] = [a[index] ?? null, b[index] ?? null];
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right === descending ? 1 : -1;
  }
  return 0;
}

function decode<Row>(cursor: string, { name, keys }: Order<Row>): Key[] {
  const parsed = readCursor(cursor);
  if (parsed === null || parsed.length !== keys.length + 1) throw new GraphError('Please provide a valid cursor');
  if (parsed[0] !== name) throw new GraphError('The cursor belongs to another order of the list');
  return parsed.slice(1);
}

function readCursor(cursor: string): Key[] | null {
  try {
    const parsed: unknown = JSON.parse(decodeURIComponent(cursor));
    return Array.isArray(parsed) ? (parsed as Key[]) : null;
  } catch {
    return null;
  }
}

/** Rows as a connection with keyset cursors: a page begins where the one before ended, whatever came or went meanwhile. */
export function connection<Row>(
  rows: readonly Row[],
  order: Order<Row>,
  args: Args,
  node: (row: Row) => unknown,
  pageMax = PAGE_MAX,
) {
  const keysOf = (row: Row): Key[] => order.keys.map(({ of }) => of(row));
  const cursorOf = (row: Row | undefined): string | null =>
    row === undefined ? null : encodeURIComponent(JSON.stringify([order.name, ...keysOf(row)]));
  const sorted = [...rows].sort((a, b) => compareKeys(order, keysOf(a), keysOf(b)));
  const after = typeof args['after'] === 'string' ? decode(args['after'], order) : null;
  const before = typeof args['before'] === 'string' ? decode(args['before'], order) : null;
  const within = sorted.filter(
    (row) =>
      (after === null || compareKeys(order, keysOf(row), after) > 0) &&
      (before === null || compareKeys(order, keysOf(row), before) < 0),
  );
  const [first, last] = [size(args['first'], pageMax), size(args['last'], pageMax)];
  if (first !== null && last !== null) throw new GraphError('Can only provide either `first` or `last`, not both');
  const limit = first ?? last ?? pageMax;
  const shown = last !== null ? within.slice(Math.max(0, within.length - limit)) : within.slice(0, limit);
  const more = within.length > shown.length;
  return {
    count: rows.length,
    nodes: () => shown.map(node),
    edges: () => shown.map((row) => ({ cursor: cursorOf(row), node: node(row) })),
    pageInfo: {
      hasNextPage: last !== null ? before !== null : more,
      hasPreviousPage: last !== null ? more : after !== null,
      startCursor: cursorOf(shown[0]),
      endCursor: cursorOf(shown.at(-1)),
    },
  };
}

const size = (given: unknown, pageMax: number): number | null =>
  typeof given === 'number' ? Math.min(given, pageMax) : null;

/** A short list that has no pages. */
export const whole = (nodes: readonly unknown[]) => ({
  count: nodes.length,
  nodes,
  edges: nodes.map((node) => ({ node })),
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
});
