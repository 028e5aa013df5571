import type { GlobalId, WorkItemType } from '../work-item/types.ts';
import { mutation } from '../mutation/index.ts';
import { userAction } from '../store/action.ts';

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

/** What becomes of an item of a checklist, by its first line: its place in its list, from 0; null: it goes. */
export interface LineGesture {
  readonly id: GlobalId;
  readonly line: number;
  readonly to: number | null;
}

export interface LineWanted extends LineGesture {
  /** The line as it was when the menu opened or the drag began. */
  readonly source: string;
}

/** Of an item, as it was or is to be. `confidential` has both texts masked in a redacted log, as they are in the item. */
export interface LineText {
  readonly confidential: boolean;
  readonly description: string;
  /** Null: only the server knows it. */
  readonly descriptionHtml: string | null;
}

export interface LineEdit {
  readonly id: GlobalId;
  readonly type: WorkItemType;
  /** Where the item is changed. */
  readonly endpoint: string;
  readonly lockVersion: number;
  readonly deleted: boolean;
  readonly from: LineText;
  readonly to: LineText;
}

/** A task line, from 1, is to become a task. */
export interface TaskWanted {
  readonly id: GlobalId;
  readonly line: number;
  /** The line as it was when that was wanted. */
  readonly source: string;
}

export interface TaskGiven extends TaskWanted {
  /** Of tasks in the project, as the wire has it. */
  readonly typeId: string;
}

export interface TaskMade extends TaskGiven {
  readonly type: WorkItemType;
  readonly lockVersion: number;
  readonly title: string;
}

export interface TaskAnswer {
  readonly lockVersion: number;
  readonly description: string;
  readonly descriptionHtml: string;
}

export const checklistActions = {
  /** The answer: the item's version by then. */
  toggled: mutation<TaskAsked, { readonly lockVersion: number }, TaskToggle>('checklist/toggled'),
  /** The same. */
  lineEdited: mutation<LineEdit, { readonly lockVersion: number }, LineEdit | LineGesture>('checklist/lineEdited'),
  lineWanted: userAction<LineWanted>('checklist/lineWanted'),
  taskWanted: userAction<TaskWanted>('checklist/taskWanted'),
  taskMade: mutation<TaskMade, TaskAnswer, TaskGiven>('checklist/taskMade'),
};
