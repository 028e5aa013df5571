import type { Invariant } from './types.ts';
import { isHeldUp } from './in-flight.ts';
import { linkIntents } from '../../link/intents.ts';
import { roadmapIntents } from '../../roadmap/intents.ts';
import { sidebarIntents } from '../../sidebar/intents.ts';
import { treeIntents } from '../../tree/intents.ts';
import { treeReversals } from '../../tree/reversals.ts';
import { entries, get } from '../../table/index.ts';

/** RP-03.204: milliseconds after which the oldest intent should have been answered or given up: five tries of 30 s, their waits, and as much again. */
export const INTENT_LIMIT = 600_000;

const KINDS: ReadonlySet<string> = new Set(
  [treeIntents, roadmapIntents, sidebarIntents, linkIntents].flatMap(Object.keys),
);

const twice = (ids: readonly string[]): readonly string[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];

export const pendingSane: Invariant = {
  name: 'pending-sane',
  about:
    'Every pending intent has an id of its own and a known kind, is settled once, and the oldest is not older than ten minutes.',
  check(state, { action, before, settled, at, pendingSince }) {
    const { pending } = state;
    const faults: string[] = [];
    const ids = pending.map(({ id }) => id);
    for (const id of twice(ids)) faults.push(`Intent ${id} is pending twice.`);
    for (const { id, kind } of pending) {
      if (id === '') faults.push(`An intent of ${kind} has no id.`);
      if (!KINDS.has(kind)) faults.push(`Intent ${id} is of the unknown kind ${kind}.`);
      if (settled.has(id)) faults.push(`Intent ${id} is pending again after it was settled.`);
    }
    const [oldest] = pending;
    if (oldest !== undefined && !isHeldUp(state) && at - (pendingSince.get(oldest.id) ?? at) > INTENT_LIMIT) {
      faults.push(`Intent ${oldest.id} has been pending for more than ${INTENT_LIMIT / 60_000} minutes.`);
    }
    const settles = action?.meta.settles?.intentId;
    if (settles === undefined || before === null) return faults;
    if (ids.includes(settles)) faults.push(`Intent ${settles} is still pending after it was settled.`);
    if (before.pending.some(({ id }) => id === settles)) return faults;
    // Some edits are shown only when they are answered: they are never pending, and their refusal names them all the same.
    if (action !== null && treeReversals.reversalRefused.match(action)) return faults;
    faults.push(
      settled.has(settles)
        ? `Intent ${settles} is settled twice.`
        : `Intent ${settles} is settled, but was never pending.`,
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

export const stampsNeverShrink: Invariant = {
  name: 'stamps-never-shrink',
  about: 'The count of changes that the server made for us only grows, key by key.',
  check({ stamps }, { before }) {
    if (before === null || before.stamps === stamps) return [];
    return [...entries(before.stamps)].flatMap(([key, count]) => {
      const now = get(stamps, key);
      return now !== undefined && now >= count
        ? []
        : [`The stamp of ${key} went from ${count} to ${now ?? 'nothing'}.`];
    });
  },
};
