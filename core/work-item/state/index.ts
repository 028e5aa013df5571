export { itemStateActions, type StateChange } from './actions.ts';
export { selectItemPageParts, type ItemPageParts } from './features.ts';
export { selectStateToggle, type ItemStateRoot, type StateToggle } from './select.ts';
