import type { Pending } from '../mutation/index.ts';
import type { Facts, ItemRecords, Known, Things, Whole, WorkItem } from './entity.ts';
import type { Table } from '../table/index.ts';
import { createSelector } from 'reselect';
import { recordsOf } from '../entities/index.ts';
import { selectVisible } from '../mutation/index.ts';
import { get } from '../table/index.ts';
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

/** How a row shows what was not read: as none. */
const UNREAD = {
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
} as const satisfies Partial<Facts>;

/** An item of which everything that a row shows is known, or none. */
export type ShownItem = Whole<Known<keyof typeof UNREAD>>;

interface Joined extends Omit<ItemRecords, 'items'> {
  readonly shown: ShownItem;
}

const joined = new WeakMap<WorkItem, Joined>();

/** RP-02.269: an item as a row shows it, with what it names; the same one while neither changes. */
export function shownItem({ labels, users, milestones }: ItemRecords, item: WorkItem): ShownItem {
  const known = joined.get(item);
  if (known?.labels === labels && known.users === users && known.milestones === milestones) return known.shown;
  const things = thingsOf({ labels, users, milestones }, { ...UNREAD, ...item });
  const isSame = known !== undefined && NAMES.every((name) => known.shown[name] === things[name]);
  const shown = isSame ? known.shown : ({ ...UNREAD, ...item, ...things } as ShownItem);
  joined.set(item, { labels, users, milestones, shown });
  return shown;
}

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
