/** Moving a row of the flat list: pointer and keyboard share one rule (TR-16.1 to TR-16.8). */
import type { TreeRow } from './rows.ts';

export interface DropPlace {
  readonly parentId: string;
  /** Index among the parent's other children as shown. */
  readonly index: number;
  readonly depth: number;
}

export interface Drop {
  /** Visible rows, the dragged one among them and nothing of its subtree (TR-16.1). */
  readonly rows: readonly TreeRow[];
  readonly draggedId: string;
  /** Index of the dragged row after the drop. */
  readonly toIndex: number;
  /** Steps of indentation from the dragged row's own depth; negative is towards the root. */
  readonly depthChange: number;
  /** Whether a parent may take the dragged item: type, depth, confidentiality, rights. */
  mayHold(parentId: string): boolean;
}

/**
 * Where the dragged row lands: at the depth nearest to the asked one that its neighbours allow (TR-16.2) and whose parent may
 * hold it (TR-16.3; of two equally near depths the shallower). Null: nowhere here. `rootId` is the parent of the rows of depth 0.
 */
export function dropPlace(drop: Drop, rootId: string): DropPlace | null {
  const from = drop.rows.findIndex((row) => row.kind === 'item' && row.id === drop.draggedId);
  const dragged = drop.rows[from];
  if (dragged === undefined) return null;
  const rest = [...drop.rows.slice(0, from), ...drop.rows.slice(from + 1)];
  const slot = Math.min(Math.max(drop.toIndex, 0), rest.length);
  const asked = dragged.depth + drop.depthChange;

  let nearest: DropPlace | null = null;
  for (const place of legalPlaces(rest, slot, rootId)) {
    if (place.parentId === drop.draggedId || !drop.mayHold(place.parentId)) continue;
    if (nearest === null || Math.abs(place.depth - asked) < Math.abs(nearest.depth - asked)) nearest = place;
  }
  return nearest;
}

/**
 * Every place at a slot, the shallowest first. TR-16.2: not shallower than the row below (it would tear that row from its parent),
 * not deeper than one step into the row above. TR-16.4: one step into a row without shown children means to become its first child.
 */
function legalPlaces(rest: readonly TreeRow[], slot: number, rootId: string): readonly DropPlace[] {
  const above = rest[slot - 1];
  const least = rest[slot]?.depth ?? 0;
  if (above === undefined) return [{ parentId: rootId, index: 0, depth: 0 }];

  const places: DropPlace[] = [];
  if (above.kind === 'item' && least <= above.depth + 1) {
    places.push({ parentId: above.id, index: 0, depth: above.depth + 1 });
  }
  let depth = above.depth + 1;
  for (let index = slot - 1; index >= 0 && depth > least; index -= 1) {
    const row = rest[index];
    if (row === undefined || row.depth >= depth) continue;
    depth = row.depth;
    places.push({ parentId: row.parentId, index: placesUpTo(rest, index, row), depth });
  }
  return places.reverse();
}

/** How many children of the row's parent stand above the slot, the dragged row not counted; a marker stands behind all of them. */
function placesUpTo(rest: readonly TreeRow[], index: number, row: TreeRow): number {
  let count = 0;
  for (let at = index; at >= 0; at -= 1) {
    const other = rest[at];
    if (other === undefined || other.depth < row.depth) break;
    if (other.kind === 'item' && other.parentId === row.parentId) count += 1;
  }
  return count;
}

/** TR-16.5: one step of the arrow keys in a keyboard drag; left and right change the depth, up and down the place. */
export type DragKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

export interface KeyboardDrag {
  readonly toIndex: number;
  readonly depthChange: number;
}

/**
 * TR-16.5: the drag after a key. Left and right are counted from the depth that the row really has (`place`, the result of `dropPlace`), so that a step
 * beyond the last legal depth is not remembered. `ownDepth` is the depth of the dragged row before the drag.
 */
export function dragStep(
  drag: KeyboardDrag,
  key: DragKey,
  place: DropPlace | null,
  list: { readonly ownDepth: number; readonly rowCount: number },
): KeyboardDrag {
  const depthChange = place === null ? drag.depthChange : place.depth - list.ownDepth;
  switch (key) {
    case 'ArrowLeft':
      return { ...drag, depthChange: Math.max(depthChange - 1, -list.ownDepth) };
    case 'ArrowRight':
      return { ...drag, depthChange: depthChange + 1 };
    case 'ArrowUp':
      return { ...drag, toIndex: Math.max(drag.toIndex - 1, 0) };
    case 'ArrowDown':
      return { ...drag, toIndex: Math.min(drag.toIndex + 1, list.rowCount - 1) };
  }
}

/** What stands at a pointer in a drag: nothing, or a row's key. */
export interface UnderPointer {
  /** The row that is drawn there. */
  readonly drawn: string | null;
  /** The row whose place it is, where the rows have made a gap there. */
  readonly displaced: string | null;
  /** The parent into which the gap leads. */
  readonly parent: string | null;
}

/** TR-16.28: the first of those that a pointer may mean and that can open. */
export function hoveredRow({ drawn, displaced, parent }: UnderPointer, opens: (key: string) => boolean): string | null {
  const meant = drawn === null ? [parent, displaced] : [drawn, parent];
  return meant.find((key) => key !== null && opens(key)) ?? null;
}

/** TR-16.29: pixels to scroll in one frame, negative towards the start; most of them at the edge. */
export function scrollStep(
  at: number,
  [start, end]: readonly [start: number, end: number],
  { scrollSensitivity, scrollSpeed }: { readonly scrollSensitivity: number; readonly scrollSpeed: number },
): number {
  const zone = Math.min(scrollSensitivity, (end - start) / 2);
  const depth = (distance: number): number => Math.min(Math.max(1 - distance / zone, 0), 1);
  const speed = (distance: number): number => Math.ceil(scrollSpeed * depth(distance) ** 2);
  return speed(end - at) - speed(at - start);
}
