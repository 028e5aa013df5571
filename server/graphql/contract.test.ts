import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { link, makeEpic, makeIssue, makeLabel, makeMember, relate, seedTiny } from '../db/testing-data.ts';
import { schema } from './schema.ts';
import { type Json, type TestServer, openTestServer } from './testing.ts';
import { types } from './types/index.ts';

let server: TestServer;
let token: string;
let ids: { group: string; issue: number; milestone: number };

beforeAll(async () => {
  server = await openTestServer();
  await server.database.reset();
  const { db } = server;
  const tiny = await seedTiny(db);
  token = await server.token(tiny.users.plan);
  await db.updateTable('users').set({ status_emoji: 'tada' }).where('id', '=', tiny.users.plan).execute();
  const milestone = await db
    .insertInto('milestones')
    .values({ iid: 1, group_id: tiny.groups.acme, title: 'M', start_date: '2026-11-01', due_date: '2126-12-24' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('milestones').values({ iid: 2, group_id: tiny.groups.acme, title: 'Undated' }).execute();
  const iteration = await db
    .insertInto('iterations')
    .values({ iid: 1, group_id: tiny.groups.acme, title: 'I', start_date: '2026-11-01', due_date: '2026-11-30' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const top = await makeEpic(db, { groupId: tiny.groups.acme, title: 'top' });
  const epic = await makeEpic(db, { groupId: tiny.groups.acme, title: 'epic', description: '- [ ] a' });
  const child = await makeEpic(db, { groupId: tiny.groups.web, title: 'child' });
  const full = {
    milestone_id: milestone.id,
    iteration_id: iteration.id,
    weight: 3,
    health_status: 'onTrack' as const,
    description: 'x',
    zoom_link: 'https://zoom.us/j/1',
  };
  const issue = await makeIssue(db, { projectId: tiny.projects.api, title: 'issue', ...full });
  const objective = await makeIssue(db, {
    projectId: tiny.projects.api,
    title: 'objective',
    type: 'objective',
    progress: 40,
  });
  const key = await makeIssue(db, { projectId: tiny.projects.api, title: 'key result', type: 'key_result' });
  const task = await makeIssue(db, {
    projectId: tiny.projects.api,
    title: 'task',
    type: 'task',
    last_edited_by: tiny.users.dev,
  });
  await link(db, top.id, epic.id);
  await link(db, epic.id, child.id);
  await link(db, epic.id, issue.id);
  await link(db, issue.id, task.id);
  await link(db, objective.id, key.id);
  await relate(db, child.id, 'blocks', epic.id);
  await relate(db, task.id, 'blocks', issue.id);
  await makeMember(db, { userId: tiny.users.dev, projectId: tiny.projects.api, accessLevel: 30 });
  const label = await makeLabel(db, tiny.groups.acme, 'a');
  await db
    .insertInto('work_item_labels')
    .values([epic.id, issue.id].map((id) => ({ work_item_id: id, label_id: label })))
    .execute();
  await db
    .insertInto('work_item_people')
    .values({ work_item_id: issue.id, role: 'assignee', user_id: tiny.users.dev })
    .execute();
  await db.insertInto('notes').values({ work_item_id: epic.id, author_id: tiny.users.dev, body: '*hello*' }).execute();
  const line = { work_item_id: issue.id, author_id: tiny.users.dev, body: 'changed the description' };
  const told = { ...line, system: true, action: 'description' };
  const { id: note_id } = await db.insertInto('notes').values(told).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('description_versions').values({ work_item_id: issue.id, note_id, description: 'x' }).execute();
  const mine = { work_item_id: epic.id, user_id: tiny.users.plan };
  await db.insertInto('todos').values(mine).execute();
  await db
    .insertInto('award_emoji')
    .values({ ...mine, name: 'tada' })
    .execute();
  const log = { work_item_id: issue.id, user_id: tiny.users.dev, time_spent: 60, spent_at: '2026-11-20T10:00:00Z' };
  await db.insertInto('timelogs').values(log).execute();
  ids = { group: 'acme', issue: issue.id, milestone: milestone.id };
});
afterAll(() => server.close());

/** How each type is reached; `%` is where its fields go. */
const WAYS: Readonly<Record<string, string>> = {
  AccessLevel: 'group(fullPath: "acme") { groupMembers { nodes { accessLevel { % } } } }',
  AwardEmoji: 'group(fullPath: "acme") { epic(iid: "2") { awardEmoji { nodes { % } } } }',
  DescriptionVersion:
    'project(fullPath: "acme/api") { workItems(search: "issue", first: 1) { nodes { widgets { ... on WorkItemWidgetNotes { discussions(first: 1) { nodes { notes(first: 1) { nodes { systemNoteMetadata { descriptionVersion { % } } } } } } } } } } }',
  SystemNoteMetadata:
    'project(fullPath: "acme/api") { workItems(search: "issue", first: 1) { nodes { widgets { ... on WorkItemWidgetNotes { discussions(first: 1) { nodes { notes(first: 1) { nodes { systemNoteMetadata { % } } } } } } } } } }',
  TaskCompletionStatus: 'project(fullPath: "acme/api") { issues(first: 9) { nodes { taskCompletionStatus { % } } } }',
  Discussion: 'group(fullPath: "acme") { epic(iid: "2") { discussions { nodes { % } } } }',
  Epic: 'group(fullPath: "acme") { epic(iid: "2") { % } }',
  EpicDescendantCount: 'group(fullPath: "acme") { epic(iid: "2") { descendantCounts { % } } }',
  EpicDescendantWeights: 'group(fullPath: "acme") { epic(iid: "2") { descendantWeightSum { % } } }',
  EpicHealthStatus: 'group(fullPath: "acme") { epic(iid: "2") { healthStatus { % } } }',
  EpicIssue: 'group(fullPath: "acme") { epic(iid: "2") { issues(first: 9) { nodes { % } } } }',
  EpicPermissions: 'group(fullPath: "acme") { epic(iid: "2") { userPermissions { % } } }',
  Group: 'group(fullPath: "acme") { % }',
  ProjectMember: 'project(fullPath: "acme/api") { projectMembers { nodes { ... on ProjectMember { % } } } }',
  GroupMember: 'group(fullPath: "acme") { groupMembers { nodes { % } } }',
  GroupPermissions: 'group(fullPath: "acme") { userPermissions { % } }',
  Issue: 'project(fullPath: "acme/api") { issues(first: 9) { nodes { % } } }',
  IssuePermissions: 'project(fullPath: "acme/api") { issues(first: 9) { nodes { userPermissions { % } } } }',
  IssuableResourceLink:
    'project(fullPath: "acme/api") { issues(search: "issue") { nodes { issuableResourceLinks(incidentId: "gid://gitlab/Issue/4") { nodes { % } } } } }',
  Iteration: 'project(fullPath: "acme/api") { issues(search: "issue") { nodes { iteration { % } } } }',
  IterationCadence: 'group(fullPath: "acme") { iterations { nodes { iterationCadence { % } } } }',
  Label: 'group(fullPath: "acme") { labels { nodes { % } } }',
  Metadata: 'metadata { % }',
  BurnupChartDailyTotals: 'group(fullPath: "acme") { milestones { nodes { report { burnupTimeSeries { % } } } } }',
  Milestone: 'group(fullPath: "acme") { milestones { nodes { % } } }',
  MilestoneStats: 'group(fullPath: "acme") { milestones { nodes { stats { % } } } }',
  TimeReportStats: 'group(fullPath: "acme") { milestones { nodes { report { stats { % } } } } }',
  TimeboxMetrics: 'group(fullPath: "acme") { milestones { nodes { report { stats { total { % } } } } } }',
  TimeboxReport: 'group(fullPath: "acme") { milestones { nodes { report { % } } } }',
  TimeboxReportError: 'group(fullPath: "acme") { milestones { nodes { report { error { % } } } } }',
  Namespace: 'project(fullPath: "acme/api") { namespace { % } }',
  Note: 'group(fullPath: "acme") { epic(iid: "2") { notes { nodes { % } } } }',
  NotePermissions: 'group(fullPath: "acme") { epic(iid: "2") { notes { nodes { userPermissions { % } } } } }',
  Project: 'project(fullPath: "acme/api") { % }',
  ProjectPermissions: 'project(fullPath: "acme/api") { userPermissions { % } }',
  Todo: 'group(fullPath: "acme") { epic(iid: "2") { currentUserTodos { nodes { % } } } }',
  Timelog: 'project(fullPath: "acme/api") { issues(search: "issue") { nodes { timelogs { nodes { % } } } } }',
  UserCore: 'currentUser { % }',
  UserStatus: 'currentUser { status { % } }',
  WorkItem: 'project(fullPath: "acme/api") { workItems(first: 9) { nodes { % } } }',
  WorkItemPermissions: 'project(fullPath: "acme/api") { workItems { nodes { userPermissions { % } } } }',
  WorkItemType: 'project(fullPath: "acme/api") { workItemTypes { nodes { % } } }',
};
/** Sent through the websocket alone (server/live). */
const PUSHED = new Set(['DeletedNote', 'GroupChange', 'ItemChange', 'Presence', 'PresentPerson']);

const objects = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
);
const isPlumbing = ({ name }: GraphQLObjectType) =>
  /(?:Connection|Edge|Payload)$/.test(name) || ['Query', 'Mutation', 'Subscription', 'PageInfo'].includes(name);
const isWidget = ({ name }: GraphQLObjectType) => name.startsWith('WorkItemWidget');

function selection(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (isLeafType(type)) return field.name;
  if (!type.name.endsWith('Connection')) return `${field.name} { __typename }`;
  const parts = Object.keys((type as GraphQLObjectType).getFields()).map(
    (name) =>
      ({
        count: 'count',
        edges: 'edges { cursor node { __typename } }',
        nodes: 'nodes { __typename }',
        pageInfo: 'pageInfo { startCursor endCursor hasNextPage hasPreviousPage }',
      })[name],
  );
  return `${field.name} { ${parts.join(' ')} }`;
}

const fieldsOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter((field) => !field.args.some(isRequiredArgument));
const allOf = (type: GraphQLObjectType) => fieldsOf(type).map(selection).join(' ');

/** Every object in the answer that has `__typename: name`. */
function found(name: string, value: Json, into: Json[] = []): Json[] {
  if (Array.isArray(value)) value.forEach((part) => found(name, part, into));
  else if (typeof value === 'object' && value !== null) {
    if (value.__typename === name) into.push(value);
    Object.values(value).forEach((part) => found(name, part, into));
  }
  return into;
}

test('every object type of the contract is reached by a test', () => {
  const known = objects.filter((type) => !isPlumbing(type) && !isWidget(type)).map(({ name }) => name);
  expect(known.filter((name) => !(name in WAYS) && !PUSHED.has(name))).toEqual([]);
});

test('every row type of the contract has each of its fields, and no other', () => {
  for (const [name, fields] of Object.entries(types)) {
    const type = schema.getType(name) as GraphQLObjectType;
    expect([name, Object.keys(fields).sort()]).toEqual([name, Object.keys(type.getFields()).sort()]);
  }
});

test.each(Object.entries(WAYS))('every field of %s can be read', async (name, way) => {
  const type = schema.getType(name) as GraphQLObjectType;
  const { status, data, errors } = await server.graphql(
    `{ ${way.replace('%', `__typename ${allOf(type)}`)} }`,
    {},
    token,
  );
  expect([status, errors]).toEqual([200, undefined]);
  const rows = found(name, data);
  expect(rows.length).toBeGreaterThan(0);
  for (const field of fieldsOf(type)) expect(Object.keys(rows[0])).toContain(field.name);
});

test.each(Object.entries(WAYS))('every field of %s can be read under an alias', async (name, way) => {
  const type = schema.getType(name) as GraphQLObjectType;
  const aliased = fieldsOf(type)
    .map((field) => `${field.name}_: ${selection(field)} ${selection(field)}`)
    .join(' ');
  const plain = await server.graphql(`{ ${way.replace('%', `__typename ${allOf(type)}`)} }`, {}, token);
  const { data, errors } = await server.graphql(`{ ${way.replace('%', `__typename ${aliased}`)} }`, {}, token);
  expect(errors).toBeUndefined();
  const expected = found(name, plain.data)[0];
  const row = found(name, data)[0];
  for (const field of fieldsOf(type))
    expect([field.name, row[`${field.name}_`]]).toEqual([field.name, expected[field.name]]);
});

test('every widget of a work item can be read', async () => {
  const widgets = objects.filter(isWidget);
  const parts = widgets.map((type) => `... on ${type.name} { __typename ${allOf(type)} }`).join(' ');
  const { data, errors } = await server.graphql(
    `{ project(fullPath: "acme/api") { workItems(first: 9) { nodes { widgets { ${parts} } } } } }`,
    {},
    token,
  );
  expect(errors).toBeUndefined();
  for (const type of widgets) {
    const [row] = found(type.name, data);
    expect([type.name, Object.keys(row ?? {}).sort()]).toEqual([
      type.name,
      ['__typename', ...Object.keys(type.getFields())].sort(),
    ]);
  }
});

test('every root field can be read', async () => {
  const query = `{
    currentUser { username } group(fullPath: "ACME") { fullPath } groups { nodes { fullPath } }
    issue(id: "gid://gitlab/Issue/${ids.issue}") { title } metadata { version } milestone(id: "gid://gitlab/Milestone/${ids.milestone}") { title }
    project(fullPath: "acme/api") { fullPath } projects(ids: ["gid://gitlab/Project/1"]) { nodes { fullPath } count }
    user(username: "dev") { username } users(usernames: ["DEV"]) { nodes { username } } workItem(id: "gid://gitlab/WorkItem/${ids.issue}") { title }
  }`;
  const { data, errors } = await server.graphql(query, {}, token);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    currentUser: { username: 'plan' },
    group: { fullPath: 'acme' },
    groups: { nodes: [{ fullPath: 'acme' }, { fullPath: 'acme/web' }] },
    issue: { title: 'issue' },
    metadata: { version: '16.2.0-ee' },
    milestone: { title: 'M' },
    project: { fullPath: 'acme/api' },
    projects: { nodes: [{ fullPath: 'acme/web/app' }], count: 1 },
    user: { username: 'dev' },
    users: { nodes: [{ username: 'dev' }] },
    workItem: { title: 'issue' },
  });
});
