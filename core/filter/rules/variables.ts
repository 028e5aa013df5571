import type { FilterKey, FilterOperator, Filters } from './tokens.ts';
import { filterValue, searchText } from './tokens.ts';

/** RM-21.1, RM-03.6: the variables of a query that come from filters. */
export function filterVariables(filters: Filters) {
  const all = (key: FilterKey, operator: FilterOperator = '='): string[] =>
    filters.tokens
      .filter((token) => token.key === key && token.operator === operator)
      .map(({ value }) => filterValue(key, value))
      .filter((value) => value !== null);
  const one = (key: FilterKey, operator?: FilterOperator): string | undefined => all(key, operator).at(-1);
  const many = (key: FilterKey, operator?: FilterOperator): string[] | undefined => {
    const values = all(key, operator);
    return values.length === 0 ? undefined : values;
  };
  const search = searchText([filters.search]);
  const scope = one('in');
  const confidential = one('confidential');
  const not = present({
    authorUsername: one('author', '!='),
    labelName: many('label', '!='),
    myReactionEmoji: one('reaction', '!='),
  });
  return present({
    authorUsername: one('author'),
    labelName: many('label'),
    milestoneTitle: one('milestone'),
    confidential: confidential === undefined ? undefined : confidential === 'true',
    iid: one('epic'),
    myReactionEmoji: one('reaction'),
    search: search === '' ? undefined : search,
    in: search === '' || scope === undefined ? undefined : [scope as 'TITLE' | 'DESCRIPTION'],
    not: Object.keys(not).length === 0 ? undefined : not,
  });
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that are undefined. */
const present = <T extends object>(members: T): Present<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
