/** Blockers that wait for one another. */

/** `blocker` blocks `blocked`. */
export interface BlockingEdge<Id> {
  readonly blocker: Id;
  readonly blocked: Id;
}

/** RL-01.21: what stands at a link that is part of a cycle. */
export const CYCLE_TEXT = 'Part of a cycle: these items block each other, directly or through others.';

function reachable<Id>(from: Id, next: ReadonlyMap<Id, readonly Id[]>): ReadonlySet<Id> {
  const seen = new Set<Id>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const id of next.get(at) ?? []) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(id);
    }
  }
  return seen;
}

function grouped<Id>(edges: readonly (readonly [Id, Id])[]): ReadonlyMap<Id, readonly Id[]> {
  const map = new Map<Id, Id[]>();
  for (const [from, to] of edges) map.set(from, [...(map.get(from) ?? []), to]);
  return map;
}

/**
 * RL-01.20: the items that wait for the subject and for which it waits too: every link between two of them is part of a cycle. The subject is
 * among them; empty without a cycle.
 */
export function blockingCycle<Id>(edges: readonly BlockingEdge<Id>[], subjectId: Id): ReadonlySet<Id> {
  const below = reachable(subjectId, grouped(edges.map(({ blocker, blocked }) => [blocker, blocked] as const)));
  if (!below.has(subjectId)) return new Set();
  const above = reachable(subjectId, grouped(edges.map(({ blocker, blocked }) => [blocked, blocker] as const)));
  return new Set([...below].filter((id) => above.has(id)));
}
