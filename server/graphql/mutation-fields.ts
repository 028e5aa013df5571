import { GraphQLError, type GraphQLFieldResolver, type GraphQLResolveInfo } from 'graphql';
import { groupReadableSql } from '../access/filters.ts';
import type { GraphqlContext } from './context.ts';
import { mutationResolvers } from './mutations.ts';
import type { ChangedMembers } from './mutations/members.ts';
import { readAll, readOne } from './read.ts';
import type { Scope } from './plan/query.ts';
import { groupReadable } from './types/group.ts';
import { ISSUE_COLUMNS, ISSUE_FROM, issueReadable, oneEpic } from './types/item.ts';
import { labelReadable } from './types/planning-lists.ts';
import { oneNote } from './types/note.ts';
import { oneProject } from './types/project.ts';
import { oneWorkItem } from './types/work-item.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;
type Source = (id: string, alias: string, scope: Scope) => string;

/** A payload holds `{ epic: { id } }`: the rest is read as it was asked for, within what the viewer may see. */
function stub(field: string, type: string, from: Source): Resolver {
  return (payload, _args, context, info: GraphQLResolveInfo) => {
    const id = (payload as Record<string, { id?: unknown } | null | undefined>)[field]?.id;
    if (typeof id !== 'number') return null;
    return readOne(context, info, type, (alias, scope) => from(scope.query.param(id, 'bigint'), alias, scope));
  };
}

const epic = { epic: stub('epic', 'Epic', (id, alias, scope) => oneEpic(() => `w.id = ${id}`).from(alias, '', scope)) };
const epicIssue = {
  epicIssue: stub(
    'epicIssue',
    'EpicIssue',
    (id, alias, scope) =>
      `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} WHERE w.id = ${id} AND ${issueReadable(scope)}) ${alias}`,
  ),
};
const awardEmoji = {
  awardEmoji: stub(
    'awardEmoji',
    'AwardEmoji',
    (id, alias) => `(SELECT * FROM award_emoji aw WHERE aw.id = ${id}) ${alias}`,
  ),
};
const issue = {
  issue: stub(
    'issue',
    'Issue',
    (id, alias, scope) =>
      `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} WHERE w.id = ${id} AND ${issueReadable(scope)}) ${alias}`,
  ),
};
const timelog = {
  timelog: stub('timelog', 'Timelog', (id, alias) => `(SELECT * FROM timelogs tl WHERE tl.id = ${id}) ${alias}`),
};
const issuableResourceLink = {
  issuableResourceLink: stub(
    'issuableResourceLink',
    'IssuableResourceLink',
    (id, alias) => `(SELECT z.id, z.zoom_link FROM work_items z WHERE z.id = ${id}) ${alias}`,
  ),
};
const note = {
  note: stub('note', 'Note', (id, alias, scope) => oneNote(`n.id = ${id}`, alias, scope)),
};
const discussion = {
  discussion: stub('discussion', 'Discussion', (id, alias, scope) => oneNote(`n.id = ${id}`, alias, scope)),
};
const label = {
  label: stub(
    'label',
    'Label',
    (id, alias, scope) => `(SELECT * FROM labels b WHERE b.id = ${id} AND ${labelReadable(scope)}) ${alias}`,
  ),
};
const workItemAs = (name: string) => ({
  [name]: stub(name, 'WorkItem', (id, alias, scope) => oneWorkItem(() => `w.id = ${id}`).from(alias, '', scope)),
});
const workItem = workItemAs('workItem');
const project = {
  project: stub('project', 'Project', (id, alias, scope) => oneProject(() => `p.id = ${id}`).from(alias, '', scope)),
};

const inReadableGroup = (a: string, { query }: Scope): string =>
  `EXISTS (SELECT FROM groups g WHERE g.id = ${a}.group_id AND ${groupReadableSql(query.context.viewer, 'g')})`;
const iteration = {
  iteration: stub(
    'iteration',
    'Iteration',
    (id, alias, scope) => `(SELECT * FROM iterations i WHERE i.id = ${id} AND ${inReadableGroup('i', scope)}) ${alias}`,
  ),
};
const iterationCadence = {
  iterationCadence: stub(
    'iterationCadence',
    'IterationCadence',
    (id, alias, scope) =>
      `(SELECT * FROM iteration_cadences c WHERE c.id = ${id} AND ${inReadableGroup('c', scope)}) ${alias}`,
  ),
};
const ownGroup = stub(
  'group',
  'Group',
  (id, alias, scope) => `(SELECT * FROM groups g WHERE g.id = ${id} AND ${groupReadable(scope)}) ${alias}`,
);
/** A payload that cannot be without its group: where it has none, what was refused is an error of the request. */
const group = {
  group: ((payload, args, context, info) => {
    const { group: known, errors } = payload as { readonly group?: unknown; readonly errors: readonly string[] };
    if (known == null) throw new GraphQLError(errors.join(' '));
    return ownGroup(payload, args, context, info);
  }) satisfies Resolver,
};

/** Members of a group or project, in the order of their memberships. */
const members = (field: string, type: string, column: string): Readonly<Record<string, Resolver>> => ({
  [field]: (payload, _args, context, info) => {
    const changed = (payload as Record<string, ChangedMembers | null | undefined>)[field];
    if (!changed) return null;
    return readAll(context, info, type, (alias, { query }) => {
      const owner = query.param(changed.ownerId, 'bigint');
      const people = query.param(changed.userIds, 'bigint[]');
      return `(SELECT * FROM own_memberships_on(${query.now()}) m WHERE m.${column} = ${owner} AND m.user_id = ANY(${people}) ORDER BY m.id) ${alias}`;
    });
  },
});

/**
 * A request may hold several changes under one Idempotency-Key: each counts by its name in the answer. In a batch the
 * operations share the header too, so fields of different operations want different names (aliases).
 */
function named(context: GraphqlContext, { path }: GraphQLResolveInfo): GraphqlContext {
  return context.idempotencyKey === undefined ? context : { ...context, idempotencyPart: String(path.key) };
}

/** `clientMutationId` comes back as it was sent. */
const mutation = Object.fromEntries(
  Object.entries(mutationResolvers).map(([name, run]): [string, Resolver] => [
    name,
    async (_source, args, context, info) => {
      const input = (args as { input: Record<string, unknown> }).input;
      const payload = await (run as (input: unknown, context: GraphqlContext) => Promise<object>)(
        input,
        named(context, info),
      );
      return { clientMutationId: input.clientMutationId ?? null, ...payload };
    },
  ]),
);

/** The mutation and the payload fields that stand for rows. */
export const mutationFields: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  Mutation: mutation,
  AwardEmojiAddPayload: awardEmoji,
  AwardEmojiRemovePayload: awardEmoji,
  AwardEmojiTogglePayload: awardEmoji,
  CreateEpicPayload: epic,
  EpicAddIssuePayload: { ...epic, ...epicIssue },
  EpicSetSubscriptionPayload: epic,
  CreateIssuePayload: issue,
  CreateNotePayload: note,
  DiscussionToggleResolvePayload: discussion,
  IssuableResourceLinkCreatePayload: issuableResourceLink,
  UpdateIssuePayload: issue,
  IssueSetAssigneesPayload: issue,
  IssueSetConfidentialPayload: issue,
  IssueSetDueDatePayload: issue,
  IssueSetEpicPayload: issue,
  IssueSetIterationPayload: issue,
  IssueSetLockedPayload: issue,
  IssueSetSubscriptionPayload: issue,
  IssueSetTitlePayload: issue,
  IssueSetWeightPayload: issue,
  GroupMemberBulkUpdatePayload: members('groupMembers', 'GroupMember', 'group_id'),
  IterationCadenceCreatePayload: iterationCadence,
  IterationCadenceDestroyPayload: group,
  IterationCadenceUpdatePayload: iterationCadence,
  IterationDeletePayload: group,
  iterationCreatePayload: iteration,
  UpdateIterationPayload: iteration,
  LabelCreatePayload: label,
  ProjectMemberBulkUpdatePayload: members('projectMembers', 'ProjectMember', 'project_id'),
  TimelogCreatePayload: timelog,
  UpdateEpicPayload: epic,
  UpdateNotePayload: note,
  WorkItemConvertPayload: workItem,
  WorkItemCreateFromTaskPayload: { ...workItem, ...workItemAs('newWorkItem') },
  WorkItemCreatePayload: workItem,
  WorkItemDeletePayload: project,
  WorkItemDeleteTaskPayload: workItem,
  WorkItemUpdatePayload: workItem,
  WorkItemUpdateTaskPayload: { ...workItem, ...workItemAs('task') },
};
