/** BD-14.1: `relativePosition` of a reorder names the side on which the *adjacent* item ends up (TR-14.6). */
export const RELATIVE_POSITIONS = { before: 'before', after: 'after' } as const;

export type RelativePosition = keyof typeof RELATIVE_POSITIONS;

/** BD-14.2 */
export const ITEM_TYPES = { issue: 'issue', epic: 'epic' } as const;

/** BD-14.2 */
export const GROUP_TYPES = { project: 'project', group: 'group' } as const;

/** BD-14.3 */
export const FILTER_WILDCARDS = { any: 'ANY', none: 'NONE' } as const;

/** BD-14.3: weights that stand for a wildcard. */
export const WEIGHTS = { none: 0, any: -1 } as const;

/** BD-14.4: the id by which a tree's mutations know a child: an epic's own, an issue's link to its epic. */
export function treeEntityId(child: { readonly id: string; readonly epicIssueId: string | null }): string {
  return child.epicIssueId ?? child.id;
}
