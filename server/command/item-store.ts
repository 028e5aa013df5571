import type { ReferenceKind, WorkItemType } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import type { Item, ItemFields, Named, NewItem, Owner } from './item.ts';

/** A reference as core's `parseReference` returns it. */
export interface WantedReference {
  readonly kind: ReferenceKind;
  /** Full path of the owning group or project. */
  readonly path: string;
  readonly iid: number;
}

export interface ItemStore {
  /** By id. With `forUpdate` nobody else can change these rows until the transaction ends. */
  byId(
    viewer: Viewer,
    ids: readonly number[],
    options?: { readonly forUpdate?: boolean },
  ): Promise<ReadonlyMap<number, Item>>;
  /** By the index of the reference. */
  byReference(viewer: Viewer, wanted: readonly WantedReference[]): Promise<ReadonlyMap<number, Item>>;
  /** By the id of the link to their parent (an id of the wire type EpicIssue). */
  byLink(viewer: Viewer, linkIds: readonly number[]): Promise<ReadonlyMap<number, Item>>;
  /** An epic by its group's full path. */
  epic(viewer: Viewer, groupPath: string, iid: number): Promise<Item | undefined>;
  /** An item of a project by the project's full path. */
  ofProject(viewer: Viewer, projectPath: string, iid: number): Promise<Item | undefined>;
  named(ids: readonly number[]): Promise<ReadonlyMap<number, Named>>;
  /**
   * The next number in a group (for epics) or project (for everything else). Numbers are never reused, not even those of deleted items.
   * The hierarchy lock must be held, so that two people never get the same number.
   */
  nextIid(owner: Pick<Owner, 'group_id' | 'project_id'>): Promise<number>;
  /** Returns the id. The item has no parent and no children yet. */
  insert(item: NewItem): Promise<number>;
  update(id: number, fields: ItemFields): Promise<void>;
  /** Deletes items and everything attached to them. Their children lose their parent; their numbers are not reused. */
  delete(ids: readonly number[]): Promise<void>;
  people(ids: readonly number[]): Promise<readonly Person[]>;
  /** By their usernames, in any case. */
  peopleNamed(usernames: readonly string[]): Promise<readonly Person[]>;
  /** The types of an item's direct children, each once. */
  childTypes(id: number): Promise<readonly WorkItemType[]>;
  /** Makes exactly these people the assignees, in this order. */
  assign(id: number, userIds: readonly number[]): Promise<void>;
  /** A milestone that an owner's items can have: the project's own, the group's, or one of a group above. */
  milestone(owner: Owner, id: number): Promise<{ readonly title: string } | undefined>;
  /** An iteration of an owner's group, or of a group above. */
  iteration(owner: Owner, id: number): Promise<Iteration | undefined>;
  /** The id of a milestone by its title: the project's own, else that of the nearest group. */
  milestoneTitled(owner: Owner, title: string): Promise<number | undefined>;
  /** The id of the latest iteration with the title. */
  iterationTitled(owner: Owner, title: string): Promise<number | undefined>;
}

export interface Person {
  readonly id: number;
  readonly username: string;
  /** Not blocked. */
  readonly active: boolean;
}

export interface Iteration {
  readonly title: string | null;
  readonly start_date: string;
  readonly due_date: string;
}
