/** The form of a new issue. Its state is there from the start; what reads and sends comes with the page. */
export { newIssueActions, type NewIssueFields } from './actions.ts';
export { filledBy } from './rules.ts';
export { newIssueSaga } from './saga.ts';
export { selectMayCreateIssue, selectNewIssue, selectPlaceStatus } from './select.ts';
export { FORM_TYPES } from '../text/types.ts';
