import type { PlaceCounts } from './counts.ts';

const NOUNS = {
  subgroups: ['subgroup', 'subgroups'],
  projects: ['project', 'projects'],
  epics: ['open epic', 'open epics'],
  issues: ['open issue', 'open issues'],
} as const;

/** RP-02.270: `12 open epics`; a count of zero is left out. */
export const placeFacts = (counts: PlaceCounts) =>
  (['subgroups', 'projects', 'epics', 'issues'] as const)
    .filter((of) => counts[of] > 0)
    .map((of) => ({ of, total: counts[of], label: `${counts[of]} ${NOUNS[of][counts[of] === 1 ? 0 : 1]}` }));
