import type { RoadmapEpicPartsFragment } from '../api/generated/operations.ts';
import type { CivilDate, GlobalId } from '../work-item/types.ts';
import type { RoadmapEpic } from './types.ts';
import { dayOf, epicPermissions, Pool, sumsBelow } from '../api/wire-parts.ts';
import { dateFacts } from '../work-item/dates.ts';

/** Decodes epics of the roadmap. The answers to mutations need this on the first page, so it is kept apart from the queries. */

export type RoadmapNode = RoadmapEpicPartsFragment & {
  readonly color?: string | null;
  readonly textColor?: string | null;
};

/** Thousands of epics share a few groups and days and have equal small sums, so each of these is interned. */
const groups = new Pool();
const days = new Map<string, CivilDate>();
const sums = new Map<string, Readonly<Record<string, number>>>();
const KEPT = 4096;

/** The value already interned under the key, which is equal to this one. */
function once<T>(kept: Map<string, T>, key: string, value: T): T {
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= KEPT) kept.clear();
  kept.set(key, value);
  return value;
}

/** The civil day of a time, interned. */
export function keptDay(time: string | null): CivilDate | null {
  const day = dayOf(time);
  return day === null ? null : once(days, day, day);
}

/** Counts and weights cannot share a key: they have different numbers of figures. */
const kept = <T extends { readonly [K in keyof T]: number }>(figures: T): T =>
  once<object>(sums, Object.values(figures).join(' '), figures) as T;

const NOBODY: readonly GlobalId[] = [];

export function roadmapEpic(node: RoadmapNode): RoadmapEpic {
  const { descendantCounts, descendantWeightSum } = sumsBelow(node);
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
    blockedByCount: node.blockedByCount ?? 0,
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
    descendantCounts: kept(descendantCounts),
    descendantWeightSum: kept(descendantWeightSum),
    // Requested only if the feature of colours is on.
    ...(node.color === undefined ? {} : { color: node.color, textColor: node.textColor ?? null }),
  };
}
