/**
 * Plain data from outside: the named parts of a value; those of a table are its entries. Code that walks a whole state again and again remembers its results
 * by reference, so that only what changed is walked.
 */

/** Tables as plain data (core/table). What is big in a state is in them, so hashes, checkpoints and differences go node by node. */
export interface Bucket {
  readonly keys: readonly string[];
  readonly values: readonly unknown[];
}

export interface TableLike {
  readonly size: number;
  readonly root: object;
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The nodes of a branch of a table; null for anything else. */
export function branchOf(value: object): readonly (object | null)[] | null {
  if (!('branch' in value) || !Array.isArray(value.branch) || Object.keys(value).length > 1) return null;
  return value.branch as readonly (object | null)[];
}

export const isBucket = (value: object): value is Bucket =>
  'hashes' in value && 'keys' in value && 'values' in value && Array.isArray(value.keys) && Array.isArray(value.values);

export const isTable = (value: unknown): value is TableLike =>
  isObject(value) &&
  'size' in value &&
  'root' in value &&
  isObject(value.root) &&
  (isBucket(value.root) || branchOf(value.root) !== null);

/**
 * The parts of an object with their names: members, elements by their `id` where they have one, else by index, entries of a table by key. An
 * empty name: a part that is no step of a path.
 */
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
