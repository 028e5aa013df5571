import type { RoadmapEpicPartsFragment } from '../api/generated/operations.ts';
import type { CivilDate, DescendantCounts, DescendantWeightSum, GlobalId } from '../work-item/types.ts';
import type { RoadmapEpic } from './types.ts';
import { epicPermissions, Pool } from '../api/wire-parts.ts';
import { dayOf } from '../epic/wire.ts';
import { dateFacts } from '../work-item/dates.ts';

/** From the wire to an epic of the roadmap. What its changes are answered with comes this way too, so that it stands apart from the questions. */

export type RoadmapNode = RoadmapEpicPartsFragment & {
  readonly color?: string | null;
  readonly textColor?: string | null;
};

/** Thousands of epics name the same few groups and days, and have the same small counts: each of these is kept once. */
const groups = new Pool();
const days = new Map<string, CivilDate>();
const allCounts = new Map<string, DescendantCounts>();
const allSums = new Map<string, DescendantWeightSum>();
const KEPT = 4096;

/** The value that is kept under the key, and says the same. */
function once<T>(kept: Map<string, T>, key: string, value: T): T {
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= KEPT) kept.clear();
  kept.set(key, value);
  return value;
}

/** The civil day of a time, each kept once. */
export function keptDay(time: string | null): CivilDate | null {
  const day = dayOf(time);
  return day === null ? null : once(days, day, day);
}

function countsOf(counts: RoadmapNode['descendantCounts']): DescendantCounts {
  const openedEpics = count(counts?.openedEpics);
  const closedEpics = count(counts?.closedEpics);
  const openedIssues = count(counts?.openedIssues);
  const closedIssues = count(counts?.closedIssues);
  const key = `${openedEpics} ${closedEpics} ${openedIssues} ${closedIssues}`;
  return once(allCounts, key, { openedEpics, closedEpics, openedIssues, closedIssues });
}

function sumsOf(weights: RoadmapNode['descendantWeightSum']): DescendantWeightSum {
  const openedIssues = count(weights?.openedIssues);
  const closedIssues = count(weights?.closedIssues);
  return once(allSums, `${openedIssues} ${closedIssues}`, { openedIssues, closedIssues });
}

const NOBODY: readonly GlobalId[] = [];

const count = (value: number | null | undefined): number => value ?? 0;

export function roadmapEpic(node: RoadmapNode): RoadmapEpic {
  const blockedBy = (node.blockedByEpics?.nodes ?? []).flatMap((epic) => (epic === null ? [] : [epic.id]));
  return {
    id: node.id,
    iid: node.iid,
    type: 'epic',
    title: node.title ?? '',
    state: node.state === 'closed' ? 'closed' : 'opened',
    webPath: node.webPath,
    reference: node.reference,
    confidential: node.confidential === true,
    hasChildren: node.hasChildren,
    hasParent: node.hasParent,
    parentId: node.parent?.id ?? null,
    blocked: node.blocked === true,
    blockedByCount: count(node.blockedByCount),
    blockedBy: blockedBy.length === 0 ? NOBODY : blockedBy,
    ...dateFacts('start', {
      date: keptDay(node.startDate),
      isFixed: node.startDateIsFixed === true,
      fixed: keptDay(node.startDateFixed),
    }),
    ...dateFacts('due', {
      date: keptDay(node.dueDate),
      isFixed: node.dueDateIsFixed === true,
      fixed: keptDay(node.dueDateFixed),
    }),
    group: groups.keep(node.group),
    permissions: epicPermissions(node.userPermissions),
    descendantCounts: countsOf(node.descendantCounts),
    descendantWeightSum: sumsOf(node.descendantWeightSum),
    // Asked for where the colours are on.
    ...(node.color === undefined ? {} : { color: node.color, textColor: node.textColor ?? null }),
  };
}
