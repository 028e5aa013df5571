import type { Inverse, Obstacle, Planned } from '../sync/index.ts';
import type { TreeItem } from '../work-item/types.ts';
import type { Restoral } from './reversals.ts';
import type { Removal } from './state.ts';
import type { TreeView } from './select/view.ts';
import { gone, later } from '../sync/index.ts';
import { get } from '../table/index.ts';
import { fullReference } from '../work-item/rules.ts';
import { treeActions, treeAnswers } from './actions.ts';
import { namedItem, neighbours, titleOf } from './inverse.ts';
import { treeReversals } from './reversals.ts';
import { canRemove } from './rules.ts';
import { mayTake } from './select/moves.ts';
import { rightsOn } from './select/row-model.ts';
import { flagsOf } from './slice.ts';

/** The long reference of an item, which means the same from every page. */
function referenceOf(item: TreeItem): string {
  if (item.projectPath !== null) return fullReference('issue', item.projectPath, item.iid);
  return item.group === null ? item.reference : fullReference('epic', item.group.fullPath, item.iid);
}

function restoral(view: TreeView, { id, parentId }: Removal): Planned<Restoral> | null {
  const item = get(view.visible.items, id);
  const beside = neighbours(view, parentId, id);
  if (item === undefined || beside === null || flagsOf(view.tree, id).removing) return null;
  const kind = view.tree.root?.kind === 'workItem' ? 'item' : item.type === 'epic' ? 'epic' : 'issue';
  return {
    name: `removed ${namedItem(item)} from “${titleOf(view, parentId)}”`,
    back: { id, parentId, kind, reference: referenceOf(item), ...beside },
  };
}

/** RP-02.215: the child is still nowhere, as far as is shown, and its former parent may take it. */
function missing(view: TreeView, { id, parentId }: Restoral): Obstacle | null {
  const { tree, visible } = view;
  if (tree.rootStatus !== 'ready') return later('the list is still being read');
  if (flagsOf(tree, id).removing) return later('it is still being removed');
  const holder = get(visible.parents, id);
  if (holder !== undefined) return gone(`it is in “${titleOf(view, holder)}”`);
  if (get(visible.items, parentId) === undefined && parentId !== tree.root?.id)
    return gone('its parent is not here any more');
  if (get(visible.orders, parentId) === undefined)
    return later(`“${titleOf(view, parentId)}” has to be expanded first`);
  if (!tree.config.userSignedIn || rightsOn(view, parentId)?.canAdminRelation !== true) {
    return gone('you may not add it any more');
  }
  const known = get(visible.items, id) !== undefined;
  return known && !mayTake(view, parentId, id) ? gone(`“${titleOf(view, parentId)}” cannot take it any more`) : null;
}

/** RP-02.215: noted when the removal is confirmed; where it is refused, there was none. */
const removal: Inverse<TreeView, object, Restoral> = {
  kind: treeActions.removeConfirmed.type,
  plan: (before) => (before.tree.removal === null ? null : restoral(before, before.tree.removal)),
  obstacle: missing,
  edit: (_, back) => treeReversals.restoreAsked(back),
  refusal: {
    type: treeAnswers.removalRefused.type,
    concerns: (payload, { id, parentId }) =>
      (payload as Partial<Removal>).id === id && (payload as Partial<Removal>).parentId === parentId,
  },
};

const repeated: Inverse<TreeView, Restoral, Restoral> = {
  kind: treeReversals.removalRepeated.type,
  plan: restoral,
  obstacle: missing,
  edit: (_, back) => treeReversals.restoreAsked(back),
};

const restored: Inverse<TreeView, Restoral, Restoral> = {
  kind: treeReversals.restoreAsked.type,
  plan: (_, back) => ({ name: `added ${back.reference} again`, back }),
  obstacle(view, { id, parentId }) {
    if (view.tree.rootStatus !== 'ready') return later('the list is still being read');
    const item = get(view.visible.items, id);
    const holder = get(view.visible.parents, id);
    if (item === undefined || holder === undefined) return later('it is still being added');
    if (holder !== parentId) return gone(`it was moved to “${titleOf(view, holder)}” meanwhile`);
    const rights = rightsOn(view, parentId);
    return rights !== null && canRemove(item.type, rights) ? null : gone('you may not remove it any more');
  },
  edit: (_, back) => treeReversals.removalRepeated(back),
};

export const removalInverses = [removal, repeated, restored] as const;
