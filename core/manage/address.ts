import type { ManagedPage, NounName } from './slice.ts';

/** What a place has pages for. */
export type PlaceNoun = Exclude<NounName, 'users' | 'profile' | 'preferences' | 'sessions'>;

/** What their addresses end in, behind the `/-/` of the place; for members also the kind of place, as GitLab has it. `:n`: the number of what it is about. */
const ENDS: Readonly<Record<PlaceNoun, string>> = {
  labels: 'labels',
  milestones: 'milestones',
  milestone: 'milestones/:n',
  cadences: 'cadences',
  iterations: 'cadences/:n/iterations',
  iteration: 'iterations/:n',
  members: '_members',
  settings: 'edit',
  newGroup: 'subgroups/new',
  newProject: 'projects/new',
  templates: 'settings/templates',
  plan: 'billings',
  sales: 'contact_sales',
};
const NOUNS = Object.keys(ENDS) as readonly PlaceNoun[];
/** Whose addresses have more behind them that opens a form, as GitLab has it. */
const WITH_FORMS: readonly PlaceNoun[] = ['cadences', 'iterations'];
const OF_GROUPS: readonly PlaceNoun[] = [...WITH_FORMS, 'iteration'];

type Kind = 'group' | 'project';

const endOf = (kind: Kind, noun: PlaceNoun): string => (noun === 'members' ? kind : '') + ENDS[noun];

const NUMBER = '[1-9][0-9]{0,14}';
const FORM = `(?:/(?:(?<form>new)|(?<edited>${NUMBER})/edit))?`;
/** AP-14.100: an iteration is found behind its cadence as well, as GitLab has it. */
const BEFORE: Partial<Record<PlaceNoun, string>> = { iteration: `(?:cadences/${NUMBER}/)?` };

const patternsOf = (kind: Kind): readonly (readonly [PlaceNoun, RegExp])[] =>
  NOUNS.filter((noun) => kind === 'group' || !OF_GROUPS.includes(noun)).map((noun) => {
    const end = endOf(kind, noun).replace(':n', `(?<iid>${NUMBER})`);
    return [noun, new RegExp(`^${BEFORE[noun] ?? ''}${end}${WITH_FORMS.includes(noun) ? FORM : ''}$`)];
  });
const PATTERNS = { group: patternsOf('group'), project: patternsOf('project') };

/** What an address leads to. `iid`: the number of what it is about; `form`: the form that it opens, of a new entry (`new`) or of the one with this number. */
export interface PlacePage {
  readonly noun: PlaceNoun;
  readonly iid?: string;
  readonly form?: string;
}

/** BD-05.20, AP-14.60, AP-14.95: the page of such an address; null: it is none. */
export function pageAt(kind: Kind, rest: string): PlacePage | null {
  for (const [noun, pattern] of PATTERNS[kind]) {
    const found = pattern.exec(rest);
    if (found === null) continue;
    const { iid, edited, form = edited } = found.groups ?? {};
    return { noun, ...(iid !== undefined && { iid }), ...(form !== undefined && { form }) };
  }
  return null;
}

interface PageAddress {
  readonly kind: Kind;
  readonly fullPath: string;
  readonly noun: PlaceNoun;
  readonly iid?: string;
}

export const managedPath = ({ kind, fullPath, noun, iid = '' }: PageAddress): string =>
  `${kind === 'group' ? '/groups' : ''}/${fullPath}/-/${endOf(kind, noun).replace(':n', iid)}`;

/** Whether a page of the state has this address. */
export function isPageAt(page: ManagedPage, kind: Kind, fullPath: string, rest: string): boolean {
  if (page.kind !== kind || page.fullPath !== fullPath) return false;
  const at = pageAt(kind, rest);
  return at?.noun === page.noun && at.iid === page.iid;
}
