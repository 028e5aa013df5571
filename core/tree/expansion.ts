import type { Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { ConfirmedTree, Expansion, TreeState } from './state.ts';
import { get, remove, set } from '../table/index.ts';
import { treeActions, treeAnswers } from './actions.ts';
import { opensIn } from './children.ts';
import { treeReads } from './reads.ts';

/** Which items show their children. */

const withExpansion = (state: TreeState, id: GlobalId, expansion: Expansion): TreeState =>
  get(state.expansion, id) === expansion ? state : { ...state, expansion: set(state.expansion, id, expansion) };

const withoutExpansion = (state: TreeState, id: GlobalId): TreeState => ({
  ...state,
  expansion: remove(state.expansion, id),
});

/** TR-05.21: the first toggle fetches, later ones flip; TR-16.21: nothing collapses during a drag. TR-05.3: only what has children is expanded. */
export function toggled(
  state: TreeState,
  action: Stamped,
  { after }: Step<{ readonly confirmed: ConfirmedTree }>,
): TreeState {
  const isToggle = treeActions.itemToggled.match(action);
  if (!isToggle && !treeAnswers.itemExpanded.match(action)) return state;
  const { id } = action.payload;
  const known = get(state.expansion, id);
  if (known === undefined) {
    const isClosed = id !== state.root?.id && opensIn(state, get(after.confirmed.items, id));
    return isClosed ? withExpansion(state, id, 'opening') : state;
  }
  if (known === 'opening' || (known === 'expanded' && (!isToggle || state.drag !== null))) return state;
  return withExpansion(state, id, known === 'collapsed' ? 'expanded' : 'collapsed');
}

/** What readings and removals make of it. */
export function reduceExpansion(state: TreeState, action: Stamped): TreeState {
  if (treeActions.removeConfirmed.committed.match(action)) return withoutExpansion(state, action.payload.asked.id);
  if (treeReads.children.received.match(action)) {
    const { parentId } = action.payload.params;
    const isFolded = parentId === null || get(state.expansion, parentId) === 'collapsed';
    return isFolded ? state : withExpansion(state, parentId, 'expanded');
  }
  if (!treeReads.children.failed.match(action)) return state;
  const { params, missing } = action.payload;
  if (params.parentId === null) return state;
  const isFirst = get(state.expansion, params.parentId) === 'opening';
  // TR-05.22 and TR-25.20: an item whose children could not be loaded stays, or becomes again, collapsed.
  // mutant: reading-keeps-its-flag
  return isFirst || missing ? withoutExpansion(state, params.parentId) : state;
}
