import { CompiledQuery } from 'kysely';
import { preparing } from './testing-prepared.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

test('a test database has the tables and the administrator', async () => {
  const users = await database.db.selectFrom('users').select(['id', 'username', 'admin']).execute();
  expect(users).toEqual([{ id: 1, username: 'root', admin: true }]);
});

test('reset empties every table and restarts the ids', async () => {
  const { db } = database;
  await db.insertInto('users').values({ username: 'a', name: 'A' }).execute();
  await db
    .insertInto('settings')
    .values({ key: 'k', value: JSON.stringify([1]) })
    .execute();
  await database.reset();
  const user = await db
    .insertInto('users')
    .values({ username: 'b', name: 'B' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(user.id).toBe(2);
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
});

test('a connection that prepared for a test comes back with what others had prepared on it, and no more', async () => {
  const { db } = database;
  const ask = (asker: typeof db) => asker.selectFrom('users').select('name').where('id', '=', 1).execute();
  const names = (asker: typeof db) =>
    asker.executeQuery<{ name: string }>(CompiledQuery.raw('SELECT name FROM pg_prepared_statements ORDER BY name'));
  const others = await db.connection().execute(async (one) => {
    await one.executeQuery(CompiledQuery.raw('PREPARE theirs AS SELECT 1'));
    const before = (await names(one)).rows;
    const prepared = await preparing(one);
    for (let time = 0; time < 3; time += 1) expect(await ask(prepared.db)).toEqual([{ name: 'Administrator' }]);
    expect((await names(prepared.db)).rows.length).toBeGreaterThan(before.length);
    await prepared.release();
    expect((await names(one)).rows).toEqual(before);
    return (await one.executeQuery(CompiledQuery.raw('EXECUTE theirs'))).rows.length;
  });
  expect(others).toBe(1);
});
