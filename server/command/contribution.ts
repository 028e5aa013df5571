/**
 * Roll-ups: what lies below an item, stored in one row per parent so that reading it costs the same however large the subtree is.
 *
 * - An epic counts all its descendant epics without itself, and as issues the items attached to it or to one of those epics, split by
 *   state; the sum of their weights (none counts 0), split the same way; and, of the open ones, each health status.
 * - Anything else counts what lies below it (the tasks of an issue), but passes none of it up to an epic: an issue is one issue.
 * - `childEpics` and `childIssues` count direct children only (hasChildren, hasIssues).
 */
export interface Contribution {
  readonly openedEpics: number;
  readonly closedEpics: number;
  readonly openedIssues: number;
  readonly closedIssues: number;
  readonly openedWeight: number;
  readonly closedWeight: number;
  readonly onTrack: number;
  readonly needsAttention: number;
  readonly atRisk: number;
}

export interface RollupRow extends Contribution {
  readonly childEpics: number;
  readonly childIssues: number;
}

/** The fields that decide what an item adds to its ancestors. */
export interface Contributor {
  readonly type: string;
  readonly state: string;
  readonly weight: number | null;
  readonly health_status: string | null;
}

/** What arrives at `parentId`, direct children included; negative numbers leave it. */
export interface Delta {
  readonly parentId: number;
  readonly contribution: Contribution;
  readonly childEpics: number;
  readonly childIssues: number;
}

export const nothing: Contribution = {
  openedEpics: 0,
  closedEpics: 0,
  openedIssues: 0,
  closedIssues: 0,
  openedWeight: 0,
  closedWeight: 0,
  onTrack: 0,
  needsAttention: 0,
  atRisk: 0,
};

/** What the item itself adds, without what lies below it. */
export function ownContribution(item: Contributor): Contribution {
  const opened = item.state === 'opened';
  if (item.type === 'epic') return { ...nothing, openedEpics: opened ? 1 : 0, closedEpics: opened ? 0 : 1 };
  return {
    ...nothing,
    openedIssues: opened ? 1 : 0,
    closedIssues: opened ? 0 : 1,
    openedWeight: opened ? (item.weight ?? 0) : 0,
    closedWeight: opened ? 0 : (item.weight ?? 0),
    onTrack: opened && item.health_status === 'onTrack' ? 1 : 0,
    needsAttention: opened && item.health_status === 'needsAttention' ? 1 : 0,
    atRisk: opened && item.health_status === 'atRisk' ? 1 : 0,
  };
}

/** What a child brings along when it is put under a parent of the given type; `below` is its own roll-up. */
export function broughtAlong(item: Contributor, below: Contribution, parentType: string): Contribution {
  return item.type !== 'epic' && parentType === 'epic' ? ownContribution(item) : plus(ownContribution(item), below);
}

const keys = Object.keys(nothing) as (keyof Contribution)[];

export function plus(a: Contribution, b: Contribution): Contribution {
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as Contribution;
}

export function minus(a: Contribution, b: Contribution): Contribution {
  return Object.fromEntries(keys.map((key) => [key, a[key] - b[key]])) as unknown as Contribution;
}

/** Does the delta change any row at all? */
export const changesRollups = ({ contribution, childEpics, childIssues }: Delta): boolean =>
  childEpics !== 0 || childIssues !== 0 || keys.some((key) => contribution[key] !== 0);
