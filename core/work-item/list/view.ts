import type { GlobalId, Label, WorkItemType } from '../types.ts';
import type { itemList, ItemListState, ListAnswer, ListQuery, ListState } from './list.ts';
import { createSelector } from 'reselect';
import { shown as relative } from '../../api/wire-parts.ts';
import { recordsOf, sameData } from '../../entities/index.ts';
import { selectQuery, type QueryRoot, type QueryState, type QueryStatus } from '../../query/index.ts';
import type { Table } from '../../table/index.ts';
import type { ItemRecords } from '../entity.ts';
import { countText, typeNoun } from '../rules.ts';
import { selectRecords, shownItem, type RecordsRoot, type ShownItem } from '../shown.ts';
import {
  LIST_STATES,
  listQueryFromUrl,
  listQueryToUrl,
  withoutLabelTitle,
  type ListKind,
  type UrlParams,
} from './address.ts';
import { sameQuery } from './list.ts';

const countOf = ({
  opened,
  closed,
  unstarted = 0,
  ongoing = 0,
}: ListAnswer['counts']): Readonly<Record<ListState, string>> => ({
  opened: countText(opened),
  unstarted: countText(unstarted),
  ongoing: countText(ongoing),
  closed: countText(closed),
  all: countText(opened, closed),
});

/** What every list shows around its rows. */
function listFrame<S extends string>(
  list: ItemListState<S>,
  known: Table<Label>,
  read: QueryState,
  states: typeof LIST_STATES,
) {
  const { query, shown, counts, page } = list;
  const labels = recordsOf(known, list.labels);
  const status = statusOf(list, read);
  const settled = status === 'ready';
  // RP-02.149: a count that belongs to another filter is not shown.
  const counted = counts !== null && shown !== null && sameFilter(shown, query) ? countOf(counts) : null;
  return {
    status,
    error: read.error,
    query,
    /** The choice of one state. `count`: how many the filter finds; null while it is not known. */
    tabs: states.map((state) => ({ ...state, count: counted?.[state.value] ?? null })),
    /** In the order of the address. */
    labels: query.labels.map((title) => ({
      title,
      /** How it looks; null if no item with it has been seen. */
      label: labels.find((label) => label.title === title) ?? null,
      /** The list without this condition. */
      without: withoutLabelTitle(query, title),
    })),
    /** Null on the last page, and while another page is on its way. */
    next: settled ? nextPage(query, page) : null,
    previous: settled ? previousPage(query, page) : null,
    /** Rows of an earlier answer are shown while the next one is on its way. */
    refreshing: status === 'loading' && shown !== null,
  };
}

export type ListFrame<S extends string> = ReturnType<typeof listFrame<S>>;

/** A label that the list is filtered by. */
export type ActiveLabel<S extends string> = ListFrame<S>['labels'][number];

/** A list whose rows answer another address is loading. */
function statusOf({ query, shown }: ItemListState<string>, { status }: QueryState): QueryStatus {
  return status === 'ready' && (shown === null || !sameQuery(shown, query)) ? 'loading' : status;
}

/** RP-02.149: two queries that find the same items in each state, in whatever order and on whatever page. */
const sameFilter = (a: ListQuery, b: ListQuery): boolean =>
  a.search.trim() === b.search.trim() && sameData(a.labels, b.labels) && a.assignee === b.assignee;

/** The query of the next page; null on the last one. */
const nextPage = <S extends string>(query: ListQuery<S>, page: ListAnswer['page']): ListQuery<S> | null =>
  // mutant: list-back-to-the-first-page
  page.hasNextPage && page.endCursor !== null ? { ...query, after: page.endCursor, before: null } : null;

/** The query of the page before; null on the first one. */
const previousPage = <S extends string>(query: ListQuery<S>, page: ListAnswer['page']): ListQuery<S> | null =>
  page.hasPreviousPage && page.startCursor !== null ? { ...query, after: null, before: page.startCursor } : null;

/** A row of a list: what is known of the item, its reference relative to the list's own place. */
export type ListRow = ShownItem;

/** AP-09.101: as `hiddenTooltip` says it of a page. A module that both share would be a file of its own, whose name every first page carries. */
export const hiddenRowTooltip = (type: WorkItemType): string =>
  `This ${typeNoun(type)} is hidden because its author has been banned`;

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
export type EmptyTexts = Readonly<Partial<Record<ListState, Empty>>> & { readonly all: Empty };

/** RP-02.146, RP-02.162: an empty list and an empty answer to a question are told apart. */
function emptyText({ search, state, labels, assignee }: ListQuery, texts: EmptyTexts): Empty {
  if (labels.length > 0) return { title: 'No matches found', hint: 'Try another search or state, or remove a label.' };
  return search.trim() === '' && assignee === undefined
    ? (texts[state] ?? texts.all)
    : { title: 'No matches found', hint: 'Try another search or state.' };
}

/** The page of a kind of list: its selector, and its query as an address and back. */
export function listPage<N extends string, S extends string>(
  { name, page, asked, defaults }: Pick<ReturnType<typeof itemList<N, S>>, 'name' | 'page' | 'asked' | 'defaults'>,
  sorts: ListKind<S>['sorts'],
  texts: EmptyTexts,
  states = LIST_STATES,
  byAssignee = false,
) {
  type Root = { readonly [K in N]: ItemListState<S> } & RecordsRoot & Pick<QueryRoot, 'queries'>;
  const kind = { defaults, sorts, states, byAssignee };
  const select = createSelector(
    [
      (state: Root): ItemListState<S> => state[name],
      selectRecords,
      (state: Root) => selectQuery(state, page, asked(state)),
    ],
    (list, records, read) => {
      const { place, fullName, ids, query } = list;
      const frame = listFrame(list, records.labels, read, states);
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
