import type { MilestoneText } from '@espalier/core/work-item/rules';
import type { Owner } from './item.ts';

export interface MilestoneFields extends MilestoneText {
  readonly description: string | null;
  readonly state: 'active' | 'closed';
}

export interface StoredMilestone extends MilestoneFields {
  readonly id: number;
}

/** What shows milestones: the items that have them, and the parents of these, whose dates may come from them. */
export interface MilestoneUse {
  readonly itemIds: readonly number[];
  readonly parentIds: readonly number[];
}

/** The hierarchy lock must be held for whatever changes something. */
export interface MilestoneStore {
  /** The owner's own. */
  find(owner: Owner, id: number): Promise<StoredMilestone | undefined>;
  /** Has the owner, the project's group, or a project directly in the group a milestone with this title, beside those of `but`? */
  isTaken(owner: Owner, title: string, but: readonly number[]): Promise<boolean>;
  /** Gives the owner a milestone with its next number. Numbers are never reused. Returns the id. */
  insert(owner: Owner, fields: MilestoneFields, now: string): Promise<number>;
  /** True: it has many items, and what lists need to order them by its date is left to `dateItems`. */
  update(id: number, changed: Partial<MilestoneFields>, now: string): Promise<boolean>;
  /** Has some items keep the milestone's due date, so many at most. True: there were some. */
  dateItems(id: number, most: number): Promise<boolean>;
  used(ids: readonly number[]): Promise<MilestoneUse>;
  /** Deletes milestones; their items have none then. */
  delete(ids: readonly number[]): Promise<void>;
  /** Those with this title of the projects directly in a group. */
  ofProjectsBelow(groupId: number, title: string): Promise<readonly number[]>;
  /** What has one of these has `to` instead, and has always had it. */
  replace(ids: readonly number[], to: number): Promise<void>;
}
