/** What a token is about. `in` is the scope of the free text. */
export type FilterKey = SearchedKey | 'confidential' | 'in';

/** The tokens whose values are looked up on the server. */
export const SEARCHED_KEYS = ['author', 'label', 'milestone', 'epic', 'reaction'] as const;
export type SearchedKey = (typeof SEARCHED_KEYS)[number];

export type FilterOperator = '=' | '!=';

export interface FilterToken {
  readonly key: FilterKey;
  readonly operator: FilterOperator;
  /** Username, title, `true` or `false`, iid, name of an emoji, `TITLE` or `DESCRIPTION`. Empty while it is being typed. */
  readonly value: string;
}

export interface Filters {
  readonly tokens: readonly FilterToken[];
  /** Free text, its words joined with spaces. */
  readonly search: string;
}

export const NO_FILTERS: Filters = { tokens: [], search: '' };

export interface FilterKind {
  readonly key: FilterKey;
  readonly title: string;
  /** Name of the URL's parameter, and of the negated one where there is one. */
  readonly param: string;
  readonly notParam: string | null;
  /** May be used more than once. */
  readonly repeats: boolean;
  /** Offered to signed-in users only. */
  readonly signedIn: boolean;
}

/** RM-03.1, RM-03.2, RM-02.1: the kinds of tokens, in the order in which they are offered. */
export const FILTER_KINDS: readonly FilterKind[] = [
  kind('author', 'Author', 'author_username', { notParam: 'not[author_username]' }),
  kind('label', 'Label', 'label_name[]', { notParam: 'not[label_name][]', repeats: true }),
  kind('milestone', 'Milestone', 'milestone_title'),
  kind('confidential', 'Confidential', 'confidential'),
  kind('epic', 'Epic', 'epic_iid'),
  kind('reaction', 'My-Reaction', 'my_reaction_emoji', { notParam: 'not[my_reaction_emoji]', signedIn: true }),
  kind('in', 'Search within', 'in'),
];

function kind(key: FilterKey, title: string, param: string, rest: Partial<FilterKind> = {}): FilterKind {
  return { key, title, param, notParam: null, repeats: false, signedIn: false, ...rest };
}

export function filterKind(key: FilterKey): FilterKind {
  const found = FILTER_KINDS.find((each) => each.key === key);
  if (found === undefined) throw new RangeError(`There is no filter "${key}"`);
  return found;
}

/** RM-03.5: the kinds that are offered to this viewer. */
export const offeredKinds = (signedIn: boolean): readonly FilterKind[] =>
  FILTER_KINDS.filter((each) => signedIn || !each.signedIn);

export const operatorsOf = (key: FilterKey): readonly FilterOperator[] =>
  filterKind(key).notParam === null ? ['='] : ['=', '!='];

/** No title, name or emoji is longer than this. */
const VALUE_MAX = 255;
/** Longer than any meaningful search, short enough for a URL. */
const SEARCH_MAX = 1000;
const EPIC_MARKER = '::&';
const CONFIDENTIAL: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['yes', 'true'],
  ['false', 'false'],
  ['no', 'false'],
]);

/** RM-02.4 to RM-02.6: normalizes a value; null if it cannot name anything. */
export function filterValue(key: FilterKey, given: string): string | null {
  const value = given.trim();
  if (value === '' || value.length > VALUE_MAX || value.includes('\0')) return null;
  switch (key) {
    case 'epic': {
      const at = value.lastIndexOf(EPIC_MARKER);
      const number = at < 0 ? value : value.slice(at + EPIC_MARKER.length);
      return /^[1-9][0-9]{0,9}$/.test(number) ? number : null;
    }
    case 'confidential':
      return CONFIDENTIAL.get(value.toLowerCase()) ?? null;
    case 'reaction':
      return value.replaceAll(':', '') || null;
    case 'in':
      return /^(title|description)$/i.test(value) ? value.toUpperCase() : null;
    default:
      return value;
  }
}

/** RM-03.3, RM-03.4 */
export const searchText = (words: readonly string[]): string => {
  const text = words
    .flatMap((word) => word.split(/\s+/))
    .filter((word) => word !== '')
    .join(' ');
  return text.length > SEARCH_MAX || text.includes('\0') ? '' : text;
};

/** RM-03.1: adds a token. A single-valued one replaces the one of its kind and operator, and one that contradicts it; a repeated one changes nothing. */
export function withToken(filters: Filters, token: FilterToken): Filters {
  const { repeats } = filterKind(token.key);
  const operator = operatorsOf(token.key).includes(token.operator) ? token.operator : '=';
  const next = { ...token, operator };
  const others = filters.tokens.filter(
    ({ key, operator: other, value }) => repeats || key !== token.key || (other !== operator && value !== token.value),
  );
  const known = others.some(
    (other) => other.key === next.key && other.operator === operator && other.value === next.value,
  );
  return { ...filters, tokens: known ? others : [...others, next] };
}

export const withoutToken = (filters: Filters, index: number): Filters => ({
  ...filters,
  tokens: filters.tokens.toSpliced(index, 1),
});

/** RM-03.4 */
export const isFiltered = ({ tokens, search }: Filters): boolean =>
  search.trim() !== '' || tokens.some(({ key, value }) => value !== '' && key !== 'in');
