import type { Invariant } from './types.ts';
import { repeated } from './pending.ts';
import { entries, has } from '../../table/index.ts';
import { isObject, joinPath, partsOf } from '../parts.ts';

export const noticesUnique: Invariant = {
  name: 'notices-unique',
  about: 'Every alert and toast has an id of its own, so that dismissing one dismisses no other.',
  check({ notice }) {
    const ids = notice.map(({ id }) => id);
    const faults = repeated(ids).map((id) => `Several notices have the id "${id}".`);
    return ids.filter((id) => id === '').length === 1 ? [...faults, 'A notice has no id.'] : faults;
  },
};

export const expandedItemsKnown: Invariant = {
  name: 'expanded-items-known',
  about: 'Only items that are known are expanded.',
  check({ tree, confirmed }) {
    return [...entries(tree.expansion)].flatMap(([id, expansion]) =>
      has(confirmed.items, id) ? [] : [`${id} is ${expansion}, but not known.`],
    );
  },
};

const NONE: readonly string[] = [];
const checked = new WeakMap<object, readonly string[]>();

/** What JSON would lose or change, by path. A member that is undefined counts as absent, as it does for JSON. */
function unsafe(value: unknown, open: ReadonlySet<object>): readonly string[] {
  if (!isObject(value)) return fits(value) ? NONE : [` is ${kindOf(value)}`];
  const known = checked.get(value);
  if (known !== undefined) return known;
  if (open.has(value)) return [' contains itself'];
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return [' is no plain object'];
  const inside = new Set(open).add(value);
  const faults: string[] = [];
  for (const [name, part] of partsOf(value)) {
    if (part === undefined && !Array.isArray(value)) continue;
    for (const fault of unsafe(part, inside)) {
      faults.push(fault.startsWith(' ') ? `${name}${fault}` : joinPath(name, fault));
    }
  }
  const result = faults.length === 0 ? NONE : faults;
  checked.set(value, result);
  return result;
}

const kindOf = (value: unknown): string =>
  typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`;

const fits = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

export const jsonSafe: Invariant = {
  name: 'json-safe',
  about: 'State and action are plain data that JSON keeps as it is.',
  check: (state, { action }) => [
    ...unsafe(state, new Set()).map((fault) => `state.${fault}.`),
    ...(action === null ? NONE : unsafe(action, new Set())).map((fault) => `action.${fault}.`),
  ],
};
