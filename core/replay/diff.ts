import { branchOf, isBucket, isTable } from './parts.ts';

/** One place in which two states differ. */
export interface StateChange {
  /** `tree.form.title`, `notice[0].text`; entries of tables and members with other names by their key in brackets: `confirmed.items["gid://…"].title`. */
  readonly path: string;
  /** Undefined: it was not there. */
  readonly before: unknown;
  /** Undefined: it is not there any more. */
  readonly after: unknown;
}

/**
 * What differs between two states, in the order of the state, and for tables by key, whatever their nodes. Parts that are the same reference are not
 * walked. Something that is only in one of them is one change.
 */
export function diffStates(before: unknown, after: unknown): readonly StateChange[] {
  const changes: StateChange[] = [];
  compare('', before, after, changes);
  return changes;
}

const isParts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function compare(path: string, before: unknown, after: unknown, into: StateChange[]): void {
  if (Object.is(before, after)) return;
  if (isTable(before) && isTable(after)) return compareNodes(path, before.root, after.root, into);
  if (!isParts(before) || !isParts(after) || Array.isArray(before) !== Array.isArray(after)) {
    into.push({ path, before, after });
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    for (let index = 0; index < length; index += 1) compare(`${path}[${index}]`, before[index], after[index], into);
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(memberPath(path, key), before[key], after[key], into);
  }
}

const memberPath = (path: string, key: string): string => {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return entryPath(path, key);
  return path === '' ? key : `${path}.${key}`;
};

const entryPath = (path: string, key: string): string => `${path}[${JSON.stringify(key)}]`;

/** Branches slot by slot, so that nodes that are the same are left out; anything else entry by entry. */
function compareNodes(path: string, before: object, after: object, into: StateChange[]): void {
  if (before === after) return;
  const old = branchOf(before);
  const fresh = branchOf(after);
  if (old !== null && fresh !== null) {
    for (const [index, node] of old.entries()) {
      const other = fresh[index] ?? null;
      if (node !== other) compareNodes(path, node ?? EMPTY, other ?? EMPTY, into);
    }
    return;
  }
  const was = entriesOf(before, new Map());
  const is = entriesOf(after, new Map());
  for (const [key, value] of was) compare(entryPath(path, key), value, is.get(key), into);
  for (const [key, value] of is) if (!was.has(key)) compare(entryPath(path, key), undefined, value, into);
}

const EMPTY = { hashes: [], keys: [], values: [] };

function entriesOf(node: object, into: Map<string, unknown>): ReadonlyMap<string, unknown> {
  if (isBucket(node)) node.keys.forEach((key, index) => into.set(key, node.values[index]));
  else for (const child of branchOf(node) ?? []) if (child !== null) entriesOf(child, into);
  return into;
}
