import { changes, DiskFullError, Room } from './room.ts';

const MB = 1024 * 1024;
let free: number;
let now: number;
let asked: string[];
let room: Room;
beforeEach(() => {
  free = 64 * MB;
  now = 0;
  asked = [];
  room = new Room('/var/lib/espalier', {
    free: (directory) => {
      asked.push(directory);
      return free;
    },
    clock: () => now,
  });
});
const insert = (): void => room.check('insert into "users" values ($1)');

test('AP-06.33 with less than the reserve changes are refused and readings are not, until there is room again', () => {
  insert();
  free = 64 * MB - 1;
  now += 1000;
  expect(insert).toThrow(DiskFullError);
  expect(insert).toThrow(
    'The disk of the data directory /var/lib/espalier has 63 MB left, and changes need 64 MB. ' +
      'Free space on it, or stop the server, move the directory to a larger disk and name it with DATA_DIR.',
  );
  room.check('select "updated_at" from "users"');
  free = 64 * MB;
  now += 1000;
  insert();
});

test('AP-06.33 the disk is asked once a second', () => {
  for (now = 0; now < 2000; now += 100) insert();
  expect(asked).toEqual(['/var/lib/espalier', '/var/lib/espalier']);
});

test('AP-06.34 a start needs the reserve, a new database twice as much', () => {
  expect(room.lacksForStart(false)).toBeUndefined();
  expect(room.lacksForStart(true)?.message).toContain('has 64 MB left, and the database needs 128 MB.');
  free = 0;
  expect(room.lacksForStart(false)?.message).toContain('has 0 MB left, and the database needs 64 MB.');
});

test('a disk that does not tell has room', () => {
  new Room('/no/such/directory').check('insert into "users" values ($1)');
});

test.each([
  ['select 1', false],
  ['SELECT * FROM "insert" WHERE "update" = \'delete\' AND updated_at < now()', false],
  ['BEGIN', false],
  ['COMMIT', false],
  ['ROLLBACK TO SAVEPOINT "delete"', false],
  ['LISTEN "espalier"', false],
  ['insert into "users" values ($1)', true],
  ['WITH gone AS (DELETE FROM sessions RETURNING 1) SELECT count(*) FROM gone', true],
  ['SELECT id FROM groups WHERE id = $1 FOR UPDATE', true],
  ['CREATE SCHEMA settled', true],
  ['ANALYZE "users"', true],
])('%s changes something: %s', (sql, expected) => {
  expect(changes(sql)).toBe(expected);
});
