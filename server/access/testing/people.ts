/**
 * The question of the matrix, written from the permission table of the specification alone: no rule of core/access is asked here, because
 * it is what the matrix proves.
 */

export const WHO = ['anonymous', 'stranger', 'guest', 'reporter', 'developer', 'maintainer', 'owner', 'admin'] as const;
export type Who = (typeof WHO)[number];

/** The role of each in every one of the three places. */
const LEVEL: Readonly<Record<Who, number>> = {
  anonymous: 0,
  stranger: 0,
  guest: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
  admin: 99,
};

/** `vault`: a private group in which none of them has a role. */
export const PLACES = { open: 'public', inner: 'internal', closed: 'private', vault: 'private' } as const;
export type Place = keyof typeof PLACES;
export const OWN_PLACES = ['open', 'inner', 'closed'] as const;

/**
 * `plain` is for whoever sees the place, and an issue of it was made by the guest; `secret` is confidential, and an issue of it is assigned to
 * the guest; `mine` is a confidential issue that the stranger made.
 */
export type Kind = 'plain' | 'secret' | 'mine';

export const levelIn = (who: Who, place: Place): number => (place === 'vault' && who !== 'admin' ? 0 : LEVEL[who]);

export function seesPlace(who: Who, place: Place): boolean {
  if (levelIn(who, place) > 0) return true;
  return PLACES[place] === 'public' || (PLACES[place] === 'internal' && who !== 'anonymous');
}

export function seesItem(who: Who, place: Place, of: 'epic' | 'issue', kind: Kind): boolean {
  if (!seesPlace(who, place)) return false;
  if (kind === 'plain' || levelIn(who, place) >= 20) return true;
  return of === 'issue' && ((kind === 'secret' && who === 'guest') || (kind === 'mine' && who === 'stranger'));
}

/** What an operation wants beside seeing what it is about. */
export interface Wants {
  /** `no role`: having signed in, and none. */
  readonly least:
    | 'reading'
    | 'signing in'
    | 'no role'
    | 'Guest'
    | 'Reporter'
    | 'Developer'
    | 'Maintainer'
    | 'Owner'
    | 'administration';
  /** Of an issue: who made it may too, with a role or not; who has it assigned. */
  readonly also?: 'author' | 'author or assignee' | 'author who is a member';
}

const LEAST = { Guest: 10, Reporter: 20, Developer: 30, Maintainer: 40, Owner: 50, administration: 99 } as const;

export function meets(who: Who, place: Place, kind: Kind, { least, also }: Wants): boolean {
  if (least === 'reading') return true;
  if (who === 'anonymous') return false;
  if (least === 'no role') return who === 'stranger';
  if (least === 'signing in' || levelIn(who, place) >= LEAST[least]) return true;
  const author = (kind === 'plain' && who === 'guest') || (kind === 'mine' && who === 'stranger');
  if (also === 'author') return author;
  if (also === 'author who is a member') return author && levelIn(who, place) > 0;
  return also === 'author or assignee' && (author || (kind === 'secret' && who === 'guest'));
}

/** Every seeded text holds a word `zq…qz`, and each word has its audience. */
export const WORD = /zq[a-z]+?qz/g;

const READERS = [
  'path',
  'group',
  'project',
  'label',
  'own',
  'milestone',
  'sprint',
  'iteration',
  'note',
  'merge',
  'template',
] as const;
const ITEMS = ['epicplain', 'epicchild', 'epicloose', 'epickin', 'issueplain', 'issueloose', 'issuekin'] as const;
const REPORTERS = ['epicsecret', 'epicbelow', 'issuebelow', 'issuehidden', 'internal'] as const;
/** In a subgroup that is private, whatever the place is. */
const DEN = ['den', 'denepic', 'denlabel', 'denmilestone'] as const;

export type WordKind =
  | (typeof READERS)[number]
  | (typeof ITEMS)[number]
  | (typeof REPORTERS)[number]
  | (typeof DEN)[number]
  | 'issuesecret'
  | 'issuemine';

export const word = (place: Place, kind: WordKind): string => `zq${place}${kind}qz`;
/** In every stored secret: told to nobody. */
export const UNTOLD = 'zquntoldqz';
/** In the address of a person: told to them and to administrators. */
export const address = (username: string): string => `zqmail${username}qz`;
/** The name of a person who is nowhere but in the vault. */
export const KEEPER = 'zqkeeperqz';

/** May this person read this word? Undefined for a word that was never seeded. */
export function mayRead(who: Who, text: string): boolean | undefined {
  if (text === UNTOLD) return false;
  if (text === KEEPER) return who !== 'anonymous';
  if (text.startsWith('zqmail')) return who === 'admin' || text === address(who);
  for (const place of Object.keys(PLACES) as Place[]) {
    const kind = kindOf(place, text);
    if (kind !== undefined) return reads(who, place, kind);
  }
  return undefined;
}

const KINDS: readonly WordKind[] = [...READERS, ...ITEMS, ...REPORTERS, ...DEN, 'issuesecret', 'issuemine'];
export const seededWords = (place: Place): readonly string[] => KINDS.map((kind) => word(place, kind));
const kindOf = (place: Place, text: string) => KINDS.find((kind) => word(place, kind) === text);
const among = (list: readonly string[], kind: string): boolean => list.includes(kind);

function reads(who: Who, place: Place, kind: WordKind): boolean {
  if (kind === 'issuesecret') return seesItem(who, place, 'issue', 'secret');
  if (kind === 'issuemine') return seesItem(who, place, 'issue', 'mine');
  if (among(REPORTERS, kind)) return levelIn(who, place) >= 20;
  if (among(DEN, kind)) return levelIn(who, place) >= 10;
  return seesPlace(who, place);
}
