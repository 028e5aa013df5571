import { childrenOf, link, makeEpic, makeIssue } from '../db/testing-data.ts';
import { expectConsistent, itemRow, openWorld, resetWorld, settle, type World } from '../tree/testing.ts';
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
      status: 400,
    });
  }
  expect(await ask('POST', 'projects/acme%2Fapi/issues', { body, viewer: world.viewers.out })).toMatchObject({
    status: 403,
  });
  expect(await ask('POST', 'projects/4711/issues', { body })).toMatchObject({ status: 404 });
});
