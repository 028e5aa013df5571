import type { WorkItemState } from '../../work-item/types.ts';
import type { MoveIntent } from '../rules.ts';
import type { ConfirmedTree } from '../state.ts';
import { TreeAdapter } from '../../api/adapter.ts';
import { commit, replay } from '../../mutation/index.ts';
import { entries, tableOf } from '../../table/index.ts';
import { epicNode } from '../../testing/index.ts';
import { noRecords, withItems } from '../../work-item/entity.ts';
import { treeActions } from '../actions.ts';
import '../move.ts';
import { orderOf } from '../order.ts';

/** Ids of children by parent, in the stored order. No entry: never loaded. */
export type Lists = Readonly<Record<string, readonly string[]>>;

const adapter = new TreeAdapter();

/** The confirmed tree that holds these lists; every item is an epic, so that each may be a parent. */
export function treeOf(lists: Lists, stateOf: (id: string) => WorkItemState = () => 'opened'): ConfirmedTree {
  const item = (id: string, position: number) => {
    const hasChildren = (lists[id]?.length ?? 0) > 0;
    const node = epicNode(1, { state: stateOf(id), relativePosition: position, hasChildren });
    return { ...adapter.epic(node), id };
  };
  const children = Object.entries(lists).map(([parentId, ids]) => ({ parentId, items: ids.map(item) }));
  const items = [...Object.keys(lists).map((id) => item(id, 0)), ...children.flatMap((one) => one.items)];
  return {
    ...withItems(noRecords(), items),
    orders: tableOf(children.map(({ parentId, items }) => [parentId, orderOf(items)] as const)),
    parents: tableOf(children.flatMap(({ parentId, items }) => items.map(({ id }) => [id, parentId] as const))),
  };
}

/** The tree as it is shown while the move waits for its answer; the same one where the move changes nothing. */
export function afterMove(tree: ConfirmedTree, payload: MoveIntent): ConfirmedTree {
  const intent = { id: 'move', type: treeActions.childMoved.type, payload, at: 0, status: 'queued' } as const;
  return commit(replay(tree, [intent]), tree);
}

/** The lists as they are shown. */
export const listsOf = (tree: ConfirmedTree): Lists =>
  Object.fromEntries([...entries(tree.orders)].map(([parentId, { ids }]) => [parentId, ids]));

/** TR-14.8: a stored order as it is shown. */
export const displayOrder = (ids: readonly string[], stateOf: (id: string) => WorkItemState): readonly string[] => [
  ...ids.filter((id) => stateOf(id) !== 'closed'),
  ...ids.filter((id) => stateOf(id) === 'closed'),
];
