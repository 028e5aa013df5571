import { allowedChild, typeFault, type WorkItemType } from '@espalier/core/work-item/rules';
import { LINK_ERRORS } from '@espalier/core/tree/rules';
import type { Change } from '../command/change.ts';
import type { Item } from '../command/item.ts';
import { refuse } from '../command/outcome.ts';

/** GitLab's text. */
const TOO_DEEP = `Work item type ${LINK_ERRORS.depth}`;

/**
 * WI-13.41: refuses a type that the item's parent may not hold, or that may not hold its children, be they seen or not. An epic is a group's and stays
 * one, and nothing else becomes one. The hierarchy lock must be held.
 */
export async function checkType({ store }: Change, item: Item, type: WorkItemType): Promise<void> {
  const { parent_type: parentType } = item;
  const fault = typeFault({ type: item.type, parentType, childTypes: await store.items.childTypes(item.id) }, type);
  if (fault !== null) refuse(422, fault);
  if (parentType !== type) return;
  const ancestors = await store.tree.ancestors(item.id);
  const other = ancestors.findIndex((ancestor) => ancestor.type !== type);
  const depth = (other < 0 ? ancestors.length : other) + 1;
  if (depth > (allowedChild(parentType, type)?.maxDepth ?? 0)) refuse(422, TOO_DEEP);
}
