import type { Load } from '../../access/load.ts';
import { searchTerm } from '../rules/search.ts';
import type { Label } from '../types.ts';
import type { ListPageInfo, ListQuery } from './query.ts';
import { LIST_PAGE } from './query.ts';

/** How a list is read, whatever its rows are. */

/** How many items a filter finds, by state. */
export interface ListCounts {
  readonly opened: number;
  readonly closed: number;
}

/** How far a list has come, whatever its rows are. */
export interface ListReading<S extends string> {
  /** As asked for; `shown` is the query that the rows answer. */
  readonly query: ListQuery<S>;
  readonly shown: ListQuery<S> | null;
  /** The labels of `query`, as far as an item of the list has shown what they look like. */
  readonly labels: readonly Label[];
  readonly status: Load;
  readonly error: string | null;
  /** By the filter of `shown`. */
  readonly counts: ListCounts | null;
  readonly page: ListPageInfo;
}

/** RL-12.44: what the labels of a query look like, by the rows at hand, else as it was known before. */
export function labelsSeen(
  query: ListQuery,
  rows: readonly { readonly labels: readonly Label[] }[],
  known: readonly Label[],
): readonly Label[] {
  const seen = [...rows.flatMap(({ labels }) => labels), ...known];
  return query.labels.flatMap((title) => seen.find((label) => label.title === title) ?? []);
}

/**
 * RL-12.20: the search goes out as RL-12.3 says. RL-12.43: no labels are no condition. A page before a cursor is the last one of what
 * lies before it.
 */
export const listVariables = <S extends string>(
  fullPath: string,
  { search, state, sort, labels, after, before }: ListQuery<S>,
) => ({
  fullPath,
  search: searchTerm(search),
  state,
  sort,
  labelName: labels.length === 0 ? null : labels,
  ...(before === null ? { first: LIST_PAGE, after } : { last: LIST_PAGE, before }),
});
