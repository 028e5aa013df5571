import type { Table } from '../../table/index.ts';
import { shown } from '../../api/wire-parts.ts';
import { get } from '../../table/index.ts';
import { shownItem, type ItemRecords, type ShownItem, type WorkItem } from '../entity.ts';
import type { GlobalId } from '../types.ts';
import type { ListReading } from './reading.ts';
import { labelsSeen } from './reading.ts';

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
