import {
  link,
  makeEpic,
  makeIssue,
  makeMember,
  makeProject,
  seedTiny,
  type MadeItem,
  type TinyData,
} from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from './testing.ts';

let server: TestServer;
let tiny: TinyData;
let epic: MadeItem;
let issue: MadeItem;
let guest: string;
let dev: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  epic = await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'epic' });
  issue = await makeIssue(server.db, { projectId: tiny.projects.api, title: 'issue', author_id: tiny.users.dev });
  [guest, dev] = [await server.token(tiny.users.guest), await server.token(tiny.users.dev)];
});

const gid = (type: string, id: number) => `gid://gitlab/${type}/${id}`;

async function toggle(awardableId: string, name: string, token: string): Promise<Json> {
  const text = `mutation ($input: AwardEmojiToggleInput!) {
    awardEmojiToggle(input: $input) { toggledOn errors awardEmoji { name emoji unicode description user { username } } } }`;
  const { data, errors } = await server.graphql(text, { input: { awardableId, name } }, token);
  expect(errors).toBeUndefined();
  return data.awardEmojiToggle;
}

async function ask(text: string, token?: string): Promise<Json> {
  const { data, errors } = await server.graphql(text, {}, token);
  expect(errors).toBeUndefined();
  return data;
}

test('WI-15.43 WI-15.44 reactions and votes are told of an item in its widget, of epics and issues, and in REST', async () => {
  expect(await toggle(gid('WorkItem', issue.id), 'thumbsup', guest)).toEqual({
    toggledOn: true,
    errors: [],
    awardEmoji: {
      name: 'thumbsup',
      emoji: '👍',
      unicode: '1f44d',
      description: 'thumbsup',
      user: { username: 'guest' },
    },
  });
  await toggle(gid('Issue', issue.id), 'heart', guest);
  await toggle(gid('Issue', issue.id), 'thumbsup', dev);
  await toggle(gid('Issue', issue.id), 'thumbsdown', dev);
  await toggle(gid('Epic', epic.id), 'thumbsdown', dev);
  const widget =
    '... on WorkItemWidgetAwardEmoji { upvotes downvotes awardEmoji { nodes { name user { username } } } }';
  const data = await ask(`{
    workItem(id: "${gid('WorkItem', issue.id)}") { widgets { ${widget} } }
    issue(id: "${gid('Issue', issue.id)}") { upvotes downvotes }
    group(fullPath: "acme") { epic(iid: "${epic.iid}") { upvotes downvotes awardEmoji { nodes { name unicode } } } }
  }`);
  const [told] = data.workItem.widgets.filter((each: Json) => 'upvotes' in each);
  expect(told).toEqual({
    upvotes: 2,
    downvotes: 1,
    awardEmoji: {
      nodes: [
        { name: 'thumbsup', user: { username: 'guest' } },
        { name: 'heart', user: { username: 'guest' } },
        { name: 'thumbsup', user: { username: 'dev' } },
        { name: 'thumbsdown', user: { username: 'dev' } },
      ],
    },
  });
  expect(data.issue).toEqual({ upvotes: 2, downvotes: 1 });
  expect(data.group.epic).toEqual({
    upvotes: 0,
    downvotes: 1,
    awardEmoji: { nodes: [{ name: 'thumbsdown', unicode: '1f44e' }] },
  });
  const rest = async (url: string) => (await server.rest('GET', `/api/v4/${url}`)).body;
  expect(await rest(`projects/acme%2Fapi/issues/${issue.iid}`)).toMatchObject({ upvotes: 2, downvotes: 1 });
  expect(await rest(`groups/acme/epics/${epic.iid}`)).toMatchObject({ upvotes: 0, downvotes: 1 });
});

test('WI-15.46 reactions over REST: given, listed, read by their ids, refused, taken back', async () => {
  const url = `/api/v4/projects/acme%2Fapi/issues/${issue.iid}/award_emoji`;
  const made = await server.rest('POST', url, guest, { name: 'tada' });
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'tada', user: { username: 'guest' }, awardable_id: issue.id, awardable_type: 'Issue', url: null },
  });
  await server.rest('POST', url, dev, { name: 'tada' });
  expect(await server.rest('POST', url, guest, { name: 'tada' })).toMatchObject({
    status: 422,
    body: { errors: ['Name has already been taken'] },
  });
  expect(await server.rest('POST', url, guest, {})).toMatchObject({
    status: 422,
    body: { errors: ['Name is not a valid emoji name'] },
  });
  expect((await server.rest('POST', url, undefined, { name: 'tada' })).status).toBe(401);
  const listed = await server.rest('GET', url);
  expect(listed.headers['x-total']).toBe('2');
  expect(listed.body.map(({ user }: Json) => user.username)).toEqual(['guest', 'dev']);
  const { id } = made.body;
  expect((await server.rest('GET', `${url}/${id}`)).body).toEqual(made.body);
  expect((await server.rest('GET', `${url}/x`)).status).toBe(404);
  expect((await server.rest('DELETE', `${url}/${id}`, dev)).status).toBe(403);
  expect((await server.rest('DELETE', `${url}/${id}`, guest)).status).toBe(204);
  expect((await server.rest('GET', `${url}/${id}`)).status).toBe(404);
  const ofEpic = `/api/v4/groups/acme/epics/${epic.iid}/award_emoji`;
  expect(await server.rest('POST', ofEpic, dev, { name: 'eyes' })).toMatchObject({
    status: 201,
    body: { awardable_type: 'Epic', awardable_id: epic.id },
  });
  expect((await server.rest('GET', ofEpic)).body).toMatchObject([{ name: 'eyes' }]);
  expect((await server.rest('GET', `/api/v4/groups/acme/epics/99/award_emoji`)).status).toBe(404);
});

test('RM-21.21 lists of epics and issues find the viewer’s own reactions, by name, any and none, and their negation', async () => {
  const { db } = server;
  await makeEpic(db, { groupId: tiny.groups.acme, title: 'other' });
  await makeIssue(db, { projectId: tiny.projects.api, title: 'task', type: 'task' });
  await toggle(gid('Epic', epic.id), 'tada', guest);
  await toggle(gid('Issue', issue.id), 'tada', guest);
  await toggle(gid('Issue', issue.id), 'heart', dev);
  const epics = async (args: string, token?: string) =>
    (
      await ask(`{ group(fullPath: "acme") { epics(${args}, sort: TITLE_ASC) { count nodes { title } } } }`, token)
    ).group.epics.nodes
      .map(({ title }: Json) => title)
      .join();
  expect(await epics('myReactionEmoji: "tada"', guest)).toBe('epic');
  expect(await epics('myReactionEmoji: "Any"', guest)).toBe('epic');
  expect(await epics('myReactionEmoji: "heart"', guest)).toBe('');
  expect(await epics('myReactionEmoji: "None"', guest)).toBe('other');
  expect(await epics('myReactionEmoji: "tada"', dev)).toBe('');
  expect(await epics('not: { myReactionEmoji: "tada" }', guest)).toBe('other');
  expect(await epics('not: { myReactionEmoji: "None" }', guest)).toBe('epic');
  expect(await epics('myReactionEmoji: "Any"')).toBe('');
  expect(await epics('myReactionEmoji: "None"')).toBe('epic,other');
  const issues = async (args: string, token?: string) => {
    const list = `issues(${args}, sort: TITLE_ASC) { count nodes { title } }`;
    const data = await ask(`{ project(fullPath: "acme/api") { ${list} } group(fullPath: "acme") { ${list} } }`, token);
    expect(data.group.issues).toEqual(data.project.issues);
    return data.project.issues.nodes.map(({ title }: Json) => title).join();
  };
  expect(await issues('myReactionEmoji: "tada"', guest)).toBe('issue');
  expect(await issues('myReactionEmoji: "None"', guest)).toBe('task');
  expect(await issues('myReactionEmoji: "heart"', dev)).toBe('issue');
  const rest = async (url: string) =>
    (await server.rest('GET', `/api/v4/${url}`, guest)).body.map(({ title }: Json) => title).join();
  expect(await rest('groups/acme/epics?my_reaction_emoji=tada')).toBe('epic');
  expect(await rest('groups/acme/epics?my_reaction_emoji=None')).toBe('other');
  expect(await rest('projects/acme%2Fapi/issues?my_reaction_emoji=Any')).toBe('issue');
});

test('AP-05.24 the names of emojis begin with the viewer’s own, the most used first, ties by name', async () => {
  for (const id of [issue.id, epic.id]) await toggle(gid('WorkItem', id), 'zzz', guest);
  for (const name of ['tada', 'bug']) await toggle(gid('WorkItem', issue.id), name, guest);
  await toggle(gid('WorkItem', issue.id), 'anchor', dev);
  const names = async (token: string) =>
    (await server.rest('GET', '/-/autocomplete/award_emojis', token)).body.map(({ name }: Json) => name);
  const own = await names(guest);
  expect(own.slice(0, 4)).toEqual(['zzz', 'bug', 'tada', '100']);
  expect(new Set(own).size).toBe(own.length);
  expect((await names(dev))[0]).toBe('anchor');
});

test('WI-15.51 WI-15.52 WI-15.53 an item tells the viewer’s own to-dos and subscription, and an issue who takes part', async () => {
  const { db } = server;
  const note = { work_item_id: issue.id, author_id: tiny.users.guest, body: 'seen' };
  await db.insertInto('notes').values(note).execute();
  const text = `mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors workItem { widgets {
    ... on WorkItemWidgetCurrentUserTodos { currentUserTodos { nodes { id state } } }
    ... on WorkItemWidgetNotifications { subscribed } } } } }`;
  const update = async (input: object, token: string) => {
    const { data, errors } = await server.graphql(text, { input: { id: gid('WorkItem', issue.id), ...input } }, token);
    expect(errors).toBeUndefined();
    expect(data.workItemUpdate.errors).toEqual([]);
    return data.workItemUpdate.workItem.widgets.reduce((all: object, widget: object) => ({ ...all, ...widget }), {});
  };
  const pending = { nodes: [{ id: 'gid://gitlab/Todo/1', state: 'pending' }] };
  expect(await update({ currentUserTodosWidget: { action: 'ADD' } }, guest)).toEqual({
    currentUserTodos: pending,
    subscribed: true,
  });
  expect(await update({ notificationsWidget: { subscribed: false } }, guest)).toEqual({
    currentUserTodos: pending,
    subscribed: false,
  });
  const query = `{ issue(id: "${gid('Issue', issue.id)}") {
    subscribed currentUserTodos(state: pending) { nodes { id } } participants { nodes { username } } } }`;
  expect((await ask(query, guest)).issue).toEqual({
    subscribed: false,
    currentUserTodos: { nodes: [{ id: 'gid://gitlab/Todo/1' }] },
    participants: { nodes: [{ username: 'dev' }, { username: 'guest' }] },
  });
  expect((await ask(query)).issue).toMatchObject({ subscribed: false, currentUserTodos: { nodes: [] } });
  expect(await update({ currentUserTodosWidget: { action: 'MARK_AS_DONE' } }, guest)).toMatchObject({
    currentUserTodos: { nodes: [{ state: 'done' }] },
  });
});

test('WI-15.43 what a page of items with their reactions costs does not grow with them', async () => {
  const { db } = server;
  const projectId = await makeProject(db, { groupId: tiny.groups.acme, path: 'many' });
  await makeMember(db, { userId: tiny.users.out, groupId: tiny.groups.acme, accessLevel: 10 });
  const text = `{ project(fullPath: "acme/many") { workItems { nodes { widgets {
    ... on WorkItemWidgetAwardEmoji { upvotes awardEmoji { nodes { name user { username } } } } } } } } }`;
  const cost = async () => (await server.countStatements(() => ask(text, guest))).statements.length;
  const first = await makeIssue(db, { projectId });
  const few = await cost();
  for (let at = 0; at < 5; at += 1) {
    const { id } = await makeIssue(db, { projectId, type: 'task' });
    await link(db, first.id, id);
    for (const user_id of [tiny.users.guest, tiny.users.dev]) {
      await db.insertInto('award_emoji').values({ work_item_id: id, user_id, name: 'tada' }).execute();
    }
  }
  expect(await cost()).toBe(few);
});
