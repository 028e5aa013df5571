/** What the subtree of an epic adds up to (TR-02.1 to TR-02.5). */
import type {
  DescendantCounts,
  DescendantWeightSum,
  HealthCounts,
  HealthStatus,
  WorkItemState,
  WorkItemType,
} from '../../work-item/types.ts';

export interface Rollup {
  /** Epics below, without the epic itself; issues of the epic and of all epics below. */
  readonly counts: DescendantCounts;
  readonly weights: DescendantWeightSum;
  readonly health: HealthCounts;
}

export const EMPTY_ROLLUP: Rollup = {
  counts: { openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0 },
  weights: { openedIssues: 0, closedIssues: 0 },
  health: { issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 },
};

export interface Counted {
  readonly type: WorkItemType;
  readonly state: WorkItemState;
  /** Absent where it was not read. */
  readonly weight?: number | null;
  readonly healthStatus?: HealthStatus | null;
}

const HEALTH_KEYS = {
  onTrack: 'issuesOnTrack',
  needsAttention: 'issuesNeedingAttention',
  atRisk: 'issuesAtRisk',
} as const satisfies Record<HealthStatus, keyof HealthCounts>;

/**
 * What a child adds to each of its ancestors. TR-02.1: an epic adds itself and all that it holds; TR-02.2: an issue adds itself, and its
 * weight by its state, no weight being 0; TR-02.3: its health only while it is open. Items below an issue add nothing.
 */
export function contribution(item: Counted, rollup: Rollup = EMPTY_ROLLUP): Rollup {
  const closed = item.state === 'closed';
  if (item.type === 'epic') {
    const counts = { ...EMPTY_ROLLUP.counts, [closed ? 'closedEpics' : 'openedEpics']: 1 };
    return addRollups({ ...EMPTY_ROLLUP, counts }, rollup);
  }
  const key = closed ? 'closedIssues' : 'openedIssues';
  return {
    counts: { ...EMPTY_ROLLUP.counts, [key]: 1 },
    // mutant: weights-of-closed-issues-lost
    weights: { ...EMPTY_ROLLUP.weights, [key]: item.weight ?? 0 },
    health:
      closed || item.healthStatus == null
        ? EMPTY_ROLLUP.health
        : { ...EMPTY_ROLLUP.health, [HEALTH_KEYS[item.healthStatus]]: 1 },
  };
}

export const addRollups = (a: Rollup, b: Rollup): Rollup => combine(a, b, 1);

/** TR-02.4: what leaves is taken away from every ancestor. */
export const subtractRollups = (a: Rollup, b: Rollup): Rollup => combine(a, b, -1);

function combine(a: Rollup, b: Rollup, sign: 1 | -1): Rollup {
  return {
    counts: {
      openedEpics: a.counts.openedEpics + sign * b.counts.openedEpics,
      closedEpics: a.counts.closedEpics + sign * b.counts.closedEpics,
      openedIssues: a.counts.openedIssues + sign * b.counts.openedIssues,
      closedIssues: a.counts.closedIssues + sign * b.counts.closedIssues,
    },
    weights: {
      openedIssues: a.weights.openedIssues + sign * b.weights.openedIssues,
      closedIssues: a.weights.closedIssues + sign * b.weights.closedIssues,
    },
    health: {
      issuesOnTrack: a.health.issuesOnTrack + sign * b.health.issuesOnTrack,
      issuesNeedingAttention: a.health.issuesNeedingAttention + sign * b.health.issuesNeedingAttention,
      issuesAtRisk: a.health.issuesAtRisk + sign * b.health.issuesAtRisk,
    },
  };
}

/** The roll-up of an epic counted from scratch; the parents of a tree must be acyclic. */
export function recount<Id>(epicId: Id, childrenOf: (id: Id) => readonly Id[], itemOf: (id: Id) => Counted): Rollup {
  let total = EMPTY_ROLLUP;
  for (const childId of childrenOf(epicId)) {
    const child = itemOf(childId);
    const below = child.type === 'epic' ? recount(childId, childrenOf, itemOf) : EMPTY_ROLLUP;
    total = addRollups(total, contribution(child, below));
  }
  return total;
}

/** TR-02.5 */
export const COUNTS_NOTICE = 'Counts reflect children you may not have access to.';

export interface CountLine {
  readonly label: 'Epics' | 'Issues' | 'Total weight';
  readonly opened: number;
  readonly closed: number;
  /** Of both states (TR-02.7). */
  readonly total: number;
  /** `2 open, 1 closed`. */
  readonly text: string;
}

const countLine = (label: CountLine['label'], opened: number, closed: number): CountLine => ({
  label,
  opened,
  closed,
  total: opened + closed,
  text: `${opened} open, ${closed} closed`,
});

/** TR-02.6: the lines of the counts tooltip; epics only where sub-epics are allowed. */
export function countLines(counts: DescendantCounts, allowSubEpics: boolean): readonly CountLine[] {
  const issues = countLine('Issues', counts.openedIssues, counts.closedIssues);
  return allowSubEpics ? [countLine('Epics', counts.openedEpics, counts.closedEpics), issues] : [issues];
}

/** TR-02.7: the weight of the header is shown also where it is 0. */
export const weightLine = ({ openedIssues, closedIssues }: DescendantWeightSum): CountLine =>
  countLine('Total weight', openedIssues, closedIssues);
