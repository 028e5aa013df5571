import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { childrenOf, link, makeEpic } from '../db/testing-data.ts';
import { ImportRefused } from './faults.ts';
import type { PlanningFile } from './format.ts';
import { importDocument, type ImportOptions } from './import-planning.ts';
import { settle } from '../tree/testing.ts';
import { nextIid } from '../store/sql/iids.ts';
import { fileEpic, fileIssue, smallFile } from './testing-file.ts';
import { everyRow } from './testing-rows.ts';

const NOW = '2026-11-21T12:00:00.000Z';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const run = (document: unknown, options: Partial<ImportOptions> = {}) =>
  importDocument(database, document, { now: NOW, visibility: 'public', ...options });

const count = async (table: 'work_items' | 'users' | 'groups' | 'parent_links'): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(database.db)).rows[0]?.n ?? -1;

const item = async (external: string) =>
  database.db.selectFrom('work_items').selectAll().where('external_id', '=', external).executeTakeFirstOrThrow();

beforeEach(() => database.reset());

test('groups are as visible as asked, an item without assignee is by root', async () => {
  const result = await run(smallFile(), { visibility: 'private' });
  expect(result.epics).toEqual({ total: 2, created: 2, changed: 0 });
  const places = await sql<{
    v: string;
  }>`SELECT DISTINCT visibility AS v FROM (SELECT visibility FROM groups UNION ALL SELECT visibility FROM projects) x`.execute(
    database.db,
  );
  expect(places.rows).toEqual([{ v: 'private' }]);
  expect((await item('small:epic:1')).author_id).toBe(1);
  expect(await item('small:issue:1')).toMatchObject({
    weight: 3,
    created_at: '2025-01-01T00:00:00Z',
    start_date: null,
  });
  expect(await item('small:epic:2')).toMatchObject({
    start_date: '2026-01-01',
    due_date: '2026-02-28',
    start_date_is_fixed: false,
  });
  const epics = await item('small:epic:1');
  expect(epics).toMatchObject({ start_date: '2026-01-01', due_date: '2026-02-28' });
});

test('after an import the planner of the database knows how much there is', async () => {
  await run(smallFile());
  const counted = await sql<{ name: string; n: number }>`
    SELECT relname AS name, reltuples::int AS n FROM pg_class WHERE relname IN ('work_items', 'work_item_links', 'rollups')
  `.execute(database.db);
  expect(counted.rows).toHaveLength(3);
  const file = smallFile();
  expect(counted.rows.find(({ name }) => name === 'work_items')?.n).toBe(file.epics.length + file.issues.length);
});

test('RP-02.431 a newer file changes what it changed and says so to whoever looks', async () => {
  await run(smallFile());
  const before = await item('small:epic:2');
  const newer = smallFile({
    epics: [
      fileEpic(1),
      fileEpic(2, {
        parentId: null,
        title: 'New title',
        state: 'closed',
        closedAt: '2026-01-02T00:00:00Z',
        updatedAt: '2026-01-02T00:00:00Z',
      }),
    ],
    issues: [fileIssue(1, { epicId: 'epic:1', labelIds: ['label:a'], assigneeIds: ['user:bob'] })],
    links: [],
  });
  const result = await run(newer);
  expect([result.epics.changed, result.issues.changed, result.users.changed]).toEqual([1, 1, 0]);
  const after = await item('small:epic:2');
  expect(after).toMatchObject({
    title: 'New title',
    state: 'closed',
    lock_version: before.lock_version + 1,
    start_date: null,
  });
  expect(await childrenOf(database.db, (await item('small:epic:1')).id)).toEqual([(await item('small:issue:1')).id]);
  const people = await database.db
    .selectFrom('work_item_people')
    .innerJoin('users', 'users.id', 'user_id')
    .select('username')
    .execute();
  expect(people).toEqual([{ username: 'Bob' }]);
  expect(await database.db.selectFrom('work_item_labels').selectAll().execute()).toHaveLength(1);
  // What has gone from the file is not deleted.
  expect(await database.db.selectFrom('work_item_links').selectAll().execute()).toHaveLength(1);
  const events = await database.db.selectFrom('events').select(['kind', 'work_item_id']).execute();
  expect(events).toEqual(expect.arrayContaining([{ kind: 'title', work_item_id: after.id }]));
});

test('RP-02.431 the file states its fields again; what people made here stays', async () => {
  const { db } = database;
  await run(
    smallFile({ epics: [fileEpic(1), fileEpic(2, { parentId: 'epic:1' }), fileEpic(3, { parentId: 'epic:1' })] }),
  );
  const [first, second, third] = [await item('small:epic:1'), await item('small:epic:2'), await item('small:epic:3')];
  const own = await makeEpic(db, { groupId: first.group_id, title: 'Made here' });
  await link(db, first.id, own.id, -100);
  await db.updateTable('parent_links').set({ relative_position: 5000 }).where('child_id', '=', second.id).execute();
  const label = await db
    .insertInto('labels')
    .values({ group_id: first.group_id, title: 'here', color: '#000000' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('work_item_labels').values({ work_item_id: second.id, label_id: label.id }).execute();
  await db
    .updateTable('work_items')
    .set({
      title: 'Changed here',
      description: 'Written here',
      confidential: true,
      health_status: 'atRisk',
      updated_at: '2026-06-01T00:00:00Z',
    })
    .where('id', '=', second.id)
    .execute();
  await run(
    smallFile({ epics: [fileEpic(1), fileEpic(2, { parentId: 'epic:1' }), fileEpic(3, { parentId: 'epic:1' })] }),
  );
  expect(await item('small:epic:2')).toMatchObject({
    title: 'Title',
    description: 'Written here',
    confidential: true,
    health_status: 'atRisk',
    updated_at: '2026-06-01T00:00:00Z',
  });
  expect(await childrenOf(db, first.id)).toEqual([own.id, third.id, second.id]);
  expect(await db.selectFrom('work_item_labels').select('label_id').execute()).toEqual([{ label_id: label.id }]);
});

test('RP-02.457 a label that people made under the title of the file’s is the file’s label, also of new items', async () => {
  const { db } = database;
  await run(smallFile());
  const { group_id } = await item('small:epic:1');
  const made = await db
    .insertInto('labels')
    .values({ group_id, title: 'urgent', color: '#000000' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const labels = [...smallFile().labels, { id: 'label:b', groupId: 'group:top', title: 'urgent', color: '#ff0000' }];
  await run(smallFile({ labels, issues: [...smallFile().issues, fileIssue(2, { labelIds: ['label:b'] })] }));
  expect(await db.selectFrom('work_item_labels').select('label_id').execute()).toEqual([{ label_id: made.id }]);
  expect(await db.selectFrom('labels').select('title').orderBy('title').execute()).toEqual([
    { title: 'a' },
    { title: 'urgent' },
  ]);
});

test('a root of the file that people put under an epic of their own stays there, and a new item below a confidential epic is confidential', async () => {
  const { db } = database;
  await run(smallFile());
  const top = await item('small:epic:1');
  const own = await makeEpic(db, { groupId: top.group_id, confidential: true });
  await db.updateTable('work_items').set({ confidential: true }).where('external_id', 'is not', null).execute();
  await link(db, own.id, top.id);
  await run(smallFile({ issues: [fileIssue(1, { epicId: 'epic:2' }), fileIssue(2, { epicId: 'epic:2' })] }));
  expect(await childrenOf(db, own.id)).toEqual([top.id]);
  expect((await item('small:issue:2')).confidential).toBe(true);
});

test('numbers may change places', async () => {
  await run(smallFile());
  await run(smallFile({ epics: [fileEpic(1, { iid: 2 }), fileEpic(2, { iid: 1, parentId: 'epic:1' })] }));
  expect([(await item('small:epic:1')).iid, (await item('small:epic:2')).iid]).toEqual([2, 1]);
});

test('RP-02.432 an account of the same name is that person, and is left as it is', async () => {
  await database.db.insertInto('users').values({ username: 'BOB', name: 'Robert' }).execute();
  await run(smallFile());
  expect(await count('users')).toBe(3);
  const bob = await database.db.selectFrom('users').selectAll().where('username', '=', 'BOB').executeTakeFirstOrThrow();
  expect(bob).toMatchObject({ name: 'Robert', external_id: null });
  const people = await database.db.selectFrom('work_item_people').select('user_id').orderBy('place').execute();
  expect(people.map((row) => row.user_id)).toContain(bob.id);
});

test('RP-02.432 two data sets may use the same ids', async () => {
  await run(smallFile());
  const other = smallFile({ dataset: { ...smallFile().dataset, name: 'other' } });
  other.groups = other.groups.map((group) => ({
    ...group,
    fullPath: group.fullPath.replace('top', 'else'),
    path: group.path.replace('top', 'else'),
  }));
  other.projects = other.projects.map((project) => ({
    ...project,
    fullPath: project.fullPath.replace('top', 'else'),
  }));
  await run(other);
  expect(await count('work_items')).toBe(6);
  expect(await count('groups')).toBe(4);
});

test('RP-02.430 nothing is written where anything is wrong', async () => {
  const before = await everyRow(database.db);
  await expect(run(smallFile({ epics: [fileEpic(1, { parentId: 'epic:9' }), fileEpic(2)] }))).rejects.toThrow(
    ImportRefused,
  );
  expect(await everyRow(database.db)).toEqual(before);
});

test('RP-02.430 what people made under the same path or number is named, and nothing is written', async () => {
  const { db } = database;
  await db.insertInto('groups').values({ path: 'top', full_path: 'Top', name: 'T', full_name: 'T' }).execute();
  const before = await everyRow(database.db);
  await expect(run(smallFile())).rejects.toThrow(
    'The database already has a group of that path, and it is not the one of the file',
  );
  expect(await everyRow(database.db)).toEqual(before);
});

test('what came from the file itself and would change places in a later one is named in the same words', async () => {
  await run(smallFile());
  const before = await everyRow(database.db);
  const [ann, bob] = smallFile().users as [PlanningFile['users'][number], PlanningFile['users'][number]];
  const swapped = [
    { ...ann, username: bob.username },
    { ...bob, username: ann.username },
  ];
  await expect(run(smallFile({ users: swapped }))).rejects.toThrow(
    'The database already has a user of that name, and it is not the one of the file',
  );
  expect(await everyRow(database.db)).toEqual(before);
});

test('RP-02.430 a file that with the epics made here goes round in a circle or too deep is refused', async () => {
  const { db } = database;
  await run(smallFile());
  const own = await makeEpic(db, { groupId: (await item('small:epic:1')).group_id });
  await link(db, (await item('small:epic:2')).id, own.id);
  await db
    .deleteFrom('parent_links')
    .where('child_id', '=', (await item('small:epic:2')).id)
    .execute();
  await link(db, own.id, (await item('small:epic:1')).id);
  // epic 1 under ours under epic 2, which the file puts under epic 1
  const before = await everyRow(database.db);
  await expect(run(smallFile())).rejects.toThrow('go round in a circle');
  expect(await everyRow(database.db)).toEqual(before);

  await database.reset();
  const chain = (length: number): PlanningFile['epics'] =>
    Array.from({ length }, (_, index) =>
      fileEpic(index + 1, { parentId: index === 0 ? null : `epic:${String(index)}` }),
    );
  await run(smallFile({ epics: chain(6) }));
  const top = await makeEpic(db, { groupId: (await item('small:epic:1')).group_id, iid: 99 });
  await link(db, top.id, (await item('small:epic:1')).id);
  await expect(run(smallFile({ epics: chain(7) }))).rejects.toThrow('make 8 levels, and there may be 7');
});

test('RP-02.431 a description comes with the file, stays where the file is silent, and goes where it says so', async () => {
  const about = (description?: string | null): PlanningFile =>
    smallFile({ epics: [fileEpic(1, description === undefined ? {} : { description }), fileEpic(2)] });
  await run(about('*Why*'));
  expect(await item('small:epic:1')).toMatchObject({ description: '*Why*', lock_version: 0 });
  expect((await item('small:epic:2')).description).toBeNull();
  await database.db
    .updateTable('work_items')
    .set({ description_html: '<em>Why</em>', mentions: ['dev'] })
    .execute();
  expect((await run(about())).epics.changed).toBe(0);
  expect(await item('small:epic:1')).toMatchObject({
    description: '*Why*',
    description_html: '<em>Why</em>',
    mentions: ['dev'],
  });
  expect((await run(about('How'))).epics.changed).toBe(1);
  expect(await item('small:epic:1')).toMatchObject({
    description: 'How',
    description_html: null,
    mentions: null,
    lock_version: 1,
  });
  const { rows } = await sql`SELECT kind FROM events WHERE kind = 'description'`.execute(database.db);
  expect(rows).toHaveLength(1);
  await run(about(''));
  expect((await item('small:epic:1')).description).toBeNull();
});

test('IE-06.70 the tasks of a description are counted where it comes with the file, and stay where it stays', async () => {
  const kept = async (change: object) => {
    await run(smallFile({ epics: [fileEpic(1, change), fileEpic(2)] }));
    const { task_count: count, tasks_completed: completed } = await item('small:epic:1');
    return [count, completed];
  };
  expect(await kept({ description: '- [x] a\n- [ ] b' })).toEqual([2, 1]);
  expect(await kept({ title: 'Other' })).toEqual([2, 1]);
  expect(await kept({ description: '- [x] a' })).toEqual([1, 1]);
  expect(await kept({ description: null })).toEqual([0, 0]);
});

test('titles are trimmed, as those of people are', async () => {
  await run(smallFile({ epics: [fileEpic(1, { title: ' \tSpaced  out \n' })], issues: [], links: [] }));
  expect((await item('small:epic:1')).title).toBe('Spaced  out');
});

test('RP-02.436 counts and dates after an import in steps are those that counting everything anew gives', async () => {
  const chain = [1, 2, 3].map((n) => fileEpic(n, { parentId: n === 1 ? null : `epic:${String(n - 1)}` }));
  const issue = (n: number, changes: object) => fileIssue(n, { epicId: `epic:${String(n)}`, weight: n, ...changes });
  await run(smallFile({ epics: chain, issues: [issue(1, {}), issue(3, { milestoneId: 'milestone:m' })] }));
  const own = await makeEpic(database.db, { groupId: (await item('small:epic:1')).group_id, iid: 90 });
  await link(database.db, own.id, (await item('small:epic:1')).id);
  await settle(database.db);
  // A moved epic with a changed issue below it, a new chain below an old epic, a milestone with other dates.
  const later = { ...smallFile().milestones[0], dueDate: '2027-01-31' } as PlanningFile['milestones'][number];
  await run(
    smallFile({
      milestones: [later],
      epics: [
        ...chain.slice(0, 2),
        fileEpic(3, { parentId: 'epic:1', state: 'closed' }),
        fileEpic(4, { parentId: 'epic:2', dueDate: '2030-01-01' }),
        fileEpic(5, { parentId: 'epic:4' }),
      ],
      issues: [issue(1, { weight: 5 }), issue(3, { milestoneId: 'milestone:m', state: 'closed' }), issue(5, {})],
    }),
  );
  const counted = () =>
    sql`SELECT r.*, w.start_date, w.due_date, w.due_date_epic_id, w.due_date_milestone_id
    FROM rollups r JOIN work_items w ON w.id = r.work_item_id ORDER BY r.work_item_id`.execute(database.db);
  const { rows } = await counted();
  await settle(database.db);
  expect((await counted()).rows).toEqual(rows);
  expect(rows.at(-1)).toBeDefined();
  expect(await item('small:epic:1')).toMatchObject({ start_date: '2026-01-01', due_date: '2030-01-01' });
});

test('RP-02.433, AP-06.51 while an import goes on nobody sees any of it, people make items, and a cut-off one is taken back', async () => {
  const { db } = database;
  await run(smallFile());
  const top = await item('small:epic:1');
  const before = await everyRow(db);
  const newer = smallFile({
    users: [...smallFile().users, { id: 'user:new', username: 'new', name: 'New' }],
    epics: [fileEpic(1, { title: 'Changed' }), ...[2, 3, 4].map((n) => fileEpic(n, { parentId: 'epic:1' }))],
    // Many pieces.
    issues: Array.from({ length: 600 }, (_, index) =>
      fileIssue(index + 1, { epicId: 'epic:4', assigneeIds: ['user:new'], labelIds: ['label:a'] }),
    ),
  });
  const controller = new AbortController();
  const seen: unknown[] = [];
  let asked: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const { rows } = await sql`SELECT (SELECT count(*) FROM work_items) AS items, (SELECT count(*) FROM users) AS users,
      (SELECT sum(items)::integer FROM item_counts) AS kept, (SELECT title FROM work_items WHERE id = ${top.id}) AS title`.execute(
      db,
    );
    const iid = await db.transaction().execute((tx) => nextIid(tx, { groupId: top.group_id }));
    seen.push(...rows, iid);
    controller.abort();
  };
  const cancelled = run(newer, {
    signal: controller.signal,
    // Half of it has been written.
    onProgress: (done, total) => {
      if (done > total * 0.75) asked ??= look();
    },
  });
  await expect(cancelled).rejects.toThrow('The import was cancelled.');
  await asked;
  expect(seen).toEqual([{ items: 3, users: 3, kept: 3, title: 'Title' }, 5]);
  expect(await everyRow(db)).toEqual(before);
  await run(newer);
  expect(await count('work_items')).toBe(604);
  const { rows } = await sql`SELECT sum(items)::integer AS kept FROM item_counts`.execute(db);
  expect(rows).toEqual([{ kept: 604 }]);
  expect((await item('small:epic:1')).title).toBe('Changed');
});
