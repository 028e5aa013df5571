import type { Load } from '../../access/failures.ts';
import type { QueryState } from '../../query/index.ts';
import type { Label } from '../types.ts';
import { LIST_STATES, withoutLabelTitle } from './address.ts';
import type { ListPageInfo, ListQuery, ListState } from './query.ts';
import { sameLabels, sameQuery } from './query.ts';
import type { ListCounts, ListReading } from './reading.ts';

/** A label that the list is filtered by. */
export interface ActiveLabel<S extends string> {
  readonly title: string;
  /** How it looks; null where no item has shown it. */
  readonly label: Label | null;
  /** The list without this condition. */
  readonly without: ListQuery<S>;
}

/** The choice of one state. */
export interface StateTab {
  readonly value: ListState;
  readonly label: string;
  /** How many the filter finds; null while it is not known. */
  readonly count: number | null;
}

/** What every list shows around its rows. */
export interface ListFrame<S extends string> {
  readonly status: Load;
  readonly error: string | null;
  readonly query: ListQuery<S>;
  readonly tabs: readonly StateTab[];
  /** In the order of the address. */
  readonly labels: readonly ActiveLabel<S>[];
  /** Null on the last page, and while another page is on its way. */
  readonly next: ListQuery<S> | null;
  readonly previous: ListQuery<S> | null;
  /** Rows of an earlier answer are shown while the next one is on its way. */
  readonly refreshing: boolean;
}

const countOf = ({ opened, closed }: ListCounts): Readonly<Record<ListState, number>> => ({
  opened,
  closed,
  all: opened + closed,
});

/** RP-02.149: a count that belongs to another filter is not shown. */
export function listFrame<S extends string>(reading: ListReading<S>, read: QueryState): ListFrame<S> {
  const { query, shown, labels, counts, page } = reading;
  const status = statusOf(reading, read);
  const { error } = read;
  const settled = status === 'ready';
  const known = counts !== null && shown !== null && sameFilter(shown, query) ? countOf(counts) : null;
  return {
    status,
    error,
    query,
    tabs: LIST_STATES.map((state) => ({ ...state, count: known?.[state.value] ?? null })),
    labels: query.labels.map((title) => ({
      title,
      label: labels.find((label) => label.title === title) ?? null,
      without: withoutLabelTitle(query, title),
    })),
    next: settled ? nextPage(query, page) : null,
    previous: settled ? previousPage(query, page) : null,
    refreshing: status === 'loading' && shown !== null,
  };
}

/** A list is about its address: while its rows answer another one, it is on its way. */
function statusOf({ query, shown }: ListReading<string>, { status }: QueryState): Load {
  return status === 'ready' && (shown === null || !sameQuery(shown, query)) ? 'loading' : status;
}

/** RP-02.149: two queries that find the same items in each state, in whatever order and on whatever page. */
const sameFilter = (a: ListQuery, b: ListQuery): boolean => a.search.trim() === b.search.trim() && sameLabels(a, b);

/** The query of the next page; null on the last one. */
const nextPage = <S extends string>(query: ListQuery<S>, page: ListPageInfo): ListQuery<S> | null =>
  // mutant: list-back-to-the-first-page
  page.hasNextPage && page.endCursor !== null ? { ...query, after: page.endCursor, before: null } : null;

/** The query of the page before; null on the first one. */
const previousPage = <S extends string>(query: ListQuery<S>, page: ListPageInfo): ListQuery<S> | null =>
  page.hasPreviousPage && page.startCursor !== null ? { ...query, after: null, before: page.startCursor } : null;
