import type { Visibility } from '@espalier/core/access';
import type { Viewer } from '../access/viewer.ts';
import type { Owner } from './item.ts';

export interface PlaceId {
  readonly kind: 'group' | 'project';
  readonly id: number;
}

export interface NewPlace {
  readonly name: string;
  readonly path: string;
  readonly description: string | null;
  readonly visibility: Visibility;
}

/** A group, or a project and its group: of a project the owner's `project_id` is set. */
export interface Place extends Owner, NewPlace, PlaceId {
  readonly full_path: string;
  /** The group that it is in; null for a top group. */
  readonly parent_id: number | null;
  /** The day (YYYY-MM-DD) on which it was marked for deletion; null: it is not. */
  readonly marked_on: string | null;
  /** Its deletion has begun, or that of a group above. */
  readonly doomed: boolean;
}

/** When something was marked for deletion, and by whom. */
export interface Mark {
  readonly on: string;
  readonly by: number;
}

/** Where a place is or is to be: its name and path are not another one's there. */
export interface Spot {
  readonly kind: PlaceId['kind'];
  /** Null: at the top. */
  readonly parent: Pick<Owner, 'group_id' | 'group_path'> | null;
  readonly name: string;
  readonly path: string;
  /** The one that may have them already; null for a new one. */
  readonly except: PlaceId | null;
}

/** Groups and projects. What is below a group is however much it may be: the number of statements does not grow with it. */
export interface PlaceStore {
  /** Until the transaction ends nobody else makes, names, moves, archives or deletes a group or project. Take it before reading what a decision depends on. */
  lock(): Promise<void>;
  /** A readable one by id or full path (in any case), also one that it had. */
  find(viewer: Viewer, kind: PlaceId['kind'], pathOrId: string | number): Promise<Place | undefined>;
  /** A group as the owner of what is in it, whoever may see it. */
  above(groupId: number): Promise<Owner>;
  /** Which of the two somebody else has: the path in any case, a group or a project; the name as it stands, one of the kind in the same group. */
  taken(spot: Spot): Promise<{ readonly name: boolean; readonly path: boolean }>;
  /** Answers the id. Of what had the path before, it is forgotten. */
  insert(kind: PlaceId['kind'], parent: Owner | null, place: NewPlace, now: string): Promise<number>;
  /** What is below follows in its full path and name; each of them is found by its old path until somebody takes that. */
  update(place: PlaceId, changed: Partial<NewPlace>): Promise<void>;
  /** False: it was so before. */
  archive(projectId: number, archived: boolean): Promise<boolean>;
  /**
   * Puts it into a group, or to the top, with all that is below: paths, names and ways to the root follow as by `update`. What is more visible than the group becomes as
   * visible as it is. The hierarchy lock must be held. True: what lists across the new tree need to find its items is left to `nameTrees`.
   */
  move(place: PlaceId, parent: Owner | null): Promise<boolean>;
  /** Has items of a group, at most so many, be found by lists across the tree that it is in. False: there was none to do. */
  nameTrees(groupId: number, most: number): Promise<boolean>;
  /** Takes from the items of a place the labels, milestones and iterations of these groups. Answers the parents of those that have lost a milestone. */
  trim(place: PlaceId, groupIds: readonly number[]): Promise<readonly number[]>;
  /** Whether somebody who is active is Owner of the group itself, by a role of their own that does not end. */
  hasOwner(groupId: number, now: string): Promise<boolean>;
  /** Null takes the mark away. */
  mark(place: PlaceId, mark: Mark | null): Promise<void>;
  /** Those whose deletion has begun by nobody yet, marked on this day or before. */
  markedUntil(day: string): Promise<readonly (PlaceId & { readonly by: number | null })[]>;
  /** From now on it is being deleted. False: it is already, is not marked, or is gone. */
  doom(place: PlaceId): Promise<boolean>;
  /** As it is, whoever may see it; undefined: it is gone. */
  known(place: PlaceId): Promise<Place | undefined>;
  /** Items of it, at most so many. */
  itemIds(place: PlaceId, most: number): Promise<readonly number[]>;
  /** Deletes it with all that is left in it and below it. */
  delete(place: PlaceId): Promise<void>;
  /** Of a group: how many groups lead to the deepest one in it, from the top and that one included; how many bytes the longest full path has, of projects too. */
  reach(groupId: number): Promise<{ readonly levels: number; readonly bytes: number }>;
  /** Whether groups, or projects, below a group are more visible than this. */
  moreVisible(groupId: number, than: Visibility): Promise<{ readonly groups: boolean; readonly projects: boolean }>;
  /** Items of it, at most so many: of every group and project some. Each with its parent. */
  some(place: PlaceId, most: number): Promise<readonly { readonly id: number; readonly parentId: number | null }[]>;
}
