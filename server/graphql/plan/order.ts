import type { Query } from './query.ts';
import type { CursorValues } from './cursor.ts';

/** One key of an order. The last key is unique, so that every page begins where the one before ended. */
export interface OrderKey {
  /** SQL over the aliases of the list's FROM. */
  readonly text: string;
  readonly type: 'bigint' | 'integer' | 'date' | 'timestamptz' | 'text';
  readonly descending?: boolean;
  /** May be null; nulls come last in both directions. */
  readonly nullable?: boolean;
  /** A number that few items have, and the others are 0: a condition that finds those, and maybe others. */
  readonly some?: string;
}

/** A named order; the name is part of every cursor. */
export interface Order {
  readonly name: string;
  readonly keys: readonly OrderKey[];
}

/** ORDER BY, or with `backward` its exact mirror. */
export function orderBy(order: Order, backward: boolean): string {
  return order.keys
    .map(({ text, descending = false, nullable }) => {
      const direction = descending !== backward ? 'DESC' : 'ASC';
      return `${text} ${direction}${nullable ? ` NULLS ${backward ? 'FIRST' : 'LAST'}` : ''}`;
    })
    .join(', ');
}

/** A cursor, decoded, and on which side of it the rows are. */
export interface CursorAt {
  readonly side: 'after' | 'before';
  readonly values: CursorValues;
}

/** The rows behind a cursor (or before it), as a condition. */
export function beyond(query: Query, order: Order, { side, values }: CursorAt): string {
  const { keys } = order;
  const plain = keys.every(
    ({ nullable, descending }) => !nullable && Boolean(descending) === Boolean(keys[0]?.descending),
  );
  if (plain) {
    const operator = Boolean(keys[0]?.descending) === (side === 'before') ? '>' : '<';
    const given = keys.map(({ type }, index) => query.param(values[index], type));
    return `(${keys.map(({ text }) => text).join(', ')}) ${operator} (${given.join(', ')})`;
  }
  const alternatives = keys.map((key, index) => {
    const equal = keys.slice(0, index).map((earlier, at) => same(query, earlier, values[at] ?? null));
    return `(${[...equal, past(query, key, values[index] ?? null, side)].join(' AND ')})`;
  });
  return `(${alternatives.join(' OR ')})`;
}

function same(query: Query, { text, type }: OrderKey, given: string | null): string {
  return given === null ? `${text} IS NULL` : `${text} = ${query.param(given, type)}`;
}

/** Strictly behind (or before) the given value in this key alone; nulls are the last of all. */
function past(query: Query, key: OrderKey, given: string | null, side: 'after' | 'before'): string {
  const { text, type, descending = false, nullable = false } = key;
  if (given === null) return side === 'after' ? 'FALSE' : `${text} IS NOT NULL`;
  const operator = descending === (side === 'before') ? '>' : '<';
  const compared = `${text} ${operator} ${query.param(given, type)}`;
  return nullable && side === 'after' ? `(${compared} OR ${text} IS NULL)` : compared;
}

/** The key values of a row, as JSON, from which its cursor is made. */
export function keysOf(order: Order): string {
  return `json_build_array(${order.keys.map(({ text, type }) => keyText(text, type)).join(', ')})`;
}

/** Sessions run in UTC, so a timestamp's JSON form ends in +00:00 and keeps its microseconds. */
function keyText(text: string, type: OrderKey['type']): string {
  return type === 'bigint' ? `(${text})::text` : text;
}
