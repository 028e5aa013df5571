/** The checklists of descriptions. All of its code comes with what shows it, its mutations too: it has no state, and nothing of it outlives the page. */
import './line-edits.ts';
import './mutations.ts';
import './tasks.ts';

export { checklistActions } from './actions.ts';
export { checklistSaga } from './saga.ts';
export { selectChecklist, selectLines, type ChecklistLine } from './select.ts';
