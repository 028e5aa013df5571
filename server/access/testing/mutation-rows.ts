import { getNamedType, isObjectType } from 'graphql';
import { schema } from '../../graphql/schema.ts';
import { gid, graphql, MISSING, noteOf, type Row, type Target } from './rows.ts';
import { everything } from './selection.ts';
import type { Who } from './people.ts';
import type { MatrixWorld } from './world.ts';

/** The rows of the fields of Mutation. */

interface Change extends Omit<Row, 'op' | 'ask'> {
  readonly input: (target: Target, world: MatrixWorld, who: Who) => Readonly<Record<string, unknown>>;
}

/** A mutation with all of its payload down to one object. */
function changing(field: string, change: Change): Row {
  const definition = schema.getMutationType()?.getFields()[field];
  const input = definition?.args[0]?.type;
  const payload = getNamedType(definition?.type);
  if (!definition || !isObjectType(payload)) throw new TypeError(`no mutation ${field}`);
  const text = `mutation ($input: ${String(input)}) { ${field}(input: $input) ${everything(payload.name, 1)} }`;
  const { input: made, ...rest } = change;
  return {
    ...rest,
    op: `Mutation.${field}`,
    ask: (target, world, who) => graphql(text, { input: made(target, world, who) }),
  };
}

const cadenceOf = ({ cadence }: Pick<Target, 'cadence'>) => gid('Iterations::Cadence', { id: cadence });
const epicOf = ({ group, epic }: Target) => ({ groupPath: group, iid: String(epic.iid) });
const issueOf = ({ project, issue }: Target) => ({ projectPath: project, iid: String(issue.iid) });
const isSecret = ({ kind }: Target): boolean => kind !== 'plain';

export const mutationRows: readonly Row[] = [
  ...(['awardEmojiAdd', 'awardEmojiToggle'] as const).flatMap((field) => [
    changing(field, {
      on: 'issue',
      least: 'signing in',
      input: ({ issue }) => ({ awardableId: gid('WorkItem', issue), name: 'tada' }),
    }),
    changing(field, {
      about: 'to an epic',
      on: 'epic',
      least: 'signing in',
      input: ({ epic }) => ({ awardableId: gid('Epic', epic), name: 'tada' }),
    }),
  ]),
  changing('awardEmojiRemove', {
    on: 'issue',
    least: 'signing in',
    input: ({ issue }) => ({ awardableId: gid('Issue', issue), name: 'rocket' }),
  }),
  ...(['epic', 'issue'] as const).flatMap((on): Row[] => {
    const noteableId = (target: Target) => gid(on === 'epic' ? 'Epic' : 'WorkItem', target[on]);
    return [
      changing('createNote', {
        about: `on an ${on}`,
        on,
        least: 'signing in',
        input: (t) => ({ noteableId: noteableId(t), body: 'New' }),
      }),
      changing('createNote', {
        about: `internal, on an ${on}`,
        on,
        least: 'Reporter',
        input: (t) => ({ noteableId: noteableId(t), body: 'New', internal: true }),
      }),
      changing('createNote', {
        about: `a reply, on an ${on}`,
        on,
        least: 'signing in',
        input: (t, world) => ({
          noteableId: noteableId(t),
          body: 'New',
          discussionId: gid('Discussion', noteOf(world, t[on], 'admin')),
        }),
      }),
      ...Object.entries({ updateNote: { body: 'New' }, destroyNote: {} }).flatMap(([field, fields]) => [
        changing(field, {
          about: `one's own, on an ${on}`,
          on,
          least: 'signing in',
          input: (t, world, who) => ({ id: gid('Note', noteOf(world, t[on], who)), ...fields }),
        }),
        changing(field, {
          about: `somebody else's, on an ${on}`,
          on,
          least: 'Maintainer',
          input: (t, world) => ({ id: gid('Note', noteOf(world, t[on], 'admin')), ...fields }),
        }),
      ]),
      changing('awardEmojiToggle', {
        about: `to a comment on an ${on}`,
        on,
        least: 'signing in',
        input: (t, world) => ({ awardableId: gid('Note', noteOf(world, t[on], 'admin')), name: 'tada' }),
      }),
      changing('discussionToggleResolve', {
        about: `on an ${on}`,
        on,
        least: 'Developer',
        ...(on === 'issue' && { also: 'author' }),
        input: (t, world) => ({ id: gid('Discussion', noteOf(world, t[on], 'admin')), resolve: true }),
      }),
    ];
  }),
  changing('createIssue', {
    on: 'project',
    least: 'Guest',
    input: ({ project }) => ({ projectPath: project, title: 'New' }),
  }),
  ...Object.entries({
    updateIssue: { title: 'New' },
    issueSetTitle: { title: 'New' },
  }).map(([field, fields]) =>
    changing(field, {
      on: 'issue',
      least: 'Reporter',
      also: 'author or assignee',
      input: (t) => ({ ...issueOf(t), ...fields }),
    }),
  ),
  ...Object.entries({
    issueSetAssignees: { assigneeUsernames: [] as string[] },
    issueSetConfidential: { confidential: true },
    issueSetDueDate: { dueDate: '2026-12-24' },
    issueSetIteration: { iterationId: null },
    issueSetLocked: { locked: true },
    issueSetWeight: { weight: 3 },
  }).map(([field, fields]) =>
    changing(field, { on: 'issue', least: 'Reporter', input: (t) => ({ ...issueOf(t), ...fields }) }),
  ),
  changing('issueSetEpic', {
    on: 'epic',
    least: 'Guest',
    // What comes to a confidential epic is confidential.
    input: (t) => ({
      projectPath: t.project,
      iid: String(t.issues[isSecret(t) ? 'hidden' : 'loose'].iid),
      epicId: gid('Epic', t.epic),
    }),
  }),
  changing('workItemConvert', {
    on: 'issue',
    least: 'Reporter',
    kinds: ['secret', 'mine'],
    input: ({ issue, kind }) => ({
      id: gid('WorkItem', issue),
      // One stands under an epic, which takes issues only.
      workItemTypeId: `gid://gitlab/WorkItems::Type/${kind === 'secret' ? 1 : 2}`,
    }),
  }),
  changing('workItemCreateFromTask', {
    on: 'issue',
    least: 'Reporter',
    also: 'author or assignee',
    // Who is no member makes no task.
    kinds: ['plain', 'secret'],
    input: ({ issue }) => ({
      id: gid('WorkItem', issue),
      workItemData: {
        lineNumberStart: 2,
        lineNumberEnd: 2,
        lockVersion: 0,
        title: 'New',
        workItemTypeId: 'gid://gitlab/WorkItems::Type/5',
      },
    }),
  }),
  changing('workItemDeleteTask', {
    on: 'issue',
    least: 'Owner',
    also: 'author who is a member',
    input: ({ issue }) => ({
      id: gid('WorkItem', issue),
      lockVersion: 0,
      taskData: { id: gid('WorkItem', issue), lineNumberStart: 2, lineNumberEnd: 2 },
    }),
  }),
  changing('workItemUpdateTask', {
    on: 'issue',
    least: 'Reporter',
    also: 'author or assignee',
    input: ({ issue }) => ({ id: gid('WorkItem', issue), taskData: { id: gid('WorkItem', issue), title: 'New' } }),
  }),
  changing('issueSetSubscription', {
    on: 'issue',
    least: 'signing in',
    input: (t) => ({ ...issueOf(t), subscribedState: true }),
  }),
  ...Object.entries({
    'a reaction to': { awardEmojiWidget: { action: 'ADD', name: 'tada' } },
    'a to-do on': { currentUserTodosWidget: { action: 'ADD' } },
    'the subscription of': { notificationsWidget: { subscribed: true } },
  }).flatMap(([what, fields]) => [
    changing('workItemUpdate', {
      about: `${what} an issue`,
      on: 'issue',
      least: 'signing in',
      input: ({ issue }) => ({ id: gid('WorkItem', issue), ...fields }),
    }),
    changing('workItemUpdate', {
      about: `${what} an epic`,
      on: 'epic',
      least: 'signing in',
      input: ({ epic }) => ({ id: gid('WorkItem', epic), ...fields }),
    }),
  ]),
  changing('createEpic', {
    on: 'group',
    least: 'Reporter',
    input: ({ group }) => ({ groupPath: group, title: 'New' }),
  }),
  changing('epicAddIssue', {
    on: 'epic',
    least: 'Guest',
    // What comes to a confidential epic is confidential.
    input: (t) => ({
      ...epicOf(t),
      projectPath: t.project,
      issueIid: String(t.issues[isSecret(t) ? 'hidden' : 'loose'].iid),
    }),
  }),
  changing('epicSetSubscription', {
    on: 'epic',
    least: 'signing in',
    input: (t) => ({ ...epicOf(t), subscribedState: true }),
  }),
  changing('epicTreeReorder', {
    on: 'epic',
    least: 'Reporter',
    input: ({ epic, epics, kind }) => ({
      baseEpicId: gid('Epic', epic),
      moved: { id: gid('Epic', epics[kind === 'plain' ? 'child' : 'below']), newParentId: gid('Epic', epic) },
    }),
  }),
  changing('epicTreeReorder', {
    about: "to a parent of one's own",
    on: 'epic',
    least: 'Guest',
    // Something that is no child: what is one wants rights on its parent too.
    input: ({ epic, epics, kind }, { own }) => ({
      baseEpicId: gid('Epic', own),
      moved: {
        id: gid('Epic', kind === 'plain' && epic !== MISSING ? epics.loose : epic),
        newParentId: gid('Epic', own),
      },
    }),
  }),
  ...(['group', 'project'] as const).map((on) =>
    changing(`${on}MemberBulkUpdate`, {
      on,
      least: on === 'group' ? 'Owner' : 'Maintainer',
      input: ({ groupId, projectId, helper }) => ({
        ...(on === 'group'
          ? { groupId: gid('Group', { id: groupId }) }
          : { projectId: gid('Project', { id: projectId }) }),
        userIds: [gid('User', { id: helper })],
        accessLevel: 'DEVELOPER',
      }),
    }),
  ),
  changing('iterationCadenceCreate', {
    on: 'group',
    least: 'Reporter',
    input: ({ group }) => ({ groupPath: group, title: 'New', active: true, automatic: false }),
  }),
  changing('iterationCadenceUpdate', {
    on: 'group',
    least: 'Reporter',
    input: (t) => ({ id: cadenceOf(t), title: 'New' }),
  }),
  changing('iterationCadenceDestroy', { on: 'group', least: 'Reporter', input: (t) => ({ id: cadenceOf(t) }) }),
  changing('iterationCreate', {
    on: 'group',
    least: 'Reporter',
    input: ({ group, ...t }) => ({
      groupPath: group,
      iterationsCadenceId: cadenceOf(t),
      startDate: '2027-01-01',
      dueDate: '2027-01-07',
    }),
  }),
  changing('updateIteration', {
    on: 'group',
    least: 'Reporter',
    input: ({ group, iteration }) => ({ groupPath: group, id: gid('Iteration', { id: iteration }), title: 'New' }),
  }),
  changing('iterationDelete', {
    on: 'group',
    least: 'Reporter',
    input: ({ iteration }) => ({ id: gid('Iteration', { id: iteration }) }),
  }),
  changing('labelCreate', {
    on: 'group',
    least: 'Reporter',
    input: ({ group }) => ({ groupPath: group, title: 'New' }),
  }),
  changing('labelCreate', {
    about: 'of a project',
    on: 'project',
    least: 'Reporter',
    input: ({ project }) => ({ projectPath: project, title: 'New' }),
  }),
  ...Object.entries({
    title: { title: 'New' },
    state: { stateEvent: 'CLOSE' },
    labels: { addLabels: ['New'] },
    colour: { color: '#abcdef' },
    dates: { startDateIsFixed: true, startDateFixed: '2026-02-01' },
  }).map(([about, fields]) =>
    changing('updateEpic', { about, on: 'epic', least: 'Reporter', input: (t) => ({ ...epicOf(t), ...fields }) }),
  ),
  changing('issuableResourceLinkCreate', {
    on: 'issue',
    least: 'Reporter',
    kinds: ['plain'],
    input: ({ issue }) => ({ id: gid('Issue', issue), link: 'https://zoom.us/j/1' }),
  }),
  changing('issuableResourceLinkDestroy', {
    on: 'issue',
    least: 'Reporter',
    kinds: ['secret', 'mine'],
    input: ({ issue }) => ({ id: gid('IncidentManagement::IssuableResourceLink', issue) }),
  }),
  changing('timelogCreate', {
    on: 'issue',
    least: 'Reporter',
    input: ({ issue }) => ({
      issuableId: gid('Issue', issue),
      timeSpent: '1h',
      spentAt: '2026-11-01T12:00:00Z',
      summary: '',
    }),
  }),
  changing('workItemCreate', {
    on: 'project',
    least: 'Guest',
    input: ({ project }) => ({ projectPath: project, title: 'New', workItemTypeId: 'gid://gitlab/WorkItems::Type/1' }),
  }),
  changing('workItemDelete', {
    on: 'issue',
    least: 'Owner',
    also: 'author who is a member',
    input: ({ issue }) => ({ id: gid('WorkItem', issue) }),
  }),
  changing('workItemDelete', {
    about: 'an epic',
    on: 'epic',
    least: 'Owner',
    kinds: ['secret'],
    input: ({ epic }) => ({ id: gid('WorkItem', epic) }),
  }),
  changing('workItemUpdate', {
    about: 'the text of an issue',
    on: 'issue',
    least: 'Reporter',
    also: 'author or assignee',
    input: ({ issue }) => ({ id: gid('WorkItem', issue), title: 'New' }),
  }),
  changing('workItemUpdate', {
    about: 'whether an issue is open',
    on: 'issue',
    least: 'Reporter',
    also: 'author or assignee',
    input: ({ issue }) => ({ id: gid('WorkItem', issue), stateEvent: 'CLOSE' }),
  }),
  ...Object.entries({
    weight: { weightWidget: { weight: 3 } },
    assignees: { assigneesWidget: { assigneeIds: [] as string[] } },
    milestone: { milestoneWidget: { milestoneId: null } },
    health: { healthStatusWidget: { healthStatus: 'onTrack' } },
    dates: { startAndDueDateWidget: { dueDate: '2026-12-24' } },
    confidentiality: { confidential: true },
  }).map(([about, fields]) =>
    changing('workItemUpdate', {
      about: `the ${about} of an issue`,
      on: 'issue',
      least: 'Reporter',
      input: ({ issue }) => ({ id: gid('WorkItem', issue), ...fields }),
    }),
  ),
  changing('workItemUpdate', {
    about: 'the labels of an issue',
    on: 'issue',
    least: 'Reporter',
    input: ({ issue, label }) => ({
      id: gid('WorkItem', issue),
      labelsWidget: { removeLabelIds: [gid('GroupLabel', { id: label })] },
    }),
  }),
  changing('workItemUpdate', {
    about: 'the text of an epic',
    on: 'epic',
    least: 'Reporter',
    input: ({ epic }) => ({ id: gid('WorkItem', epic), title: 'New' }),
  }),
  changing('workItemUpdate', {
    about: 'the children of an epic',
    on: 'epic',
    least: 'Guest',
    input: (t) => ({
      id: gid('WorkItem', t.epic),
      hierarchyWidget: { childrenIds: [gid('WorkItem', t.issues[isSecret(t) ? 'hidden' : 'loose'])] },
    }),
  }),
];
