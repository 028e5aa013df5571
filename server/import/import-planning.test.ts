import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { childrenOf, link, makeEpic } from '../db/testing-data.ts';
import { ImportRefused } from './faults.ts';
import { demoDataFile } from './fixtures.ts';
import type { PlanningFile } from './format.ts';
import { importPlanning, type ImportOptions } from './import-planning.ts';
import { readJsonFile } from './read-file.ts';
import { fileEpic, fileIssue, smallFile } from './testing-file.ts';

const NOW = '2026-11-21T12:00:00.000Z';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const run = (document: unknown, options: Partial<ImportOptions> = {}) =>
  importPlanning(database.db, document, { now: NOW, visibility: 'public', ...options });

/** Every row of every table but the roll-ups' order of writing, as text. */
async function everything(): Promise<string[]> {
  const tables = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tablename NOT LIKE 'kysely\\_%' ORDER BY 1`.execute(database.db);
  const lines: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ line: string }>`SELECT to_jsonb(t)::text AS line FROM ${sql.table(name)} t ORDER BY 1`.execute(database.db);
    lines.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return lines;
}

const count = async (table: 'work_items' | 'users' | 'groups' | 'parent_links'): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(database.db)).rows[0]?.n ?? -1;

const item = async (external: string) =>
  database.db.selectFrom('work_items').selectAll().where('external_id', '=', external).executeTakeFirstOrThrow();

describe('the Kubernetes enhancements', () => {
  let file: PlanningFile;
  const progress: [number, number][] = [];
  beforeAll(async () => {
    await database.reset();
    file = (await readJsonFile(demoDataFile())) as PlanningFile;
    await run(file, { onProgress: (done, total) => progress.push([done, total]) });
  });

  test('every row arrives', async () => {
    const { rows } = await sql`SELECT
      (SELECT count(*) FROM groups) AS groups, (SELECT count(*) FROM projects) AS projects,
      (SELECT count(*) FROM users WHERE username <> 'root') AS users, (SELECT count(*) FROM labels) AS labels,
      (SELECT count(*) FROM milestones) AS milestones,
      (SELECT count(*) FROM work_items WHERE type = 'epic') AS epics, (SELECT count(*) FROM work_items WHERE type = 'issue') AS issues,
      (SELECT count(*) FROM work_items WHERE type = 'epic' AND state = 'closed') AS closed_epics,
      (SELECT count(*) FROM work_items WHERE type = 'issue' AND state = 'closed') AS closed_issues,
      (SELECT count(*) FROM work_item_links) AS links, (SELECT count(*) FROM work_item_links WHERE type = 'blocks') AS blocks
    `.execute(database.db);
    expect(rows).toEqual([
      {
        groups: 23, projects: 22, users: 718, labels: 63, milestones: 42, epics: 686, issues: 1234,
        closed_epics: 314, closed_issues: 995, links: 1017, blocks: 727,
      },
    ]);
    const ends = progress.at(-1);
    expect(ends?.[0]).toBe(ends?.[1]);
    expect(progress.length).toBeGreaterThan(10);
  });

  test('SIG Node has 109 direct children, in the order of the file, 513 apart from 0, and its counts', async () => {
    const node = await item('kubernetes-enhancements:epic:sig-node');
    const links = await database.db
      .selectFrom('parent_links')
      .innerJoin('work_items', 'work_items.id', 'child_id')
      .select(['relative_position', 'external_id'])
      .where('parent_id', '=', node.id)
      .orderBy('relative_position')
      .execute();
    expect(links).toHaveLength(109);
    expect(links.map((row) => row.relative_position)).toEqual(links.map((_, index) => index * 513));
    expect(links.map((row) => row.external_id?.replace('kubernetes-enhancements:', ''))).toEqual(
      file.epics.filter(({ parentId }) => parentId === 'epic:sig-node').map(({ id }) => id),
    );
    const rollup = await database.db.selectFrom('rollups').selectAll().where('work_item_id', '=', node.id).executeTakeFirstOrThrow();
    const below = new Set(['epic:sig-node']);
    for (let size = 0; size !== below.size; ) {
      size = below.size;
      for (const epic of file.epics) if (epic.parentId !== null && below.has(epic.parentId)) below.add(epic.id);
    }
    const epics = file.epics.filter(({ id }) => id !== 'epic:sig-node' && below.has(id));
    const issues = file.issues.filter(({ epicId }) => epicId !== null && below.has(epicId));
    expect(rollup).toMatchObject({
      child_epics: 109,
      child_issues: 0,
      opened_epics: epics.filter(({ state }) => state === 'open').length,
      closed_epics: epics.filter(({ state }) => state === 'closed').length,
      opened_issues: issues.filter(({ state }) => state === 'open').length,
      closed_issues: issues.filter(({ state }) => state === 'closed').length,
      opened_weight: issues.filter(({ state }) => state === 'open').reduce((sum, { weight }) => sum + (weight ?? 0), 0),
    });
  });

  test('dates of the file are fixed dates, the 22 undated SIG epics inherit theirs', async () => {
    const sigs = await database.db
      .selectFrom('work_items')
      .selectAll()
      .where('external_id', 'in', file.epics.filter((epic) => epic.parentId === null).map(({ id }) => `kubernetes-enhancements:${id}`))
      .execute();
    expect(sigs).toHaveLength(22);
    const milestones = new Map(file.milestones.map((milestone) => [milestone.id, milestone]));
    /** The dates by the rule, from the file alone: own ones, else those of milestones of issues and of child epics. */
    const datesOf = (id: string): { start: string | null; due: string | null } => {
      const epic = file.epics.find((each) => each.id === id);
      const below = file.epics.filter(({ parentId }) => parentId === id).map((child) => datesOf(child.id));
      for (const { epicId, milestoneId } of file.issues) {
        const milestone = milestones.get(milestoneId ?? '');
        if (epicId === id && milestone !== undefined) below.push({ start: milestone.startDate, due: milestone.dueDate });
      }
      return {
        start: epic?.startDate ?? below.flatMap(({ start }) => start ?? []).sort()[0] ?? null,
        due: epic?.dueDate ?? below.flatMap(({ due }) => due ?? []).sort().at(-1) ?? null,
      };
    };
    for (const sig of sigs) {
      expect(sig).toMatchObject({ start_date_is_fixed: false, due_date_is_fixed: false, start_date_fixed: null, due_date_fixed: null });
      const { start, due } = datesOf((sig.external_id ?? '').replace('kubernetes-enhancements:', ''));
      expect([sig.external_id, sig.start_date, sig.due_date]).toEqual([sig.external_id, start, due]);
    }
    expect(sigs.filter((sig) => sig.start_date !== null)).toHaveLength(22);
    // Nothing below these three is planned for a release with a date.
    expect(sigs.filter((sig) => sig.due_date === null).map((sig) => sig.title)).toEqual([
      'SIG Contributor Experience',
      'SIG Docs',
      'SIG UI',
    ]);
    const children = file.epics.filter(({ parentId }) => parentId === 'epic:sig-node');
    const dated = children.find(({ startDate, dueDate }) => startDate !== null && dueDate !== null);
    expect(await item(`kubernetes-enhancements:${dated?.id ?? ''}`)).toMatchObject({
      start_date: dated?.startDate,
      start_date_fixed: dated?.startDate,
      start_date_is_fixed: true,
      due_date: dated?.dueDate,
      due_date_is_fixed: true,
    });
  });

  test('states, times, people, labels and references are those of the file', async () => {
    const source = file.epics.find(
      (epic) => epic.closedAt !== null && epic.reviewerIds.length > 1 && epic.approverIds.length > 0 && epic.externalRefs.length > 0 && epic.labelIds.length > 2,
    );
    if (source === undefined) throw new Error('the data has no such epic any more');
    const epic = await item(`kubernetes-enhancements:${source.id}`);
    const instant = (text: string | null): string | null => text;
    expect(epic).toMatchObject({
      iid: source.iid, title: source.title, state: 'closed',
      created_at: instant(source.createdAt), updated_at: instant(source.updatedAt), closed_at: instant(source.closedAt),
    });
    const people = await database.db
      .selectFrom('work_item_people')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['role', 'users.external_id'])
      .where('work_item_id', '=', epic.id)
      .orderBy('place')
      .execute();
    const of = (role: string) => people.filter((row) => row.role === role).map((row) => row.external_id?.replace('kubernetes-enhancements:', ''));
    expect([of('assignee'), of('reviewer'), of('approver')]).toEqual([source.assigneeIds, source.reviewerIds, source.approverIds]);
    const author = await database.db.selectFrom('users').select('external_id').where('id', '=', epic.author_id).executeTakeFirst();
    expect(author?.external_id).toBe(`kubernetes-enhancements:${source.assigneeIds[0] ?? ''}`);
    const labels = await database.db
      .selectFrom('work_item_labels').innerJoin('labels', 'labels.id', 'label_id').select('labels.external_id')
      .where('work_item_id', '=', epic.id).execute();
    expect(labels.map((row) => row.external_id?.replace('kubernetes-enhancements:', '')).sort()).toEqual([...source.labelIds].sort());
    const refs = await database.db.selectFrom('external_refs').select(['system', 'key', 'url']).where('work_item_id', '=', epic.id).execute();
    expect(refs).toEqual(expect.arrayContaining(source.externalRefs));
  });

  test('groups are public, know their way to the root, and chairs own them', async () => {
    const root = await database.db.selectFrom('groups').selectAll().where('full_path', '=', 'kubernetes').executeTakeFirstOrThrow();
    const sigs = await database.db.selectFrom('groups').selectAll().where('parent_id', '=', root.id).execute();
    expect(sigs).toHaveLength(22);
    expect(sigs.every((sig) => sig.visibility === 'public' && sig.full_name === `Kubernetes / ${sig.name}`)).toBe(true);
    expect(sigs.every((sig) => sig.traversal_ids.join() === `${String(root.id)},${String(sig.id)}`)).toBe(true);
    const levels = await sql<{ access_level: number; n: number }>`
      SELECT access_level, count(*) AS n FROM memberships GROUP BY 1 ORDER BY 1`.execute(database.db);
    const members = file.groups.flatMap((group) => group.members);
    const chairs = members.filter(({ roles }) => roles.includes('chair')).length;
    expect(levels.rows).toEqual([
      { access_level: 40, n: members.length - chairs },
      { access_level: 50, n: chairs },
    ]);
  });

  test('running it again changes nothing', async () => {
    const before = await everything();
    const result = await run(file, { now: '2027-01-01T00:00:00.000Z' });
    expect(Object.values(result).map(({ created, changed }) => created + changed)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(await everything()).toEqual(before);
  });
});

describe('a small file', () => {
  beforeEach(() => database.reset());

  test('groups are as visible as asked, an item without assignee is by root', async () => {
    const result = await run(smallFile(), { visibility: 'private' });
    expect(result.epics).toEqual({ total: 2, created: 2, changed: 0 });
    const places = await sql<{ v: string }>`SELECT DISTINCT visibility AS v FROM (SELECT visibility FROM groups UNION ALL SELECT visibility FROM projects) x`.execute(database.db);
    expect(places.rows).toEqual([{ v: 'private' }]);
    expect((await item('small:epic:1')).author_id).toBe(1);
    expect(await item('small:issue:1')).toMatchObject({ weight: 3, created_at: '2025-01-01T00:00:00Z', start_date: null });
    expect(await item('small:epic:2')).toMatchObject({ start_date: '2026-01-01', due_date: '2026-02-28', start_date_is_fixed: false });
    const epics = await item('small:epic:1');
    expect(epics).toMatchObject({ start_date: '2026-01-01', due_date: '2026-02-28' });
  });

  test('a newer file changes what it changed and says so to whoever looks', async () => {
    await run(smallFile());
    const before = await item('small:epic:2');
    const newer = smallFile({
      epics: [fileEpic(1), fileEpic(2, { parentId: null, title: 'New title', state: 'closed', closedAt: '2026-01-02T00:00:00Z', updatedAt: '2026-01-02T00:00:00Z' })],
      issues: [fileIssue(1, { epicId: 'epic:1', labelIds: ['label:a'], assigneeIds: ['user:bob'] })],
      links: [],
    });
    const result = await run(newer);
    expect([result.epics.changed, result.issues.changed, result.users.changed]).toEqual([1, 1, 0]);
    const after = await item('small:epic:2');
    expect(after).toMatchObject({ title: 'New title', state: 'closed', lock_version: before.lock_version + 1, start_date: null });
    expect(await childrenOf(database.db, (await item('small:epic:1')).id)).toEqual([(await item('small:issue:1')).id]);
    const people = await database.db.selectFrom('work_item_people').innerJoin('users', 'users.id', 'user_id').select('username').execute();
    expect(people).toEqual([{ username: 'Bob' }]);
    expect(await database.db.selectFrom('work_item_labels').selectAll().execute()).toHaveLength(1);
    // What has gone from the file is not deleted.
    expect(await database.db.selectFrom('work_item_links').selectAll().execute()).toHaveLength(1);
    const events = await database.db.selectFrom('events').select(['kind', 'work_item_id']).execute();
    expect(events).toEqual(expect.arrayContaining([{ kind: 'title', work_item_id: after.id }]));
  });

  test('the file states its fields again; what people made here stays', async () => {
    const { db } = database;
    await run(smallFile({ epics: [fileEpic(1), fileEpic(2, { parentId: 'epic:1' }), fileEpic(3, { parentId: 'epic:1' })] }));
    const [first, second, third] = [await item('small:epic:1'), await item('small:epic:2'), await item('small:epic:3')];
    const own = await makeEpic(db, { groupId: first.group_id, title: 'Made here' });
    await link(db, first.id, own.id, -100);
    await db.updateTable('parent_links').set({ relative_position: 5000 }).where('child_id', '=', second.id).execute();
    const label = await db.insertInto('labels').values({ group_id: first.group_id, title: 'here', color: '#000000' }).returning('id').executeTakeFirstOrThrow();
    await db.insertInto('work_item_labels').values({ work_item_id: second.id, label_id: label.id }).execute();
    await db
      .updateTable('work_items')
      .set({ title: 'Changed here', description: 'Written here', confidential: true, health_status: 'atRisk', updated_at: '2026-06-01T00:00:00Z' })
      .where('id', '=', second.id)
      .execute();
    await run(smallFile({ epics: [fileEpic(1), fileEpic(2, { parentId: 'epic:1' }), fileEpic(3, { parentId: 'epic:1' })] }));
    expect(await item('small:epic:2')).toMatchObject({
      title: 'Title', description: 'Written here', confidential: true, health_status: 'atRisk', updated_at: '2026-06-01T00:00:00Z',
    });
    expect(await childrenOf(db, first.id)).toEqual([own.id, third.id, second.id]);
    expect(await db.selectFrom('work_item_labels').select('label_id').execute()).toEqual([{ label_id: label.id }]);
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

  test('an account of the same name is that person, and is left as it is', async () => {
    await database.db.insertInto('users').values({ username: 'BOB', name: 'Robert' }).execute();
    await run(smallFile());
    expect(await count('users')).toBe(3);
    const bob = await database.db.selectFrom('users').selectAll().where('username', '=', 'BOB').executeTakeFirstOrThrow();
    expect(bob).toMatchObject({ name: 'Robert', external_id: null });
    const people = await database.db.selectFrom('work_item_people').select('user_id').orderBy('place').execute();
    expect(people.map((row) => row.user_id)).toContain(bob.id);
  });

  test('two data sets may use the same ids', async () => {
    await run(smallFile());
    const other = smallFile({ dataset: { ...smallFile().dataset, name: 'other' } });
    other.groups = other.groups.map((group) => ({ ...group, fullPath: group.fullPath.replace('top', 'else'), path: group.path.replace('top', 'else') }));
    other.projects = other.projects.map((project) => ({ ...project, fullPath: project.fullPath.replace('top', 'else') }));
    await run(other);
    expect(await count('work_items')).toBe(6);
    expect(await count('groups')).toBe(4);
  });

  test('nothing is written where anything is wrong', async () => {
    const before = await everything();
    await expect(run(smallFile({ epics: [fileEpic(1, { parentId: 'epic:9' }), fileEpic(2)] }))).rejects.toThrow(ImportRefused);
    expect(await everything()).toEqual(before);
  });

  test('what people made under the same path or number is named, and nothing is written', async () => {
    const { db } = database;
    await db.insertInto('groups').values({ path: 'top', full_path: 'Top', name: 'T', full_name: 'T' }).execute();
    const before = await everything();
    await expect(run(smallFile())).rejects.toThrow('already has a group of that path that did not come from this data set');
    expect(await everything()).toEqual(before);
  });

  test('a file that with the epics made here goes round in a circle or too deep is refused', async () => {
    const { db } = database;
    await run(smallFile());
    const own = await makeEpic(db, { groupId: (await item('small:epic:1')).group_id });
    await link(db, (await item('small:epic:2')).id, own.id);
    await db.deleteFrom('parent_links').where('child_id', '=', (await item('small:epic:2')).id).execute();
    await link(db, own.id, (await item('small:epic:1')).id);
    // epic 1 under ours under epic 2, which the file puts under epic 1
    const before = await everything();
    await expect(run(smallFile())).rejects.toThrow('go round in a circle');
    expect(await everything()).toEqual(before);

    await database.reset();
    const chain = (length: number): PlanningFile['epics'] =>
      Array.from({ length }, (_, index) => fileEpic(index + 1, { parentId: index === 0 ? null : `epic:${String(index)}` }));
    await run(smallFile({ epics: chain(6) }));
    const top = await makeEpic(db, { groupId: (await item('small:epic:1')).group_id, iid: 99 });
    await link(db, top.id, (await item('small:epic:1')).id);
    await expect(run(smallFile({ epics: chain(7) }))).rejects.toThrow('make 8 levels, and there may be 7');
  });
});
