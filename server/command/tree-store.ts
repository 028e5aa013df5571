import type { Positioned } from '@espalier/core/tree/rules';
import type { WorkItemType } from '@espalier/core/work-item/rules';
import type { Delta, RollupRow } from './contribution.ts';
import type { Named, Owner } from './item.ts';

export interface TreeStore {
  /**
   * One lock for every change to the hierarchy or to what rolls up along it, held until the transaction ends. With it the checks of a move (depth,
   * cycles, limits) and the updates of counts and dates see one state: if two people move A under B and B under A, the second finds the first
   * one's link. Take it before reading anything that the decision depends on.
   */
  lock(): Promise<void>;
  /** From an item up to its root, nearest first. */
  ancestors(id: number): Promise<readonly Ancestor[]>;
  /** The height of each item's subtree along items of its own type: 1 for a leaf. Here and in `epicsBelow` the counts of children must be up to date. */
  heights(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** What a change of confidentiality depends on. */
  around(id: number): Promise<Around>;
  /** All epics below an epic. */
  epicsBelow(id: number): Promise<readonly (Owner & { readonly id: number })[]>;
  /** The children of these items that are not among these items themselves, each with its parent, at most so many; the oldest link first. */
  childrenOutside(
    ids: readonly number[],
    most: number,
  ): Promise<readonly { readonly parent: Named; readonly child: Named }[]>;
  /** All of them, by their parents; the oldest link first. */
  idsOutside(
    ids: readonly number[],
  ): Promise<readonly { readonly parent: Named; readonly childIds: readonly number[] }[]>;
  /** The children of a parent in their order, which epics and items of projects share. */
  siblings(parentId: number): Promise<readonly Positioned<number>[]>;
  /** Puts children under a parent. A child of another parent moves, and keeps the id of its link. */
  attach(parentId: number, children: readonly Positioned<number>[], now: string): Promise<void>;
  /** New positions for children that keep their parent. */
  reposition(children: readonly Positioned<number>[]): Promise<void>;
  release(childId: number): Promise<void>;
  /** The roll-up of each of these items. */
  rollups(ids: readonly number[]): Promise<ReadonlyMap<number, RollupRow>>;
  /** Adds deltas to their parents and to all ancestors that they count for. Returns the items whose roll-up changed, nearest first. */
  addToRollups(deltas: readonly Delta[]): Promise<readonly number[]>;
  /** Works out the dates of epics again, and climbs to their ancestors as long as a date changes. */
  inheritDates(epicIds: readonly number[]): Promise<MovedDates>;
  /** The number of direct children allowed under one parent. */
  maxChildren(): Promise<number>;
}

/** Epics whose dates changed, and the parents of these. */
export interface MovedDates {
  readonly epics: readonly number[];
  readonly parents: readonly number[];
}

export interface Ancestor {
  readonly id: number;
  readonly type: WorkItemType;
}

export interface Around {
  readonly parentType: WorkItemType | null;
  readonly parentConfidential: boolean;
  /** Does the item have direct children that are not confidential? */
  readonly hasPublicEpics: boolean;
  readonly hasPublicIssues: boolean;
}
