import {
  link,
  makeEpic,
  makeGroup,
  makeIssue,
  makeLabel,
  makeMember,
  makeProject,
  seedTiny,
  type MadeItem,
  type TinyData,
} from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';
import { settle } from '../tree/testing.ts';

let server: TestServer;
let tiny: TinyData;
let epic: MadeItem;
let rep: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  rep = await server.token(tiny.users.rep);
});

const label = (id: number) => `gid://gitlab/GroupLabel/${id}`;

/** Edits the epic; answers the fields of the payload. */
async function update(input: Record<string, unknown>, fields: string, token: string | undefined = rep) {
  const text = `mutation ($input: UpdateEpicInput!) { updateEpic(input: $input) { errors epic { ${fields} } } }`;
  const answer = await server.graphql(text, { input: { groupPath: 'acme', iid: String(epic.iid), ...input } }, token);
  expect(answer.errors).toBeUndefined();
  return answer.data.updateEpic;
}

async function read(fields: string, token?: string) {
  const answer = await server.graphql(
    `{ group(fullPath: "acme") { epic(iid: "${epic.iid}") { ${fields} } } }`,
    {},
    token,
  );
  expect(answer.errors).toBeUndefined();
  return answer.data.group.epic;
}

const page = async (token?: string) => (await server.rest('GET', `/groups/acme/-/epics/${epic.iid}.json`, token)).body;
const names = ({ labels }: { labels: { nodes: { title: string }[] } }) => labels.nodes.map(({ title }) => title);
const LABELS = 'labels { nodes { title } }';

async function milestone(projectId: number, title: string, start_date: string, due_date: string): Promise<number> {
  const values = { project_id: projectId, iid: 1, title, start_date, due_date };
  return (await server.db.insertInto('milestones').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

test('EP-07.40 switching between the fixed and the inherited date keeps both, and the source is named', async () => {
  const child = await makeEpic(server.db, {
    groupId: tiny.groups.acme,
    title: 'Child',
    due_date_is_fixed: true,
    due_date_fixed: '2026-06-30',
    due_date: '2026-06-30',
  });
  const spring = await milestone(tiny.projects.api, 'Spring', '2026-03-01', '2026-05-31');
  const issue = await makeIssue(server.db, { projectId: tiny.projects.api, milestone_id: spring });
  await link(server.db, epic.id, child.id);
  await link(server.db, epic.id, issue.id);
  await settle(server.db);
  const dates = 'dueDate dueDateIsFixed dueDateFixed dueDateFromInheritedSource startDate';
  expect((await update({ dueDateIsFixed: true, dueDateFixed: '2026-12-24' }, dates)).epic).toEqual({
    dueDate: '2026-12-24',
    dueDateIsFixed: true,
    dueDateFixed: '2026-12-24',
    dueDateFromInheritedSource: '2026-06-30',
    startDate: '2026-03-01',
  });
  expect((await update({ dueDateIsFixed: false }, dates)).epic).toMatchObject({
    dueDate: '2026-06-30',
    dueDateFixed: '2026-12-24',
  });
  expect((await update({ dueDateIsFixed: true }, dates)).epic).toMatchObject({ dueDate: '2026-12-24' });
  expect((await page()).meta).toMatchObject({
    start_date_from_milestones: '2026-03-01',
    start_date_sourcing_milestone_title: 'Spring',
    start_date_sourcing_milestone_dates: { start_date: '2026-03-01', due_date: '2026-05-31' },
    due_date_from_milestones: '2026-06-30',
    due_date_sourcing_milestone_title: 'Child',
    due_date_sourcing_milestone_dates: { start_date: null, due_date: '2026-06-30' },
  });
});

test('EP-07.41 a source that may not be seen gives its date and nothing else', async () => {
  const closed = await makeProject(server.db, { groupId: tiny.groups.hidden, path: 'p', visibility: 'private' });
  const secret = await milestone(closed, 'Secret plan', '2026-03-01', '2026-05-31');
  const issue = await makeIssue(server.db, { projectId: closed, milestone_id: secret });
  await link(server.db, epic.id, issue.id);
  await settle(server.db);
  const put = await server.rest('PUT', `/groups/acme/-/epics/${epic.iid}.json`, rep, { title: 'New' });
  expect(put.body).toMatchObject({ start_date: '2026-03-01', start_date_sourcing_milestone_title: null });
  expect((await page(rep)).meta).toMatchObject({
    start_date: '2026-03-01',
    start_date_sourcing_milestone_title: null,
    start_date_sourcing_milestone_dates: null,
  });
  const root = await server.token(tiny.users.root);
  expect((await page(root)).meta.start_date_sourcing_milestone_title).toBe('Secret plan');
});

test('EP-08.40 a label is made in a group by Reporters, and every fault of it is told', async () => {
  const text = `mutation ($input: LabelCreateInput!) { labelCreate(input: $input) { errors label { id title color textColor } } }`;
  const make = async (input: Record<string, unknown>, token: string | undefined = rep) =>
    (await server.graphql(text, { input: { groupPath: 'acme', ...input } }, token)).data.labelCreate;
  expect(await make({ title: ' team::web ', color: '#fff' })).toEqual({
    errors: [],
    label: { id: 'gid://gitlab/GroupLabel/1', title: 'team::web', color: '#ffffff', textColor: '#333333' },
  });
  expect((await make({ title: 'Plain' })).label.color).toBe('#6699cc');
  expect((await make({ title: 'team::web' })).errors).toEqual(['Title has already been taken']);
  expect((await make({ title: ' ', color: 'rot' })).errors).toEqual([
    "Title can't be blank",
    'Color must be a valid color code',
  ]);
  expect((await make({ title: 'x'.repeat(256) })).errors).toEqual(['Title is too long (maximum is 255 characters)']);
  expect((await make({ title: 'a,b' })).errors).toEqual(['Title is invalid']);
  const denied =
    "The resource that you are attempting to access does not exist or you don't have permission to perform this action";
  const others = [await server.token(tiny.users.guest), await server.token(tiny.users.out), undefined];
  for (const token of others) {
    const answer = await server.graphql(text, { input: { groupPath: 'acme', title: 'No' } }, token);
    expect(answer.data.labelCreate).toEqual({ errors: [denied], label: null });
  }
  expect((await make({ groupPath: 'hidden', title: 'No' })).errors).toEqual([denied]);
  expect((await make({ groupPath: null, title: 'No' })).errors).toEqual([
    'Exactly one of groupPath or projectPath arguments is required',
  ]);
  const titles = await server.db.selectFrom('labels').select('title').orderBy('id').execute();
  expect(titles.map(({ title }) => title)).toEqual(['team::web', 'Plain']);
});

test('EP-08.41 labels are added and removed by id and title; of one scope the last stays; foreign ones are unknown', async () => {
  const own = await makeLabel(server.db, tiny.groups.acme, 'Own');
  const first = await makeLabel(server.db, tiny.groups.acme, 'team::web');
  await makeLabel(server.db, tiny.groups.acme, 'team::api');
  const foreign = await makeLabel(server.db, tiny.groups.hidden, 'Foreign secret');
  const below = await makeLabel(server.db, tiny.groups.web, 'Below');
  expect(names((await update({ addLabelIds: [label(own), label(first)] }, LABELS)).epic)).toEqual(['Own', 'team::web']);
  expect(names((await update({ addLabels: ['team::api'], removeLabels: ['Own'] }, LABELS)).epic)).toEqual([
    'team::api',
  ]);
  expect(names((await update({ addLabelIds: [label(first)] }, LABELS)).epic)).toEqual(['team::web']);
  for (const id of [foreign, below, 9999]) {
    expect(await update({ addLabelIds: [label(own), label(id)] }, LABELS)).toEqual({
      errors: ['Label does not exist'],
      epic: null,
    });
    expect((await update({ removeLabelIds: [label(id)] }, LABELS)).errors).toEqual([]);
  }
  expect(names(await read(LABELS))).toEqual(['team::web']);
  const put = await server.rest('PUT', `/groups/acme/-/epics/${epic.iid}.json`, rep, { epic: { label_ids: [own] } });
  expect(put.body.labels).toMatchObject([{ title: 'Own', text_color: '#FFFFFF' }]);
  expect(
    (await server.rest('PUT', `/groups/acme/-/epics/${epic.iid}.json`, rep, { label_ids: [foreign] })).status,
  ).toBe(422);
});

test('EP-08.42 labels are searched in the group and the groups above that the viewer may see', async () => {
  const closed = await makeGroup(server.db, { path: 'closed', visibility: 'private' });
  const inner = await makeGroup(server.db, { path: 'open', parentId: closed });
  await makeLabel(server.db, closed, 'Find secret');
  await makeLabel(server.db, inner, 'Find own');
  await makeLabel(server.db, inner, 'Other');
  const search = `{ group(fullPath: "closed/open") { labels(includeAncestorGroups: true, searchTerm: "find") { nodes { title } } } }`;
  const found = async (token?: string) => names((await server.graphql(search, {}, token)).data.group);
  expect(await found(await server.token(tiny.users.root))).toEqual(['Find own', 'Find secret']);
  expect(await found(rep)).toEqual(['Find own']);
  const json = await server.rest(
    'GET',
    '/groups/closed/open/-/labels.json?search=find&include_ancestor_groups=true',
    rep,
  );
  expect(json.body).toMatchObject([{ title: 'Find own' }]);
  const api = await server.rest('GET', '/api/v4/groups/closed%2Fopen/labels', rep);
  expect(api.body).toMatchObject([{ name: 'Find own' }, { name: 'Other' }]);
});

test('EP-09.40 a colour is hex, has a readable text, and anything else is refused', async () => {
  const colour = 'color textColor';
  expect((await update({ color: '#FFF0AA' }, colour)).epic).toEqual({ color: '#FFF0AA', textColor: '#333333' });
  expect((await update({ color: '#123' }, colour)).epic).toEqual({ color: '#123', textColor: '#FFFFFF' });
  for (const color of ['#12345', 'red', '#ggg', '']) {
    expect(await update({ color }, colour)).toEqual({ errors: ['Color must be a valid color code'], epic: null });
  }
  const put = await server.rest('PUT', `/groups/acme/-/epics/${epic.iid}.json`, rep, { epic: { color: 'rgb(1,2,3)' } });
  expect([put.status, put.body.errors]).toEqual([422, ['Color must be a valid color code']]);
  expect(await read(colour)).toEqual({ color: '#123', textColor: '#FFFFFF' });
});

test('EP-10.40 confidentiality is refused above public children, and its end under a confidential parent', async () => {
  const parent = await makeEpic(server.db, { groupId: tiny.groups.acme, confidential: true });
  const childEpic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  const issue = await makeIssue(server.db, { projectId: tiny.projects.api });
  await link(server.db, epic.id, childEpic.id);
  const hide = () => update({ confidential: true }, 'confidential');
  expect((await hide()).errors).toEqual([
    'Cannot make the epic confidential if it contains non-confidential child epics',
  ]);
  await server.db.updateTable('work_items').set({ confidential: true }).where('id', '=', childEpic.id).execute();
  await link(server.db, epic.id, issue.id);
  expect((await hide()).errors).toEqual(['Cannot make the epic confidential if it contains non-confidential issues']);
  await server.db.updateTable('work_items').set({ confidential: true }).where('id', '=', issue.id).execute();
  expect(await hide()).toEqual({ errors: [], epic: { confidential: true } });
  await link(server.db, parent.id, epic.id);
  const show = await update({ confidential: false }, 'confidential');
  expect(show).toEqual({
    errors: ['A non-confidential epic cannot be assigned to a confidential parent epic'],
    epic: null,
  });
});

test('EP-11.40 the parent of an epic is named only to those who may see it', async () => {
  const top = await makeEpic(server.db, { groupId: tiny.groups.hidden, title: 'Secret top', iid: 77 });
  await link(server.db, top.id, epic.id);
  const put = await server.rest('PUT', `/api/v4/groups/acme/epics/${epic.iid}`, rep, { title: 'New' });
  expect(put.body).toMatchObject({ title: 'New', parent_id: null, parent_iid: null, _links: { parent: null } });
  const root = await server.token(tiny.users.root);
  const seen = await server.rest('PUT', `/api/v4/groups/acme/epics/${epic.iid}`, root, { title: 'Newer' });
  expect(seen.body).toMatchObject({ parent_id: top.id, parent_iid: 77 });
  expect(seen.body._links.parent).toContain(`/api/v4/groups/${tiny.groups.hidden}/epics/77`);
});

test('EP-12.40 participants are the author, its people, who has reacted and the authors of readable notes', async () => {
  const { plan, dev, guest, out } = tiny.users;
  const note = { work_item_id: epic.id, body: 'x' };
  await server.db
    .insertInto('notes')
    .values([
      { ...note, author_id: guest, internal: false },
      { ...note, author_id: guest, internal: false },
      { ...note, author_id: dev, internal: true },
      { ...note, author_id: plan, system: true },
    ])
    .execute();
  await server.db
    .insertInto('work_item_people')
    .values({ work_item_id: epic.id, role: 'reviewer', user_id: out })
    .execute();
  const people = async (token?: string) =>
    (await read('participants { nodes { username } }', token)).participants.nodes.map(
      ({ username }: { username: string }) => username,
    );
  expect(await people(rep)).toEqual(['root', 'dev', 'guest', 'out']);
  expect(await people()).toEqual(['root', 'guest', 'out']);
  const award = { work_item_id: epic.id, user_id: plan };
  await server.db
    .insertInto('award_emoji')
    .values([
      { ...award, name: 'tada' },
      { ...award, name: 'heart' },
    ])
    .execute();
  expect(new Set(await people())).toEqual(new Set(['root', 'guest', 'out', 'plan']));
  expect((await read('subscribed', await server.token(plan))).subscribed).toBe(false);
});

test('EP-12.41 who is mentioned takes part, as far as they and the viewer may read the text, each once and at one cost', async () => {
  const { db } = server;
  const projectId = await makeProject(db, { groupId: tiny.groups.hidden, path: 'safe', visibility: 'private' });
  await makeMember(db, { userId: tiny.users.plan, projectId, accessLevel: 30 });
  const mentions = ['guest', 'out', 'rep', 'plan', 'nobody-here'];
  const [open, closed, safe] = [
    await makeIssue(db, { projectId: tiny.projects.api, mentions }),
    await makeIssue(db, { projectId: tiny.projects.api, mentions, author_id: tiny.users.out, confidential: true }),
    await makeIssue(db, { projectId, mentions }),
  ];
  await db.updateTable('work_items').set({ mentions, confidential: true }).where('id', '=', epic.id).execute();
  const people = async (id: number, token: string) => {
    const text = `query ($id: IssueID!) { issue(id: $id) { participants { nodes { username } } } }`;
    const { data } = await server.graphql(text, { id: `gid://gitlab/Issue/${id}` }, token);
    return data.issue.participants.nodes.map(({ username }: { username: string }) => username);
  };
  const root = await server.token(tiny.users.root);
  const guest = await server.token(tiny.users.guest);
  const cost = async () => (await server.countStatements(() => people(open.id, root))).statements.length;
  const few = await cost();
  expect(await people(open.id, guest)).toEqual(['root', 'plan', 'rep', 'guest', 'out']);
  expect(await people(closed.id, root)).toEqual(['plan', 'rep', 'out']);
  expect(await people(safe.id, root)).toEqual(['root', 'plan']);
  const { participants } = await read('participants { nodes { username } }', rep);
  expect(participants.nodes).toEqual([{ username: 'root' }, { username: 'plan' }, { username: 'rep' }]);
  await db.updateTable('work_items').set({ mentions: null }).where('id', '=', open.id).execute();
  const note = { work_item_id: open.id, author_id: tiny.users.root, body: '' };
  await db
    .insertInto('notes')
    .values([
      { ...note, mentions: ['dev', 'rep'] },
      { ...note, mentions: ['guest', 'plan', 'rep'], internal: true },
    ])
    .execute();
  expect(await people(open.id, root)).toEqual(['root', 'plan', 'dev', 'rep']);
  expect(await people(open.id, guest)).toEqual(['root', 'dev', 'rep']);
  await db.updateTable('users').set({ state: 'blocked' }).where('id', '=', tiny.users.dev).execute();
  expect(await people(open.id, guest)).toEqual(['root', 'rep']);
  expect(await cost()).toBe(few);
});

test('EP-13.40 one follows what one takes part in, until one decides', async () => {
  const { dev, guest } = tiny.users;
  await server.db.insertInto('notes').values({ work_item_id: epic.id, body: 'x', author_id: guest }).execute();
  await server.db
    .insertInto('work_item_people')
    .values({ work_item_id: epic.id, role: 'assignee', user_id: dev })
    .execute();
  const follows = async (token?: string) => [
    (await read('subscribed', token)).subscribed,
    (await page(token)).meta.subscribed,
    (await server.rest('GET', `/api/v4/groups/acme/epics/${epic.iid}`, token)).body.subscribed,
  ];
  expect(await follows(await server.token(guest))).toEqual([true, true, true]);
  expect(await follows(await server.token(dev))).toEqual([true, true, true]);
  expect(await follows(await server.token(tiny.users.root))).toEqual([true, true, true]);
  expect(await follows(rep)).toEqual([false, false, false]);
  expect(await follows()).toEqual([false, false, false]);
});

test('EP-13.41 a subscription is set by its state and turned round by the page’s address', async () => {
  const text = `mutation ($input: EpicSetSubscriptionInput!) { epicSetSubscription(input: $input) { errors epic { subscribed } } }`;
  const set = async (subscribedState: boolean) => {
    const input = { groupPath: 'acme', iid: String(epic.iid), subscribedState };
    return (await server.graphql(text, { input }, rep)).data.epicSetSubscription;
  };
  expect(await set(true)).toEqual({ errors: [], epic: { subscribed: true } });
  expect(await set(true)).toEqual({ errors: [], epic: { subscribed: true } });
  const toggle = (token?: string, iid = epic.iid) =>
    server.rest('POST', `/groups/acme/-/epics/${iid}/toggle_subscription`, token);
  expect(await toggle(rep)).toMatchObject({ status: 200, body: { subscribed: false } });
  expect(await toggle(rep)).toMatchObject({ status: 200, body: { subscribed: true } });
  expect((await toggle(await server.token(1))).body).toEqual({ subscribed: false });
  expect((await toggle(undefined)).status).toBe(401);
  expect((await toggle(rep, 99)).status).toBe(404);
});

test('EP-14.40 what the sidebar reads costs one statement, however much there is', async () => {
  const fields =
    'labels { nodes { id } } participants { nodes { id } } subscribed currentUserTodos { nodes { id } } ' +
    'ancestors { nodes { id hasParent } } hasParent color textColor';
  const cost = async () => [
    (await server.countStatements(() => read(fields, rep))).statements.length,
    (await server.countStatements(() => page(rep))).statements.length,
  ];
  const few = await cost();
  let below = epic.id;
  for (let depth = 0; depth < 4; depth += 1) {
    const above = await makeEpic(server.db, { groupId: tiny.groups.acme });
    await link(server.db, above.id, below);
    below = above.id;
    const added = await makeLabel(server.db, tiny.groups.acme, `l${depth}`);
    await server.db.insertInto('work_item_labels').values({ work_item_id: epic.id, label_id: added }).execute();
  }
  for (const user_id of Object.values(tiny.users)) {
    await server.db.insertInto('todos').values({ work_item_id: epic.id, user_id }).execute();
    await server.db.insertInto('notes').values({ work_item_id: epic.id, author_id: user_id, body: 'x' }).execute();
  }
  expect(await cost()).toEqual(few);
  // One for who asks (the token), one for the answer.
  expect(few).toEqual([2, 2]);
});
