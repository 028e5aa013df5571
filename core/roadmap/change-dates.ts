import type { DatedThing } from '../epic/rules/dates.ts';
import type { Draft } from '../mutation/index.ts';
import type { CivilDate, GlobalId, WorkItem } from '../work-item/types.ts';
import type { Dated } from './rules/dates.ts';
import type { DatesChange, RoadmapConfirmed } from './types.ts';
import { inheritedDates } from '../epic/rules/dates.ts';
import { merged } from '../entities/index.ts';
import { changedDates, type DateSetting, type DateSettings } from '../work-item/dates.ts';
import { knows } from '../work-item/entity.ts';
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

/** RM-09.33: from the epic that changed upwards, until one keeps its dates or is not known. */
function inherit(draft: Draft<RoadmapConfirmed>, before: WorkItem, after: WorkItem, seen: Set<GlobalId>): void {
  const { parentId } = before;
  // Two readings at different times may disagree about who is whose parent: nobody is asked twice.
  if (parentId == null || seen.has(parentId)) return;
  seen.add(parentId);
  const parent = draft.get('items', parentId);
  if (!knows(parent, 'startDateIsFixed', 'dueDateIsFixed')) return;
  const others = (draft.get('roadmapLists', childrenKey(parentId))?.ids ?? []).flatMap((id) => {
    const child = id === before.id ? undefined : draft.get('items', id);
    return child === undefined ? [] : [shownDates(child)];
  });
  const dates = inheritingFrom({ ...parent, ...shownDates(parent) }, shownDates(before), shownDates(after), others);
  const next = merged<WorkItem>(parent, dates);
  if (next === parent) return;
  draft.set('items', parentId, next);
  inherit(draft, parent, next, seen);
}

const shownDates = ({ startDate = null, dueDate = null }: Pick<WorkItem, 'startDate' | 'dueDate'>) => ({
  startDate,
  dueDate,
});

interface Inheriting extends Dated {
  readonly startDateIsFixed: boolean;
  readonly dueDateIsFixed: boolean;
}

const thing = (dates: Dated, index: number): DatedThing<number> => ({ ...dates, id: index });

/**
 * RM-09.33: the dates of an epic after one of its children went from `before` to `after`, by EP-07.1 to EP-07.4. `others` are its other children as far as
 * they are known. What is not known (milestones of its issues, children on other pages) is in the epic's own dates: they go on counting, but for the one
 * that the child itself gave.
 */
function inheritingFrom(
  epic: Inheriting,
  before: Dated,
  after: Dated,
  others: readonly Dated[],
): { readonly startDate: string | null; readonly dueDate: string | null } {
  const unknown: Dated = {
    startDate: epic.startDate === before.startDate ? null : epic.startDate,
    dueDate: epic.dueDate === before.dueDate ? null : epic.dueDate,
  };
  const { start, due } = inheritedDates({ milestones: [], childEpics: [after, unknown, ...others].map(thing) });
  return {
    startDate: epic.startDateIsFixed ? epic.startDate : start.date,
    dueDate: epic.dueDateIsFixed ? epic.dueDate : due.date,
  };
}
