import { sql } from 'kysely';
import type { DateItems } from '../../command/job.ts';
import { makeIssue, makeUser } from '../../db/testing-data.ts';
import { dateItemsPiece, updateMilestone } from '../../milestone/change.ts';
import { NOW, openWorld, resetWorld, type World } from '../../tree/testing.ts';

/** What items keep of other tables for their orders (server/db/migrations/038-more-orders.ts, 039-blocking-items.ts). */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  world = await resetWorld(world.database);
});
afterAll(() => world.database.close());

interface Kept {
  readonly title: string;
  readonly due: string | null;
  readonly upvotes: number;
}

async function kept(): Promise<readonly Kept[]> {
  const { rows } = await sql<Kept>`
    SELECT title, milestone_due::text AS due, upvotes FROM work_items WHERE title LIKE 'of orders%' ORDER BY title`.execute(
    world.db,
  );
  return rows;
}

async function makeMilestone(iid: number, due_date: string | null): Promise<number> {
  const row = { iid, group_id: world.groups.acme, title: `v${iid}`, due_date };
  return (await world.db.insertInto('milestones').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const dues = async (): Promise<readonly (string | null)[]> => (await kept()).map(({ due }) => due);

test('AP-06.77 an item keeps the due date of its milestone, whichever of them changes', async () => {
  const { db, projects } = world;
  const [first, second, undated] = [
    await makeMilestone(81, '2026-03-01'),
    await makeMilestone(82, '2026-04-01'),
    await makeMilestone(83, null),
  ];
  for (const [n, milestone_id] of [first, first, second, undated, null].entries())
    await makeIssue(db, { projectId: projects.app, title: `of orders ${n}`, milestone_id });
  expect(await dues()).toEqual(['2026-03-01', '2026-03-01', '2026-04-01', null, null]);
  const item = (n: number) => sql`title = ${`of orders ${n}`}`;
  await sql`UPDATE work_items SET milestone_id = ${second} WHERE ${item(1)} OR ${item(4)}`.execute(db);
  await sql`UPDATE work_items SET milestone_id = NULL WHERE ${item(2)}`.execute(db);
  expect(await dues()).toEqual(['2026-03-01', '2026-04-01', null, null, '2026-04-01']);
  await sql`UPDATE milestones SET due_date = '2026-05-01' WHERE id IN (${second}, ${undated})`.execute(db);
  expect(await dues()).toEqual(['2026-03-01', '2026-05-01', null, '2026-05-01', '2026-05-01']);
  await sql`UPDATE milestones SET due_date = NULL WHERE id = ${first}`.execute(db);
  await sql`DELETE FROM milestones WHERE id = ${second}`.execute(db);
  expect(await dues()).toEqual([null, null, null, '2026-05-01', null]);
});

test('AP-06.78 of many items jobs keep a changed date, and of few the change itself', async () => {
  const { db, store, viewers, projects } = world;
  const [large, small] = [await makeMilestone(84, '2026-03-01'), await makeMilestone(85, '2026-03-01')];
  await sql`INSERT INTO work_items (iid, type, group_id, project_id, title, author_id, milestone_id)
    SELECT 1000 + n, 'issue', p.group_id, p.id, 'of orders', 1, ${large} FROM projects p, generate_series(1, 2001) n
    WHERE p.id = ${projects.app}`.execute(db);
  await makeIssue(db, { projectId: projects.app, title: 'of orders alone', milestone_id: small });
  const left = async () => {
    const { rows } = await sql<{ data: DateItems }>`
      DELETE FROM espalier_jobs.job WHERE data ->> 'kind' = 'dateItems' RETURNING data`.execute(db);
    return rows.map(({ data }) => data);
  };
  await left();
  const dated = async () => (await kept()).filter(({ due }) => due === '2026-06-01').length;
  for (const id of [small, large]) {
    const asked = { place: { kind: 'group', pathOrId: 'acme' }, id, changed: { dueDate: '2026-06-01' } } as const;
    expect(await updateMilestone(store, viewers.plan, asked, NOW)).toMatchObject({ ok: true });
  }
  let jobs = await left();
  expect([jobs, await dated()]).toEqual([[{ kind: 'dateItems', milestoneId: large }], 1]);
  for (const all of [1001, 2001, 2002]) {
    await dateItemsPiece(store, jobs[0]!);
    jobs = await left();
    expect([jobs.length, await dated()]).toEqual([1, all]);
  }
  await dateItemsPiece(store, jobs[0]!);
  expect([await left(), await dated()]).toEqual([[], 2002]);
});

test('AP-06.77 an item keeps how many people like it, whichever way a reaction comes and goes', async () => {
  const { db, projects } = world;
  const items = [
    await makeIssue(db, { projectId: projects.app, title: 'of orders 0' }),
    await makeIssue(db, { projectId: projects.app, title: 'of orders 1' }),
  ];
  const people = [await makeUser(db, 'likes'), await makeUser(db, 'likes-too')];
  const given = items.flatMap(({ id }) =>
    people.flatMap((user_id) => ['thumbsup', 'thumbsdown'].map((name) => ({ work_item_id: id, user_id, name }))),
  );
  const upvotes = async () => (await kept()).map((item) => item.upvotes);
  await db.insertInto('award_emoji').values(given).execute();
  expect(await upvotes()).toEqual([2, 2]);
  await sql`DELETE FROM award_emoji WHERE work_item_id = ${items[0]!.id} AND user_id = ${people[0]}`.execute(db);
  expect(await upvotes()).toEqual([1, 2]);
  await sql`DELETE FROM users WHERE id = ${people[1]}`.execute(db);
  expect(await upvotes()).toEqual([0, 1]);
  await sql`DELETE FROM award_emoji WHERE name = 'thumbsdown'`.execute(db);
  expect(await upvotes()).toEqual([0, 1]);
});

test('AP-06.77 an item keeps that it has blocked others, by whichever way its link comes', async () => {
  const { db, projects } = world;
  const ids: number[] = [];
  for (const title of ['a', 'b', 'c', 'd'])
    ids.push((await makeIssue(db, { projectId: projects.app, title: `of orders ${title}` })).id);
  const [a, b, c, d] = ids as [number, number, number, number];
  const blocking = async () => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM work_items WHERE blocking ORDER BY id`.execute(db);
    return rows.map(({ id }) => Number(id));
  };
  await sql`INSERT INTO work_item_links (type, source_id, target_id) VALUES ('blocks', ${a}, ${b}), ('relates_to', ${c}, ${d})`.execute(
    db,
  );
  expect(await blocking()).toEqual([a]);
  await sql`INSERT INTO work_item_links (type, source_id, target_id) VALUES ('blocks', ${c}, ${d})
    ON CONFLICT (source_id, target_id) DO UPDATE SET type = excluded.type`.execute(db);
  await sql`DELETE FROM work_items WHERE id = ${b}`.execute(db);
  expect(await blocking()).toEqual([a, c]);
});
