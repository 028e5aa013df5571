import type { GroupPartsFragment, ProjectPartsFragment } from '../api/generated/operations.ts';

/** Ids are global ids, `gid://gitlab/Group/7`; full names go from the top group down, `Acme / Web`. */
export type Group = GroupPartsFragment;
export type Project = ProjectPartsFragment;

/** One page of a list; `next`: where the following one begins, null where there is none. */
export interface PageOf<T> {
  readonly nodes: readonly T[];
  readonly next: string | null;
}

export type HomeList = 'groups' | 'projects';
export type GroupPageList = 'subgroups' | 'projects';

/** Milliseconds of silence after the last keystroke before a search is sent (GitLab's general debounce). */
export const SEARCH_DELAY = 250;

export const GROUP_TEXTS = {
  homeGroupsFailed: 'Something went wrong while fetching groups.',
  homeProjectsFailed: 'Something went wrong while fetching projects.',
  pageFailed: 'Something went wrong while fetching the group.',
  nothingYet: { title: 'There is nothing to show yet', hint: 'Groups and projects that you may see appear here.' },
  nothingFound: { title: 'No matches found', hint: 'Try another search, or clear it to see everything.' },
} as const;

/** A row of the nested list of groups. */
export interface HomeGroupRow {
  readonly group: Group;
  /** 0 for a group with no listed ancestor. */
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly expanded: boolean;
  /** The name, or the full name where an ancestor exists but is not listed (a search, a hidden parent, a page not read yet). */
  readonly label: string;
}

const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** RP-02.122: the listed group nearest above a path; null where none is listed. */
function nearestListed(path: string, listed: ReadonlyMap<string, Group>): string | null {
  for (let up = parentPath(path); up !== ''; up = parentPath(up)) {
    if (listed.has(up)) return up;
  }
  return null;
}

/**
 * RP-02.122: groups as a nested list: each under the nearest ancestor that is listed, siblings in the order they came, nothing twice.
 * What is below a collapsed group is left out.
 */
export function nestGroups(groups: readonly Group[], isCollapsed: (id: string) => boolean): HomeGroupRow[] {
  const listed = new Map(groups.map((group) => [group.fullPath, group]));
  const children = new Map<string | null, Group[]>();
  for (const group of listed.values()) {
    const above = nearestListed(group.fullPath, listed);
    const siblings = children.get(above);
    if (siblings === undefined) children.set(above, [group]);
    else siblings.push(group);
  }
  const rows: HomeGroupRow[] = [];
  const walk = (above: string | null, depth: number): void => {
    for (const group of children.get(above) ?? []) {
      const hasChildren = children.has(group.fullPath);
      const expanded = hasChildren && !isCollapsed(group.id);
      const label = parentPath(group.fullPath) === (above ?? '') ? group.name : group.fullName;
      rows.push({ group, depth, hasChildren, expanded, label });
      if (expanded) walk(group.fullPath, depth + 1);
    }
  };
  walk(null, 0);
  return rows;
}
