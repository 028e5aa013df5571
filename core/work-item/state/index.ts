export { itemStateActions, type StateChange } from './actions.ts';
export { itemStateSaga } from './saga.ts';
export { selectItemPageParts, type ItemPageParts } from './features.ts';
export { selectStateToggle, type ItemStateRoot, type StateToggle } from './select.ts';
export { initialItemState, type ItemStateState } from './slice.ts';
