import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { Attempts } from './attempts.ts';

const HERE = '192.0.2.1';
const AT = Date.parse('2026-11-21T12:00:00Z');

const clock = Date.now;
let database: TestDatabase;
let attempts: Attempts;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.reset();
  attempts = new Attempts(database.db);
  at(0);
});
afterEach(() => {
  Date.now = clock;
});

/** Only the clock is set: the database answers in its own time. */
function at(milliseconds: number): void {
  Date.now = () => AT + milliseconds;
}

async function fail(count: number, name: (index: number) => string): Promise<void> {
  for (let index = 0; index < count; index += 1) expect(await attempts.count(name(index), HERE)).toBe(0);
}

test('the eleventh try of a name from one address waits, another name does not', async () => {
  await fail(10, () => 'dev');
  expect([await attempts.count('DEV', HERE), await attempts.count('rep', HERE)]).toEqual([600, 0]);
  expect(await attempts.count('dev', '192.0.2.2')).toBe(0);
  at(600_000);
  expect(await attempts.count('dev', HERE)).toBe(0);
});

test('after fifty tries of whatever names an address waits, another does not', async () => {
  await fail(49, (index) => `name${index}`);
  at(1000);
  expect(await attempts.count('name49', HERE)).toBe(0);
  expect([await attempts.count('new', HERE), await attempts.count('new', '192.0.2.2')]).toEqual([599, 0]);
  at(600_000);
  expect(await attempts.count('new', HERE)).toBe(0);
});

test('RP-02.416 who is refused for the address has not tried the name, and leaves no row of it', async () => {
  await fail(50, (index) => `name${index}`);
  for (let index = 0; index < 12; index += 1) expect(await attempts.count(`dev${index}`, HERE)).toBe(600);
  expect((await tries()).rows).toHaveLength(51);
  await attempts.succeeded('name1', HERE);
  await attempts.succeeded('name2', HERE);
  const { rows } = await tries();
  expect(Math.max(...rows.map(({ points }) => points))).toBe(48);
  expect(rows.filter(({ points }) => points === 0)).toEqual([]);
});

test('RP-02.416 who is refused for the name has not tried the address', async () => {
  await fail(10, () => 'dev');
  for (let index = 0; index < 60; index += 1) expect(await attempts.count('dev', HERE)).toBe(600);
  expect(await attempts.count('rep', HERE)).toBe(0);
});

test('RP-02.416 a try takes away what counts no more, also where nobody ever signs in', async () => {
  await fail(5, (index) => `name${index}`);
  at(600_000);
  await fail(1, () => 'dev');
  expect((await tries()).rows).toHaveLength(2);
});

test('a success takes back its own try and no other of the address', async () => {
  await fail(50, (index) => `name${index}`);
  await attempts.succeeded('name49', HERE);
  expect(await attempts.count('new', HERE)).toBe(0);
  expect(await attempts.count('newer', HERE)).toBe(600);
});

test('RP-02.416 tries at once are counted together by all servers of the database', async () => {
  const others = [new Attempts(database.db), new Attempts(database.db)];
  const waits = await Promise.all(
    Array.from({ length: 30 }, (_, index) => (others[index % 2] ?? attempts).count('dev', HERE)),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  expect(await attempts.count('dev', HERE)).toBe(600);
});

test('neither name nor address is kept as it was typed, and what is over is swept away', async () => {
  await fail(1, () => 'my-password');
  expect(JSON.stringify((await tries()).rows)).not.toMatch(/my-password|192\.0/);
  await attempts.sweep(AT + 599_999);
  expect((await tries()).rows).toHaveLength(2);
  await attempts.sweep(AT + 600_000);
  expect((await tries()).rows).toEqual([]);
});

async function tries(): Promise<{ rows: { key: string; points: number }[] }> {
  return { rows: await database.db.selectFrom('sign_in_attempts').selectAll().execute() };
}
