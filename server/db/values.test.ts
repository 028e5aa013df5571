import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from './testing.ts';
import { parseArray, toParameter } from './values.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ own: true });
});
afterAll(() => database.close());

test('rows are plain data, the same on both databases', async () => {
  const { rows } = await sql`
    SELECT 9007199254740991::int8 AS big, 7::int4 AS small, 1.50::numeric AS exact, 0.25::float8 AS float, true AS yes,
      DATE '2024-02-29' AS day, TIMESTAMPTZ '2026-07-24 23:57:50.123456+02' AS at, TIMESTAMPTZ '2026-01-01 00:00:00+00' AS midnight,
      '{"a":[1,null]}'::jsonb AS json, NULL::int8 AS nothing, ARRAY[1,2]::int8[] AS ids, ARRAY['a b','c"d',NULL,'e\\f','','NULL'] AS texts,
      ARRAY[DATE '2024-02-29'] AS days, ARRAY[[1,2],[3,4]] AS nested, '{}'::int8[] AS none, '\\x00ff07'::bytea AS bytes, count(*) AS count
  `.execute(database.db);
  expect(rows).toEqual([
    {
      big: 9007199254740991,
      small: 7,
      exact: 1.5,
      float: 0.25,
      yes: true,
      day: '2024-02-29',
      at: '2026-07-24T21:57:50.123456Z',
      midnight: '2026-01-01T00:00:00Z',
      json: { a: [1, null] },
      nothing: null,
      ids: [1, 2],
      texts: ['a b', 'c"d', null, 'e\\f', '', 'NULL'],
      days: ['2024-02-29'],
      nested: [
        [1, 2],
        [3, 4],
      ],
      none: [],
      bytes: Uint8Array.of(0, 255, 7),
      count: 1,
    },
  ]);
});

test('parameters arrive as they were given, the same on both databases', async () => {
  const text = `quo'te "double" \\ back, {brace} é 🌳 שלום`;
  const { rows } = await sql`
    SELECT ${text}::text AS text, ${[text, 'b']}::text[] AS texts, ${[1, 2]}::int8[] AS ids, ${[]}::int8[] AS none,
      ${true}::bool AS yes, ${false}::bool AS no, ${null}::int8 AS nothing, ${'2026-03-01'}::date AS day,
      ${JSON.stringify([{ a: text }])}::jsonb AS json, ${'2026-07-24T21:57:50.123Z'}::timestamptz AS at, ${1.5}::numeric AS exact
  `.execute(database.db);
  expect(rows).toEqual([
    {
      text,
      texts: [text, 'b'],
      ids: [1, 2],
      none: [],
      yes: true,
      no: false,
      nothing: null,
      day: '2026-03-01',
      json: [{ a: text }],
      at: '2026-07-24T21:57:50.123Z',
      exact: 1.5,
    },
  ]);
});

test('a cursor made of a timestamp finds its row again, to the microsecond', async () => {
  const { db } = database;
  const { rows } = await sql<{ at: string }>`SELECT TIMESTAMPTZ '2026-07-24 23:57:50.000001Z' AS at`.execute(db);
  const found = await sql<{ same: boolean }>`
    SELECT ${rows[0]?.at}::timestamptz = TIMESTAMPTZ '2026-07-24 23:57:50.000001Z' AS same`.execute(db);
  expect(found.rows).toEqual([{ same: true }]);
});

test('array literals of both directions fit together', () => {
  const nested = [
    ['a', 'b,c'],
    ['{d}', 'e"f'],
  ];
  expect(parseArray(toParameter(nested) ?? '', (text) => text)).toEqual(nested);
  expect(toParameter([null, undefined, 1])).toBe('{NULL,NULL,"1"}');
  expect(toParameter({ a: 1 })).toBe('{"a":1}');
  expect(toParameter(new Date(Date.UTC(2026, 0, 2)))).toBe('2026-01-02T00:00:00.000Z');
});
