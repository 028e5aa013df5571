import type { Draft } from '../mutation/index.ts';
import type { CivilDate, GlobalId } from '../work-item/types.ts';
import type { DatesChange, RoadmapConfirmed } from './types.ts';
import { followedDate, inheritedDates } from '../epic/rules/dates.ts';
import { merged } from '../entities/index.ts';
import { changedDates, type DateField, type DateSetting, type DateSettings } from '../work-item/dates.ts';
import { type WorkItem, knows } from '../work-item/entity.ts';
import { childrenKey } from './reads.ts';

/** The version key of all epics of the roadmap: a read covers many of them, so a change of any one makes earlier reads stale. */
export const EPICS_KEY = 'roadmapEpics';

/**
 * RM-09.20: the dates are those that were given, and fixed; twice is once. An epic that is not known stays unknown. RM-09.33: the epics above it that inherit
 * dates follow at once.
 */
export function applyDates(draft: Draft<RoadmapConfirmed>, change: DatesChange): void {
  const epic = draft.get('items', change.id);
  if (epic === undefined) return;
  // mutant: roadmap-one-end-only
  const next = merged<WorkItem>(epic, changedDates(epic, settingsOf(change)));
  if (next === epic) return;
  draft.set('items', change.id, next);
  inherit(draft, epic, next, new Set([change.id]));
}

/** What a change makes of the dates. RM-09.40: one with a kept date is inherited again, from what it was inherited from when the change was worked out. */
export function settingsOf({ startDate, keptStart, dueDate, keptDue }: DatesChange): DateSettings {
  const setting = (given: CivilDate | null, kept: CivilDate | null | undefined): DateSetting =>
    kept === undefined ? { isFixed: true, fixed: given } : { isFixed: false, fixed: kept, inherited: given };
  return {
    ...(startDate === undefined ? {} : { start: setting(startDate, keptStart) }),
    ...(dueDate === undefined ? {} : { due: setting(dueDate, keptDue) }),
  };
}

/** RM-09.33: EP-07.35 for the parent of a changed epic, and so on upwards, until one keeps its dates or is not known. */
function inherit(draft: Draft<RoadmapConfirmed>, before: WorkItem, after: WorkItem, seen: Set<GlobalId>): void {
  const { parentId } = before;
  // Reads at different times may disagree about who is whose parent: each epic is visited once.
  if (parentId == null || seen.has(parentId)) return;
  seen.add(parentId);
  const parent = draft.get('items', parentId);
  if (!knows(parent, 'startDateIsFixed', 'dueDateIsFixed')) return;
  const others = (draft.get('roadmapLists', childrenKey(parentId))?.ids ?? []).flatMap((id) =>
    id === before.id ? [] : (draft.get('items', id) ?? []),
  );
  const given = (child: WorkItem) => inheritedDates({ milestones: [], childEpics: [child, ...others] });
  const [then, now] = [given(before), given(after)];
  const followed = (field: DateField) =>
    followedDate(field, parent[`${field}Date`] ?? null, then[field].date, now[field].date);
  const dates = {
    ...(parent.startDateIsFixed ? {} : { startDate: followed('start') }),
    ...(parent.dueDateIsFixed ? {} : { dueDate: followed('due') }),
  };
  const next = merged<WorkItem>(parent, dates);
  if (next === parent) return;
  draft.set('items', parentId, next);
  inherit(draft, parent, next, seen);
}
