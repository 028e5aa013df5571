import { get, setMany, type Table } from '../table/index.ts';
import { merged, type Parts } from './merge.ts';

/** How what is read comes into the tables: each thing once, by its id. */

/** The fields of a record that name other records, each with the table in which those stand. A read brings them whole. */
export type References = Readonly<Record<string, string>>;

/** How records of one kind are taken in: their table, and what their fields are. */
export interface Schema {
  readonly table: string;
  readonly parts: Parts;
  readonly references: References;
  /** Lists of ids of which a read brings so many at most (RP-02.277). */
  readonly limits?: Readonly<Record<string, number>>;
}

/** Tables that are read and written record by record: a draft of a change, for one. */
export interface Access {
  get(table: string, id: string): unknown;
  set(table: string, id: string, record: unknown): void;
}

interface Identified {
  readonly id: string;
}

/**
 * RP-02.268: takes a read of a record in. What it brings of other records goes into their tables, and the record names them by their ids. `seen`: those that the same
 * read brought already, for a label comes with every row that has it.
 */
export function takeReading(
  into: Access,
  { table, parts, references, limits }: Schema,
  reading: Identified,
  seen = new Map<string, Identified>(),
): void {
  const record = withIds(into, reading, references, seen);
  for (const name in limits) keepFurther(record, name, limits[name] as number, into.get(table, record.id));
  put(into, table, record, parts);
}

/** RP-02.277: behind as many as a read can bring stand those that were known beyond them. */
function keepFurther(record: Identified & Record<string, unknown>, name: string, most: number, before: unknown): void {
  const read = record[name] as readonly string[] | undefined;
  if (read === undefined || read.length < most) return;
  const known = (before as typeof record | undefined)?.[name] as readonly string[] | undefined;
  const brought = new Set(read);
  const further = (known ?? NONE).slice(most).filter((id) => !brought.has(id));
  if (further.length > 0) record[name] = [...read, ...further];
}

function put(into: Access, table: string, read: Identified, parts?: Parts): Identified {
  const known = into.get(table, read.id) as Identified | undefined;
  // Most of what a page names is known as it is: the quick look saves the merge.
  const next = known === undefined ? read : says(known, read) ? known : merged(known, read, parts);
  if (next !== known) into.set(table, read.id, next);
  return next;
}

function withIds(
  into: Access,
  reading: Identified,
  references: References,
  seen: Map<string, Identified>,
): Identified & Record<string, unknown> {
  const record: Identified & Record<string, unknown> = { ...reading };
  for (const field in references) {
    const brought = record[field] as Identified | readonly Identified[] | null | undefined;
    if (brought === undefined || brought === null) continue;
    const table = references[field] as string;
    record[field] = Array.isArray(brought)
      ? (brought as readonly Identified[]).map((thing) => idOf(into, table, thing, seen))
      : idOf(into, table, brought as Identified, seen);
  }
  return record;
}

/** The id of a record that a read brought, which is in its table from now on. Always the same string: ten thousand rows would hold as many copies. */
function idOf(into: Access, table: string, thing: Identified, seen: Map<string, Identified>): string {
  const last = seen.get(thing.id);
  if (last !== undefined && says(last, thing)) return last.id;
  const next = put(into, table, thing);
  seen.set(thing.id, next);
  return next.id;
}

/** Whether a record says all that is read of it, as far as a quick look tells. */
function says(record: Identified, read: Identified): boolean {
  for (const name in read) if (record[name as keyof Identified] !== read[name as keyof Identified]) return false;
  return true;
}

/** Tables with what is being read into them: each table is copied once, however many records are set. */
class Intake<C extends object> implements Access {
  readonly #tables: Readonly<Record<string, Table<unknown>>>;
  readonly #changes = new Map<string, Map<string, unknown>>();

  constructor(tables: C) {
    this.#tables = tables as Readonly<Record<string, Table<unknown>>>;
  }

  get(table: string, id: string): unknown {
    return this.#changes.get(table)?.get(id) ?? get(this.#tables[table] as Table<unknown>, id);
  }

  set(table: string, id: string, record: unknown): void {
    const changes = this.#changes.get(table) ?? new Map<string, unknown>();
    this.#changes.set(table, changes.set(id, record));
  }

  result(): C {
    if (this.#changes.size === 0) return this.#tables as C;
    const changed = [...this.#changes].map(([name, changes]) => [
      name,
      setMany(this.#tables[name] as Table<unknown>, changes),
    ]);
    return { ...this.#tables, ...Object.fromEntries(changed) } as C;
  }
}

/** The tables with the records of a read, in one step; the same tables if they bring nothing new. */
export function withReadings<C extends object>(tables: C, schema: Schema, readings: Iterable<Identified>): C {
  const intake = new Intake(tables);
  const seen = new Map<string, Identified>();
  for (const reading of readings) takeReading(intake, schema, reading, seen);
  return intake.result();
}

const NONE: readonly never[] = [];
const joins = new WeakMap<readonly string[], readonly unknown[]>();

/** RP-02.269: the records of these ids, without those that are not known; for the same list of ids the same list while none of them changes. */
export function recordsOf<T>(table: Table<T>, ids: readonly string[]): readonly T[] {
  if (ids.length === 0) return NONE;
  const found = ids.flatMap((id) => get(table, id) ?? []) as readonly T[];
  const before = joins.get(ids) as readonly T[] | undefined;
  if (before?.length === found.length && before.every((record, index) => record === found[index])) return before;
  joins.set(ids, found);
  return found;
}
