import type { AcrossLimits } from '../../graphql/context.ts';
import { ACROSS } from '../../graphql/plan/across.ts';
import { type List, countSql, pageSql } from '../../graphql/plan/list.ts';
import { decodeCursor, encodeCursor } from '../../graphql/plan/cursor.ts';
import { type CursorAt, keysOf, type Order, type OrderKey } from '../../graphql/plan/order.ts';
import { Query, type Row } from '../../graphql/plan/query.ts';
import { schema } from '../../graphql/schema.ts';
import { types } from '../../graphql/types/index.ts';
import { Invalid, notFound, type RestAnswer, type RestContext } from '../types.ts';

/** Builds a REST statement with the same helpers (filters, access) as GraphQL's. */
export function queryFor(ctx: RestContext, across?: AcrossLimits): Query {
  const { db, viewer, now, baseUrl } = ctx;
  return new Query(
    { db, viewer, now, baseUrl, ...(across && { across }) },
    { schema, fragments: {}, variables: {} },
    types,
    false,
  );
}

export async function rowsOf(query: Query, text: string): Promise<Row[]> {
  const { rows } = await query.context.db.executeQuery(query.statement<Row>(text));
  return rows;
}

/** The JSON fields of a row: name -> SQL over the row's alias. */
export type Json = Readonly<Record<string, string>>;

export function jsonColumns(json: Json): string {
  return Object.entries(json)
    .map(([name, text]) => `${text} AS "${name}"`)
    .join(', ');
}

export interface ListRead extends List {
  /** The list's readable owner, a FROM item named `owner`; if it has no row, the answer is 404. */
  readonly owner?: string;
  /** Columns that make a row (named `a` in `json`). */
  readonly columns: string;
  readonly json: Json;
}

/** An order by these columns, upwards. */
export const orderedBy = (...columns: readonly string[]): Order => ({
  name: columns.join(),
  keys: columns.map((text) => orderKey(text)),
});

/** A column of an order, with its type. What has no value comes last. */
export function orderKey(text: string, descending = false): OrderKey {
  const [type = 'text'] = TYPES.find(([, columns]) => columns.test(text)) ?? [];
  return { text, type, descending, nullable: NULLABLE.test(text), ...(COUNTED.test(text) && { some: `${text} > 0` }) };
}

const TYPES: readonly (readonly [OrderKey['type'], RegExp])[] = [
  ['bigint', /\.id$|count\(/],
  ['timestamptz', /_at$/],
  ['date', /_date\b|\.milestone_due$/],
  ['integer', /\.weight$|\.upvotes$|relative_position/],
];
const NULLABLE = /^[wm]\.(?:due_date|weight|milestone_due)$|^\(SELECT t\./;
const COUNTED = /\.upvotes$/;

const PER_PAGE = 20;
const PER_PAGE_MAX = 100;
const PAGE_NUMBER_MAX = 100_000;

/** One page of a list with GitLab's pagination headers, in one statement. */
export async function listAnswer(
  ctx: RestContext,
  query: Query,
  read: ListRead,
  shape?: (row: Row) => unknown,
): Promise<RestAnswer> {
  const perPage = Math.min(whole(ctx.query.per_page, PER_PAGE), PER_PAGE_MAX);
  if (text(ctx, 'pagination') === 'keyset') return keysetAnswer(ctx, query, read, perPage, shape);
  const page = Math.min(whole(ctx.query.page, 1), PAGE_NUMBER_MAX);
  const inner = pageSql(query, read, read.columns, { limit: perPage, offset: (page - 1) * perPage });
  const answer = `SELECT (${countSql(query, read)}) AS total, ${rowsSql(read.json, inner)} AS rows`;
  const [found] = await rowsOf(query, `${answer}${fromOwner(query, read.owner)}`);
  if (!found) return notFound;
  const rows = found.rows as Row[];
  const total = Number(found.total);
  // There may be more than were counted (AP-06.51).
  const { where } = read;
  const isBound = 'kind' in where && where.where.length > 0 && total === ACROSS.counted + 1;
  const hasNext = isBound ? rows.length === perPage : page * perPage < total;
  const told = total <= TOLD && !isBound ? total : null;
  return {
    status: 200,
    body: shape ? rows.map(shape) : rows,
    headers: pageHeaders(ctx, { page, perPage, hasNext, total: told }),
  };
}

const rowsSql = (json: Json, inner: string): string =>
  `(SELECT coalesce(json_agg(r), '[]'::json) FROM (SELECT ${jsonColumns(json)} FROM (${inner}) a) r)`;

/** The name of what a list belongs to. */
export const OWNER = 'owner';

/** ` FROM` the owner with what its lists share; to be written after them. */
export const fromOwner = (query: Query, owner: string | undefined): string =>
  owner === undefined ? '' : ` FROM ${query.beside(OWNER, owner)}`;

/** AP-05.161: the rows behind those of the page before, whose last one the address of the next page names; they are not counted. */
async function keysetAnswer(
  ctx: RestContext,
  query: Query,
  read: ListRead,
  perPage: number,
  shape: (row: Row) => unknown = (row) => row,
): Promise<RestAnswer> {
  const { order } = read;
  const cursors = cursorIn(ctx, order);
  const inner = pageSql(query, read, `${read.columns}, ${keysOf(order)} AS keyset`, { limit: perPage + 1, cursors });
  const answer = `SELECT ${rowsSql({ ...read.json, keyset: 'a.keyset' }, inner)} AS rows`;
  const [found] = await rowsOf(query, `${answer}${fromOwner(query, read.owner)}`);
  if (!found) return notFound;
  const rows = found.rows as Row[];
  const shown = rows.slice(0, perPage);
  const last = shown.at(-1)?.keyset;
  const headers: Record<string, string> = { 'x-per-page': String(perPage) };
  if (rows.length > perPage) {
    const cursor = encodeCursor(order.name, last as readonly unknown[]);
    headers['x-next-cursor'] = cursor;
    headers.link = `<${addressWith(ctx, { cursor, per_page: String(perPage) })}>; rel="next"`;
  }
  return { status: 200, body: shown.map(({ keyset: _keys, ...row }) => shape(row)), headers };
}

function cursorIn(ctx: RestContext, { name, keys }: Order): CursorAt[] {
  const cursor = text(ctx, 'cursor');
  if (cursor === undefined || cursor === '') return [];
  try {
    const types = keys.map(({ type }) => type);
    return [{ side: 'after', values: decodeCursor(cursor, name, types) }];
  } catch {
    throw new Invalid(['cursor is invalid']);
  }
}

function whole(given: string | string[] | undefined, fallback: number): number {
  const text = Array.isArray(given) ? given[0] : given;
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback;
}

/** As GitLab does, the number of a longer list is not told. */
const TOLD = 10_000;

interface PageOf {
  readonly page: number;
  readonly perPage: number;
  readonly hasNext: boolean;
  /** Null: it is not told. */
  readonly total: number | null;
}

function pageHeaders(ctx: RestContext, { page, perPage, hasNext, total }: PageOf): Record<string, string> {
  const pages = total === null ? null : Math.ceil(total / perPage);
  const next = hasNext ? page + 1 : null;
  const previous = page > 1 ? page - 1 : null;
  const links: [string, number | null][] = [
    ['prev', previous],
    ['next', next],
    ['first', 1],
    ['last', pages === null ? null : Math.max(pages, 1)],
  ];
  return {
    ...(pages !== null && { 'x-total': String(total), 'x-total-pages': String(pages) }),
    'x-page': String(page),
    'x-per-page': String(perPage),
    'x-next-page': next === null ? '' : String(next),
    'x-prev-page': previous === null ? '' : String(previous),
    link: links
      .flatMap(([rel, number]) => (number === null ? [] : [`<${pageAddress(ctx, number, perPage)}>; rel="${rel}"`]))
      .join(', '),
  };
}

const pageAddress = (ctx: RestContext, page: number, perPage: number): string =>
  addressWith(ctx, { page: String(page), per_page: String(perPage) });

function addressWith(ctx: RestContext, changed: Readonly<Record<string, string>>): string {
  const [pathname, search] = (ctx.path ?? '/').split('?');
  const params = new URLSearchParams(search ?? '');
  for (const [name, value] of Object.entries(changed)) params.set(name, value);
  return `${ctx.baseUrl}${pathname}?${params.toString()}`;
}

/** One object, in one statement; 404 if there is none that the viewer may see. */
export async function oneAnswer(
  query: Query,
  from: string,
  json: Json,
  shape?: (row: Row) => unknown,
): Promise<RestAnswer> {
  const [row] = await rowsOf(
    query,
    `SELECT row_to_json(r) AS answer FROM (SELECT ${jsonColumns(json)} FROM ${from} LIMIT 1) r`,
  );
  if (!row) return notFound;
  return { status: 200, body: shape ? shape(row.answer as Row) : row.answer };
}

/** The first value of a parameter. */
export function text(ctx: RestContext, name: string): string | undefined {
  const given = ctx.query[name];
  return Array.isArray(given) ? given[0] : given;
}

export function flag(ctx: RestContext, name: string, fallback: boolean): boolean {
  const given = text(ctx, name)?.toLowerCase();
  return given === undefined || given === '' ? fallback : given === 'true' || given === '1' || given === 'yes';
}

/** A comma-separated or repeated parameter. */
export function list(ctx: RestContext, name: string): string[] {
  const given = ctx.query[name];
  const parts = Array.isArray(given) ? given : (given?.split(',') ?? []);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** `:id` of a group (`g`) or project (`p`): its number, or the full path that it has or had. */
export function byIdOrPath(query: Query, alias: 'g' | 'p', id: string): string {
  if (/^\d{1,15}$/.test(id)) return `${alias}.id = ${query.param(Number(id), 'bigint')}`;
  return `${alias}.id = ${alias === 'g' ? 'group' : 'project'}_named(${query.param(id, 'text')})`;
}
