import type { SelectionSetNode } from 'graphql';
import { CompiledQuery } from 'kysely';
import { withNumbers } from '../../access/filters.ts';
import type { PlacedText } from '../../text/references.ts';
import type { GraphqlContext } from '../context.ts';
import { type Operation, type Selected, fieldsOf, objectType } from './selection.ts';

/**
 * Look-ahead: a selection is compiled into one SQL statement whose answer is the JSON of the whole tree. A field of a type is a function
 * from the place it was selected at to a piece of SQL, so the number of statements depends on nothing but the root fields.
 */

/** A row of the answer, as JSON. Keys that begin with `$` are for `shape` only. */
export type Row = Record<string, unknown>;
/** Finishes a row in place: what JavaScript computes (permissions, cursors) from what SQL gave. */
export type Shape = (row: Row) => void;

/** Where a field was selected. */
export interface Scope {
  readonly query: Query;
  /** The SQL alias that holds the columns of this object (see the `base…` texts of each type). */
  readonly alias: string;
  /** In a list of an epic's children: the alias of that epic. The rows then carry `link_id` and `link_position`. */
  readonly parent?: string;
}

/** What a field adds to its object's row. */
export interface Piece {
  /** Column name -> SQL expression. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly shape?: Shape;
}

export type Field = (scope: Scope, selected: Selected, key: string) => Piece;
export type Fields = Readonly<Record<string, Field>>;

/** The compilation of one root field: its parameters and the context of the request. */
export class Query {
  readonly params: unknown[] = [];
  /** Texts of the answer that refer to something: what that is, is looked up for all of them when the rows are there (IE-07.25). */
  readonly texts: (PlacedText & { readonly put: (html: string) => void })[] = [];
  /** Of conditions on `w` that are told of an item at hand: how an index finds all that fit, where that is another text; `all`: also where nothing else says which. `apart`: the same in parts that have no item in common. */
  readonly finders = new Map<
    string,
    Partial<Record<'epic' | 'issue' | 'all', string>> & { readonly apart?: readonly string[] }
  >();
  readonly #shared = new Map<string, Map<string, string>>();
  readonly context: GraphqlContext;
  readonly operation: Operation;
  /** Name of a type -> its fields. */
  readonly types: Readonly<Record<string, Fields>>;
  /** True where the document has aliases: rows are then keyed by them. */
  readonly aliased: boolean;
  #aliases = 0;
  #baseUrl = '';
  #now = '';

  constructor(
    context: GraphqlContext,
    operation: Operation,
    types: Readonly<Record<string, Fields>>,
    aliased: boolean,
  ) {
    this.context = { ...context, viewer: { ...context.viewer, isNamed: true } };
    this.operation = operation;
    this.types = types;
    this.aliased = aliased;
  }

  /** Adds a parameter; returns its placeholder with a cast, because PostgreSQL cannot always guess. */
  param(value: unknown, type: string): string {
    this.params.push(value);
    return `$${this.params.length}::${type}`;
  }

  /** A text of this query, ready to run. */
  statement<R>(text: string): CompiledQuery<R> {
    const written = withNumbers(this.context.viewer, text, (value, type) => this.param(value, type));
    return CompiledQuery.raw(written, this.params) as CompiledQuery<R>;
  }

  /** The server's own address, as a parameter that is shared by all texts of the statement. */
  baseUrl(): string {
    if (this.#baseUrl === '') this.#baseUrl = this.param(this.context.baseUrl, 'text');
    return this.#baseUrl;
  }

  /** The instant of the request, likewise. */
  now(): string {
    if (this.#now === '') this.#now = this.param(this.context.now, 'timestamptz');
    return this.#now;
  }

  /** What several fields of the object `alias` need, a SELECT that is worked out once for each of its rows; gives the name that it has beside them. */
  share(alias: string, text: string): string {
    const shared = this.#shared.get(alias) ?? new Map<string, string>();
    this.#shared.set(alias, shared);
    const name = shared.get(text) ?? this.alias('s');
    shared.set(text, name);
    return name;
  }

  /** A FROM text of the rows `alias`, with what their fields share: to be written when these are. */
  beside(alias: string, from: string): string {
    const shared = [...(this.#shared.get(alias) ?? [])];
    if (shared.length === 0) return from;
    const joined = shared.map(([text, name]) => ` CROSS JOIN LATERAL (${text}) ${name}`).join('');
    return `(SELECT ${alias}.* FROM ${from}) ${alias}${joined}`;
  }

  alias(prefix: string): string {
    this.#aliases += 1;
    return `${prefix}${this.#aliases}`;
  }

  selected(type: string, sets: readonly SelectionSetNode[]): Selected[] {
    return fieldsOf(this.operation, objectType(this.operation.schema, type), sets);
  }

  /** Compiles the fields selected on an object. */
  object(
    type: string,
    scope: Scope,
    sets: readonly SelectionSetNode[],
  ): { columns: Map<string, string>; shape?: Shape } {
    const fields = this.types[type];
    if (!fields) throw new TypeError(`no fields are written for the type ${type}`);
    const columns = new Map<string, string>();
    const shapes: Shape[] = [];
    for (const selected of this.selected(type, sets)) {
      const field = fields[selected.name];
      if (!field) throw new TypeError(`no field is written for ${type}.${selected.name}`);
      const piece = field(scope, selected, this.aliased ? selected.key : selected.name);
      for (const [name, text] of Object.entries(piece.columns ?? {})) columns.set(name, text);
      if (piece.shape) shapes.push(piece.shape);
    }
    return { columns, ...(shapes.length > 0 && { shape: inOrder(shapes) }) };
  }
}

function inOrder(shapes: readonly Shape[]): Shape {
  return (row) => {
    for (const shape of shapes) shape(row);
  };
}

/** `expression AS "name", …`; never empty, for an object of which only `__typename` was asked. */
export function columnList(columns: ReadonlyMap<string, string>): string {
  if (columns.size === 0) return 'TRUE AS "$"';
  return [...columns].map(([name, text]) => `${text} AS ${quoteName(name)}`).join(', ');
}

/** GraphQL names are letters, digits and underscores; ours add `$`. */
export function quoteName(name: string): string {
  if (!/^[$\w]+$/.test(name)) throw new TypeError(`not a name: ${name}`);
  return `"${name}"`;
}

/** A text of ours as SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** All of these conditions; none is true of everything. */
export function all(conditions: readonly string[]): string {
  const real = conditions.filter((condition) => condition !== 'TRUE');
  return real.length === 0 ? 'TRUE' : real.join(' AND ');
}
