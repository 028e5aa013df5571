import { GraphQLError, type SelectionSetNode } from 'graphql';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { type List, countSql, pageSql } from './list.ts';
import { type CursorAt, type Order, keysOf } from './order.ts';
import { type Field, type Query, type Row, type Scope, type Shape, columnList } from './query.ts';
import type { Selected } from './selection.ts';

/** No page is longer. A larger `first` is cut, as GitLab does. */
export const PAGE_MAX = 100;

/** Where the rows of a list come from. Texts may use the aliases of `from` and of the outer row. */
export interface ListSource extends List {
  readonly type: string;
  /** Where `type` is an interface: the object types of its rows, and the SQL that names the one that a row has. */
  readonly rows?: { readonly types: readonly string[]; readonly name: (a: string) => string };
  /** The columns that make a row of the type, for example `w.*, g.full_path AS group_path`. */
  readonly columns: string;
  /** For lists of an epic's children: the alias of that epic. */
  readonly parent?: string;
}

/** A list of other objects as a connection. Null where there is no such list for this viewer. */
export function many(source: (scope: Scope, selected: Selected) => ListSource): Field {
  return (scope, selected, key) => {
    const { text, shape } = connection(scope.query, source(scope, selected), selected);
    return { columns: { [key]: text }, shape: (row) => void (row[key] = shape(row[key] as Row)) };
  };
}

interface Page {
  readonly limit: number;
  readonly backward: boolean;
  readonly cursors: readonly CursorAt[];
  readonly after: boolean;
  readonly before: boolean;
}

/** Compiles a connection to a JSON expression and the function that turns that JSON into the wire's object. */
export function connection(
  query: Query,
  source: ListSource,
  selected: Selected,
): { text: string; shape: (raw: Row) => Row } {
  const page = readPage(source.order, selected.args);
  const wanted = query.selected(`${source.type}Connection`, selected.below);
  const nodes = wanted.filter(({ name }) => name === 'nodes');
  const edges = wanted.filter(({ name }) => name === 'edges');
  const counted = wanted.some(({ name }) => name === 'count');
  const infos = wanted.filter(({ name }) => name === 'pageInfo');
  const edgeParts = edges.flatMap(({ below }) => query.selected(`${source.type}Edge`, below));
  const cursors = infos.length > 0 || edgeParts.some(({ name }) => name === 'cursor');

  const nodeSets = [...nodes, ...edgeParts.filter(({ name }) => name === 'node')].flatMap(({ below }) => below);
  const alias = query.alias('n');
  const scope: Scope = { query, alias, ...(source.parent !== undefined && { parent: source.parent }) };
  const { columns, shape } =
    source.rows === undefined ? query.object(source.type, scope, nodeSets) : mixed(scope, source.rows, nodeSets);
  if (cursors) columns.set('$k', `${alias}.page_keys`);

  const parts: string[] = [];
  const isRead = nodes.length > 0 || edges.length > 0 || infos.length > 0;
  // Of a list of which nothing is asked no row is read; what its arguments say stands in the statement all the same, or their types would be unknown.
  if (isRead || !counted) {
    const keys = cursors ? `, ${keysOf(source.order)} AS page_keys` : '';
    const limit = isRead ? page.limit + Number(infos.length > 0) : 0;
    const inner = pageSql(query, source, `${source.columns}${keys}`, { ...page, limit });
    parts.push(
      `'rows', (SELECT coalesce(json_agg(r), '[]'::json) FROM (SELECT ${columnList(columns)} FROM ${query.beside(alias, `(${inner}) ${alias}`)}) r)`,
    );
  }
  if (counted) parts.push(`'count', (${countSql(query, source)})`);

  const finish = finisher(query, { wanted, edgeParts, page, order: source.order.name, ...(shape && { shape }) });
  return { text: `json_build_object(${parts.join(', ')})`, shape: finish };
}

/** Rows of several types: each is read with the columns that are asked of any of them, and shaped as its own. */
function mixed(scope: Scope, { types, name }: NonNullable<ListSource['rows']>, sets: readonly SelectionSetNode[]) {
  const columns = new Map([['__typename', name(scope.alias)]]);
  const shapes = new Map<string, Shape>();
  for (const type of types) {
    const made = scope.query.object(type, scope, sets);
    for (const [key, text] of made.columns) columns.set(key, text);
    if (made.shape) shapes.set(type, made.shape);
  }
  return { columns, shape: (row: Row) => shapes.get(row.__typename as string)?.(row) };
}

interface Finish {
  readonly wanted: readonly Selected[];
  readonly edgeParts: readonly Selected[];
  readonly page: Page;
  readonly order: string;
  readonly shape?: Shape;
}

function finisher(query: Query, { wanted, edgeParts, page, order, shape }: Finish): (raw: Row) => Row {
  const keyOf = (field: Selected) => (query.aliased ? field.key : field.name);
  return (raw) => {
    const found = (raw.rows as Row[] | undefined) ?? [];
    const rows = found.length > page.limit ? found.slice(0, page.limit) : found;
    if (page.backward) rows.reverse();
    if (shape) for (const row of rows) shape(row);
    const cursor = (row: Row | undefined) => (row ? encodeCursor(order, row.$k as unknown[]) : null);
    const info = () => {
      const more = found.length > page.limit;
      return {
        hasNextPage: page.backward ? page.before : more,
        hasPreviousPage: page.backward ? more : page.after,
        startCursor: cursor(rows[0]),
        endCursor: cursor(rows[rows.length - 1]),
      };
    };
    const result: Row = {};
    for (const field of wanted) {
      if (field.name === 'nodes') result[keyOf(field)] = rows;
      else if (field.name === 'count') result[keyOf(field)] = raw.count;
      else if (field.name === 'pageInfo') result[keyOf(field)] = info();
      else if (field.name === 'edges') {
        result[keyOf(field)] = rows.map((row) => {
          const edge: Row = {};
          for (const part of edgeParts) edge[keyOf(part)] = part.name === 'cursor' ? cursor(row) : row;
          return edge;
        });
      }
    }
    return result;
  };
}

function readPage(order: Order, args: Readonly<Record<string, unknown>>): Page {
  const first = size(args.first, 'first');
  const last = size(args.last, 'last');
  if (first !== null && last !== null) throw new GraphQLError('Can only provide either `first` or `last`, not both');
  const types = order.keys.map(({ type }) => type);
  const cursors: CursorAt[] = [];
  for (const side of ['after', 'before'] as const) {
    const cursor = args[side];
    if (typeof cursor === 'string') cursors.push({ side, values: decodeCursor(cursor, order.name, types) });
  }
  return {
    limit: first ?? last ?? PAGE_MAX,
    backward: last !== null,
    cursors,
    after: typeof args.after === 'string',
    before: typeof args.before === 'string',
  };
}

function size(given: unknown, name: string): number | null {
  if (typeof given !== 'number') return null;
  if (given < 0) throw new GraphQLError(`\`${name}\` cannot be negative`);
  return Math.min(given, PAGE_MAX);
}

/** A connection over a few rows that JavaScript makes itself. */
export function fixedConnection(rows: readonly Row[], args: Readonly<Record<string, unknown>>): Row {
  const first = size(args.first, 'first');
  const last = size(args.last, 'last');
  const shown = last !== null ? rows.slice(Math.max(0, rows.length - last)) : rows.slice(0, first ?? PAGE_MAX);
  const edges = shown.map((node) => ({ node, cursor: encodeCursor('fixed', [rows.indexOf(node)]) }));
  return {
    nodes: shown,
    edges,
    count: rows.length,
    pageInfo: {
      hasNextPage: last === null && shown.length < rows.length,
      hasPreviousPage: last !== null && shown.length < rows.length,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges[edges.length - 1]?.cursor ?? null,
    },
  };
}
