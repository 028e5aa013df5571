import type { WorkItemType } from '@espalier/core/work-item/rules';
import { type TinyData, makeEpic, makeIssue, makeMember, makeProject, seedTiny } from '../db/testing-data.ts';
import { type TestServer, openTestServer } from '../graphql/testing.ts';
import { NAMING_ACTIONS, attachedNotes, movedNotes, releasedNotes } from './wording.ts';

let server: TestServer;
let tiny: TinyData;
let root: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  root = await server.token(tiny.users.root);
});

/** The texts of an epic's notes, as each person reads them. */
async function readBy(iid: number, ...people: (keyof TinyData['users'])[]): Promise<Record<string, string[]>> {
  const query = `{ group(fullPath: "acme") { epic(iid: "${iid}") { notes { nodes { body } } } } }`;
  const read: Record<string, string[]> = {};
  for (const person of ['anonymous', ...people] as const) {
    const token = person === 'anonymous' ? undefined : await server.token(tiny.users[person]);
    const { data } = await server.graphql(query, {}, token);
    read[person] = (data.group.epic.notes.nodes as { body: string }[]).map(({ body }) => body);
  }
  return read;
}

const add = (parent: { iid: number }, reference: string) =>
  server.rest('POST', `/groups/acme/-/epics/${parent.iid}/links`, root, { issuable_references: [reference] });

test('EP-18.36 whoever may not see a child epic does not read that it was added', async () => {
  const parent = await makeEpic(server.db, { groupId: tiny.groups.acme, confidential: false });
  const open = await makeEpic(server.db, { groupId: tiny.groups.acme });
  await add(parent, `&${open.iid}`);
  await server.db.updateTable('work_items').set({ confidential: true }).where('id', '=', open.id).execute();
  const told = [`added epic &${open.iid} as child epic`];
  expect(await readBy(parent.iid, 'root', 'rep', 'guest', 'out')).toEqual({
    anonymous: [],
    root: told,
    rep: told,
    guest: [],
    out: [],
  });
});

test('EP-18.36 nor is an epic of a private group told, before it is deleted and after', async () => {
  const parent = await makeEpic(server.db, { groupId: tiny.groups.acme });
  const hidden = await makeEpic(server.db, { groupId: tiny.groups.hidden });
  await makeMember(server.db, { userId: tiny.users.guest, groupId: tiny.groups.hidden, accessLevel: 10 });
  await add(parent, `hidden&${hidden.iid}`);
  const told = [`added epic hidden&${hidden.iid} as child epic`];
  const expected = { anonymous: [], root: told, guest: told, plan: [] };
  expect(await readBy(parent.iid, 'root', 'guest', 'plan')).toEqual(expected);
  await server.db.deleteFrom('parent_links').execute();
  await server.db.deleteFrom('work_items').where('id', '=', hidden.id).execute();
  expect(await readBy(parent.iid, 'root', 'guest', 'plan')).toEqual(expected);
});

test('EP-18.36 AP-05.104 what was named by a path that its group or project had is told to the same people', async () => {
  const { groups, users } = tiny;
  const parent = await makeEpic(server.db, { groupId: groups.acme });
  const hidden = await makeEpic(server.db, { groupId: groups.hidden, confidential: true });
  const project = await makeProject(server.db, { groupId: groups.hidden, path: 'vault', visibility: 'private' });
  const issue = await makeIssue(server.db, { projectId: project });
  for (const [userId, accessLevel] of [
    [users.guest, 10],
    [users.rep, 20],
  ] as const)
    await makeMember(server.db, { userId, groupId: groups.hidden, accessLevel });
  await add(parent, `hidden&${hidden.iid}`);
  await server.rest('POST', `/groups/acme/-/epics/${parent.iid}/issues`, root, {
    issuable_references: [`hidden/vault#${issue.iid}`],
  });
  const before = await readBy(parent.iid, 'root', 'rep', 'guest', 'plan');
  expect(Object.entries(before).map(([who, told]) => [who, told.length])).toEqual([
    ['anonymous', 0],
    ['root', 2],
    ['rep', 2],
    ['guest', 1],
    ['plan', 0],
  ]);
  expect((await server.rest('PUT', '/api/v4/groups/hidden', root, { path: 'gone' })).status).toBe(200);
  expect(await readBy(parent.iid, 'root', 'rep', 'guest', 'plan')).toEqual(before);
});

test('BD-05.95 whoever takes a path that a line of activity names does not change who reads the line', async () => {
  const { groups, users } = tiny;
  const parent = await makeEpic(server.db, { groupId: groups.acme });
  const hidden = await makeEpic(server.db, { groupId: groups.hidden });
  await makeMember(server.db, { userId: users.guest, groupId: groups.hidden, accessLevel: 10 });
  await add(parent, `hidden&${hidden.iid}`);
  const told = [`added epic hidden&${hidden.iid} as child epic`];
  const before = { anonymous: [], root: told, guest: told, plan: [] };
  const read = () => readBy(parent.iid, 'root', 'guest', 'plan');
  expect(await read()).toEqual(before);
  const rename = async (path: string, to: string) =>
    expect((await server.rest('PUT', `/api/v4/groups/${path}`, root, { path: to })).status).toBe(200);
  const take = async (visibility: string) =>
    (await server.rest('POST', '/api/v4/groups', root, { name: 'Hidden', path: 'hidden', visibility })).status;
  await rename('hidden', 'gone');
  expect(await take('public')).toBe(201);
  expect(await read()).toEqual(before);
  // What is written from now on names the new one, and stays that one's.
  const open = (await server.rest('POST', '/api/v4/groups/hidden/epics', root, { title: 'Open' })).body as {
    iid: number;
  };
  await add(parent, `hidden&${open.iid}`);
  await rename('hidden', 'open');
  await rename('gone', 'hidden');
  const after = await read();
  expect(after['guest']).toHaveLength(2);
  expect(after['plan']).toEqual([`added epic hidden&${open.iid} as child epic`]);
  // Nobody reads more after the group is gone and another one has its path.
  await server.db.deleteFrom('parent_links').execute();
  await server.db.deleteFrom('work_items').where('id', '=', hidden.id).execute();
  await server.db.deleteFrom('groups').where('id', '=', groups.hidden).execute();
  expect(await take('public')).toBe(201);
  expect((await read())['plan']).toEqual(after['plan']);
});

test('EP-18.36 an issue of a private project is told to its members; other notes are told to everybody', async () => {
  const parent = await makeEpic(server.db, { groupId: tiny.groups.acme });
  const project = await makeProject(server.db, { groupId: tiny.groups.acme, path: 'vault', visibility: 'private' });
  await makeMember(server.db, { userId: tiny.users.out, projectId: project, accessLevel: 10 });
  const issue = await makeIssue(server.db, { projectId: project });
  const answer = await server.rest('POST', `/groups/acme/-/epics/${parent.iid}/issues`, root, {
    issuable_references: [`acme/vault#${issue.iid}`],
  });
  expect(answer.status).toBe(200);
  await server.rest('PUT', `/groups/acme/-/epics/${parent.iid}`, root, { epic: { title: 'See acme/vault#1 &1' } });
  const told = `added issue acme/vault#${issue.iid}`;
  const read = await readBy(parent.iid, 'root', 'out');
  expect(read.root?.[0]).toBe(told);
  expect(read.out?.[0]).toBe(told);
  expect(read.anonymous).toHaveLength(1);
  expect(read.anonymous?.[0]).toMatch(/^changed title/);
});

test('EP-18.33 a Reporter of the project alone writes internal notes there and reads them; a Guest does neither', async () => {
  const project = await makeProject(server.db, { groupId: tiny.groups.acme, path: 'vault', visibility: 'private' });
  const issue = await makeIssue(server.db, { projectId: project });
  for (const [person, accessLevel] of [
    ['out', 20],
    ['guest', 10],
  ] as const)
    await makeMember(server.db, { userId: tiny.users[person], projectId: project, accessLevel });
  const add = `mutation ($id: NoteableID!) { createNote(input: { noteableId: $id, body: "Quietly", internal: true }) { note { body } } }`;
  const list = `{ issue(id: "gid://gitlab/Issue/${issue.id}") { notes { nodes { body } } } }`;
  for (const [person, texts] of [
    ['out', ['Quietly']],
    ['guest', []],
  ] as const) {
    const token = await server.token(tiny.users[person]);
    const made = await server.graphql(add, { id: `gid://gitlab/Issue/${issue.id}` }, token);
    expect(made.data?.createNote?.note ?? null).toEqual(texts.length === 0 ? null : { body: 'Quietly' });
    const { data } = await server.graphql(list, {}, token);
    expect((data.issue.notes.nodes as { body: string }[]).map(({ body }) => body)).toEqual(texts);
  }
});

test('EP-18.36 every text that names an item has an action of which that is known', () => {
  const item = (type: WorkItemType, iid: number) => ({
    type,
    iid,
    group_path: 'acme',
    project_path: type === 'epic' ? null : 'acme/api',
  });
  const types: WorkItemType[] = ['epic', 'issue', 'task', 'objective', 'key_result', 'incident'];
  const lines = types.flatMap((parentType) =>
    types.flatMap((childType) => {
      const [parent, other, child] = [item(parentType, 1), item('epic', 2), item(childType, 3)];
      return [
        attachedNotes(parent, child),
        releasedNotes(parent, child),
        movedNotes(parent, other, child),
        movedNotes(other, parent, child),
      ].flatMap((notes) => Object.values(notes) as { action: string; body: string }[]);
    }),
  );
  const naming = lines.filter(({ body }) => /[&#]\d/.test(body));
  expect(naming.length).toBeGreaterThan(100);
  expect(naming.filter(({ action }) => !NAMING_ACTIONS.has(action))).toEqual([]);
});
