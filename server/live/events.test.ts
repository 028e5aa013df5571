import { sql } from 'kysely';
import { makeEpic } from '../db/testing-data.ts';
import { openWorld, resetWorld, NOW, type World } from '../tree/testing.ts';
import { EventLog, type NoteChange } from '../command/events.ts';
import { writeEvents } from './events.ts';

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

/** Listens while `run` runs, and until `count` messages have come. */
async function heard(count: number, run: () => Promise<void>): Promise<unknown[]> {
  const messages: unknown[] = [];
  let complete: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    complete = resolve;
  });
  const stop = await world.database.listen('espalier_events', (payload: string) => {
    messages.push(JSON.parse(payload));
    if (messages.length >= count) complete();
  });
  await run();
  await all;
  await stop();
  return messages;
}

test('each item and kind is written once and announced at the commit', async () => {
  const messages = await heard(2, async () => {
    await world.db.transaction().execute(async (tx) => {
      const log = new EventLog();
      log.add('tree', 7, null, 8);
      log.add('title', 7);
      log.add('tree', 7);
      await writeEvents(tx, log.all, NOW);
    });
  });
  expect(messages).toEqual([
    { workItemIds: [7, 8], kind: 'tree' },
    { workItemIds: [7], kind: 'title' },
  ]);
  const rows = await world.db.selectFrom('events').select(['work_item_id', 'kind']).orderBy('id').execute();
  expect(rows).toEqual([
    { work_item_id: 7, kind: 'tree' },
    { work_item_id: 8, kind: 'tree' },
    { work_item_id: 7, kind: 'title' },
  ]);
});

test('more ids than one notification holds are split, and what is rolled back is never heard of', async () => {
  const ids = Array.from({ length: 700 }, (_, index) => 1_000_000_000_000 + index);
  const messages = await heard(3, async () => {
    await world.db
      .transaction()
      .execute(async (tx) => {
        const log = new EventLog();
        log.add('deleted', 1);
        await writeEvents(tx, log.all, NOW);
        throw new Error('undone');
      })
      .catch(() => undefined);
    await world.db.transaction().execute(async (tx) => {
      const log = new EventLog();
      log.add('counts', ...ids);
      await writeEvents(tx, log.all, NOW);
    });
  });
  expect(messages.map((message) => (message as { kind: string }).kind)).toEqual(['counts', 'counts', 'counts']);
  expect(messages.flatMap((message) => (message as { workItemIds: number[] }).workItemIds)).toEqual(ids);
  expect(await world.db.selectFrom('events').select('id').where('kind', '=', 'deleted').execute()).toEqual([]);
});

test('AP-07.26 more notes than one notification holds are split, comments and lines of activity', async () => {
  const long = Number.MAX_SAFE_INTEGER;
  const comments = Array.from({ length: 120 }, (_, index): NoteChange => {
    const id = long - index;
    return { id, itemId: long, what: 'deleted', internal: false, discussionId: id, isLast: false };
  });
  await sql`ALTER SEQUENCE notes_id_seq RESTART WITH 9007199254740000`.execute(world.db);
  const itemId = (await makeEpic(world.db, { groupId: world.groups.acme })).id;
  const lines = Array.from({ length: 70 }, () => ({ itemId, action: 'title', body: 'changed title' }));
  const messages = await heard(5, () =>
    world.store.transaction((store) =>
      store.record({ edited: [], notes: lines, authorId: 1, events: new Map(), comments }, NOW),
    ),
  );
  const notes = messages.map((message) => (message as { notes: NoteChange[] }).notes);
  expect(notes.map(({ length }) => length)).toEqual([50, 50, 20, 50, 20]);
  expect(notes.slice(0, 3).flat()).toEqual(comments);
  const rows = await world.db
    .selectFrom('notes')
    .select('id')
    .where('work_item_id', '=', itemId)
    .orderBy('id')
    .execute();
  expect(notes.slice(3).flat()).toEqual(
    rows.map(({ id }) => ({ id, itemId, what: 'created', internal: false, discussionId: id })),
  );
});

test('events older than 30 days are removed with a write, at most once an hour', async () => {
  const instant = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
  const day = 24 * 60;
  const old = async (id: number, minutes: number) =>
    world.db
      .insertInto('events')
      .values({ work_item_id: id, kind: 'title', created_at: instant(minutes) })
      .execute();
  const write = async (id: number, minutes: number) => {
    await world.db.transaction().execute(async (tx) => {
      const log = new EventLog();
      log.add('title', id);
      await writeEvents(tx, log.all, instant(minutes));
    });
    const rows = await world.db.selectFrom('events').select('work_item_id').orderBy('work_item_id').execute();
    return rows.map((row) => Number(row.work_item_id));
  };
  await old(1, 120 - 30 * day - 1);
  await old(2, 120 - 30 * day + 90);
  expect(await write(3, 120)).toEqual([2, 3]);
  await old(4, -40 * day);
  expect(await write(5, 179)).toEqual([2, 3, 4, 5]);
  expect(await write(6, 180)).toEqual([2, 3, 5, 6]);
});

test('old events are found by the index of their age', async () => {
  await sql`INSERT INTO events (kind, created_at)
    SELECT 'title', ${NOW}::timestamptz - make_interval(mins => n) FROM generate_series(1, 5000) n`.execute(world.db);
  await sql`ANALYZE events`.execute(world.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN SELECT id FROM events WHERE created_at < ${NOW}::timestamptz - interval '30 days' FOR UPDATE SKIP LOCKED`.execute(
    world.db,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('events_created');
});
