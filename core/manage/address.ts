import type { ManagedPage, NounName } from './slice.ts';

/** What a place has pages for. */
export type PlaceNoun = Exclude<NounName, 'users' | 'profile' | 'preferences' | 'sessions'>;

/** What their addresses end in, behind the `/-/` of the place; for members also the kind of place, as GitLab has it. */
const ENDS: Readonly<Record<PlaceNoun, string>> = {
  labels: 'labels',
  milestones: 'milestones',
  milestone: 'milestones/',
  members: '_members',
  settings: 'edit',
  newGroup: 'subgroups/new',
  newProject: 'projects/new',
  templates: 'settings/templates',
  plan: 'billings',
  sales: 'contact_sales',
};
const NOUNS = Object.keys(ENDS) as readonly PlaceNoun[];

type Kind = 'group' | 'project';

const endOf = (kind: Kind, noun: PlaceNoun): string => (noun === 'members' ? kind : '') + ENDS[noun];

/** AP-14.60: which one of a noun the page of such an address is about. */
export const iidAt = (rest: string): string | undefined => /^milestones\/([1-9][0-9]{0,14})$/.exec(rest)?.[1];

/** BD-05.20: the page of such an address; null: it is none. */
export const nounAt = (kind: Kind, rest: string): PlaceNoun | null =>
  iidAt(rest) === undefined ? (NOUNS.find((noun) => endOf(kind, noun) === rest) ?? null) : 'milestone';

interface PageAddress {
  readonly kind: Kind;
  readonly fullPath: string;
  readonly noun: PlaceNoun;
  readonly iid?: string;
}

export const managedPath = ({ kind, fullPath, noun, iid = '' }: PageAddress): string =>
  `${kind === 'group' ? '/groups' : ''}/${fullPath}/-/${endOf(kind, noun)}${iid}`;

/** Whether a page of the state has this address. */
export const isPageAt = (page: ManagedPage, kind: Kind, fullPath: string, rest: string): boolean =>
  page.kind === kind && page.fullPath === fullPath && nounAt(kind, rest) === page.noun && iidAt(rest) === page.iid;
