import type { Invariant } from './types.ts';
import { isHeldUp } from './in-flight.ts';
import { mutationOf } from '../../mutation/index.ts';
import { entries, get } from '../../table/index.ts';

/** RP-03.204: milliseconds after which the oldest mutation should have been answered or given up: five tries of 30 s, their waits, and as much again. */
export const PENDING_LIMIT = 600_000;

/** The ids that stand in a list more than once. */
export const repeated = (ids: readonly string[]): readonly string[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];

export const pendingSane: Invariant = {
  name: 'pending-sane',
  about:
    'Every pending mutation has an id of its own and a known type, is resolved once, and the oldest is not older than ten minutes.',
  check(state, { action, before, resolved, at, pendingSince }) {
    const { pending } = state;
    const faults: string[] = [];
    const ids = pending.map(({ id }) => id);
    for (const id of repeated(ids)) faults.push(`Mutation ${id} is pending twice.`);
    for (const { id, type } of pending) {
      if (id === '') faults.push(`A mutation of ${type} has no id.`);
      if (mutationOf(type) === undefined) faults.push(`Mutation ${id} is of the unknown type ${type}.`);
      if (resolved.has(id)) faults.push(`Mutation ${id} is pending again after it was resolved.`);
    }
    const [oldest] = pending;
    if (oldest !== undefined && !isHeldUp(state) && at - (pendingSince.get(oldest.id) ?? at) > PENDING_LIMIT) {
      faults.push(`Mutation ${oldest.id} has been pending for more than ${PENDING_LIMIT / 60_000} minutes.`);
    }
    const resolves = action?.meta.resolves?.id;
    if (resolves === undefined || before === null) return faults;
    if (ids.includes(resolves)) faults.push(`Mutation ${resolves} is still pending after it was resolved.`);
    if (before.pending.some(({ id }) => id === resolves)) return faults;
    faults.push(
      resolved.has(resolves)
        ? `Mutation ${resolves} is resolved twice.`
        : `Mutation ${resolves} is resolved, but was never pending.`,
    );
    return faults;
  },
};

export const visibleIsConfirmed: Invariant = {
  name: 'visible-is-confirmed',
  about: 'With nothing pending, what is shown is what is confirmed, the same object.',
  check: ({ confirmed, pending }, { visible }) =>
    pending.length === 0 && visible !== confirmed
      ? ['Nothing is pending, but something else is shown than is confirmed.']
      : [],
};

export const versionsNeverShrink: Invariant = {
  name: 'versions-never-shrink',
  about: 'The count of changes that the server made for us only grows, key by key.',
  check({ versions }, { before }) {
    if (before === null || before.versions === versions) return [];
    return [...entries(before.versions)].flatMap(([key, count]) => {
      const now = get(versions, key);
      return now !== undefined && now >= count
        ? []
        : [`The version of ${key} went from ${count} to ${now ?? 'nothing'}.`];
    });
  },
};
