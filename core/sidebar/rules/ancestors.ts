import type { GlobalId } from '../../work-item/types.ts';

interface Linked {
  readonly hasParent: boolean;
  /** Null where there is none, and where it may not be seen. */
  readonly parentId: GlobalId | null;
}

/** One place in the line of ancestors: an epic, or one or several that may not be seen. */
export type AncestorPlace<A> = { readonly hidden: false; readonly ancestor: A } | { readonly hidden: true };

/**
 * EP-11.31: the line from the root down to the epic's parent. Where an epic has a parent that is not the one before it in the list, a place is hidden: one
 * for however many follow each other, of which nothing is known but that there is at least one.
 */
export function ancestorLine<A extends Linked & { readonly id: GlobalId }>(
  epic: Linked,
  ancestors: readonly A[],
): readonly AncestorPlace<A>[] {
  const line: AncestorPlace<A>[] = [];
  let above: GlobalId | null = null;
  const join = ({ hasParent, parentId }: Linked): void => {
    if (hasParent && (parentId === null || parentId !== above)) line.push({ hidden: true });
  };
  for (const ancestor of ancestors) {
    join(ancestor);
    line.push({ hidden: false, ancestor });
    above = ancestor.id;
  }
  join(epic);
  return line;
}
