import { type Across, countAcross, pageAcross } from './across.ts';
import { type CursorAt, type Order, beyond, orderBy } from './order.ts';
import { type Query, all } from './query.ts';

/** The rows of a list, from which pages are read and which are counted. */
export interface List {
  /** FROM up to WHERE; where the rows are items across groups it begins with `work_items w`. */
  readonly from: string;
  /** What is asked of the rows, or how items across the groups of a tree are found. */
  readonly where: readonly string[] | Across;
  readonly order: Order;
}

export interface PageOf {
  readonly cursors?: readonly CursorAt[];
  readonly backward?: boolean;
  readonly limit: number;
  readonly offset?: number;
}

/** `SELECT columns …` of the rows of a page, in their order. */
export function pageSql(query: Query, list: List, columns: string, page: PageOf): string {
  const { from, where, order } = list;
  const { cursors = [], backward = false, limit, offset = 0 } = page;
  const ordered = `ORDER BY ${orderBy(order, backward)} LIMIT ${limit} OFFSET ${offset}`;
  if (!('kind' in where)) {
    const behind = cursors.map((cursor) => beyond(query, order, cursor));
    return `SELECT ${columns} FROM ${from} WHERE ${all([...where, ...behind])} ${ordered}`;
  }
  const ids = pageAcross(query, where, { order, cursors, backward, limit: offset + limit });
  return `SELECT ${columns} FROM (${ids}) page JOIN ${from.replace('work_items w', 'work_items w ON w.id = page.id')} ${ordered}`;
}

/** `SELECT` of how many rows a list has. */
export const countSql = (query: Query, { from, where }: List): string =>
  'kind' in where ? countAcross(query, where) : `SELECT count(*) FROM ${from} WHERE ${all(where)}`;
