import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { demoDataFile } from './fixtures.ts';
import type { PlanningFile } from './format.ts';
import { importDocument, type ImportOptions } from './import-planning.ts';
import { readJsonFile } from './read-file.ts';
import { everyRow } from './testing-rows.ts';

const NOW = '2026-11-21T12:00:00.000Z';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const run = (document: unknown, options: Partial<ImportOptions> = {}) =>
  importDocument(database, document, { now: NOW, visibility: 'public', ...options });

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
        groups: 23,
        projects: 22,
        users: 718,
        labels: 63,
        milestones: 42,
        epics: 686,
        issues: 1234,
        closed_epics: 314,
        closed_issues: 995,
        links: 1017,
        blocks: 727,
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
    const rollup = await database.db
      .selectFrom('rollups')
      .selectAll()
      .where('work_item_id', '=', node.id)
      .executeTakeFirstOrThrow();
    const below = new Set(['epic:sig-node']);
    for (let size = 0; size !== below.size;) {
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
      .where(
        'external_id',
        'in',
        file.epics.filter((epic) => epic.parentId === null).map(({ id }) => `kubernetes-enhancements:${id}`),
      )
      .orderBy('title')
      .execute();
    expect(sigs).toHaveLength(22);
    const milestones = new Map(file.milestones.map((milestone) => [milestone.id, milestone]));
    /** The dates by the rule, from the file alone: own ones, else those of milestones of issues and of child epics. */
    const datesOf = (id: string): { start: string | null; due: string | null } => {
      const epic = file.epics.find((each) => each.id === id);
      const below = file.epics.filter(({ parentId }) => parentId === id).map((child) => datesOf(child.id));
      for (const { epicId, milestoneId } of file.issues) {
        const milestone = milestones.get(milestoneId ?? '');
        if (epicId === id && milestone !== undefined)
          below.push({ start: milestone.startDate, due: milestone.dueDate });
      }
      return {
        start: epic?.startDate ?? below.flatMap(({ start }) => start ?? []).sort()[0] ?? null,
        due:
          epic?.dueDate ??
          below
            .flatMap(({ due }) => due ?? [])
            .sort()
            .at(-1) ??
          null,
      };
    };
    for (const sig of sigs) {
      expect(sig).toMatchObject({
        start_date_is_fixed: false,
        due_date_is_fixed: false,
        start_date_fixed: null,
        due_date_fixed: null,
      });
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
      (epic) =>
        epic.closedAt !== null &&
        epic.reviewerIds.length > 1 &&
        epic.approverIds.length > 0 &&
        epic.externalRefs.length > 0 &&
        epic.labelIds.length > 2,
    );
    if (source === undefined) throw new Error('the data has no such epic any more');
    const epic = await item(`kubernetes-enhancements:${source.id}`);
    const instant = (text: string | null): string | null => text;
    expect(epic).toMatchObject({
      iid: source.iid,
      title: source.title,
      state: 'closed',
      created_at: instant(source.createdAt),
      updated_at: instant(source.updatedAt),
      closed_at: instant(source.closedAt),
    });
    const people = await database.db
      .selectFrom('work_item_people')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['role', 'users.external_id'])
      .where('work_item_id', '=', epic.id)
      .orderBy('place')
      .execute();
    const of = (role: string) =>
      people.filter((row) => row.role === role).map((row) => row.external_id?.replace('kubernetes-enhancements:', ''));
    expect([of('assignee'), of('reviewer'), of('approver')]).toEqual([
      source.assigneeIds,
      source.reviewerIds,
      source.approverIds,
    ]);
    const author = await database.db
      .selectFrom('users')
      .select('external_id')
      .where('id', '=', epic.author_id)
      .executeTakeFirst();
    expect(author?.external_id).toBe(`kubernetes-enhancements:${source.assigneeIds[0] ?? ''}`);
    const labels = await database.db
      .selectFrom('work_item_labels')
      .innerJoin('labels', 'labels.id', 'label_id')
      .select('labels.external_id')
      .where('work_item_id', '=', epic.id)
      .execute();
    expect(labels.map((row) => row.external_id?.replace('kubernetes-enhancements:', '')).sort()).toEqual(
      [...source.labelIds].sort(),
    );
    const refs = await database.db
      .selectFrom('external_refs')
      .select(['system', 'key', 'url'])
      .where('work_item_id', '=', epic.id)
      .execute();
    expect(refs).toEqual(expect.arrayContaining(source.externalRefs));
  });

  test('groups are public, know their way to the root, and chairs own them', async () => {
    const root = await database.db
      .selectFrom('groups')
      .selectAll()
      .where('full_path', '=', 'kubernetes')
      .executeTakeFirstOrThrow();
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

  test('RP-02.431 running it again changes nothing', async () => {
    const before = await everyRow(database.db);
    const result = await run(file, { now: '2027-01-01T00:00:00.000Z' });
    expect(Object.values(result).map(({ created, changed }) => created + changed)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(await everyRow(database.db)).toEqual(before);
  });
});
