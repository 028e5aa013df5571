import type { WorkItemState, WorkItemType } from '../types.ts';

/** WI-13.1: display names of the types; an epic's is ours, the rest the specification's. */
export const TYPE_NAMES: Readonly<Record<WorkItemType, string>> = {
  epic: 'Epic',
  issue: 'Issue',
  task: 'Task',
  incident: 'Incident',
  test_case: 'Test case',
  requirement: 'Requirements',
  objective: 'Objective',
  key_result: 'Key Result',
};

/** WI-13.2: icons of the types outside the tree; a key result has the issue's. */
export const TYPE_ICONS: Readonly<Record<WorkItemType, string>> = {
  epic: 'epic',
  issue: 'issue-type-issue',
  task: 'issue-type-task',
  incident: 'issue-type-incident',
  test_case: 'issue-type-test-case',
  requirement: 'issue-type-requirements',
  objective: 'issue-type-objective',
  key_result: 'issue-type-issue',
};

/** The keys under which the wire knows the types of a project's items (`WorkItemType` of the wire is an upper-case enum). */
export const WIRE_TYPES: Readonly<Record<WorkItemType, string>> = {
  epic: 'EPIC',
  issue: 'ISSUE',
  task: 'TASK',
  incident: 'INCIDENT',
  test_case: 'TEST_CASE',
  requirement: 'REQUIREMENT',
  objective: 'OBJECTIVE',
  key_result: 'KEY_RESULT',
};

export const WORK_ITEM_TYPES = Object.keys(TYPE_NAMES) as readonly WorkItemType[];

/** An epic belongs to a group, everything else to a project. */
export const isEpicType = (type: WorkItemType): type is 'epic' => type === 'epic';

/** TR-07.1: the icon of a tree row by type and state; a blocker matters only while the item is open. */
export function rowIcon(item: {
  readonly type: WorkItemType;
  readonly state: WorkItemState;
  readonly blocked: boolean;
}): string {
  if (item.type === 'epic') return item.state === 'closed' ? 'epic-closed' : 'epic';
  if (item.state === 'closed') return 'issue-closed';
  if (item.blocked) return 'issue-block';
  if (item.type === 'issue') return 'issues';
  return item.type === 'key_result' ? 'issue-type-keyresult' : TYPE_ICONS[item.type];
}

export interface AllowedChild {
  readonly type: WorkItemType;
  /**
   * How many items of this type may stand below one another in a chain that starts with the parent, if the parent is
   * of the same type; 1 where a chain is impossible.
   */
  readonly maxDepth: number;
}

/** TR-19.1: which types may stand under which. */
export const ALLOWED_CHILDREN: Readonly<Record<WorkItemType, readonly AllowedChild[]>> = {
  epic: [
    { type: 'epic', maxDepth: 7 },
    { type: 'issue', maxDepth: 1 },
  ],
  issue: [{ type: 'task', maxDepth: 1 }],
  incident: [{ type: 'task', maxDepth: 1 }],
  objective: [
    { type: 'objective', maxDepth: 9 },
    { type: 'key_result', maxDepth: 1 },
  ],
  task: [],
  test_case: [],
  requirement: [],
  key_result: [],
};

export const allowedChild = (parent: WorkItemType, child: WorkItemType): AllowedChild | null =>
  ALLOWED_CHILDREN[parent].find((allowed) => allowed.type === child) ?? null;

/** A type that never has children shows no expander and takes no drop. */
export const canHaveChildren = (type: WorkItemType): boolean => ALLOWED_CHILDREN[type].length > 0;
