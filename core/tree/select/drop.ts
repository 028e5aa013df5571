/** What only a drag asks for: it comes with the code of dragging. */
import type { GlobalId } from '../../work-item/types.ts';
import type { DropPlace } from '../rules.ts';
import type { TreeView } from './view.ts';
import { dropPlace } from '../rules.ts';
import { mayTake } from './moves.ts';
import { selectTreeRows } from './rows.ts';

/** TR-16.25: where the dragged row would land; null where it can land nowhere. */
export function selectDropPlace(
  view: TreeView,
  drag: { readonly toIndex: number; readonly depthChange: number },
): DropPlace | null {
  const { root, drag: dragging } = view.tree;
  if (dragging === null || root === null || root.id === null) return null;
  const parentIds = new Map<GlobalId, boolean>();
  const mayHoldDragged = (parentId: GlobalId): boolean => {
    const known =
      parentIds.get(parentId) ?? (parentId === dragging.fromParentId || mayTake(view, parentId, dragging.id));
    parentIds.set(parentId, known);
    return known;
  };
  return dropPlace({ rows: selectTreeRows(view), draggedId: dragging.id, ...drag, mayHold: mayHoldDragged }, root.id);
}

/** TR-16.27: how a drag begins and scrolls: a finger waits 100 ms and scrolls within 60 px of the edge, a mouse at once and within 100. */
export const dragSettings = (touch: boolean) => ({
  delay: touch ? 100 : 0,
  scrollSensitivity: touch ? 60 : 100,
  scrollSpeed: 20,
});
