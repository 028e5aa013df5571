import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { makeEpic, makeGroup } from '../db/testing-data.ts';
import { holdIids, iidSettingKey, nextIid, retireIids } from '../store/sql/iids.ts';
import { hideNewRows, isHiding, removeHidden } from './hidden-rows.ts';
import { inPieces, takeBackCutOff } from './pieces.ts';
import { importDocument } from './import-planning.ts';
import { smallFile } from './testing-file.ts';
import { everyRow } from './testing-rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

test('RP-02.433 what a killed process left of an import is removed at the next start; there is one import at a time', async () => {
  const { db, kind } = database;
  const groupId = await makeGroup(db, { path: 'here' });
  await makeEpic(db, { groupId, iid: 3 });
  const before = await everyRow(db);
  let end: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => (end = resolve));
  let reached: () => void = () => undefined;
  const written = new Promise<void>((resolve) => (reached = resolve));
  const cutOff = inPieces(database, {}, async (pieces) => {
    const { itemIds } = await pieces.begin(
      { items: 2, iids: [{ key: `last_iid/group/${String(groupId)}`, iid: 9 }] },
      (tx) => makeGroup(tx, { path: 'new' }),
    );
    await pieces.write((tx) => makeEpic(tx, { groupId, iid: 9, id: itemIds[0] }));
    reached();
    await killed;
    throw new Error('killed');
  });
  const gone = expect(cutOff).rejects.toThrow('killed');
  await written;
  await expect(
    importDocument(database, smallFile(), { now: '2026-11-21T12:00:00.000Z', visibility: 'public' }),
  ).rejects.toThrow('Another import is under way.');
  const { rows } = await sql`SELECT iid FROM work_items`.execute(db);
  expect(rows).toEqual([{ iid: 3 }]);
  if (kind === 'pglite') {
    // A new session, as after a start: it would see the rows.
    await sql`RESET search_path`.execute(db);
    expect(await isHiding(db)).toBe(true);
    await removeHidden(db);
    expect(await everyRow(db)).toEqual(before);
  }
  end();
  await gone;
  expect(await isHiding(db)).toBe(false);
  expect(await everyRow(db)).toEqual(before);
});

test('RP-02.433 the numbers that a killed import held are given at the next start, or beside the next import', async () => {
  const { db } = database;
  const groupId = await makeGroup(db, { path: 'here' });
  const next = () => db.transaction().execute((tx) => nextIid(tx, { groupId }));
  const hold = () =>
    db.transaction().execute(async (tx) => {
      const held = () => holdIids(tx, [{ key: iidSettingKey({ groupId }), iid: 90_000 }]);
      await (database.kind === 'pglite' ? hideNewRows(tx, 0, held) : held());
    });
  await hold();
  expect(await next()).toBe(90_001);
  await takeBackCutOff(database);
  expect(await next()).toBe(1);
  await hold();
  await importDocument(database, smallFile(), { now: '2026-11-21T12:00:00.000Z', visibility: 'public' });
  expect(await next()).toBe(1);
});

test('RP-02.433 a start beside an import lets go of none of its numbers', async () => {
  const { db } = database;
  const groupId = await makeGroup(db, { path: 'here' });
  await inPieces(database, { dryRun: true }, async (pieces) => {
    await pieces.begin({ items: 0, iids: [{ key: iidSettingKey({ groupId }), iid: 9 }] }, () => Promise.resolve());
    if (database.kind === 'postgres') await takeBackCutOff(database);
    expect(await db.transaction().execute((tx) => nextIid(tx, { groupId }))).toBe(10);
    await pieces.finish(
      () => Promise.resolve(),
      () => Promise.resolve(),
    );
  });
  expect(await db.transaction().execute((tx) => nextIid(tx, { groupId }))).toBe(1);
});

test('RP-02.433 a number is not given twice where its item went while an import that came to nothing held higher ones', async () => {
  const { db } = database;
  const groupId = await makeGroup(db, { path: 'here' });
  const id = await makeEpic(db, { groupId, iid: 60 }).then((epic) => epic.id);
  const cancelled = inPieces(database, {}, async (pieces) => {
    await pieces.begin({ items: 0, iids: [{ key: iidSettingKey({ groupId }), iid: 100 }] }, () => Promise.resolve());
    await db.transaction().execute(async (tx) => {
      await retireIids(tx, [id]);
      await tx.deleteFrom('work_items').where('id', '=', id).execute();
    });
    throw new Error('cancelled');
  });
  await expect(cancelled).rejects.toThrow('cancelled');
  expect(await db.transaction().execute((tx) => nextIid(tx, { groupId }))).toBe(61);
});

test('RP-02.434 of two imports that begin at once one is refused', async () => {
  const run = () =>
    importDocument(database, smallFile(), { now: '2026-11-21T12:00:00.000Z', visibility: 'public' }).then(
      () => 'done',
      (error: unknown) => String(error),
    );
  const answers = await Promise.all([run(), run()]);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(answers.find((answer) => answer !== 'done')).toContain('Another import is under way.');
});

test('RP-02.433 what an import left that could not be taken back is removed by the next one', async () => {
  const { db, kind } = database;
  // On PostgreSQL an import is one transaction, which leaves nothing.
  if (kind === 'pglite')
    await db.transaction().execute((tx) => hideNewRows(tx, 0, () => makeGroup(tx, { path: 'left' })));
  await importDocument(database, smallFile(), { now: '2026-11-21T12:00:00.000Z', visibility: 'public' });
  const paths = (await db.selectFrom('groups').select('path').execute()).map(({ path }) => path);
  expect(paths).not.toContain('left');
  expect(paths.length).toBeGreaterThan(0);
  expect(await isHiding(db)).toBe(false);
});
