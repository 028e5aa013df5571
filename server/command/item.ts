import { type Ability, type AccessSubject, can, type Visibility } from '@espalier/core/access';
import type { HealthStatus, WorkItemState, WorkItemType } from '@espalier/core/work-item/rules';
import { accessLevel, type Viewer } from '../access/viewer.ts';

/** The owner of items: a group owns epics, a project everything else. */
export interface Owner {
  readonly group_id: number;
  readonly group_path: string;
  readonly group_visibility: Visibility;
  /** Group ids from the root to the owning group, both included. */
  readonly traversal_ids: readonly number[];
  /** Null: the owner is the group. */
  readonly project_id: number | null;
  readonly project_path: string | null;
  readonly project_visibility: Visibility | null;
  /** The project is. */
  readonly archived: boolean;
}

/** How many task items the description has, and how many of them are completed (IE-06.70): the store writes them with it. Null: not counted yet. */
export interface KeptTasks {
  readonly task_count: number | null;
  readonly tasks_completed: number | null;
}

/** A work item as a command needs it: its row, its owner, its place in the tree. Days are 'YYYY-MM-DD', instants ISO 8601 with Z. */
export interface Item extends Owner, KeptTasks {
  readonly id: number;
  readonly iid: number;
  readonly type: WorkItemType;
  readonly title: string;
  readonly description: string | null;
  readonly state: WorkItemState;
  readonly confidential: boolean;
  readonly color: string;
  readonly author_id: number;
  readonly weight: number | null;
  readonly progress: number | null;
  readonly health_status: HealthStatus | null;
  /** Seconds. */
  readonly time_estimate: number;
  readonly discussion_locked: boolean;
  readonly zoom_link: string | null;
  /** The item that it was moved to. */
  readonly moved_to_id: number | null;
  readonly milestone_id: number | null;
  readonly iteration_id: number | null;
  /** The effective date: an epic's fixed or inherited one. */
  readonly start_date: string | null;
  readonly start_date_fixed: string | null;
  readonly start_date_is_fixed: boolean;
  readonly due_date: string | null;
  readonly due_date_fixed: string | null;
  readonly due_date_is_fixed: boolean;
  readonly lock_version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
  readonly assignee_ids: readonly number[];
  /** The link to its parent. */
  readonly link_id: number | null;
  readonly parent_id: number | null;
  readonly parent_type: WorkItemType | null;
  readonly relative_position: number | null;
}

/** Enough of an item to word a note about it. */
export type Named = Pick<Item, 'id' | 'type' | 'iid' | 'group_path' | 'project_path'>;

/** The fields of an item that can be written directly. Effective dates, versions and roll-ups have store methods of their own. */
export type ItemFields = Partial<
  Pick<
    Item,
    | 'title'
    | 'description'
    | 'state'
    | 'confidential'
    | 'color'
    | 'weight'
    | 'progress'
    | 'health_status'
    | 'time_estimate'
    | 'discussion_locked'
    | 'zoom_link'
    | 'moved_to_id'
    | 'milestone_id'
    | 'iteration_id'
    | 'start_date'
    | 'start_date_fixed'
    | 'start_date_is_fixed'
    | 'due_date'
    | 'due_date_fixed'
    | 'due_date_is_fixed'
    | 'closed_at'
    | 'updated_at'
  >
> & {
  /** When and by whom title or description were last edited. */
  readonly last_edited_at?: string;
  readonly last_edited_by?: number;
  /** Of an item of a project only, and not to an epic's. */
  readonly type?: WorkItemType;
};

export type NewItem = ItemFields &
  Pick<Item, 'iid' | 'type' | 'group_id' | 'project_id' | 'title' | 'author_id' | 'created_at'>;

/** A new item: where it is. */
export interface Made {
  readonly id: number;
  readonly iid: number;
  /** Full path of the owning group or project. */
  readonly path: string;
}

/** The question "may this viewer … in this group or project?" in the words of core/access. */
export function ownerSubject(
  viewer: Viewer,
  owner: Pick<Owner, 'group_visibility' | 'traversal_ids' | 'project_id' | 'project_visibility' | 'archived'>,
): AccessSubject {
  return {
    viewer: viewer.userId === null ? null : { id: viewer.userId, admin: viewer.admin },
    accessLevel: accessLevel(viewer, owner.traversal_ids, owner.project_id),
    visibility: narrower(owner.group_visibility, owner.project_visibility),
    archived: owner.archived,
  };
}

/** The same question about an item. */
export function itemSubject(viewer: Viewer, item: Item): AccessSubject {
  return {
    ...ownerSubject(viewer, item),
    item: {
      kind: item.type === 'epic' ? 'epic' : 'issue',
      confidential: item.confidential,
      authorId: item.author_id,
      assigneeIds: item.assignee_ids,
    },
  };
}

export const may = (viewer: Viewer, ability: Ability, item: Item): boolean => can(ability, itemSubject(viewer, item));

export const mayIn = (viewer: Viewer, ability: Ability, owner: Owner): boolean =>
  can(ability, ownerSubject(viewer, owner));

/** May the viewer change the item's links and put it under another parent (EP-18.3)? That takes a Guest who can see it. */
export const mayRelate = (viewer: Viewer, item: Item): boolean =>
  may(viewer, item.type === 'epic' ? 'adminEpicRelation' : 'adminIssueRelation', item);

const openness = ['private', 'internal', 'public'] as const;

function narrower(group: Visibility, project: Visibility | null): Visibility {
  return project === null || openness.indexOf(group) < openness.indexOf(project) ? group : project;
}
