import { changedKeys, get, setMany, tableOf, type Table } from '../table/index.ts';

/** Equal plain data, whatever the order of keys. */
export function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => sameData((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}

/** The fields that are records themselves, each with the member that identifies it; null: it is always the same one. */
export type Parts = Readonly<Record<string, string | null>>;

/**
 * A record merged with a read of it (RP-02.261): fields that the read does not bring stay. The same record if the read brings nothing new.
 */
export function merged<T extends object>(known: T, reading: Partial<T>, parts: Parts = NO_PARTS): T {
  let changed: Record<string, unknown> | null = null;
  for (const name of Object.keys(reading)) {
    const before = (known as Record<string, unknown>)[name];
    let after = (reading as Record<string, unknown>)[name];
    if (after === undefined) continue;
    if (isPartOf(parts[name], before, after)) after = merged(before as object, after as object, NO_PARTS);
    if (before === after || sameData(before, after)) continue;
    changed ??= {};
    changed[name] = after;
  }
  return changed === null ? known : { ...known, ...changed };
}

const NO_PARTS: Parts = {};

/** RP-02.263: a read may bring only a part of a record within the record. */
function isPartOf(identity: string | null | undefined, before: unknown, after: unknown): boolean {
  if (identity === undefined || !isRecord(before) || !isRecord(after)) return false;
  return identity === null || before[identity] === after[identity];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * RP-02.264: the table after a read, except for fields that changed after the read began: those stay. `before`: the table without the read. `isNewer`: whether
 * the field of that key in versions (`recordKey`) has changed since.
 */
export function withoutOlder<T extends object>(
  before: Table<T>,
  after: Table<T>,
  isNewer: (key: string) => boolean,
): Table<T> {
  const kept = (changedKeys(before, after, Infinity) ?? []).flatMap((id): [string, T][] => {
    const [known, read] = [get(before, id), get(after, id)];
    if (known === undefined || read === undefined || !isNewer(recordKey(id))) return [];
    const fields = Object.keys(read) as (keyof T & string)[];
    const newer = fields.filter((field) => known[field] !== read[field] && isNewer(recordKey(id, field)));
    if (newer.length === 0) return [];
    const stays = newer.map((field) => [field, known[field]]);
    return [[id, merged(known, { ...read, ...(Object.fromEntries(stays) as Partial<T>) }, NO_PARTS)]];
  });
  return setMany(after, kept);
}

/** The keys of what was known of records and is another by now, each record once with its fields (`recordKeys`). */
export const changedFacts = <T extends object>(before: Table<T>, after: Table<T>): readonly string[] =>
  (changedKeys(before, after, Infinity) ?? []).flatMap((id) => {
    const [known, now] = [get(before, id), get(after, id)];
    if (known === undefined || now === undefined) return [];
    const fields = (Object.keys(known) as (keyof T & string)[]).filter((field) => known[field] !== now[field]);
    return fields.length === 0 ? [] : recordKeys(id, fields);
  });

/** RP-02.265: the table with only the records that are held; the same table if all are. */
export function onlyHeld<T>(table: Table<T>, held: Iterable<string>): Table<T> {
  const kept = new Map<string, T>();
  for (const key of held) {
    const record = get(table, key);
    if (record !== undefined) kept.set(key, record);
  }
  return kept.size === table.size ? table : tableOf(kept);
}

const RECORD = 'record/';

/** The key that a change of a record, or of one of its fields, invalidates. A read brings many records at once and leaves out what changed since it began (RP-02.264). */
export const recordKey = (id: string, field?: string): string =>
  `${RECORD}${id}${field === undefined ? '' : ` ${field}`}`;

/** The keys of a record of which some fields are changed. */
export const recordKeys = (id: string, fields: readonly string[]): readonly string[] => [
  recordKey(id),
  ...fields.map((field) => recordKey(id, field)),
];

/** RP-02.264: a change that was refused changed no record. */
export const withoutRecords = (keys: readonly string[]): readonly string[] =>
  keys.filter((key) => !key.startsWith(RECORD));
