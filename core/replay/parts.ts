import { branchOf, isBucket, isTable } from './nodes.ts';

/**
 * Plain data seen from outside: the named parts of a value, where those of a table are its entries. What walks a whole state again and again
 * remembers by reference what it found, so that only what changed is walked.
 */

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

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
