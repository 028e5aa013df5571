import type { CreateIssueMutation } from '../api/generated/operations.ts';
import { CreateIssueOperation } from '../api/generated/operations.ts';
import { failureText } from '../access/failures.ts';
import { define, graphql } from '../mutation/index.ts';
import { TREE_ERRORS } from '../tree/rules/texts.ts';
import { pageAlert } from '../work-item/field-edit.ts';
import { validateTitle } from '../work-item/rules.ts';
import { newIssueActions } from './actions.ts';
import { isForm, isSendingIssue, type NewIssueRoot } from './slice.ts';

const { submitted, opened, closed } = newIssueActions;

type Payload = NonNullable<CreateIssueMutation['createIssue']>;

/** WI-18.4, WI-18.5: one that was left is still sent, and other forms do not wait for it. */
define(submitted, {
  scope: ({ serial: _, ...asked }) => `issue new ${JSON.stringify(asked)}`,
  accept(root: NewIssueRoot) {
    const { serial, place, form } = root.newIssue;
    if (form === null || place === null || isSendingIssue(root)) return null;
    const verdict = validateTitle(form.title);
    return verdict.ok ? { ...form, ...place, title: verdict.title, serial } : null;
  },
  request: (_, { projectPath, title, description, type, confidential }) =>
    graphql(CreateIssueOperation, {
      input: {
        projectPath,
        title,
        confidential,
        type: type === 'incident' ? 'INCIDENT' : 'ISSUE',
        ...(description.trim() !== '' && { description }),
      },
    }),
  isDone: ({ issue }: Payload) => issue !== null,
  decode: ({ issue, errors }: Payload) => issue && { webPath: issue.webPath, refused: errors },
  error: (asked, failure, root: NewIssueRoot) =>
    isForm(root.newIssue, asked) ? 'form' : pageAlert('page', TREE_ERRORS.createIssue, failureText(failure, '')),
  forgets: (_, action) => opened.match(action) || closed.match(action),
});
