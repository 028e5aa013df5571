/**
 * Persistent tables of plain data: a change copies one small bucket and the short path of branches above it, never all keys,
 * so that its cost hardly depends on the number of entries (SPEC.md, RP-02.1 to RP-02.4).
 */

/** A few entries, side by side. The hashes speed up the search: comparing long ids with a common beginning is slow. */
interface Bucket<T> {
  readonly hashes: readonly number[];
  readonly keys: readonly string[];
  readonly values: readonly T[];
}

/** Chooses among 32 by five bits of a key's hash. */
interface Branch<T> {
  readonly branch: readonly (Node<T> | null)[];
}

type Node<T> = Bucket<T> | Branch<T>;

/** A table of entries by key. Plain data: it can be logged, compared and sent. */
export interface Table<T> {
  readonly size: number;
  readonly root: Node<T>;
}

const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;
/** A bucket with more entries becomes a branch, while the hash has bits left. */
const BUCKET_MAX = 32;
const LAST_SHIFT = 25;
const LOW_BITS = (1 << LAST_SHIFT) - 1;

const EMPTY_BUCKET: Bucket<never> = { hashes: [], keys: [], values: [] };
const EMPTY_TABLE: Table<never> = { size: 0, root: EMPTY_BUCKET };

export const emptyTable = <T>(): Table<T> => EMPTY_TABLE;

/** Characters of a key that are hashed: its last ones, in which ids differ. */
const HASHED = 8;

/**
 * FNV-1a with a last mixing step over all but the last character, which stands in the highest bits: ids that differ only there, as those of a
 * page of children mostly do, share a bucket, so that a page copies few. At most 30 bits: a small integer.
 */
function hashOf(key: string): number {
  const last = key.length - 1;
  let hash = key.length;
  for (let index = Math.max(0, key.length - HASHED); index < last; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return ((hash ^ (hash >>> 15)) & LOW_BITS) | ((key.charCodeAt(last) & MASK) << LAST_SHIFT);
}

function indexIn(bucket: Bucket<unknown>, key: string, hash: number): number {
  let index = bucket.hashes.indexOf(hash);
  while (index >= 0 && bucket.keys[index] !== key) index = bucket.hashes.indexOf(hash, index + 1);
  return index;
}

const isBranch = <T>(node: Node<T>): node is Branch<T> => 'branch' in node;

/** The entry, or undefined. */
export function get<T>(table: Table<T>, key: string): T | undefined {
  const hash = hashOf(key);
  let node = table.root;
  for (let shift = 0; isBranch(node); shift += BITS) {
    const next: Node<T> | null | undefined = node.branch[(hash >>> shift) & MASK];
    if (next === null || next === undefined) return undefined;
    node = next;
  }
  const index = indexIn(node, key, hash);
  return index < 0 ? undefined : node.values[index];
}

export const has = <T>(table: Table<T>, key: string): boolean => get(table, key) !== undefined;

export const size = (table: Table<unknown>): number => table.size;

/** The table with one entry set; the same table if the entry already has that value. */
export const set = <T>(table: Table<T>, key: string, value: T): Table<T> =>
  written(table, { hashes: [hashOf(key)], keys: [key], values: [value] });

/** All entries in one step: each bucket is copied once, however many of its entries change. */
export function setMany<T>(table: Table<T>, list: Iterable<readonly [string, T]>): Table<T> {
  const changes: Changes<T> = { hashes: [], keys: [], values: [] };
  for (const [key, value] of list) {
    changes.hashes.push(hashOf(key));
    changes.keys.push(key);
    changes.values.push(value);
  }
  return written(table, changes);
}

/** The table without the entry; the same table if there is none. */
export function remove<T>(table: Table<T>, key: string): Table<T> {
  if (get(table, key) === undefined) return table;
  const root = without(table.root, key, hashOf(key), 0);
  return { size: table.size - 1, root: root ?? EMPTY_BUCKET };
}

/** Every entry once, in an order that depends only on the table's history. */
export function* entries<T>({ root }: Pick<Table<T>, 'root'>): Generator<readonly [string, T]> {
  const open: Node<T>[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isBranch(node)) {
      for (const child of node.branch) if (child !== null) open.push(child);
    } else {
      for (let index = 0; index < node.keys.length; index += 1) {
        yield [node.keys[index] as string, node.values[index] as T];
      }
    }
  }
}

export const tableOf = <T>(list: Iterable<readonly [string, T]>): Table<T> => setMany(emptyTable<T>(), list);

function without<T>(node: Node<T>, key: string, hash: number, shift: number): Node<T> | null {
  if (!isBranch(node)) {
    if (node.keys.length === 1) return null;
    const at = indexIn(node, key, hash);
    return {
      hashes: node.hashes.toSpliced(at, 1),
      keys: node.keys.toSpliced(at, 1),
      // mutant: table-loses-a-neighbour
      values: node.values.toSpliced(at, 1),
    };
  }
  const slot = (hash >>> shift) & MASK;
  const child = node.branch[slot] as Node<T>;
  const next = without(child, key, hash, shift + BITS);
  if (next === null && node.branch.every((other, index) => other === null || index === slot)) return null;
  return { branch: node.branch.with(slot, next) };
}

/** Entries to be written, side by side as in a bucket. The last value of a repeated key counts. */
interface Changes<T> {
  readonly hashes: number[];
  readonly keys: string[];
  readonly values: T[];
}

function written<T>(table: Table<T>, changes: Changes<T>): Table<T> {
  if (changes.keys.length === 0) return table;
  const added = { count: 0 };
  const all = changes.keys.map((_, index) => index);
  const root = write(table.root, changes, all, 0, added);
  return root === table.root ? table : { size: table.size + added.count, root };
}

/** The node with the changes of these indexes, all of which belong below it. The same node if they change nothing. */
function write<T>(
  node: Node<T>,
  changes: Changes<T>,
  indexes: readonly number[],
  shift: number,
  added: { count: number },
): Node<T> {
  if (!isBranch(node)) return writeBucket(node, changes, indexes, shift, added);
  let branch: (Node<T> | null)[] | null = null;
  bySlot(changes.hashes, indexes, shift).forEach((group, slot) => {
    const child = node.branch[slot] ?? EMPTY_BUCKET;
    const next = write(child, changes, group, shift + BITS, added);
    if (next === child) return;
    branch ??= node.branch.slice();
    branch[slot] = next;
  });
  return branch === null ? node : { branch };
}

/** A list of indexes for each slot that has any; holes elsewhere, which `forEach` skips. */
function bySlot(hashes: readonly number[], indexes: readonly number[], shift: number): number[][] {
  const groups: number[][] = [];
  for (const index of indexes) {
    const slot = ((hashes[index] as number) >>> shift) & MASK;
    const group = groups[slot];
    if (group === undefined) groups[slot] = [index];
    else group.push(index);
  }
  return groups;
}

function writeBucket<T>(
  bucket: Bucket<T>,
  changes: Changes<T>,
  indexes: readonly number[],
  shift: number,
  added: { count: number },
): Node<T> {
  let values: T[] | null = null;
  let more: number[] | null = null;
  for (const index of indexes) {
    const hash = changes.hashes[index] as number;
    const key = changes.keys[index] as string;
    const at = indexIn(bucket, key, hash);
    if (at < 0) {
      const again = more === null ? -1 : more.findIndex((other) => changes.keys[other] === key);
      if (more === null) more = [index];
      else if (again < 0) more.push(index);
      else more[again] = index;
      continue;
    }
    const value = changes.values[index] as T;
    if (values === null && bucket.values[at] === value) continue;
    // mutant: table-in-place
    values ??= bucket.values.slice();
    values[at] = value;
  }
  if (more === null) return values === null ? bucket : { hashes: bucket.hashes, keys: bucket.keys, values };
  added.count += more.length;
  // Concatenated, not pushed: a pushed array keeps spare capacity.
  return divided(
    {
      hashes: bucket.hashes.concat(more.map((index) => changes.hashes[index] as number)),
      keys: bucket.keys.concat(more.map((index) => changes.keys[index] as string)),
      values: (values ?? bucket.values).concat(more.map((index) => changes.values[index] as T)),
    },
    shift,
  );
}

/** The bucket itself, or a branch of smaller ones if it is too big. */
function divided<T>(bucket: Bucket<T>, shift: number): Node<T> {
  if (bucket.keys.length <= BUCKET_MAX || shift > LAST_SHIFT) return bucket;
  const branch = new Array<Node<T> | null>(WIDTH).fill(null);
  const all = bucket.keys.map((_, index) => index);
  bySlot(bucket.hashes, all, shift).forEach((group, slot) => {
    const part = {
      hashes: group.map((index) => bucket.hashes[index] as number),
      keys: group.map((index) => bucket.keys[index] as string),
      values: group.map((index) => bucket.values[index] as T),
    };
    branch[slot] = divided(part, shift + BITS);
  });
  return { branch };
}
