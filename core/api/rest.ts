import type { RestRequest } from '../ports/index.ts';

/** REST as the specification lists it (epic page §7), typed. Paths have no host; every text put into a path is escaped. */

export const segment = (text: string | number): string => encodeURIComponent(String(text));

/** What all items have in the lists of GitLab's endpoints. `id` is the database's. */
export interface LinkJson {
  readonly id: number;
  readonly title: string;
  readonly state: string;
  readonly confidential?: boolean;
  readonly reference: string;
  readonly path: string;
  /** The path whose DELETE removes the child or link; null without permission. */
  readonly relation_path: string | null;
  readonly created_at: string;
  readonly closed_at: string | null;
}

/** A child epic. */
export interface EpicLinkJson extends LinkJson {
  readonly iid: number;
  readonly has_children: boolean;
  readonly has_issues: boolean;
  readonly full_path: string;
  readonly can_admin: boolean;
}

/** A child issue. */
export interface IssueLinkJson extends LinkJson {
  readonly weight: number | null;
  readonly due_date: string | null;
  readonly epic_issue_id: number;
  readonly blocked?: boolean;
}

export interface LinksAnswer<T> {
  readonly message?: string | null;
  /** The whole list, newest first. */
  readonly issuables: readonly T[];
}

export interface GroupJson {
  readonly id: number;
  readonly name: string;
  readonly full_name: string;
  readonly full_path: string;
}

export interface ProjectJson {
  readonly id: number;
  readonly name: string;
  readonly name_with_namespace: string;
  readonly path_with_namespace: string;
}

/** TR-09: add existing items; the endpoint is the page's. */
export const addReferences = (endpoint: string, references: readonly string[]): RestRequest => ({
  method: 'POST',
  path: endpoint,
  body: { issuable_references: references },
});

/** TR-13: remove a child from its parent. */
export const removeRelation = (relationPath: string): RestRequest => ({ method: 'DELETE', path: relationPath });

/** TR-10: a new epic under a parent. `groupId` and `parentId` are database ids. */
export const createChildEpic = (
  groupId: number,
  body: { readonly title: string; readonly confidential: boolean; readonly parentId: number },
): RestRequest => ({
  method: 'POST',
  path: `/api/v4/groups/${segment(groupId)}/epics`,
  body: { parent_id: body.parentId, confidential: body.confidential, title: body.title },
});

/** TR-11: a new issue under an epic. */
export const createIssue = (
  projectId: number,
  body: { readonly title: string; readonly epicId: number; readonly confidential: boolean },
): RestRequest => ({
  method: 'POST',
  path: `/api/v4/projects/${segment(projectId)}/issues`,
  body: { title: body.title, epic_id: body.epicId, ...(body.confidential ? { confidential: true } : {}) },
});

/** EP-18: a person's role in a group, with what is inherited. `userId` is the database's. */
export const groupMember = (groupPath: string, userId: string): RestRequest => ({
  method: 'GET',
  path: `/api/v4/groups/${segment(groupPath)}/members/all/${segment(userId)}`,
});

/** The visible part of `placeCounts`; a server that does not have it answers 404. */
export interface PlaceCountsJson {
  readonly groups?: readonly {
    readonly id: number;
    readonly opened_epics: number;
    readonly opened_issues: number;
    readonly subgroups: number;
    readonly projects: number;
    readonly last_activity_at: string | null;
  }[];
  readonly projects?: readonly {
    readonly id: number;
    readonly opened_issues: number;
    readonly last_activity_at: string | null;
  }[];
}

/** RP-02.270: what groups and projects hold, by the numbers of their global ids. */
export const placeCounts = (groups: readonly string[], projects: readonly string[]): RestRequest => ({
  method: 'GET',
  path: '/-/place_counts.json',
  query: {
    ...(groups.length > 0 && { groups: groups.join(',') }),
    ...(projects.length > 0 && { projects: projects.join(',') }),
  },
});
