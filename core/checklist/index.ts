/** The checklists of descriptions. All of its code comes with what shows it, its mutations too: it has no state, and nothing of it outlives the page. */
export { checklistActions } from './actions.ts';
export { checklistSaga } from './saga.ts';
export { selectChecklist } from './select.ts';
