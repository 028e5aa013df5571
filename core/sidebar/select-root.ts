import type { AccessState } from '../access/slice.ts';
import type { EpicState } from '../epic/slice.ts';
import type { Intent, IntentKinds } from '../sync/index.ts';
import type { Table } from '../table/index.ts';
import type { TreeState } from '../tree/state.ts';
import type { GlobalId, TreeItem } from '../work-item/types.ts';
import type { ChildDates, EpicRef, SidebarConfirmed, SidebarEpic, SidebarState } from './types.ts';
import { createVisible } from '../sync/index.ts';
import { get } from '../table/index.ts';
import { treeIntents } from '../tree/intents.ts';
import { flagsOf } from '../tree/slice.ts';
import { sidebarIntents } from './intents.ts';
import { datesOfChildren } from './rules.ts';

/** The state as the sidebar reads it. */
export interface SidebarRoot {
  readonly access: AccessState;
  readonly epic: EpicState;
  readonly tree: TreeState;
  readonly sidebar: SidebarState;
  readonly confirmed: SidebarConfirmed;
  readonly pending: readonly Intent[];
  readonly stamps: Table<number>;
}

export const sidebarOf = ({ sidebar }: SidebarRoot): SidebarState => sidebar;

const visible = createVisible({ ...treeIntents, ...sidebarIntents } as IntentKinds<SidebarConfirmed>);

/** What is shown, as far as the tree's and the sidebar's own edits go. */
export const shownTables = ({ confirmed, pending }: SidebarRoot): SidebarConfirmed => visible(confirmed, pending);

/** The open page's epic as the wire names it; null until the page is there. */
export function openEpic({ epic: { page } }: SidebarRoot): EpicRef | null {
  const { epic } = page;
  return epic === null ? null : { id: epic.id, groupPath: epic.group.fullPath, iid: epic.iid };
}

/** The epic with every edit that is not answered yet; null until the sidebar knows it. */
export function shownEpic(root: SidebarRoot): SidebarEpic | null {
  const { id } = root.sidebar;
  return id === null ? null : (get(shownTables(root).sidebarEpics, id) ?? null);
}

/** The epic as the server last said. */
export const confirmedEpic = ({ confirmed }: SidebarRoot, id: GlobalId): SidebarEpic | null =>
  get(confirmed.sidebarEpics, id) ?? null;

/** The children of the open tree's root that are the epic's; null where not all of them are loaded. */
export function childrenOf(
  { tree }: Pick<SidebarRoot, 'tree'>,
  tables: SidebarConfirmed,
  id: GlobalId,
): readonly TreeItem[] | null {
  const order = get(tables.orders, id);
  if (order === undefined || tree.root?.id !== id || tree.rootStatus !== 'ready') return null;
  const { epics, issues } = flagsOf(tree, id);
  if (epics.hasMore || issues.hasMore) return null;
  return order.ids.flatMap((childId) => get(tables.items, childId) ?? []);
}

/** EP-07.35: the inherited dates that the shown children give, or those that are confirmed. */
export function childDates(root: SidebarRoot, id: GlobalId, which: 'shown' | 'confirmed'): ChildDates {
  const children = childrenOf(root, which === 'shown' ? shownTables(root) : root.confirmed, id);
  return children === null ? null : datesOfChildren(children);
}
