import type { GlobalId, WorkItemType } from '../work-item/types.ts';
import { mutation } from '../mutation/index.ts';

/** A task line of a description, from 1, is checked or the opposite. */
export interface TaskToggle {
  readonly id: GlobalId;
  readonly line: number;
  readonly checked: boolean;
}

export interface TaskAsked extends TaskToggle {
  readonly type: WorkItemType;
  /** Where the item is changed. */
  readonly endpoint: string;
  /** The line as it was. No reducer looks into it but at its length: a redacted log keeps nothing else of it. */
  readonly source: string;
}

export const checklistActions = {
  /** The answer: the item's version by then. */
  toggled: mutation<TaskAsked, { readonly lockVersion: number }, TaskToggle>('checklist/toggled'),
};
