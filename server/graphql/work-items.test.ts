import { makeEpic, makeGroup, makeIssue, seedTiny, type MadeItem, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from './testing.ts';

let server: TestServer;
let tiny: TinyData;
let epic: MadeItem;
let issue: MadeItem;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  epic = await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'epic' });
  issue = await makeIssue(server.db, { projectId: tiny.projects.api, title: 'issue' });
});

const tokenOf = (who: keyof TinyData['users']) => server.token(tiny.users[who]);

async function ask(text: string, token?: string): Promise<Json> {
  const { data, errors } = await server.graphql(text, {}, token);
  expect(errors).toBeUndefined();
  return data;
}

test('WI-01.40 an item is answered by its own ids, and by no other type’s', async () => {
  const title = async (type: string, id: number) => {
    const { data, errors } = await server.graphql(`{ workItem(id: "gid://gitlab/${type}/${id}") { title } }`);
    return data?.workItem?.title ?? errors?.[0]?.message ?? null;
  };
  expect(await title('WorkItem', epic.id)).toBe('epic');
  expect(await title('WorkItem', issue.id)).toBe('issue');
  expect(await title('Issue', issue.id)).toBe('issue');
  expect(await title('Issue', epic.id)).toBeNull();
  for (const type of ['Epic', 'Task', 'User', 'Note']) {
    const id = `gid://gitlab/${type}/${issue.id}`;
    expect(await title(type, issue.id)).toBe(`"${id}" does not represent an instance of WorkItem`);
  }
  const other = await makeIssue(server.db, { projectId: tiny.projects.api, title: 'other' });
  const found = async (args: string) =>
    (
      await ask(`{ project(fullPath: "acme/api") { workItems(${args}) { nodes { title } } } }`)
    ).project.workItems.nodes.map((node: Json) => node.title);
  expect(await found(`iid: "${issue.iid}"`)).toEqual(['issue']);
  expect(await found(`iids: ["${issue.iid}", "${other.iid}", "99"]`)).toEqual(['other', 'issue']);
  expect(await found('iid: "99"')).toEqual([]);
});

test('WI-03.40 who may give others a role is told so; several assignees and scoped labels are possible', async () => {
  const text = `{ workItem(id: "gid://gitlab/WorkItem/${issue.id}") { widgets {
    ... on WorkItemWidgetAssignees { canInviteMembers allowsMultipleAssignees } ... on WorkItemWidgetLabels { allowsScopedLabels } } } }`;
  const told = async (token?: string) =>
    (await ask(text, token)).workItem.widgets.reduce((all: object, widget: object) => ({ ...all, ...widget }), {});
  const rest = { allowsMultipleAssignees: true, allowsScopedLabels: true };
  expect(await told(await tokenOf('plan'))).toEqual({ ...rest, canInviteMembers: true });
  expect(await told(await tokenOf('dev'))).toEqual({ ...rest, canInviteMembers: false });
  expect(await told()).toEqual({ ...rest, canInviteMembers: false });
});

test('IE-06.50 an issue tells how far its checklist is, and its widget whether the text was edited', async () => {
  const told = async () =>
    ask(`{ issue(id: "gid://gitlab/Issue/${issue.id}") { taskCompletionStatus { count completedCount } }
      workItem(id: "gid://gitlab/WorkItem/${issue.id}") { widgets { ... on WorkItemWidgetDescription { edited } } } }`);
  const edited = ({ workItem }: Json) => workItem.widgets.find((one: Json) => 'edited' in one);
  const before = await told();
  expect([before.issue.taskCompletionStatus, edited(before)]).toEqual([
    { count: 0, completedCount: 0 },
    { edited: false },
  ]);
  const text = { description: '- [x] a\n- [ ] b\n- [~] c', last_edited_at: '2026-11-21T10:00:00Z' };
  await server.db.updateTable('work_items').set(text).where('id', '=', issue.id).execute();
  const after = await told();
  expect([after.issue.taskCompletionStatus, edited(after)]).toEqual([
    { count: 2, completedCount: 1 },
    { edited: true },
  ]);
});

test('WI-15.80 what a viewer may do with an issue and with an epic', async () => {
  const rights = async (id: number, who?: keyof TinyData['users']) =>
    (
      await ask(
        `{ workItem(id: "gid://gitlab/WorkItem/${id}") { userPermissions {
          readWorkItem updateWorkItem adminWorkItem setWorkItemMetadata deleteWorkItem adminParentLink createNote } } }`,
        who && (await tokenOf(who)),
      )
    ).workItem.userPermissions;
  const none = {
    readWorkItem: true,
    updateWorkItem: false,
    adminWorkItem: false,
    setWorkItemMetadata: false,
    deleteWorkItem: false,
    adminParentLink: false,
    createNote: false,
  };
  const guest = { ...none, adminParentLink: true, createNote: true };
  const reporter = { ...guest, updateWorkItem: true, adminWorkItem: true, setWorkItemMetadata: true };
  for (const { id } of [issue, epic]) {
    expect(await rights(id)).toEqual(none);
    expect(await rights(id, 'out')).toEqual({ ...none, createNote: true });
    expect(await rights(id, 'guest')).toEqual(guest);
    expect(await rights(id, 'rep')).toEqual(reporter);
    expect(await rights(id, 'plan')).toEqual({ ...reporter, deleteWorkItem: true });
  }
  const own = await makeIssue(server.db, { projectId: tiny.projects.api, author_id: tiny.users.guest });
  expect(await rights(own.id, 'guest')).toEqual({ ...guest, updateWorkItem: true, deleteWorkItem: true });
});

test('WI-07.50 WI-07.51 iterations of a group and those above, by state and words, with their cadence', async () => {
  const { db } = server;
  const { acme, web, hidden } = tiny.groups;
  const below = await makeGroup(db, { path: 'open', parentId: hidden });
  const add = (group_id: number, iid: number, title: string, start_date: string, due_date: string) =>
    db.insertInto('iterations').values({ group_id, iid, title, start_date, due_date }).execute();
  await add(acme, 1, 'past', '2026-10-01', '2026-10-14');
  await add(acme, 2, 'now', '2026-11-15', '2026-11-28');
  await add(web, 1, 'next', '2026-12-01', '2026-12-14');
  await add(hidden, 1, 'secret', '2026-11-15', '2026-11-28');
  await add(below, 1, 'own', '2026-11-15', '2026-11-28');
  const list = async (place: string, args = '') => {
    const data = await ask(`{ place: ${place} { iterations${args && `(${args})`} { nodes { title } } } }`);
    return data.place.iterations.nodes.map(({ title }: Json) => title).join();
  };
  const group = 'group(fullPath: "acme/web")';
  expect(await list(group)).toBe('past,now,next');
  expect(await list('project(fullPath: "acme/web/app")')).toBe('past,now,next');
  expect(await list('group(fullPath: "acme")')).toBe('past,now');
  expect(await list(group, 'includeAncestors: false')).toBe('next');
  expect(await list('project(fullPath: "acme/web/app")', 'includeAncestors: false')).toBe('next');
  expect(await list('group(fullPath: "hidden/open")')).toBe('own');
  expect(await list(group, 'state: opened')).toBe('now,next');
  expect(await list(group, 'state: current')).toBe('now');
  expect(await list(group, 'state: upcoming')).toBe('next');
  expect(await list(group, 'state: closed')).toBe('past');
  expect(await list(group, 'state: all')).toBe('past,now,next');
  expect(await list(group, 'search: "NE"')).toBe('next');
  expect(await list(group, 'title: "now"')).toBe('now');
  expect(await list(group, 'iid: "1"')).toBe('past,next');
  expect(await list(group, 'id: "gid://gitlab/Iteration/2"')).toBe('now');
  expect(await list(group, 'id: "3"')).toBe('next');
  expect(await list(group, 'timeframe: { start: "2026-11-28", end: "2026-12-01" }')).toBe('now,next');
  expect(await list(group, 'sort: CADENCE_AND_DUE_DATE_DESC')).toBe('now,past,next');
  const cadences = await ask(
    `{ ${group} { iterations { nodes { iterationCadence { id title active automatic } } } } }`,
  );
  expect(cadences.group.iterations.nodes.slice(1).map((node: Json) => node.iterationCadence)).toEqual([
    { id: 'gid://gitlab/Iterations::Cadence/1', title: 'Acme Iterations', active: true, automatic: false },
    { id: 'gid://gitlab/Iterations::Cadence/2', title: 'Web Iterations', active: true, automatic: false },
  ]);
  const { id } = await makeIssue(db, { projectId: tiny.projects.app, iteration_id: 4 });
  const foreign = await ask(`{ issue(id: "gid://gitlab/Issue/${id}") { iteration { iterationCadence { title } } } }`);
  expect(foreign.issue.iteration.iterationCadence.title).toBe('Iterations');
});

test('WI-03.5 WI-07.73 more than a hundred assignees are set in one list, and read page by page, as are those who take part', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({
    username: `p${index}`,
    name: `P ${index}`,
    email: `p${index}@example.org`,
  }));
  const made = await server.db.insertInto('users').values(rows).returning('id').execute();
  const token = await tokenOf('dev');
  const { data } = await server.graphql(
    'mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }',
    {
      input: {
        id: `gid://gitlab/WorkItem/${issue.id}`,
        assigneesWidget: { assigneeIds: made.map(({ id }) => `gid://gitlab/User/${id}`) },
      },
    },
    token,
  );
  expect(data.workItemUpdate).toEqual({ errors: [] });
  const pages = async (field: string): Promise<readonly string[]> => {
    const names: string[] = [];
    for (let after = ''; ;) {
      const text = `{ issue(id: "gid://gitlab/Issue/${issue.id}") { timeEstimate totalTimeSpent
        page: ${field}(first: 100${after}) { nodes { username } pageInfo { hasNextPage endCursor } } } }`;
      const { issue: told } = await ask(text, token);
      expect([told.timeEstimate, told.totalTimeSpent]).toEqual([0, 0]);
      names.push(...told.page.nodes.map(({ username }: { username: string }) => username));
      if (told.page.pageInfo.hasNextPage !== true) return names;
      after = `, after: "${told.page.pageInfo.endCursor}"`;
    }
  };
  expect(await pages('assignees')).toEqual(rows.map(({ username }) => username));
  // The author takes part besides.
  expect(await pages('participants')).toHaveLength(121);
});
