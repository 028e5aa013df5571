import { allowedChild, TYPE_NAMES, typeNoun, type WorkItemType } from '@espalier/core/work-item/rules';
import { LINK_ERRORS } from '@espalier/core/tree/rules';
import type { Change } from '../command/change.ts';
import type { Item } from '../command/item.ts';
import { refuse } from '../command/outcome.ts';

/** GitLab's texts. */
export const TYPE_ERRORS = {
  unknown: (id: string): string => `Work Item type with id ${id} was not found`,
  notAllowed: (type: WorkItemType): string =>
    `You are not allowed to change the Work Item type to ${TYPE_NAMES[type]}.`,
  parent: (type: WorkItemType, parent: WorkItemType): string =>
    `Work item type cannot be changed to ${typeNoun(type)} when linked to a parent ${typeNoun(parent)}.`,
  children: (type: WorkItemType): string =>
    `Work item type cannot be changed to ${typeNoun(type)} with these child item types.`,
  depth: `Work item type ${LINK_ERRORS.depth}`,
} as const;

/**
 * WI-13.41: refuses a type that the item's parent may not hold, or that may not hold its children, be they seen or not. An epic is a group's and stays
 * one, and nothing else becomes one. The hierarchy lock must be held.
 */
export async function checkType({ store }: Change, item: Item, type: WorkItemType): Promise<void> {
  if (item.type === 'epic' || type === 'epic') refuse(422, TYPE_ERRORS.notAllowed(type));
  const children = await store.items.childTypes(item.id);
  if (children.some((child) => allowedChild(type, child) === null)) refuse(422, TYPE_ERRORS.children(type));
  if (item.parent_type === null) return;
  const allowed = allowedChild(item.parent_type, type);
  if (allowed === null) refuse(422, TYPE_ERRORS.parent(type, item.parent_type));
  if (item.parent_type !== type) return;
  const ancestors = await store.tree.ancestors(item.id);
  const other = ancestors.findIndex((ancestor) => ancestor.type !== type);
  if ((other < 0 ? ancestors.length : other) + 1 > allowed.maxDepth) refuse(422, TYPE_ERRORS.depth);
}
