/** TR-16.32: why a parent cannot take an item, in the words of "Move to…". */
import type { WorkItemType } from '../../work-item/types.ts';
import { allowedChild } from '../../work-item/rules.ts';
import { mayHold } from './hierarchy.ts';

export const MOVE_REFUSALS = {
  itself: 'This is the item itself.',
  below: 'This is below the item.',
  present: 'The item is here already.',
  rights: 'You don’t have permission to add to it.',
  subEpics: 'Epics cannot be added to epics here.',
  confidential: 'This is confidential, the item is not.',
  tooDeep: (levels: number) => `There would be more than ${levels} levels.`,
} as const;

export interface MoveTarget {
  readonly id: string;
  readonly type: WorkItemType;
  readonly confidential: boolean;
  /** All that are known above it. */
  readonly aboveIds: readonly string[];
  readonly mayAdmin: boolean;
}

export interface MovedItem {
  readonly id: string;
  readonly type: WorkItemType;
  /** Levels of its type on the longest way down that is known, itself included. */
  readonly height: number;
  readonly confidential: boolean;
  readonly parentId: string | undefined;
}

/** The first reason against it; null: as far as is known here, there is none. The parent's type may hold the item's (TR-15.6). */
export function moveRefusal(parent: MoveTarget, item: MovedItem): string | null {
  if (parent.id === item.id) return MOVE_REFUSALS.itself;
  if (parent.aboveIds.includes(item.id)) return MOVE_REFUSALS.below;
  if (parent.id === item.parentId) return MOVE_REFUSALS.present;
  if (!parent.mayAdmin) return MOVE_REFUSALS.rights;
  if (parent.confidential && !item.confidential) return MOVE_REFUSALS.confidential;
  const { type, confidential, aboveIds } = parent;
  // The topmost that is known has level 1.
  if (mayHold({ type, confidential, level: aboveIds.length + 1 }, item)) return null;
  return MOVE_REFUSALS.tooDeep(allowedChild(parent.type, item.type)?.maxDepth ?? 1);
}
