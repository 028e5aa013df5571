/** Who asks: everything the access rules need to know, loaded by one statement per request. */
export interface Viewer {
  /** Null for an anonymous visitor. */
  readonly userId: number | null;
  readonly admin: boolean;
  readonly username: string | null;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** Group id -> level of the direct membership (10 Guest … 50 Owner); a membership holds for all groups and projects below. */
  readonly levels: ReadonlyMap<number, number>;
  /** Project id -> level of the direct membership. */
  readonly projectLevels: ReadonlyMap<number, number>;
  /** Texts of SQL then name these numbers (`@me@`), and are the same for all people: whoever runs them gives the numbers (server/graphql/plan/query.ts). */
  readonly isNamed?: true;
}

/** A visitor who has not signed in. */
export const anonymous: Viewer = {
  userId: null,
  admin: false,
  username: null,
  name: null,
  avatarUrl: null,
  levels: new Map(),
  projectLevels: new Map(),
};

/** For what is done in nobody's name: sees everything. */
export const EVERYWHERE: Viewer = { ...anonymous, userId: 0, admin: true };

/**
 * The viewer's access level (0 none, 10 Guest … 50 Owner) in a group or project: the highest of the direct memberships on the way to the
 * root. An administrator counts as Owner everywhere.
 * @param traversalIds the group's `traversal_ids` (the project's group for a project)
 */
export function accessLevel(viewer: Viewer, traversalIds: readonly number[], projectId?: number | null): number {
  if (viewer.admin) return 50;
  let level = 0;
  for (const id of traversalIds) level = Math.max(level, viewer.levels.get(id) ?? 0);
  if (projectId !== undefined && projectId !== null) level = Math.max(level, viewer.projectLevels.get(projectId) ?? 0);
  return level;
}
