import { sql } from 'kysely';
import { statusOf } from '../http-errors.ts';
import { openPostgres } from './postgres.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('AP-06.31 on a PostgreSQL a statement ends at its limit and is answered with 503; unhurried work is not limited', async () => {
  const url = process.env.TEST_DATABASE_URL;
  // The embedded database cannot end a statement.
  if (url === undefined || url === '') return expect(database.kind).toBe('pglite');
  const limited = await openPostgres({ databaseUrl: url, poolSize: 1, statementTimeoutMs: 200 });
  const sleep = (seconds: number, db = limited.db) => sql`SELECT pg_sleep(${seconds})`.execute(db);
  const error: unknown = await sleep(60).catch((caught: unknown) => caught);
  expect(statusOf(error)).toEqual({ status: 503, message: '503 The database took too long to answer' });
  await sleep(0.4, limited.unhurried);
  await expect(sleep(60)).rejects.toMatchObject({ code: '57014' });
  await limited.close();
  return undefined;
});
