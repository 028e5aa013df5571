import type { WorkItemType } from '@espalier/core/work-item/rules';
import type { LabelsPatch } from './labels.ts';

/** A change of an item's own fields. What is undefined stays; null empties. Days are civil days, 'YYYY-MM-DD'. */
export interface ItemPatch {
  readonly title?: string;
  readonly description?: string | null;
  /** Instead of `description`: one line of it. */
  readonly updateTask?: TaskPatch;
  readonly confidential?: boolean;
  readonly stateEvent?: 'close' | 'reopen';
  readonly labels?: LabelsPatch;
  /** Refused with 409 unless it is the item's own: somebody else has edited meanwhile. */
  readonly lockVersion?: number;
  // Epics
  /** `#` and 3 or 6 hex digits. */
  readonly color?: string;
  readonly startDateIsFixed?: boolean;
  readonly startDateFixed?: string | null;
  readonly dueDateIsFixed?: boolean;
  readonly dueDateFixed?: string | null;
  // Items of a project
  readonly startDate?: string | null;
  readonly dueDate?: string | null;
  readonly milestoneId?: number | null;
  readonly iterationId?: number | null;
  readonly assigneeIds?: readonly number[];
  readonly weight?: number | null;
  readonly healthStatus?: 'onTrack' | 'needsAttention' | 'atRisk' | null;
  readonly progress?: number;
  /** Seconds; 0: none. */
  readonly timeEstimate?: number;
  readonly locked?: boolean;
  readonly type?: WorkItemType;
}

/** A line of a checklist is checked, or the opposite. `line`: from 1. Refused with 409 unless it is `source` by now. */
export interface TaskPatch {
  readonly line: number;
  readonly source: string;
  readonly checked: boolean;
}

/** The longest description, in characters. */
export const DESCRIPTION_MAX = 1_048_576;

export const START_AFTER_DUE = 'Due date must be greater than or equal to start date';

/** GitLab's text for an edit of an outdated version. */
export const staleText = (noun: string): string =>
  `Someone edited this ${noun} at the same time you did. Please refresh your browser and make sure your changes will not ` +
  'unintentionally remove theirs.';

/** Do counts or dates of ancestors, or rules between parent and child, depend on this change? Then it takes the hierarchy lock. */
export function concernsHierarchy(patch: ItemPatch): boolean {
  const { stateEvent, weight, healthStatus, milestoneId, confidential, type } = patch;
  const { startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed } = patch;
  return [
    stateEvent,
    weight,
    healthStatus,
    milestoneId,
    confidential,
    type,
    startDateIsFixed,
    startDateFixed,
    dueDateIsFixed,
    dueDateFixed,
  ].some((value) => value !== undefined);
}
