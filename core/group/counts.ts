import type { PlaceCountsJson } from '../api/rest.ts';

/** What a group or a project contains for the viewer. A group counts what its lists show: its own items and those of all groups below it. */
export interface PlaceCounts {
  /** Open ones. */
  readonly epics: number;
  /** Open items of projects. */
  readonly issues: number;
  /** Directly in the group. */
  readonly subgroups: number;
  /** Directly in the group. */
  readonly projects: number;
  /** When the last of the items changed, open or closed. */
  readonly lastActivityAt: string | null;
}

/** RP-02.270: by global id. */
export function countsOf({ groups, projects }: PlaceCountsJson): Readonly<Record<string, PlaceCounts>> {
  const counts: Record<string, PlaceCounts> = {};
  for (const { id, opened_epics: epics, opened_issues: issues, last_activity_at, ...own } of groups ?? []) {
    const { subgroups, projects: held } = own;
    counts[`gid://gitlab/Group/${id}`] = { epics, issues, subgroups, projects: held, lastActivityAt: last_activity_at };
  }
  for (const { id, opened_issues: issues, last_activity_at: lastActivityAt } of projects ?? []) {
    counts[`gid://gitlab/Project/${id}`] = { epics: 0, issues, subgroups: 0, projects: 0, lastActivityAt };
  }
  return counts;
}
