import type {
  GroupIssuesQuery,
  GroupOpenTimeboxIssuesQuery,
  GroupTimeboxIssuesQuery,
  IssueListRowFragment,
  ProjectIssuesQuery,
  ProjectOpenTimeboxIssuesQuery,
  ProjectTimeboxIssuesQuery,
} from '../../api/generated/operations.ts';
import type { ListAsked, ListPlace } from './list.ts';
import type { ItemReading } from '../entity.ts';
import {
  GroupIssuesOperation,
  GroupOpenTimeboxIssuesOperation,
  GroupTimeboxIssuesOperation,
  ProjectIssuesOperation,
  ProjectOpenTimeboxIssuesOperation,
  ProjectTimeboxIssuesOperation,
} from '../../api/generated/operations.ts';
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
import type { Operation } from '../../ports/index.ts';
import { itemStateActions } from '../edits.ts';
import { workItemActions } from '../slice.ts';
import { issueList, type IssueListSort } from './issues.ts';
import { listAnswer, listSaga } from './read.ts';

function issueOf({
  type,
  state,
  hidden,
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
    hidden: hidden === true,
    dueDate: dayOf(dueDate),
    milestone: milestoneOf(milestone),
    assignees: nodesOf(assignees),
    labels: nodesOf(labels),
    tasks: tasksOf(taskCompletionStatus),
    projectPath: ownerOf(facts.reference),
    permissions: issuePermissions(may.adminIssue, may.updateIssue),
  };
}

const CHANGES: readonly string[] = [
  itemStateActions.changeAsked.committed.type,
  workItemActions.deleteConfirmed.committed.type,
];

type Answer = GroupIssuesQuery | ProjectIssuesQuery | GroupTimeboxIssuesQuery | ProjectTimeboxIssuesQuery;

const OPERATIONS = {
  group: [GroupIssuesOperation, GroupTimeboxIssuesOperation],
  project: [ProjectIssuesOperation, ProjectTimeboxIssuesOperation],
} as const;

type OpenCounts = GroupOpenTimeboxIssuesQuery | ProjectOpenTimeboxIssuesQuery;

const OPEN_COUNTS = { group: GroupOpenTimeboxIssuesOperation, project: ProjectOpenTimeboxIssuesOperation } as const;

/** AP-14.70: what the wire says of the states that only the items of a milestone or iteration are told apart by. */
const OPEN = { unstarted: 'NONE', ongoing: 'ANY' } as const;

const isTimebox = ({ milestone, iteration }: ListPlace): boolean => milestone !== undefined || iteration !== undefined;

function narrowed({ place: { milestone, iteration }, query: { state, assignee } }: ListAsked<IssueListSort>): object {
  const open = state === 'unstarted' || state === 'ongoing' ? OPEN[state] : null;
  return {
    ...(milestone && { milestoneTitle: [milestone.title] }),
    ...(iteration && { iterationId: [iteration.id] }),
    ...(open !== null && { assigneeWildcardId: open }),
    ...(assignee !== undefined && { assigneeUsernames: [assignee] }),
  };
}

/** The wire finds by title, and a subgroup or one of its projects may have a milestone of the same title. */
const isOf = ({ milestone }: ListPlace, row: ItemReading): boolean =>
  milestone === undefined || row.milestone?.id === milestone.id;

/** Reads the issues that are listed. */
export const issueListSaga = listSaga<'issueList', IssueListSort, Answer, OpenCounts>(issueList, {
  operation: (place) => OPERATIONS[place.kind][isTimebox(place) ? 1 : 0] as Operation<Answer, object>,
  narrowed,
  counts: (place) =>
    isTimebox(place) ? (OPEN_COUNTS[place.kind] as unknown as Operation<OpenCounts, Record<string, unknown>>) : null,
  decode: (answer, place, open) => {
    const of = open && ('group' in open ? open.group : open.project);
    const owner = 'group' in answer ? answer.group : answer.project;
    if (owner === null) return null;
    const fullName = 'fullName' in owner ? owner.fullName : owner.nameWithNamespace;
    return listAnswer(
      fullName,
      { ...owner, ...(of && { unstarted: of.unstarted, ongoing: of.ongoing }) },
      owner.issues,
      nodesOf(owner.issues)
        .map(issueOf)
        .filter((row) => isOf(place, row)),
    );
  },
  failure: 'Something went wrong while fetching issues.',
  // Whoever has an item, and which milestone or iteration it has, tells where it is listed.
  changedBy: ({ type, meta }, { place }) =>
    CHANGES.includes(type) || (isTimebox(place) && meta?.resolves?.as === 'committed'),
});
