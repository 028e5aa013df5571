import type { Facts, ItemReading, ItemRecords, Known, Things, Whole, WorkItem } from './entity.ts';
import { createSelector } from 'reselect';
import { recordsOf } from '../entities/index.ts';
import { selectVisible, type Pending } from '../mutation/index.ts';
import { get, type Table } from '../table/index.ts';
import { ITEM } from './entity.ts';

/** Items as they are shown: joined with what they name, and with none for what was not read. */

type Named = Partial<Pick<Facts, keyof Things>>;

const NAMES = Object.keys(ITEM.references) as readonly (keyof Things)[];

/** What the item names, as far as it was read. */
function thingsOf(records: Omit<ItemRecords, 'items'>, item: Named): Partial<Things> {
  const things: Partial<Record<keyof Things, unknown>> = {};
  for (const name of NAMES) {
    const [named, table] = [item[name], records[ITEM.references[name]] as Table<unknown>];
    if (named !== undefined) {
      things[name] = typeof named === 'string' ? (get(table, named) ?? null) : named && recordsOf(table, named);
    }
  }
  return things as Partial<Things>;
}

/** An item with the things that it names; made anew. */
export const wholeItem = <R extends Named>(records: Omit<ItemRecords, 'items'>, item: R): Whole<R> =>
  ({ ...item, ...thingsOf(records, item) }) as Whole<R>;

interface Joined<R> extends Omit<ItemRecords, 'items'> {
  readonly shown: R;
}

/** RP-02.269: an item as a place shows it, with what it names, and with `unread` for what was not read; the same one while neither changes. */
export function shownWith<const U extends Partial<ItemReading>>(unread: U) {
  type Shown = Whole<Known<keyof U & keyof Facts>>;
  const joined = new WeakMap<WorkItem, Joined<Shown>>();
  return ({ labels, users, milestones }: ItemRecords, item: WorkItem): Shown => {
    const known = joined.get(item);
    if (known?.labels === labels && known.users === users && known.milestones === milestones) return known.shown;
    const things = thingsOf({ labels, users, milestones }, item);
    const isSame =
      known !== undefined && NAMES.every((name) => things[name] === undefined || known.shown[name] === things[name]);
    const shown = isSame ? known.shown : ({ ...unread, ...item, ...things } as Shown);
    joined.set(item, { labels, users, milestones, shown });
    return shown;
  };
}

/** An item as a row shows it: what was not read is none. */
export const shownItem = shownWith({
  createdAt: null,
  updatedAt: null,
  closedAt: null,
  startDate: null,
  dueDate: null,
  weight: null,
  milestone: null,
  author: null,
  assignees: [],
  labels: [],
  healthStatus: null,
  descendantCounts: null,
  healthCounts: null,
  hasChildren: false,
  hasIssues: false,
  blocked: false,
  blockedByCount: 0,
  group: null,
  projectPath: null,
  relationPath: null,
  epicIssueId: null,
});

export type ShownItem = ReturnType<typeof shownItem>;

/** The records as they are shown; the same object while none of their tables changes. */
export const selectRecords: (root: RecordsRoot) => ItemRecords = createSelector(
  [
    (root: RecordsRoot) => selectVisible(root).items,
    (root: RecordsRoot) => selectVisible(root).labels,
    (root: RecordsRoot) => selectVisible(root).users,
    (root: RecordsRoot) => selectVisible(root).milestones,
  ],
  (items, labels, users, milestones) => ({ items, labels, users, milestones }),
);

export interface RecordsRoot {
  readonly confirmed: ItemRecords;
  readonly pending: readonly Pending[];
}
