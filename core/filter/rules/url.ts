import type { Filters, FilterToken } from './tokens.ts';
import { FILTER_KINDS, filterKind, filterValue, NO_FILTERS, searchText, withToken } from './tokens.ts';

/** The parameters of an address in their order, as `URLSearchParams` gives and takes them. */
export type UrlParams = Iterable<readonly [name: string, value: string]>;

export const SEARCH_PARAM = 'search';

function tokenOf(name: string, given: string): FilterToken | null {
  const kind = FILTER_KINDS.find(({ param, notParam }) => param === name || notParam === name);
  const value = kind === undefined ? null : filterValue(kind.key, given);
  if (kind === undefined || value === null) return null;
  return { key: kind.key, operator: name === kind.param ? '=' : '!=', value };
}

/** RM-02.2 to RM-02.6: the filters of an address. Tokens are sorted by kind, so that one view has one address. */
export function filtersFromUrl(params: UrlParams): Filters {
  let filters = NO_FILTERS;
  let search = '';
  for (const [name, value] of params) {
    if (name === SEARCH_PARAM) search = value;
    const token = tokenOf(name, value);
    if (token !== null) filters = withToken(filters, token);
  }
  const place = ({ key }: FilterToken): number => FILTER_KINDS.findIndex((kind) => kind.key === key);
  const negated = ({ key, operator }: FilterToken): number => Number(operator === '!=' && !filterKind(key).repeats);
  const tokens = filters.tokens.toSorted((a, b) => place(a) - place(b) || negated(a) - negated(b));
  return { tokens, search: searchText([search]) };
}

/** RM-02.1, RM-02.2 */
export function filtersToUrl({ tokens, search }: Filters): [name: string, value: string][] {
  const params = FILTER_KINDS.flatMap(({ key, param, notParam }) =>
    tokens
      .filter((token) => token.key === key)
      .flatMap(({ operator, value }): [string, string][] => {
        const kept = filterValue(key, value);
        return kept === null ? [] : [[operator === '=' ? param : (notParam ?? param), kept]];
      }),
  );
  const text = searchText([search]);
  return text === '' ? params : [...params, [SEARCH_PARAM, text]];
}
