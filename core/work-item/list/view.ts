import type { GlobalId, Label } from '../types.ts';
import type { itemList, ItemListState, ListAnswer, ListPageInfo, ListQuery, ListState } from './list.ts';
import { createSelector } from 'reselect';
import { shown as relative } from '../../api/wire-parts.ts';
import { recordsOf } from '../../entities/index.ts';
import type { Pending } from '../../mutation/index.ts';
import { selectQuery, type Queries, type QueryState, type QueryStatus } from '../../query/index.ts';
import type { Table } from '../../table/index.ts';
import type { ItemRecords } from '../entity.ts';
import { selectRecords, shownItem, type ShownItem } from '../shown.ts';
import {
  LIST_STATES,
  listQueryFromUrl,
  listQueryToUrl,
  withoutLabelTitle,
  type ListKind,
  type UrlParams,
} from './address.ts';
import { sameLabels, sameQuery } from './list.ts';

/** A label that the list is filtered by. */
export interface ActiveLabel<S extends string> {
  readonly title: string;
  /** How it looks; null if no item with it has been seen. */
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
  readonly status: QueryStatus;
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

const countOf = ({ opened, closed }: ListAnswer['counts']): Readonly<Record<ListState, number>> => ({
  opened,
  closed,
  all: opened + closed,
});

/** RP-02.149: a count that belongs to another filter is not shown. */
function listFrame<S extends string>(list: ItemListState<S>, known: Table<Label>, read: QueryState): ListFrame<S> {
  const { query, shown, counts, page } = list;
  const labels = recordsOf(known, list.labels);
  const status = statusOf(list, read);
  const { error } = read;
  const settled = status === 'ready';
  const counted = counts !== null && shown !== null && sameFilter(shown, query) ? countOf(counts) : null;
  return {
    status,
    error,
    query,
    tabs: LIST_STATES.map((state) => ({ ...state, count: counted?.[state.value] ?? null })),
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

/** A list whose rows answer another address is loading. */
function statusOf({ query, shown }: ItemListState<string>, { status }: QueryState): QueryStatus {
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

/** A row of a list: what is known of the item, its reference relative to the list's own place. */
export type ListRow = ShownItem;

const made = new WeakMap<ShownItem, { readonly here: string; readonly row: ListRow }>();

function rowOf(item: ShownItem, here: string): ListRow {
  const known = made.get(item);
  if (known?.here === here) return known.row;
  const row = { ...item, reference: relative(item.reference, here) };
  made.set(item, { here, row });
  return row;
}

/** The rows of a list of the place `here`; the same row for the same record. */
const listRows = (records: ItemRecords, ids: readonly GlobalId[], here: string): readonly ListRow[] =>
  recordsOf(records.items, ids).map((item) => rowOf(shownItem(records, item), here));

export interface Empty {
  readonly title: string;
  readonly hint: string;
}

/** What an empty list says, by the state that it is filtered by. */
export type EmptyTexts = Readonly<Record<ListState, Empty>>;

/** RP-02.146, RP-02.162: an empty list and an empty answer to a question are told apart. */
function emptyText({ search, state, labels }: ListQuery, texts: EmptyTexts): Empty {
  if (labels.length > 0) return { title: 'No matches found', hint: 'Try another search or state, or remove a label.' };
  return search.trim() === '' ? texts[state] : { title: 'No matches found', hint: 'Try another search or state.' };
}

/** The page of a kind of list: its selector, and its query as an address and back. */
export function listPage<N extends string, S extends string>(
  {
    name,
    page,
    asked,
    defaults,
  }: Pick<ReturnType<typeof itemList<N, S, unknown>>, 'name' | 'page' | 'asked' | 'defaults'>,
  sorts: ListKind<S>['sorts'],
  texts: EmptyTexts,
) {
  type Root = { readonly [K in N]: ItemListState<S> } & {
    readonly queries: Queries;
    readonly confirmed: ItemRecords;
    readonly pending: readonly Pending[];
  };
  const kind = { defaults, sorts };
  const select = createSelector(
    [
      (state: Root): ItemListState<S> => state[name],
      selectRecords,
      (state: Root) => selectQuery(state, page, asked(state)),
    ],
    (list, records, read) => {
      const { place, fullName, ids, query } = list;
      const frame = listFrame(list, records.labels, read);
      const empty = frame.status === 'ready' && ids.length === 0 ? emptyText(query, texts) : null;
      return { ...frame, place, fullName, rows: listRows(records, ids, place?.fullPath ?? ''), empty };
    },
  );
  return {
    select,
    fromUrl: (params: UrlParams) => listQueryFromUrl(kind, params),
    toUrl: (query: ListQuery<S>) => listQueryToUrl(kind, query),
  };
}
