import type { WorkItemType } from '../../work-item/types.ts';
import { allowedChild, typeNoun } from '../../work-item/rules.ts';
import { refused } from './hierarchy.ts';
import type { Where } from './positions.ts';

type Id = string | number;

export const DEFAULT_MAX_WORK_ITEM_CHILDREN = 1000;

/** TR-19.3: the texts of the parent link of work items, each behind the child's reference. */
export const LINK_ERRORS = {
  type: "it's not allowed to add this type of parent item",
  depth: 'reached maximum depth',
  children: 'parent already has maximum number of children.',
  itself: 'is not allowed to point to itself',
  cycle: "it's already present in this item's hierarchy",
  linked: 'cannot assign a linked work item as a parent',
} as const;

/** The text names the child's type; the specification shows it for a task. */
export function confidentialLinkError(type: WorkItemType): string {
  const name = typeNoun(type);
  return `cannot assign a non-confidential ${name} to a confidential parent. Make the ${name} confidential and try again.`;
}

export interface LinkCheck {
  readonly child: { readonly id: Id; readonly type: WorkItemType; readonly confidential: boolean };
  readonly parent: {
    readonly id: Id;
    readonly type: WorkItemType;
    readonly confidential: boolean;
    readonly ancestorIds: readonly Id[];
    /** Ancestors of the parent of the parent's own type in an unbroken chain, without the parent. */
    readonly sameTypeAncestors: number;
    readonly childCount: number;
  };
  /** Items of the child's own type on the longest chain down from it, itself included: 1 for a leaf. */
  readonly childHeight: number;
  /** A relates-to or blocks link between the two. */
  readonly linked?: boolean;
  readonly maxChildren?: number;
}

/** TR-19.3: every reason why the parent may not be set; none: it may. */
export function workItemLinkErrors(check: LinkCheck): readonly string[] {
  const { child, parent } = check;
  const errors: string[] = [];
  if (child.id === parent.id) errors.push(LINK_ERRORS.itself);
  if (parent.ancestorIds.includes(child.id)) errors.push(LINK_ERRORS.cycle);
  const allowed = allowedChild(parent.type, child.type);
  if (allowed === null) errors.push(LINK_ERRORS.type);
  else if (parent.type === child.type && parent.sameTypeAncestors + 1 + check.childHeight > allowed.maxDepth) {
    errors.push(LINK_ERRORS.depth);
  }
  if (parent.childCount >= (check.maxChildren ?? DEFAULT_MAX_WORK_ITEM_CHILDREN)) errors.push(LINK_ERRORS.children);
  if (check.linked === true) errors.push(LINK_ERRORS.linked);
  if (parent.confidential && !child.confidential) errors.push(confidentialLinkError(child.type));
  return errors;
}

/** TR-19.4: an unknown parent, an unusable child. */
export const noSuchWorkItem = (id: string): string => `No Work Item found with ID: ${id}.`;
export const NO_MATCHING_TASK = 'No matching task found. Make sure that you are adding a valid task ID.';

export const PLACE_ERRORS = {
  incomplete: 'Both adjacentWorkItemId and relativePosition are required.',
  position: 'Relative position is not valid.',
  sibling: "The adjacent work item's parent must match the parent work item.",
} as const;

/**
 * TR-19.9: where `hierarchyWidget` puts a work item among its siblings. Unlike an epic's tree, `BEFORE` and `AFTER` say where the
 * *moved* item ends up. `adjacent` is undefined where none was named and null where it is not there or not to be seen.
 */
export function resolveWorkItemPlace<I extends Id>(request: {
  readonly movedId: I;
  readonly parentId: I;
  readonly adjacent?: { readonly id: I; readonly parentId: I | null } | null;
  readonly relativePosition?: string | null;
}): { readonly ok: true; readonly where: Where<I> } | { readonly ok: false; readonly error: string } {
  const { adjacent } = request;
  const relativePosition = request.relativePosition ?? null;
  if (adjacent === undefined && relativePosition === null) return { ok: true, where: { at: 'end' } };
  if (adjacent === undefined || relativePosition === null) return refused(PLACE_ERRORS.incomplete);
  if (relativePosition !== 'BEFORE' && relativePosition !== 'AFTER') return refused(PLACE_ERRORS.position);
  if (adjacent === null || adjacent.parentId !== request.parentId || adjacent.id === request.movedId) {
    return refused(PLACE_ERRORS.sibling);
  }
  return { ok: true, where: { at: relativePosition === 'BEFORE' ? 'before' : 'after', sibling: adjacent.id } };
}
