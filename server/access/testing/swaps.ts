import { gid, graphql, type Ask, MISSING } from './rows.ts';
import type { Ground, Item } from './world.ts';

/** What does not belong to the place that is asked: of another one, or confidential, or nothing at all. */
export interface Foreign {
  readonly group: string;
  readonly groupId: number;
  readonly project: string;
  readonly projectId: number;
  readonly epic: Item;
  readonly issue: Item;
  /** The link of an issue to an epic. */
  readonly link: number;
  /** The link that relates two epics. */
  readonly relation: number;
  readonly label: number;
  readonly milestone: number;
  readonly iteration: number;
  readonly todo: number;
  /** Somebody else's comment. */
  readonly note: number;
  /** Titles that are there. */
  readonly titles: Readonly<Record<'label' | 'milestone', string>>;
}

export const NOTHING: Foreign = {
  group: 'nowhere',
  groupId: MISSING.id,
  project: 'nowhere/app',
  projectId: MISSING.id,
  epic: MISSING,
  issue: MISSING,
  link: MISSING.id,
  relation: MISSING.id,
  label: MISSING.id,
  milestone: MISSING.id,
  iteration: MISSING.id,
  todo: MISSING.id,
  note: MISSING.id,
  titles: { label: 'nothing', milestone: 'nothing' },
};

type Swap = (here: Ground, foreign: Foreign) => Ask;

const mutation = (field: string, input: string, payload: string, value: unknown): Ask =>
  graphql(`mutation ($input: ${input}!) { ${field}(input: $input) { errors ${payload} } }`, { input: value });

const updateEpic = (here: Ground, fields: object): Ask =>
  mutation('updateEpic', 'UpdateEpicInput', 'epic { id labels { nodes { title } } }', {
    groupPath: here.group,
    iid: String(here.epics.plain.iid),
    ...fields,
  });

const updateItem = (item: Item, fields: object): Ask =>
  mutation('workItemUpdate', 'WorkItemUpdateInput', 'workItem { id title }', { id: gid('WorkItem', item), ...fields });

const setting = ({ project, issues }: Ground, what: string, fields: object): Ask =>
  mutation(`issueSet${what}`, `IssueSet${what}Input`, 'issue { title }', {
    projectPath: project,
    iid: String(issues.plain.iid),
    ...fields,
  });

const createItem = (here: Ground, fields: object): Ask =>
  mutation('workItemCreate', 'WorkItemCreateInput', 'workItem { id title }', {
    projectPath: here.project,
    title: 'New',
    workItemTypeId: 'gid://gitlab/WorkItems::Type/1',
    ...fields,
  });

const reorder = (here: Ground, base: Item, moved: object): Ask =>
  mutation('epicTreeReorder', 'EpicTreeReorderInput', '', {
    baseEpicId: gid('Epic', base),
    moved: { id: gid('EpicIssue', { id: here.links.plain }), ...moved },
  });

const page = (here: Ground, rest: string): string => `/groups/${here.group}/-/epics/${here.epics.plain.iid}/${rest}`;
const api = (here: Ground, rest = ''): string =>
  `/api/v4/groups/${encodeURIComponent(here.group)}/epics/${here.epics.plain.iid}${rest}`;
const refer = (url: string, ...references: string[]): Ask => ({
  method: 'POST',
  url,
  body: { issuable_references: references },
});

const post = (path: string, body: unknown): Ask => ({ method: 'POST', url: `/api/v4/${path}`, body });
const get = (url: string): Ask => ({ method: 'GET', url });

/** Lists of the place, narrowed by something foreign. */
const filtered = (here: Ground, text: string, variables: object): Ask =>
  graphql(`query ($path: ID!, $value: String!) { group(fullPath: $path) { ${text} } }`, {
    path: here.group,
    ...variables,
  });

export const SWAPS: Readonly<Record<string, Swap>> = {
  'a label for an epic': (here, { label }) => updateEpic(here, { addLabelIds: [gid('GroupLabel', { id: label })] }),
  'a label taken from an epic': (here, { label }) =>
    updateEpic(here, { removeLabelIds: [gid('GroupLabel', { id: label })] }),
  'a label for an epic, by the page': (here, { label }) => ({
    method: 'PUT',
    url: page(here, '').replace(/\/$/, '.json'),
    body: { epic: { label_ids: [label] } },
  }),
  'a group for a new group': (_here, { groupId }) => post('groups', { name: 'New', path: 'fresh', parent_id: groupId }),
  'a group for a new project': (_here, { groupId }) => post('projects', { name: 'New', namespace_id: groupId }),
  'a group that a group goes to': (here, { groupId }) =>
    post(`groups/${encodeURIComponent(`${here.group}/marked`)}/transfer`, { group_id: groupId }),
  'a group that a project goes to, by its path': (here, { group }) => ({
    method: 'PUT',
    url: `/api/v4/projects/${here.projectId}/transfer`,
    body: { namespace: group },
  }),
  'a label that another one is merged into': ({ groupId, otherLabel }, { label }) => ({
    method: 'POST',
    url: `/api/v4/groups/${groupId}/labels/${otherLabel}/merge`,
    body: { into: label },
  }),
  'a label for an issue': ({ issues }, { label }) =>
    updateItem(issues.plain, { labelsWidget: { addLabelIds: [gid('GroupLabel', { id: label })] } }),
  'a milestone for an issue': ({ issues }, { milestone }) =>
    updateItem(issues.plain, { milestoneWidget: { milestoneId: gid('Milestone', { id: milestone }) } }),
  'an iteration for an issue': ({ issues }, { iteration }) =>
    updateItem(issues.plain, { iterationWidget: { iterationId: gid('Iteration', { id: iteration }) } }),
  'a parent for an epic': ({ epics }, { epic }) =>
    updateItem(epics.loose, { hierarchyWidget: { parentId: gid('WorkItem', epic) } }),
  'a parent for an epic, by the API': (here, { epic }) => ({
    method: 'PUT',
    url: api(here),
    body: { parent_id: epic.id },
  }),
  'a parent for a new epic': (here, { epic }) => ({
    method: 'POST',
    url: `/api/v4/groups/${here.groupId}/epics`,
    body: { title: 'New', parent_id: epic.id },
  }),
  'a parent for a new issue': (here, { epic }) =>
    createItem(here, { hierarchyWidget: { parentId: gid('WorkItem', epic) } }),
  'an epic for a new issue': (here, { epic }) => ({
    method: 'POST',
    url: `/${here.project}/-/issues`,
    body: { title: 'New', epic_id: epic.id },
  }),
  'a milestone for a new issue': (here, { milestone }) =>
    createItem(here, { milestoneWidget: { milestoneId: gid('Milestone', { id: milestone }) } }),
  'a to-do to end, on an item': ({ issues }, { todo }) =>
    updateItem(issues.plain, { currentUserTodosWidget: { action: 'MARK_AS_DONE', todoId: gid('Todo', { id: todo }) } }),
  'an item to react to': (_here, { issue }) =>
    mutation('awardEmojiToggle', 'AwardEmojiToggleInput', 'toggledOn', {
      awardableId: gid('WorkItem', issue),
      name: 'tada',
    }),
  'a comment to react to': (_here, { note }) =>
    mutation('awardEmojiToggle', 'AwardEmojiToggleInput', 'toggledOn', {
      awardableId: gid('Note', { id: note }),
      name: 'tada',
    }),
  'an item to comment on': (_here, { issue }) =>
    mutation('createNote', 'CreateNoteInput', 'note { id }', { noteableId: gid('WorkItem', issue), body: 'New' }),
  'a discussion to reply to': ({ epics }, { note }) =>
    mutation('createNote', 'CreateNoteInput', 'note { id }', {
      noteableId: gid('Epic', epics.plain),
      body: 'New',
      discussionId: gid('Discussion', { id: note }),
    }),
  'a discussion to resolve': (_here, { note }) =>
    mutation('discussionToggleResolve', 'DiscussionToggleResolveInput', 'discussion { id }', {
      id: gid('Discussion', { id: note }),
      resolve: true,
    }),
  'a comment to edit': (_here, { note }) =>
    mutation('updateNote', 'UpdateNoteInput', 'note { id }', { id: gid('Note', { id: note }), body: 'New' }),
  'a comment to delete': (_here, { note }) =>
    mutation('destroyNote', 'DestroyNoteInput', 'note { id }', { id: gid('Note', { id: note }) }),
  'an item to follow': (_here, { project, issue }) =>
    mutation('issueSetSubscription', 'IssueSetSubscriptionInput', 'issue { title }', {
      projectPath: project,
      iid: String(issue.iid),
      subscribedState: true,
    }),
  'the Zoom meeting of an item': ({ issues }, { issue }) =>
    graphql(
      'query ($id: IssueID!, $other: IssueID!) { issue(id: $id) { issuableResourceLinks(incidentId: $other) { nodes { link } } } }',
      { id: gid('Issue', issues.plain), other: gid('Issue', issue) },
    ),
  'an item for a Zoom meeting': (_here, { issue }) =>
    mutation('issuableResourceLinkCreate', 'IssuableResourceLinkCreateInput', 'issuableResourceLink { link }', {
      id: gid('Issue', issue),
      link: 'https://zoom.us/j/1',
    }),
  'a Zoom meeting to remove': (_here, { issue }) =>
    mutation('issuableResourceLinkDestroy', 'IssuableResourceLinkDestroyInput', 'issuableResourceLink { link }', {
      id: gid('IncidentManagement::IssuableResourceLink', issue),
    }),
  'time spent on an item': (_here, { issue }) =>
    mutation('timelogCreate', 'TimelogCreateInput', 'timelog { timeSpent }', {
      issuableId: gid('Issue', issue),
      timeSpent: '1h',
      spentAt: '2026-11-01',
      summary: '',
    }),
  'an item to convert': (_here, { issue }) =>
    mutation('workItemConvert', 'WorkItemConvertInput', 'workItem { title }', {
      id: gid('WorkItem', issue),
      workItemTypeId: 'gid://gitlab/WorkItems::Type/2',
    }),
  'an epic for an issue': (here, { epic }) => setting(here, 'Epic', { epicId: gid('Epic', epic) }),
  'an iteration for an issue, by its mutation': (here, { iteration }) =>
    setting(here, 'Iteration', { iterationId: gid('Iteration', { id: iteration }) }),
  'a child for an epic': ({ epics }, { issue }) =>
    updateItem(epics.plain, { hierarchyWidget: { childrenIds: [gid('WorkItem', issue)] } }),
  'a neighbour in an epic': ({ issues }, { issue }) =>
    updateItem(issues.plain, {
      hierarchyWidget: { adjacentWorkItemId: gid('WorkItem', issue), relativePosition: 'AFTER' },
    }),
  'an item to edit': (_here, { issue }) => updateItem(issue, { title: 'New' }),
  'an item to delete': (_here, { epic }) =>
    mutation('workItemDelete', 'WorkItemDeleteInput', '', { id: gid('WorkItem', epic) }),
  'an epic to move to': (here, { epic }) => reorder(here, here.epics.plain, { newParentId: gid('Epic', epic) }),
  'an epic to move from': (here, { epic }) => reorder(here, epic, {}),
  'an item to move': (here, { link }) => reorder(here, here.epics.plain, { id: gid('EpicIssue', { id: link }) }),
  'an item to move beside': (here, { link }) =>
    reorder(here, here.epics.plain, {
      adjacentReferenceId: gid('EpicIssue', { id: link }),
      relativePosition: 'after',
    }),
  'an issue to add': (here, { project, issue }) =>
    mutation('epicAddIssue', 'EpicAddIssueInput', 'epicIssue { title }', {
      groupPath: here.group,
      iid: String(here.epics.plain.iid),
      projectPath: project,
      issueIid: String(issue.iid),
    }),
  'an issue to add, by its id': (here, { issue }) => ({ method: 'POST', url: api(here, `/issues/${issue.id}`) }),
  'issues to add, by their names': (here, { project, issue }) => refer(page(here, 'issues'), `${project}#${issue.iid}`),
  'epics to add, by their names': (here, { group, epic }) => refer(page(here, 'links'), `${group}&${epic.iid}`),
  'epics to add, by their addresses': (here, { group, epic }) =>
    refer(page(here, 'links'), `http://localhost:80/groups/${group}/-/epics/${epic.iid}`),
  'an epic to release': (here, { epic }) => ({ method: 'DELETE', url: page(here, `links/${epic.id}`) }),
  'an issue to release': (here, { link }) => ({ method: 'DELETE', url: page(here, `issues/${link}`) }),
  'an issue to release, by the API': (here, { link }) => ({ method: 'DELETE', url: api(here, `/issues/${link}`) }),
  'epics to relate': (here, { group, epic }) => refer(page(here, 'related_epic_links'), `${group}&${epic.iid}`),
  'an epic to relate, by the API': (here, { groupId, epic }) => ({
    method: 'POST',
    url: api(here, '/related_epics'),
    body: { target_group_id: groupId, target_epic_iid: epic.iid },
  }),
  'a relation to end': (here, { relation }) => ({
    method: 'DELETE',
    url: page(here, `related_epic_links/${relation}`),
  }),
  'an epic to mark': (here, { epic }) => ({
    method: 'POST',
    url: page(here, 'todos'),
    body: { issuable_id: epic.id, issuable_type: 'epic' },
  }),
  'a to-do to end': (_here, { todo }) => ({ method: 'DELETE', url: `/dashboard/todos/${todo}` }),
  'a group by its number': (_here, { groupId }) => get(`/api/v4/groups/${groupId}`),
  'the epics of a group by its number': (_here, { groupId }) => get(`/api/v4/groups/${groupId}/epics`),
  'a project by its number': (_here, { projectId }) => get(`/api/v4/projects/${projectId}/issues`),
  'an item by its id': (_here, { issue }) =>
    graphql('query ($id: WorkItemID!) { workItem(id: $id) { title } }', { id: gid('WorkItem', issue) }),
  'a milestone by its id': (_here, { milestone }) =>
    graphql('query ($id: MilestoneID!) { milestone(id: $id) { title } }', { id: gid('Milestone', { id: milestone }) }),
  'a milestone by its number': (here, { milestone }) => get(`/api/v4/groups/${here.groupId}/milestones/${milestone}`),
  'a milestone to delete': (here, { milestone }) => ({
    method: 'DELETE',
    url: `/api/v4/groups/${here.groupId}/milestones/${milestone}`,
  }),
  'what a report is narrowed to': (here, { group }) =>
    graphql(
      'query ($id: MilestoneID!, $path: String) { milestone(id: $id) { report(fullPath: $path) { stats { total { count } } } } }',
      {
        id: gid('Milestone', { id: here.milestone }),
        path: group,
      },
    ),
  'projects by their ids': (_here, { projectId }) =>
    graphql('query ($ids: [ID!]) { projects(ids: $ids) { count nodes { name } } }', {
      ids: [gid('Project', { id: projectId })],
    }),
  'a filter on an epic': (here, { epic }) =>
    filtered(here, 'issues(epicId: $value) { count nodes { id } }', { value: String(epic.id) }),
  'a filter on a milestone of children': (here, { titles }) =>
    filtered(here, 'epics(milestoneTitle: $value) { count nodes { id } }', { value: titles.milestone }),
  'a filter on a label': (here, { titles }) =>
    filtered(
      here,
      'labels(searchTerm: $value, includeAncestorGroups: true, includeDescendantGroups: true) { count nodes { id } }',
      {
        value: titles.label,
      },
    ),
  'what could be added to an epic': (here, { epic }) =>
    // Of another group's epic the number says nothing here.
    get(
      `/groups/${here.group}/-/autocomplete_sources/epics?addable_to=${epic.id === here.epics.secret.id ? epic.iid : MISSING.iid}`,
    ),
};
