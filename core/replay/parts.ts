import type { Table } from '../table/index.ts';

/**
 * Plain data from outside: the named parts of a value; those of a table are its entries. Code that walks a whole state again and again remembers its results
 * by reference, so that only what changed is walked.
 */

/** What is big in a state is in tables (core/table), so hashes, checkpoints and differences go node by node. */
export type Bucket = Extract<Table<unknown>['root'], { readonly keys: unknown }>;

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The nodes of a branch of a table; null for anything else. */
export function branchOf(value: object): readonly (object | null)[] | null {
  if (!('branch' in value) || !Array.isArray(value.branch) || Object.keys(value).length > 1) return null;
  return value.branch as readonly (object | null)[];
}

export const isBucket = (value: object): value is Bucket =>
  'hashes' in value && 'keys' in value && 'values' in value && Array.isArray(value.keys) && Array.isArray(value.values);

export const isTable = (value: unknown): value is Table<unknown> =>
  isObject(value) &&
  'size' in value &&
  'root' in value &&
  isObject(value.root) &&
  (isBucket(value.root) || branchOf(value.root) !== null);

/** The parts of an object: members, elements by `id` or else index, entries of a table by key. An empty name: a part that is no step of a path. */
export function* partsOf(value: object): Generator<readonly [name: string, part: unknown]> {
  if (Array.isArray(value)) {
    for (const [index, part] of (value as readonly unknown[]).entries()) yield [nameOfElement(part, index), part];
  } else if (isTable(value)) {
    yield ['', value.root];
  } else if (isBucket(value)) {
    for (const [index, key] of value.keys.entries()) yield [key, value.values[index]];
  } else {
    const nodes = branchOf(value);
    if (nodes === null) return yield* Object.entries(value);
    for (const node of nodes) yield ['', node];
  }
}

function nameOfElement(part: unknown, index: number): string {
  const id = isObject(part) && 'id' in part ? part.id : null;
  return typeof id === 'string' && id !== '' ? id : String(index);
}

export const joinPath = (path: string, name: string): string =>
  path === '' || name === '' ? path + name : `${path}.${name}`;

/** The object with its members changed; the same object where `change` gives back every one as it was. */
export function withMembers<T extends object>(value: T, change: (member: unknown, name: string) => unknown): T {
  let next: Record<string, unknown> | null = null;
  for (const name in value) {
    const member: unknown = value[name];
    const changed = change(member, name);
    if (changed === member) continue;
    next ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    next[name] = changed;
  }
  return next === null ? value : (next as T);
}

/** `next` with every part that equals the one at its place in `before` replaced by that one: parsed states share again what they shared. */
export function shared<T>(before: unknown, next: T): T {
  if (before === next || !isObject(before) || !isObject(next)) return next;
  if (Array.isArray(before) !== Array.isArray(next)) return next;
  const known = before as Readonly<Record<string, unknown>>;
  const merged = withMembers(next, (member, name) => shared(known[name], member)) as T & typeof known;
  // RP-03.11: the same names in the same order, so that what is shared prints to the same text.
  const [names, others] = [Object.keys(known), Object.keys(merged)];
  const isSame = names.length === others.length && names.every((name, at) => name === others[at]);
  return isSame && names.every((name) => known[name] === merged[name]) ? (before as T) : merged;
}

/**
 * Shares repeated data: an object with an id that equals the last one with that id becomes that very object. Lists that are read again and again are most of a
 * log, and mostly repeat themselves. The values that are passed in are not changed.
 */
export class Interner {
  readonly #known = new Map<string, object>();

  keep<T>(value: T): T {
    if (!isObject(value)) return value;
    const kept = withMembers(value, (member) => this.keep(member));
    if (!('id' in kept) || typeof kept.id !== 'string') return kept;
    const next = shared(this.#known.get(kept.id), kept);
    this.#known.set(kept.id, next);
    return next;
  }
}
