import { childrenOf, link, makeEpic, makeIssue, makeLabel } from '../db/testing-data.ts';
import { everything, expectConsistent, itemRow, openWorld, resetWorld, settle, type World } from '../tree/testing.ts';
import { call, type Call } from './writes/testing.ts';
import type { RestMethod } from './types.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  world = await resetWorld(world.database);
});
afterAll(async () => {
  await world.database.close();
});

const ask = (method: RestMethod, path: string, options?: Call) => call(world, method, `/api/v4/${path}`, options);

test('a child epic is made with parent_id, a database id, in any group, and comes first', async () => {
  const { db, groups } = world;
  const [parent, old] = [await makeEpic(db, { groupId: groups.acme }), await makeEpic(db, { groupId: groups.acme })];
  await link(db, parent.id, old.id);
  await settle(db);
  const body = {
    title: 'Child',
    parent_id: parent.id,
    labels: 'one,two',
    description: 'D',
    due_date_fixed: '2026-12-24',
    due_date_is_fixed: true,
  };
  const answer = await ask('POST', 'groups/acme%2Fweb/epics', { body, viewer: world.viewers.rep });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      iid: 1,
      group_id: groups.web,
      parent_id: parent.id,
      parent_iid: parent.iid,
      title: 'Child',
      state: 'opened',
      url: 'http://here/groups/acme/web/-/epics/1',
      web_url: 'http://here/groups/acme/web/-/epics/1',
      references: { short: '&1', relative: '&1', full: 'acme/web&1' },
      author: { username: 'rep' },
      labels: ['one', 'two'],
      due_date: '2026-12-24',
      due_date_is_fixed: true,
    },
  });
  const { id } = answer.body as { id: number };
  expect(await childrenOf(db, parent.id)).toEqual([id, old.id]);
  expect(await itemRow(db, id)).toMatchObject({ lock_version: 0 });
  expect(await itemRow(db, parent.id)).toMatchObject({ due_date: '2026-12-24', due_date_epic_id: id });
  await expectConsistent(db);
});

test('TR-15.4 no child epic is made on an eighth level, and no number is used up', async () => {
  const { db, groups } = world;
  const chain = [await makeEpic(db, { groupId: groups.acme })];
  for (let level = 2; level <= 7; level += 1) {
    const next = await makeEpic(db, { groupId: groups.acme });
    await link(db, chain.at(-1)!.id, next.id);
    chain.push(next);
  }
  await settle(db);
  const before = await everything(db);
  const make = (parent_id: unknown) => ask('POST', `groups/${groups.acme}/epics`, { body: { title: 'x', parent_id } });
  expect(await make(chain[6]!.id)).toMatchObject({
    status: 422,
    body: {
      errors: [
        'This epic cannot be added. One or more epics would exceed the maximum depth (7) from its most distant ancestor.',
      ],
    },
  });
  expect(await make(4711)).toMatchObject({ status: 404 });
  expect(await make(1e300)).toMatchObject({ status: 422 });
  expect(await make('12abc')).toMatchObject({ status: 422 });
  expect(await everything(db)).toEqual(before);
  expect(await make(chain[5]!.id)).toMatchObject({ status: 201 });
});

test('TR-18.3 a child of a confidential epic is confidential', async () => {
  const parent = await makeEpic(world.db, { groupId: world.groups.acme, confidential: true });
  const body = { title: 'x', parent_id: parent.id, confidential: false };
  expect(await ask('POST', 'groups/acme/epics', { body })).toMatchObject({ status: 201, body: { confidential: true } });
});

test('EP-08.43 blanks around the titles of labels mean nothing', async () => {
  const { db, groups } = world;
  const labels = [await makeLabel(db, groups.acme, 'bug'), await makeLabel(db, groups.acme, 'feature')];
  const epic = await makeEpic(db, { groupId: groups.web });
  const put = (body: object) => ask('PUT', `groups/acme%2Fweb/epics/${epic.iid}`, { body });
  const ids = () => db.selectFrom('labels').select('id').orderBy('id').execute();
  const before = await ids();
  expect(await put({ labels: 'bug, feature, ' })).toMatchObject({ body: { labels: ['bug', 'feature'] } });
  expect(await db.selectFrom('work_item_labels').select('label_id as id').orderBy('id').execute()).toEqual(
    labels.map((id) => ({ id })),
  );
  expect(await put({ remove_labels: 'bug , feature' })).toMatchObject({ body: { labels: [] } });
  expect(await put({ add_labels: [' bug'] })).toMatchObject({ body: { labels: ['bug'] } });
  expect(await ids()).toEqual(before);
});

test('an epic is changed and deleted by number', async () => {
  const epic = await makeEpic(world.db, { groupId: world.groups.acme });
  const path = `groups/acme/epics/${epic.iid}`;
  expect(await ask('PUT', path, { body: { state_event: 'close', add_labels: 'x' } })).toMatchObject({
    status: 200,
    body: { state: 'closed', labels: ['x'] },
  });
  expect(await ask('PUT', path, { body: { title: 'x' }, viewer: world.viewers.guest })).toMatchObject({ status: 403 });
  expect(await ask('DELETE', path, { viewer: world.viewers.dev })).toMatchObject({ status: 403 });
  expect(await ask('DELETE', path)).toEqual({ status: 204 });
  expect(await ask('DELETE', path)).toMatchObject({ status: 404 });
});

test('an edit with parent_id puts the epic under another parent, and null releases it', async () => {
  const { db, groups, viewers } = world;
  const made = async () => makeEpic(db, { groupId: groups.acme });
  const [first, second, child] = [await made(), await made(), await made()];
  await link(db, first.id, child.id);
  await settle(db);
  const put = (parentId: unknown, viewer = viewers.plan) =>
    ask('PUT', `groups/acme/epics/${child.iid}`, { body: { title: 'Moved', parent_id: parentId }, viewer });
  expect(await put(second.id)).toMatchObject({ status: 200, body: { title: 'Moved', parent_id: second.id } });
  expect([await childrenOf(db, first.id), await childrenOf(db, second.id)]).toEqual([[], [child.id]]);
  const before = await everything(db);
  for (const wrong of [child.id, 999_999, 'x', 2 ** 40]) {
    const { status } = await put(wrong);
    expect([404, 422]).toContain(status);
  }
  expect((await put(first.id, viewers.out)).status).toBe(403);
  expect(await everything(db)).toEqual(before);
  expect(await put(null)).toMatchObject({ status: 200, body: { parent_id: null } });
  expect(await childrenOf(db, second.id)).toEqual([]);
  await expectConsistent(db);
});

test('an issue is put on an epic by its id and taken off by the id of the link', async () => {
  const { db, groups, projects } = world;
  const [epic, issue] = [
    await makeEpic(db, { groupId: groups.acme }),
    await makeIssue(db, { projectId: projects.app }),
  ];
  await settle(db);
  const path = `groups/${groups.acme}/epics/${epic.iid}/issues`;
  const added = await ask('POST', `${path}/${issue.id}`);
  expect(added).toMatchObject({
    status: 201,
    body: { epic: { id: epic.id }, issue: { id: issue.id, epic: { id: epic.id } } },
  });
  expect(await ask('POST', `${path}/${issue.id}`)).toMatchObject({ status: 409 });
  expect(await ask('POST', `${path}/4711`)).toMatchObject({ status: 404 });
  const { id } = added.body as { id: number };
  expect(await ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 200, body: { id, issue: { epic: null } } });
  expect(await ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 404 });
  await expectConsistent(db);
});

test('an issue is made in a project with its metadata and its epic, whose dates follow the milestone', async () => {
  const { db, groups, projects, users } = world;
  const epic = await makeEpic(db, { groupId: groups.acme });
  await settle(db);
  await db
    .insertInto('milestones')
    .values({ iid: 1, group_id: groups.acme, title: 'M', start_date: '2026-01-01', due_date: '2026-02-01' })
    .execute();
  const body = {
    title: 'I',
    epic_id: epic.id,
    milestone_id: 1,
    weight: 3,
    assignee_ids: [users.dev],
    labels: 'new',
    issue_type: 'issue',
  };
  expect(await ask('POST', `projects/${projects.api}/issues`, { body })).toMatchObject({
    status: 201,
    body: {
      iid: 1,
      weight: 3,
      labels: ['new'],
      milestone: { title: 'M' },
      assignees: [{ username: 'dev' }],
      epic: { id: epic.id },
    },
  });
  expect(await itemRow(db, epic.id)).toMatchObject({
    start_date: '2026-01-01',
    due_date: '2026-02-01',
    start_date_milestone_id: 1,
  });
  await expectConsistent(db);
  for (const wrong of [
    { issue_type: 'epic' },
    { weight: 'heavy' },
    { weight: -1 },
    { milestone_id: 77 },
    { assignee_ids: [77] },
    { epic_id: {} },
  ]) {
    expect(await ask('POST', `projects/${projects.api}/issues`, { body: { ...body, ...wrong } })).toMatchObject({
      status: 422,
    });
  }
  expect(await ask('POST', 'projects/acme%2Fapi/issues', { body, viewer: world.viewers.out })).toMatchObject({
    status: 403,
  });
  expect(await ask('POST', 'projects/4711/issues', { body })).toMatchObject({ status: 404 });
});
