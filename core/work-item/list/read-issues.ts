import type { GroupIssuesQuery, IssueListRowFragment, ProjectIssuesQuery } from '../../api/generated/operations.ts';
import type { ItemReading } from '../entity.ts';
import { GroupIssuesOperation, ProjectIssuesOperation } from '../../api/generated/operations.ts';
import {
  dayOf,
  issuePermissions,
  milestoneOf,
  nodesOf,
  ownerOf,
  stateOf,
  tasksOf,
  typeOf,
} from '../../api/wire-parts.ts';
import { itemStateActions } from '../edits.ts';
import { workItemActions } from '../slice.ts';
import { issueList, type IssueListSort } from './issues.ts';
import { listAnswer, listSaga } from './read.ts';

function issueOf({
  type,
  state,
  dueDate,
  milestone,
  assignees,
  labels,
  taskCompletionStatus,
  userPermissions: may,
  ...facts
}: IssueListRowFragment): ItemReading {
  return {
    ...facts,
    type: typeOf(type),
    state: stateOf(state),
    dueDate: dayOf(dueDate),
    milestone: milestoneOf(milestone),
    assignees: nodesOf(assignees),
    labels: nodesOf(labels),
    tasks: tasksOf(taskCompletionStatus),
    projectPath: ownerOf(facts.reference),
    permissions: issuePermissions(may.adminIssue, may.updateIssue),
  };
}

/** Reads the issues that are listed. */
export const issueListSaga = listSaga<'issueList', IssueListSort, GroupIssuesQuery | ProjectIssuesQuery>(issueList, {
  operation: ({ kind }) => (kind === 'group' ? GroupIssuesOperation : ProjectIssuesOperation),
  decode: (answer) => {
    const owner = 'group' in answer ? answer.group : answer.project;
    if (owner === null) return null;
    const fullName = 'fullName' in owner ? owner.fullName : owner.nameWithNamespace;
    return listAnswer(fullName, owner, owner.issues, nodesOf(owner.issues).map(issueOf));
  },
  failure: 'Something went wrong while fetching issues.',
  changedBy: [itemStateActions.changeAsked.committed.type, workItemActions.deleteConfirmed.committed.type],
});
