import type { Action } from '../store/action.ts';
import type { NewIssueFields } from './actions.ts';
import { typedIn, type DraftKind } from '../store/drafts.ts';
import { newIssueActions } from './actions.ts';
import { isUntouched } from './rules.ts';
import { isSendingIssue, type NewIssueRoot } from './slice.ts';

const typed = typedIn((form: NewIssueFields) => (isUntouched(form) ? null : form));

/** WI-18.7 */
const kind: DraftKind<NewIssueRoot> = {
  form: 'newIssue',
  typed(root) {
    const { place, form } = root.newIssue;
    return place === null || form === null || isSendingIssue(root) ? null : typed(form, place.projectPath);
  },
  restore(root, { place, data }) {
    const { newIssue } = root;
    if (newIssue.form === null || newIssue.place?.projectPath !== place || isSendingIssue(root)) return null;
    return isUntouched(newIssue.form) ? [newIssueActions.typed(data as NewIssueFields)] : null;
  },
  isDone: (action) =>
    newIssueActions.submitted.match(action) ||
    (newIssueActions.closed.match(action) && (action as Action<{ left?: true }>).payload.left !== true),
};

export const newIssueDraft: DraftKind = kind;
