/** Taking a child out of its parent (TR-13). */
import type { WorkItemType } from '../../work-item/types.ts';
import { HTTP } from '../../work-item/rules.ts';

/** TR-13.1: the question, by what is removed: an epic, an epic with children, anything else. */
export function removalConfirmation(
  child: { readonly type: WorkItemType; readonly title: string; readonly hasChildren: boolean },
  parentTitle: string,
): string {
  return child.type === 'epic' && child.hasChildren
    ? `This will also remove any descendents of ${child.title} from ${parentTitle}. Are you sure?`
    : `Are you sure you want to remove ${child.title} from ${parentTitle}?`;
}

/** TR-13.2: the alert after a failed removal: the path is gone (404), or anything else. */
export function removalFailure(type: WorkItemType, status: number | undefined): string {
  const what = type === 'epic' ? 'epic' : 'issue';
  return status === HTTP.NOT_FOUND
    ? `We could not determine the path to remove the ${what}`
    : `An error occurred while removing ${what}s.`;
}

/** TR-13.3: removing an epic needs the right to relate on the parent, removing an issue the right to administer it. */
export const canRemove = (
  type: WorkItemType,
  parent: { readonly canAdmin: boolean; readonly canAdminRelation: boolean },
): boolean => (type === 'epic' ? parent.canAdminRelation : parent.canAdmin);

/** TR-24.1: the question before an issue is deleted for good. */
export const issueDeletionQuestion = (name: string): string => `${name} will be removed! Are you sure?`;
