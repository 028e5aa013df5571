import type { GlobalId, Label } from '../types.ts';
import type { ListPageInfo, ListQuery } from './query.ts';
import type { Table } from '../../table/index.ts';
import type { ItemRecords, ShownItem, WorkItem } from '../entity.ts';
import { searchTerm } from '../rules/texts.ts';
import { LIST_PAGE } from './query.ts';
import { get } from '../../table/index.ts';
import { shown } from '../../api/wire-parts.ts';
import { shownItem } from '../entity.ts';

/** How a list is read, whatever its rows are. */

/** How many items a filter finds, by state. */
export interface ListCounts {
  readonly opened: number;
  readonly closed: number;
}

/** What a list shows, whatever its rows are. */
export interface ListReading<S extends string> {
  /** As asked for; `shown` is the query that `ids` answer. */
  readonly query: ListQuery<S>;
  readonly shown: ListQuery<S> | null;
  /** The labels of `query`, as far as an item of the list has shown what they look like. */
  readonly labels: readonly Label[];
  readonly ids: readonly GlobalId[];
  /** By the filter of `shown`. */
  readonly counts: ListCounts | null;
  readonly page: ListPageInfo;
}

/** RL-12.44: what the labels of a query look like, by the rows at hand, else as it was known before. */
export function labelsSeen(
  query: ListQuery,
  rows: readonly { readonly labels?: readonly Label[] }[],
  known: readonly Label[],
): readonly Label[] {
  const seen = [...rows.flatMap(({ labels }) => labels ?? []), ...known];
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
  // mutant: list-forgets-its-labels
  labelName: labels.length === 0 ? null : labels,
  // mutant: list-first-page-again
  ...(before === null ? { first: LIST_PAGE, after } : { last: LIST_PAGE, before }),
});

/** Milliseconds of silence after the last keystroke before a search is sent (GitLab's general debounce). */
const SEARCH_DELAY = 250;

interface Asked {
  readonly query: ListQuery;
}

/** RP-02.163: another search waits until typing ends. */
export const whileTyping = ({ query }: Asked, before: Asked | null): number =>
  before === null || before.query.search === query.search ? 0 : SEARCH_DELAY;

/** A row of a list: what is known of the item, its reference as the list's own place says it. */
export type ListRow = ShownItem;

const made = new WeakMap<WorkItem, { readonly here: string; readonly row: ListRow }>();

function rowOf(item: WorkItem, here: string): ListRow {
  const known = made.get(item);
  if (known?.here === here) return known.row;
  const row = { ...shownItem(item), reference: shown(item.reference, here) };
  made.set(item, { here, row });
  return row;
}

const recordsOf = (items: Table<WorkItem>, ids: readonly GlobalId[]): readonly WorkItem[] =>
  ids.flatMap((id) => get(items, id) ?? []);

/** The rows of a list of the place `here`: of the same record the same row. */
export const listRows = (items: Table<WorkItem>, ids: readonly GlobalId[], here: string): readonly ListRow[] =>
  recordsOf(items, ids).map((item) => rowOf(item, here));

/** RP-02.267: whether one of the items that a list brings has changed between two states. */
export const isOvertaken = ({ rows }: { readonly rows: readonly WorkItem[] }, before: object, now: object): boolean =>
  rows.some(({ id }) => get(itemsIn(before), id) !== get(itemsIn(now), id));

const itemsIn = (state: object): Table<WorkItem> => (state as { readonly confirmed: ItemRecords }).confirmed.items;

/** RL-12.44: the list with the look of its labels, as its rows show them: the next rows may be none. */
export function withLabelsSeen<L extends ListReading<string>>(list: L, items: Table<WorkItem>): L {
  return { ...list, labels: labelsSeen(list.query, recordsOf(items, list.ids), list.labels) };
}
