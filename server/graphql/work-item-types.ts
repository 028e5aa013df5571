import { type AccessSubject, can, workItemPermissions } from '@espalier/core/access';
import { TYPE_ICONS, TYPE_NAMES, type WorkItemType } from '@espalier/core/work-item/rules';

/** The numbers of the work item types in `gid://gitlab/WorkItems::Type/N`: fixed, clients keep them. */
export const WORK_ITEM_TYPE_IDS: Readonly<Record<WorkItemType, number>> = {
  issue: 1,
  incident: 2,
  test_case: 3,
  requirement: 4,
  task: 5,
  objective: 6,
  key_result: 7,
  epic: 8,
};

/** What a project can own. */
export const PROJECT_TYPES: readonly WorkItemType[] = [
  'issue',
  'incident',
  'test_case',
  'requirement',
  'task',
  'objective',
  'key_result',
];

export const WORK_ITEM_TYPE_GID = 'WorkItems::Type';

/** The type as the wire shows it. */
export function wireType(type: WorkItemType): { id: string; name: string; iconName: string } {
  return {
    id: `gid://gitlab/${WORK_ITEM_TYPE_GID}/${WORK_ITEM_TYPE_IDS[type]}`,
    name: TYPE_NAMES[type],
    iconName: TYPE_ICONS[type],
  };
}

export function typeOfId(id: number): WorkItemType | null {
  const found = Object.entries(WORK_ITEM_TYPE_IDS).find(([, number]) => number === id);
  return found ? (found[0] as WorkItemType) : null;
}

/** The object type of a widget. Which ones an item of a type has: `TYPE_WIDGETS` of the core. */
export const WIDGET_TYPES: Readonly<Record<string, string>> = {
  ASSIGNEES: 'WorkItemWidgetAssignees',
  AWARD_EMOJI: 'WorkItemWidgetAwardEmoji',
  CURRENT_USER_TODOS: 'WorkItemWidgetCurrentUserTodos',
  DESCRIPTION: 'WorkItemWidgetDescription',
  HEALTH_STATUS: 'WorkItemWidgetHealthStatus',
  HIERARCHY: 'WorkItemWidgetHierarchy',
  ITERATION: 'WorkItemWidgetIteration',
  LABELS: 'WorkItemWidgetLabels',
  MILESTONE: 'WorkItemWidgetMilestone',
  NOTES: 'WorkItemWidgetNotes',
  NOTIFICATIONS: 'WorkItemWidgetNotifications',
  PROGRESS: 'WorkItemWidgetProgress',
  START_AND_DUE_DATE: 'WorkItemWidgetStartAndDueDate',
  WEIGHT: 'WorkItemWidgetWeight',
};

/** What a viewer may do with a work item. It may be an epic: the rules of its kind hold. */
export function permissionsAsWorkItem(kind: 'epic' | 'issue', subject: AccessSubject) {
  if (kind === 'issue') return workItemPermissions(subject);
  return {
    readWorkItem: can('readEpic', subject),
    updateWorkItem: can('updateEpic', subject),
    adminWorkItem: can('adminEpic', subject),
    setWorkItemMetadata: can('adminEpic', subject),
    deleteWorkItem: can('destroyEpic', subject),
    adminParentLink: can('adminEpicRelation', subject),
    createNote: can('createNote', subject),
  };
}
