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
  return Object.fromEntries([
    ...(groups ?? []).map(
      (group) =>
        [
          `gid://gitlab/Group/${group.id}`,
          {
            epics: group.opened_epics,
            issues: group.opened_issues,
            subgroups: group.subgroups,
            projects: group.projects,
            lastActivityAt: group.last_activity_at,
          },
        ] as const,
    ),
    ...(projects ?? []).map(
      ({ id, opened_issues: issues, last_activity_at: lastActivityAt }) =>
        [`gid://gitlab/Project/${id}`, { epics: 0, issues, subgroups: 0, projects: 0, lastActivityAt }] as const,
    ),
  ]);
}

export interface PlaceFact {
  readonly of: 'subgroups' | 'projects' | 'epics' | 'issues';
  readonly total: number;
  /** `12 open epics` */
  readonly label: string;
}

const NOUNS = {
  subgroups: ['subgroup', 'subgroups'],
  projects: ['project', 'projects'],
  epics: ['open epic', 'open epics'],
  issues: ['open issue', 'open issues'],
} as const;

/** RP-02.270: a count of zero is left out. */
export const placeFacts = (counts: PlaceCounts): readonly PlaceFact[] =>
  (['subgroups', 'projects', 'epics', 'issues'] as const)
    .filter((of) => counts[of] > 0)
    .map((of) => ({ of, total: counts[of], label: `${counts[of]} ${NOUNS[of][counts[of] === 1 ? 0 : 1]}` }));
