import type { EpicLinkJson, IssueLinkJson } from '../api/rest.ts';
import type { ReferenceKind } from '../work-item/rules.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { Draft } from '../mutation/index.ts';
import type { ConfirmedTree, TreeSlices, TreeState } from './state.ts';
import { TreeAdapter } from '../api/adapter.ts';
import { merged } from '../entities/index.ts';
import { get } from '../table/index.ts';
import { type WorkItem, ITEM_PARTS } from '../work-item/entity.ts';
import { withAtTop, withoutChild } from './order.ts';
import { shiftRollups } from './rollup.ts';

/** Lists of children: whose they are, and what writes do to them. */

interface EpicPlace {
  readonly fullPath: string;
  readonly iid: string;
}

/** The group and the number of an epic; null where they are not known. */
export function parentPlace(
  { tree: { root }, confirmed }: Pick<TreeSlices, 'confirmed' | 'tree'>,
  parentId: GlobalId,
): EpicPlace | null {
  const item = get(confirmed.items, parentId);
  const iid = parentId === root?.id ? root.iid : item?.iid;
  const fullPath = item?.group?.fullPath ?? root?.fullPath;
  return iid === undefined || fullPath === undefined ? null : { fullPath, iid };
}

/** Where references are posted. */
export const additionPath = (kind: ReferenceKind, { fullPath, iid }: EpicPlace): string =>
  `/groups/${fullPath}/-/epics/${iid}/${kind === 'epic' ? 'links' : 'issues'}`;

/** An item of the answer to such a request; `groupPath`: what a short reference to an epic belongs to. */
export const addedItem = (kind: ReferenceKind, json: EpicLinkJson | IssueLinkJson, groupPath: string): WorkItem =>
  kind === 'epic'
    ? new TreeAdapter().epicLink(json as EpicLinkJson, groupPath)
    : new TreeAdapter().issueLink(json as IssueLinkJson);

/** The parent is confidential. `items`: as confirmed, or as shown. */
export const isConfidential = ({ root }: TreeState, { items }: ConfirmedTree, parentId: GlobalId): boolean =>
  get(items, parentId)?.confidential ?? root?.confidential ?? false;

/** Something stands below it, as far as is known. */
export const isParent = (item: WorkItem | undefined): boolean => item?.hasChildren === true || item?.hasIssues === true;

/** WI-14.8: an epic's tree ends with its issues, whatever is known of their tasks. */
export const opensIn = ({ root }: TreeState, item: WorkItem | undefined): boolean =>
  isParent(item) && (root?.kind !== 'epic' || item?.type === 'epic');

/** The other parents in whose lists these items stand now. */
export function holdersOf(
  { orders, parents }: ConfirmedTree,
  parentId: GlobalId,
  items: readonly { readonly id: GlobalId }[],
): readonly GlobalId[] {
  const holders = new Set<GlobalId>();
  for (const { id } of items) {
    const holder = get(parents, id);
    if (holder !== undefined && holder !== parentId && get(orders, holder) !== undefined) holders.add(holder);
  }
  return [...holders];
}

/** TR-05.30: the parent to which these items come, and those that lose one by it; `items` null: there is no answer yet. */
export const touchedBy = (
  confirmed: ConfirmedTree,
  parentId: GlobalId,
  items: readonly { readonly id: GlobalId }[] | null,
): readonly GlobalId[] => [parentId, ...holdersOf(confirmed, parentId, items ?? [])];

/** TR-09.20 and TR-02.30: at the top of the list, with the ancestors' counts. */
export function addChildren(draft: Draft<ConfirmedTree>, parentId: GlobalId, items: readonly WorkItem[]): void {
  const fresh = items.filter(({ id }) => draft.get('parents', id) !== parentId);
  for (const answered of fresh) {
    const { id } = answered;
    const holder = draft.get('parents', id);
    const known = draft.get('items', id);
    // mutant: added-loses-its-sums
    const item = known === undefined ? answered : merged(known, answered, ITEM_PARTS);
    if (holder !== undefined) {
      // What leaves the old parent is what it counted: an answer may know more or less of the item.
      // mutant: added-and-counted-elsewhere
      shiftRollups(draft, holder, known ?? answered, -1);
      const list = draft.get('orders', holder);
      if (list !== undefined) draft.set('orders', holder, withoutChild(list, id));
    }
    draft.set('items', id, item);
    shiftRollups(draft, parentId, item, 1);
    // At once: of an epic and its child that are added together, one leaves the other.
    draft.set('parents', id, parentId);
  }
  const parent = draft.get('items', parentId);
  if (parent !== undefined) draft.set('items', parentId, withKinds(parent, items));
  const order = draft.get('orders', parentId);
  // TR-09.28: nobody's list holds them until the parent's children are read.
  if (order === undefined) for (const { id } of fresh) draft.set('parents', id, undefined);
  else {
    const known = items.map((item) => draft.get('items', item.id) ?? item);
    draft.set('orders', parentId, withAtTop(order, known));
  }
}

/** A parent that takes items in has children of their kinds. */
export function withKinds(parent: WorkItem, items: readonly { readonly type: WorkItem['type'] }[]): WorkItem {
  const hasChildren =
    parent.hasChildren === true || items.some(({ type }) => type === 'epic' || parent.type !== 'epic');
  const hasIssues = parent.hasIssues === true || items.some(({ type }) => type !== 'epic' && parent.type === 'epic');
  return hasChildren === parent.hasChildren && hasIssues === parent.hasIssues
    ? parent
    : { ...parent, hasChildren, hasIssues };
}

/** TR-13.30: the item leaves its parent, and the counts go down. TR-13.4: once. */
export function removeChild(draft: Draft<ConfirmedTree>, parentId: GlobalId, id: GlobalId): void {
  const item = draft.get('items', id);
  if (item === undefined || draft.get('parents', id) !== parentId) return;
  shiftRollups(draft, parentId, item, -1);
  draft.set('parents', id, undefined);
  takeOut(draft, parentId, id);
}

/** Out of the list; a parent without children says so. */
export function takeOut(draft: Draft<ConfirmedTree>, parentId: GlobalId, id: GlobalId): void {
  const order = draft.get('orders', parentId);
  if (order === undefined) return;
  // mutant: removal-keeps-the-row
  const rest = withoutChild(order, id);
  draft.set('orders', parentId, rest);
  const parent = rest.ids.length === 0 ? draft.get('items', parentId) : undefined;
  if (parent !== undefined) draft.set('items', parentId, { ...parent, hasChildren: false, hasIssues: false });
}
