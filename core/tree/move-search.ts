import type { Stamped } from '../store/action.ts';
import type { MoveSearch, TreeState } from './state.ts';
import { treeActions } from './actions.ts';
import { treeReads } from './reads.ts';

const opened = (id: string): MoveSearch => ({ id, search: '', found: [] });

/** The search for a new parent, from the opening of "Move to…" to its end. */
export function reduceMoveSearch(state: TreeState, action: Stamped): TreeState {
  const { moving, ...rest } = state;
  if (treeActions.moveTargetsOpened.match(action)) return { ...state, moving: opened(action.payload.id) };
  if (moving === undefined) return state;
  if (treeActions.moveTargetsClosed.match(action)) return rest;
  if (treeActions.moveTargetsSearched.match(action)) {
    // What was found before stays until the answer comes.
    return { ...state, moving: { ...moving, search: action.payload.search } };
  }
  if (treeReads.moveTargets.received.match(action)) {
    return { ...state, moving: { ...moving, found: action.payload.data } };
  }
  return treeReads.moveTargets.failed.match(action) ? { ...state, moving: { ...moving, found: [] } } : state;
}
