import { childrenOf, link, makeEpic, makeIssue, makeLabel, relate, seedTiny } from './testing-data.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

test('the tiny world has its groups, projects and members', async () => {
  const { db } = database;
  const tiny = await seedTiny(db);
  const groups = await db
    .selectFrom('groups')
    .select(['full_path', 'full_name', 'traversal_ids'])
    .orderBy('id')
    .execute();
  expect(groups).toEqual([
    { full_path: 'acme', full_name: 'Acme', traversal_ids: [tiny.groups.acme] },
    { full_path: 'acme/web', full_name: 'Acme / Web', traversal_ids: [tiny.groups.acme, tiny.groups.web] },
    { full_path: 'hidden', full_name: 'Hidden', traversal_ids: [tiny.groups.hidden] },
  ]);
  const projects = await db.selectFrom('projects').select(['id', 'full_path']).orderBy('id').execute();
  expect(projects).toEqual([
    { id: tiny.projects.app, full_path: 'acme/web/app' },
    { id: tiny.projects.api, full_path: 'acme/api' },
  ]);
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['username', 'access_level'])
    .orderBy('access_level')
    .execute();
  expect(members.map((row) => `${row.username} ${String(row.access_level)}`)).toEqual([
    'guest 10',
    'rep 20',
    'dev 30',
    'plan 50',
  ]);
});

test('items count their own iids and children keep their order', async () => {
  const { db } = database;
  const { groups, projects } = await seedTiny(db);
  const parent = await makeEpic(db, { groupId: groups.acme });
  const child = await makeEpic(db, { groupId: groups.acme, title: 'second', due_date: '2026-03-01' });
  const issue = await makeIssue(db, { projectId: projects.api });
  const task = await makeIssue(db, { projectId: projects.api, type: 'task' });
  expect([parent.iid, child.iid, issue.iid, task.iid]).toEqual([1, 2, 1, 2]);
  await link(db, parent.id, child.id);
  await link(db, parent.id, issue.id, -10);
  expect(await childrenOf(db, parent.id)).toEqual([issue.id, child.id]);
  await relate(db, issue.id, 'blocks', task.id);
  const label = await makeLabel(db, groups.acme, 'bug');
  await db.insertInto('work_item_labels').values({ work_item_id: child.id, label_id: label }).execute();
  const row = await db.selectFrom('work_items').selectAll().where('id', '=', child.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    title: 'second',
    due_date: '2026-03-01',
    lock_version: 0,
    color: '#1068bf',
    project_id: null,
  });
});
