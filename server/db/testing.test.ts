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
