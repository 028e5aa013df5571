import { changedKeys, get } from '../table/index.ts';
import { isObject, isTable } from './parts.ts';

/** One place in which two states differ. */
export interface StateChange {
  /** `tree.form.title`, `notice[0].text`; entries of tables and members with other names by their key in brackets: `confirmed.items["gid://…"].title`. */
  readonly path: string;
  /** Undefined: it was not there. */
  readonly before: unknown;
  /** Undefined: it is not there any more. */
  readonly after: unknown;
}

/** What differs between two states, in the order of the state, for tables by key. Something that is only in one of them is one change. */
export function diffStates(before: unknown, after: unknown): readonly StateChange[] {
  const changes: StateChange[] = [];
  compare('', before, after, changes);
  return changes;
}

function compare(path: string, before: unknown, after: unknown, into: StateChange[]): void {
  if (Object.is(before, after)) return;
  if (isTable(before) && isTable(after)) {
    const keys = changedKeys(before, after, Infinity) ?? [];
    for (const key of keys.toSorted()) compare(entryPath(path, key), get(before, key), get(after, key), into);
    return;
  }
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) {
    into.push({ path, before, after });
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    for (let index = 0; index < length; index += 1) compare(`${path}[${index}]`, before[index], after[index], into);
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(memberPath(path, key), before[key as never], after[key as never], into);
  }
}

const memberPath = (path: string, key: string): string => {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return entryPath(path, key);
  return path === '' ? key : `${path}.${key}`;
};

const entryPath = (path: string, key: string): string => `${path}[${JSON.stringify(key)}]`;
