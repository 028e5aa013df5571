/** The page of one work item: its texts, and what stands below it. */
import type { WorkItemType } from '../types.ts';
import { canHaveChildren } from './kinds.ts';

export const WORK_ITEM_TEXTS = {
  /** WI-01.1: one answer for what does not exist and for what may not be seen. */
  missingTitle: 'Work item not found',
  missing: "This work item is not available. It either doesn't exist or you don't have permission to view it.",
  /** WI-01.2: ours, where the server gave no text of its own. */
  fetch: 'Something went wrong while fetching the work item.',
} as const;

/** What a list of children is called, and what stands in it while it is empty. */
export interface ChildrenTexts {
  readonly heading: string;
  readonly empty: string;
}

const TASKS: ChildrenTexts = {
  heading: 'Tasks',
  empty: 'No tasks are currently assigned. Use tasks to break down this issue into smaller parts.',
};

const OKRS: ChildrenTexts = {
  heading: 'Child objectives and key results',
  empty: 'No objectives or key results are currently assigned.',
};

/** WI-09.1: null for types without children; an epic's tree has texts of its own. */
export function childrenTexts(type: WorkItemType): ChildrenTexts | null {
  if (type === 'epic' || !canHaveChildren(type)) return null;
  return type === 'objective' ? OKRS : TASKS;
}

/** TR-24.2: the form that deletes is an issue's; other types are not deleted by it. */
export const hasDeleteForm = (type: WorkItemType): boolean => type === 'issue';
