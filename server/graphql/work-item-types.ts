import { TYPE_ICONS, TYPE_NAMES } from '@espalier/core/work-item/rules';
import type { WorkItemTypeName } from '../db/types.ts';

/** The numbers of the work item types in `gid://gitlab/WorkItems::Type/N`: fixed, clients keep them. */
export const WORK_ITEM_TYPE_IDS: Readonly<Record<WorkItemTypeName, number>> = {
  issue: 1,
  incident: 2,
  test_case: 3,
  requirement: 4,
  task: 5,
  objective: 6,
  key_result: 7,
  epic: 8,
};

export const WORK_ITEM_TYPE_GID = 'WorkItems::Type';

/** The type as the wire shows it. */
export function wireType(type: WorkItemTypeName): { id: string; name: string; iconName: string } {
  return {
    id: `gid://gitlab/${WORK_ITEM_TYPE_GID}/${WORK_ITEM_TYPE_IDS[type]}`,
    name: TYPE_NAMES[type],
    iconName: TYPE_ICONS[type],
  };
}

export function typeOfId(id: number): WorkItemTypeName | null {
  const found = Object.entries(WORK_ITEM_TYPE_IDS).find(([, number]) => number === id);
  return found ? (found[0] as WorkItemTypeName) : null;
}
