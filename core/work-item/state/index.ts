import { itemStateSaga } from './saga.ts';
import { itemStateReducer } from './slice.ts';

export { itemStateActions, type StateChange } from './actions.ts';
export { selectItemPageParts, type ItemPageParts } from './features.ts';
export { selectStateToggle, type ItemStateRoot, type StateToggle } from './select.ts';
export { initialItemState, type ItemStateState } from './slice.ts';

/** What the page of a work item attaches: closing and reopening it (docs/adr/0011). Nothing of it is optimistic (WI-02.4). */
export const itemStateDomain = {
  name: 'itemState',
  reducer: itemStateReducer,
  saga: itemStateSaga,
  intents: {},
  tables: [],
} as const;
