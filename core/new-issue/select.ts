import { createSelector } from 'reselect';
import { failureText } from '../access/failures.ts';
import { selectQuery, type QueryRoot } from '../query/index.ts';
import { TREE_ERRORS } from '../tree/rules/texts.ts';
import { validateTitle } from '../work-item/rules.ts';
import { newIssuePlace, type IssuePlace } from './actions.ts';
import { isSendingIssue, type NewIssueRoot } from './slice.ts';

/** WI-18.3: null: it is not known. */
export const selectMayCreateIssue = ({ newIssue }: NewIssueRoot, { projectPath }: IssuePlace): boolean | null =>
  newIssue.place?.projectPath === projectPath ? newIssue.mayCreate : null;

/** How far finding that out has come. */
export const selectPlaceStatus = (state: NewIssueRoot & QueryRoot) =>
  selectQuery(state, newIssuePlace, state.newIssue.place).status;

/** The form; null: it is not open. */
export const selectNewIssue = createSelector(
  [({ newIssue }: NewIssueRoot) => newIssue.form, ({ newIssue }: NewIssueRoot) => newIssue.failure, isSendingIssue],
  (form, failure, sending) => {
    if (form === null) return null;
    const verdict = validateTitle(form.title);
    return {
      ...form,
      sending,
      error: sending || failure === null ? null : failureText(failure, TREE_ERRORS.createIssue),
      /** WI-18.1: said as soon as it is too long; that it is blank shows. */
      titleError: verdict.ok || form.title.trim() === '' ? null : verdict.error,
      canSend: verdict.ok && !sending,
    };
  },
);
