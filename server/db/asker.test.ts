import { sql } from 'kysely';
import { whileAsked } from './asker.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';
import { occupy } from './testing-occupied.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('AP-06.32 a statement that waits for its turn is not begun after its asker has left', async () => {
  await sql`CREATE TABLE begun (n int)`.execute(database.db);
  const release = await occupy(database);
  const left = new AbortController();
  const waiting = whileAsked(left.signal, () => sql`INSERT INTO begun VALUES (1)`.execute(database.db));
  const refused = expect(waiting).rejects.toThrow('The client has left.');
  left.abort();
  await release();
  await refused;
  expect((await sql`SELECT n FROM begun`.execute(database.db)).rows).toEqual([]);
  await expect(whileAsked(left.signal, () => sql`SELECT 1`.execute(database.db))).rejects.toThrow('has left');
  await sql`DROP TABLE begun`.execute(database.db);
});

test('AP-06.32 a statement that runs is cancelled when its asker leaves, and its connection serves the next', async () => {
  // The embedded database cannot be interrupted.
  if (database.kind === 'pglite') return expect(database.kind).toBe('pglite');
  const left = new AbortController();
  const running = whileAsked(left.signal, () => sql`SELECT pg_sleep(50)`.execute(database.db));
  const refused = expect(running).rejects.toThrow('The client has left.');
  const active = async () => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE state = 'active' AND query LIKE '%pg_sleep(50)' AND datname = current_database()`.execute(database.db);
    return rows[0]?.n;
  };
  while ((await active()) === 0);
  left.abort();
  await refused;
  expect(await active()).toBe(0);
  const several = Array.from({ length: 10 }, (_, n) => sql<{ n: number }>`SELECT ${n}::int AS n`.execute(database.db));
  expect((await Promise.all(several)).map(({ rows }) => rows[0]?.n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  return undefined;
});
