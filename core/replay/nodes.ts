/** How tables look as plain data (core/table): what is big in a state is in them, so hashes, checkpoints and differences go node by node. */

export interface Bucket {
  readonly keys: readonly string[];
  readonly values: readonly unknown[];
}

export interface TableLike {
  readonly size: number;
  readonly root: object;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

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
