/**
 * Moves: the client's intent and the server's reading of `epicTreeReorder` (TR-14.6, TR-14.9 to TR-14.12).
 * Direction: `relativePosition` says where the *adjacent* item ends up. `after`: the adjacent item comes after the moved one,
 * so the moved one stands directly before it.
 */
import type { WorkItemState } from '../../work-item/types.ts';
import type { Verdict } from './hierarchy.ts';
import { OK, refused } from './hierarchy.ts';
import type { Where } from './positions.ts';

/** "The child stands directly before `before` under the parent", or, where `before` is gone, directly after `after` (TR-14.13, TR-14.14). */
export interface MoveIntent {
  readonly childId: string;
  /** The parent at the time of the move. */
  readonly fromParentId: string;
  readonly parentId: string;
  /** Null: nothing of its kind comes below it. */
  readonly before: string | null;
  /** Null: nothing of its kind stands above it. */
  readonly after: string | null;
  /** The new parent, where the tree does not show it. */
  readonly outside?: { readonly title: string };
}

export const REORDER_ERRORS = {
  types: 'Only epics and epic_issues are supported.',
  permission: "You don't have permissions to move the objects.",
  position: 'Relative position is not valid.',
  siblingOfCurrent: "The sibling object's parent must match the current parent epic.",
  siblingOfNew: "The sibling object's parent must match the new parent epic.",
} as const;

/** An object of the mutation as the server found it. */
export interface TreeObject<Id> {
  /** Type of its global id: only `Epic` and `EpicIssue` are sorted. */
  readonly type: string;
  /** Id of the work item in the order. */
  readonly id: Id;
  readonly parentId: Id | null;
}

export interface ReorderRequest<Id> {
  /** The base epic: without a new parent, the parent in which the client saw the moved object. */
  readonly baseId?: Id;
  /** Null: there is no such object, or the viewer may not see it. */
  readonly moved: TreeObject<Id> | null;
  /** Undefined: none was named. Null: named, but not there or not to be seen. */
  readonly adjacent?: TreeObject<Id> | null;
  readonly relativePosition?: string | null;
  /** Undefined or null: the parent stays. */
  readonly newParentId?: Id | null;
  /**
   * The viewer may administer base epic, old parent, new parent and the adjacent object's parent, as far as they are named and exist, and
   * relate the moved object if its parent changes (TR-14.30).
   */
  readonly permitted: boolean;
  /** Asked only when the parent changes: the verdict of `validateParent`. */
  readonly validateNewParent: () => Verdict;
}

export type ReorderPlan<Id> =
  | { readonly ok: true; readonly parentId: Id; readonly parentChanges: boolean; readonly where: Where<Id> }
  | { readonly ok: false; readonly error: string };

const SORTED_TYPES: readonly string[] = ['Epic', 'EpicIssue'];

/**
 * TR-14.9: types, then rights, then position and sibling, then the linking rules. Without an adjacent object the moved one
 * becomes the first. Without a new parent, an object that has left the base epic meanwhile has no place in it. What cannot be seen is answered like what may not be moved.
 */
export function resolveReorder<Id>(request: ReorderRequest<Id>): ReorderPlan<Id> {
  const { moved, adjacent } = request;
  const objects = [moved, adjacent].filter((object) => object !== null && object !== undefined);
  if (objects.some(({ type }) => !SORTED_TYPES.includes(type))) return refused(REORDER_ERRORS.types);
  if (moved === null || adjacent === null || !request.permitted) return refused(REORDER_ERRORS.permission);

  const newParentId = request.newParentId ?? null;
  const parentId = newParentId ?? moved.parentId;
  const where = whereTo(moved, adjacent, request.relativePosition);
  if (where === null) return refused(REORDER_ERRORS.position);
  const hasLeft = newParentId === null && request.baseId !== undefined && request.baseId !== moved.parentId;
  if (parentId === null || hasLeft) return refused(REORDER_ERRORS.siblingOfCurrent);
  if (adjacent !== undefined && adjacent.parentId !== parentId) {
    return refused(newParentId === null ? REORDER_ERRORS.siblingOfCurrent : REORDER_ERRORS.siblingOfNew);
  }

  const parentChanges = parentId !== moved.parentId;
  const verdict = parentChanges ? request.validateNewParent() : OK;
  return verdict.ok ? { ok: true, parentId, parentChanges, where } : verdict;
}

/** Null where the position is missing, unknown, or next to the moved object itself. */
function whereTo<Id>(
  moved: TreeObject<Id>,
  adjacent: TreeObject<Id> | undefined,
  relativePosition: string | null | undefined,
): Where<Id> | null {
  if (adjacent === undefined) return { at: 'start' };
  if (adjacent.id === moved.id) return null;
  if (relativePosition === 'after') return { at: 'before', sibling: adjacent.id };
  if (relativePosition === 'before') return { at: 'after', sibling: adjacent.id };
  return null;
}

/** A place on the screen. `index`: among the new parent's shown children with the moved item taken out. */
export interface ChildDrop {
  readonly id: string;
  readonly fromParentId: string;
  readonly toParentId: string;
  readonly index: number;
}

/**
 * TR-14.11: from a place on the screen to an intent. An open item cannot be shown below a closed one: the index is clamped to
 * the siblings of the child's own state, and the neighbours named in the intent are of that state, so that what was asked for
 * is what is shown, wherever the other items are stored. The new parent's children are as they are shown, the moved one perhaps among them.
 */
export function planMove(
  { id, fromParentId, toParentId, index: asked }: ChildDrop,
  state: WorkItemState,
  { ids, open }: { readonly ids: readonly string[]; readonly open: number },
): MoveIntent {
  const at = ids.indexOf(id);
  const among = (first: number, end: number): number => (at >= first && at < end ? 1 : 0);
  const openCount = open - among(0, open);
  const [least, most] = state === 'closed' ? [openCount, ids.length - among(0, ids.length)] : [0, openCount];
  const index = Math.min(Math.max(asked, least), most);
  const sibling = (place: number): string | null => ids[at >= 0 && place >= at ? place + 1 : place] ?? null;
  return {
    childId: id,
    fromParentId,
    parentId: toParentId,
    before: index < most ? sibling(index) : null,
    after: index > least ? sibling(index - 1) : null,
  };
}
