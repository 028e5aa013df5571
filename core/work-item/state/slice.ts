import type { Sending } from '../../access/load.ts';
import type { GlobalId } from '../types.ts';
import { reducerOf } from '../../access/reducer.ts';
import { workItemActions } from '../actions.ts';
import { itemStateActions } from './actions.ts';

/** The change of state that is being sent, or was sent last on this page. */
export interface ItemStateState {
  readonly id: GlobalId | null;
  readonly status: Sending;
}

export const initialItemState: ItemStateState = { id: null, status: 'idle' };

export const itemStateReducer = reducerOf(initialItemState, (on) => {
  on(itemStateActions.changeSent, (_state, { id }) => ({ id, status: 'sending' }));
  on(itemStateActions.changed, (state, { id }) => (state.id === id ? initialItemState : state));
  on(itemStateActions.changeFailed, (state, { id }) => (state.id === id ? { id, status: 'failed' } : state));
  // What is on its way goes on; the page that comes next shows nothing of it.
  on(workItemActions.pageOpened, (state) => (state.status === 'sending' ? state : initialItemState));
});
