import fc from 'fast-check';
import { sql } from 'kysely';
import { epicReadableSql, projectItemReadableSql } from '../../access/filters.ts';
import { loadViewer } from '../../access/load-viewer.ts';
import type { Viewer } from '../../access/viewer.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { makeEpic, makeGroup, makeIssue, makeLabel, makeMember, makeProject, makeUser } from '../../db/testing-data.ts';
import { epicConditions, epicOrder } from '../filters/epics.ts';
import { issueConditions, issueOrder } from '../filters/issues.ts';
import { foundBy, startsWith, stateOf, type Args } from '../filters/conditions.ts';
import { schema } from '../schema.ts';
import { types } from '../types/index.ts';
import { EPIC_FROM, ISSUE_FROM } from '../types/item.ts';
import type { AcrossLimits } from '../context.ts';
import { countAcross, pageAcross } from './across.ts';
import { type CursorAt, type Order, beyond, keysOf, orderBy } from './order.ts';
import { Query, all } from './query.ts';

let database: TestDatabase;
let viewers: readonly Viewer[];
/** The top group, a group below it, and one beside it all. */
let groups: readonly number[];

const WORDS = ['board', 'login', 'export', 'an'];
const NOW = '2026-11-21T12:00:00Z';

/** A number below `most` that depends on the name of what it is for. */
const draw = (name: string, most: number): number => {
  let hash = 7;
  for (const char of name) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return (hash >>> 8) % most;
};

beforeAll(async () => {
  database = await openTestDatabase();
  await database.reset();
  const { db } = database;
  const [owner, member, guest, author, banned] = [
    await makeUser(db, 'owner'),
    await makeUser(db, 'member'),
    await makeUser(db, 'guest'),
    await makeUser(db, 'author'),
    await makeUser(db, 'banned'),
  ];
  await db.updateTable('users').set({ state: 'banned' }).where('id', '=', banned).execute();
  const top = await makeGroup(db, { path: 'top' });
  const open = await makeGroup(db, { path: 'open', parentId: top });
  const shut = await makeGroup(db, { path: 'shut', parentId: top, visibility: 'private' });
  const deep = await makeGroup(db, { path: 'deep', parentId: shut, visibility: 'private' });
  const other = await makeGroup(db, { path: 'other' });
  groups = [top, open, other];
  await makeMember(db, { userId: owner, groupId: top, accessLevel: 50 });
  await makeMember(db, { userId: member, groupId: shut, accessLevel: 30 });
  await makeMember(db, { userId: guest, groupId: shut, accessLevel: 10 });
  const owners = [top, open, shut, deep, other];
  const projects: number[] = [];
  for (const [index, groupId] of owners.entries()) {
    projects.push(await makeProject(db, { groupId, path: `p${index}` }));
    projects.push(await makeProject(db, { groupId, path: `q${index}`, visibility: 'private' }));
  }
  const red = await makeLabel(db, top, 'red');
  const redToo = await makeLabel(db, open, 'red');
  const dues = ['2026-02-01', '2026-02-01', '2026-05-01', null];
  const made = await db
    .insertInto('milestones')
    .values(dues.map((due_date, at) => ({ iid: at + 1, group_id: top, title: `v${at}`, due_date })))
    .returning('id')
    .execute();
  const milestones = [null, ...made.map(({ id }) => id)];
  const issues: number[] = [];
  for (let n = 0; n < 120; n += 1) {
    const of = (name: string, most: number): number => draw(`${name} ${n}`, most);
    const day = (name: string): string | null => (of(name, 3) === 0 ? null : `2026-0${1 + of(`${name} month`, 4)}-01`);
    // Many are of the same instant, and many without a date: ties and what is missing have their places.
    const columns = {
      title: `${WORDS[of('first', 4)]} ${WORDS[of('second', 4)]} ${of('third', 3)}`,
      description: of('described', 3) === 0 ? null : `${WORDS[of('fourth', 4)]} and ${WORDS[of('fifth', 4)]}`,
      state: of('state', 3) === 0 ? ('closed' as const) : ('opened' as const),
      confidential: of('confidential', 4) === 0,
      author_id: of('banned', 6) === 0 ? banned : of('author', 3) === 0 ? author : owner,
      created_at: `2026-03-0${1 + of('created', 5)}T00:00:00Z`,
      updated_at: `2026-04-0${1 + of('updated', 5)}T00:00:00Z`,
      start_date: day('start'),
      due_date: day('due'),
      weight: of('weight', 4) === 0 ? null : of('heavy', 3),
      health_status: ([null, 'onTrack', 'needsAttention', 'atRisk'] as const)[of('health', 4)]!,
      milestone_id: milestones[of('milestone', 5)]!,
      closed_at: of('state', 3) === 0 && of('when', 4) > 0 ? `2026-05-0${1 + of('closed', 3)}T00:00:00Z` : null,
    };
    if (n % 3 === 0) {
      await makeEpic(db, { groupId: owners[of('group', 5)]!, ...columns });
      continue;
    }
    const { id } = await makeIssue(db, { projectId: projects[of('project', 10)]!, ...columns });
    issues.push(id);
    if (n % 5 === 0)
      await db.insertInto('work_item_people').values({ work_item_id: id, role: 'assignee', user_id: guest }).execute();
    // One title, two labels: many items have both.
    const labels = [red, redToo].filter((_, which) => of(`label ${which}`, 2) === 0);
    for (const label_id of labels)
      await db.insertInto('work_item_labels').values({ work_item_id: id, label_id }).execute();
  }
  for (const [n, source_id] of issues.entries()) {
    const of = (name: string, most: number): number => draw(`${name} ${n}`, most);
    // Few block anything, some of it what not everybody may see.
    for (let k = 1; k <= of('blocks', 9) - 5; k += 1) {
      const target_id = issues[(n + k + of('blocked', 40)) % issues.length]!;
      await db.insertInto('work_item_links').values({ type: 'blocks', source_id, target_id }).execute();
    }
    const likers = [owner, member, guest].slice(0, Math.max(0, of('liked', 6) - 2));
    for (const user_id of likers)
      await db.insertInto('award_emoji').values({ work_item_id: source_id, user_id, name: 'thumbsup' }).execute();
  }
  viewers = await Promise.all([null, 1, owner, member, guest, author].map((id) => loadViewer(db, id)));
});
afterAll(() => database.close());

const SORTS = [
  'CREATED',
  'UPDATED',
  'TITLE',
  'DUE_DATE',
  'START_DATE',
  'WEIGHT',
  'HEALTH_STATUS',
  'MILESTONE_DUE',
  'CLOSED_AT',
  'BLOCKING_ISSUES',
  'RELATIVE_POSITION',
  'POPULARITY',
];

const ASKED = fc.record({
  viewer: fc.nat(5),
  kind: fc.constantFrom('epic' as const, 'issue' as const),
  group: fc.nat(2),
  below: fc.boolean(),
  state: fc.constantFrom(null, 'opened', 'closed'),
  sort: fc.constantFrom(...SORTS),
  direction: fc.constantFrom('ASC', 'DESC'),
  search: fc.constantFrom<string | null>(null, 'login', 'board export', 'nothing such'),
  fields: fc.constantFrom(['TITLE'], ['DESCRIPTION'], undefined),
  label: fc.constantFrom<string | null>(null, null, 'red', 'none such'),
  iids: fc.constantFrom<readonly string[] | null>(null, null, null, ['1', '2', '13']),
  digits: fc.constantFrom<string | null>(null, null, null, '1', '2', '0', '2147483647'),
  confidential: fc.constantFrom(null, true, false),
  backward: fc.boolean(),
  limit: fc.integer({ min: 1, max: 8 }),
  cursors: fc.array(fc.record({ side: fc.constantFrom('after' as const, 'before' as const), at: fc.nat(30) }), {
    maxLength: 2,
  }),
  limits: fc.record({
    few: fc.constantFrom(0, 20, 5000),
    each: fc.constantFrom(1, 3, 20),
    worded: fc.constantFrom(1, 3, 20),
    vague: fc.constantFrom<number>(5),
    counted: fc.constantFrom(3, 100),
  }),
});
type Asked = typeof ASKED extends fc.Arbitrary<infer T> ? T : never;

/** What the administrator is shown first, with the narrowest limits. */
const NEWEST_ISSUES: Asked = {
  viewer: 1,
  kind: 'issue',
  group: 0,
  below: true,
  state: null,
  sort: 'CREATED',
  direction: 'DESC',
  search: null,
  fields: undefined,
  label: null,
  iids: null,
  digits: null,
  confidential: null,
  backward: false,
  limit: 100,
  cursors: [],
  limits: { few: 0, each: 1, worded: 1, vague: 10, counted: 100 },
};

const EPIC_SORTS: Readonly<Record<string, string>> = {
  CREATED: 'CREATED_AT',
  UPDATED: 'UPDATED_AT',
  DUE_DATE: 'END_DATE',
  WEIGHT: 'TITLE',
  HEALTH_STATUS: 'TITLE',
  MILESTONE_DUE: 'END_DATE',
  CLOSED_AT: 'CREATED_AT',
  BLOCKING_ISSUES: 'TITLE',
  RELATIVE_POSITION: 'UPDATED_AT',
  POPULARITY: 'START_DATE',
};

/** An order of REST only. */
const byPopularity = (direction: string): Order => ({
  name: `popularity ${direction}`,
  keys: [
    { text: 'w.upvotes', type: 'integer', descending: direction === 'DESC', some: 'w.upvotes > 0' },
    { text: 'w.id', type: 'bigint', descending: true },
  ],
});

const run = async (query: Query, text: string): Promise<readonly Record<string, unknown>[]> =>
  (await database.db.executeQuery(query.statement<Record<string, unknown>>(text))).rows;

/** A query of these limits, and what it is asked with. */
function asking(
  { viewer: who, kind, group, below, sort, direction, label, digits, fields, ...args }: Asked,
  limits?: AcrossLimits,
) {
  const viewer = viewers[who]!;
  const context = { db: database.db, viewer, now: NOW, baseUrl: '', ...(limits && { across: limits }) };
  const query = new Query(context, { schema, fragments: {}, variables: {} }, types, false);
  const scope = { query, alias: 'owner' };
  const isEpic = kind === 'epic';
  const given: Args = {
    ...args,
    in: fields,
    confidential: args.confidential ?? undefined,
    search: args.search ?? undefined,
    labelName: label === null ? undefined : [label],
    iidStartsWith: isEpic && digits !== null ? digits : undefined,
  };
  const conditions = (asked: Args): string[] =>
    isEpic
      ? epicConditions(scope, asked)
      : // The completion of issues asks for numbers that begin so.
        [...issueConditions(scope, asked), ...(digits === null ? [] : [startsWith(query, digits)])];
  const order = isEpic
    ? epicOrder(`${EPIC_SORTS[sort] ?? sort}_${direction}`)
    : sort === 'POPULARITY'
      ? byPopularity(direction)
      : issueOrder(scope, `${sort}_${direction}`);
  const range = below ? `g.traversal_ids @> ARRAY[owner.id]` : 'g.id = owner.id';
  const owner = `(SELECT * FROM groups WHERE id = ${groups[group]}) owner`;
  return { viewer, query, given, conditions, order, range, owner, isEpic };
}

/** A list as plainly as it can be asked for, which is how it was asked for before there were two ways. */
function plain(asked: Asked) {
  const { viewer, query, given, conditions, order, range, owner, isEpic } = asking(asked);
  const readable = isEpic ? epicReadableSql(viewer, 'w', 'g') : projectItemReadableSql(viewer, 'w', 'g', 'p');
  const where = [isEpic ? `w.type = 'epic'` : `w.type <> 'epic'`, range, readable, ...conditions(given)];
  return { query, order, from: `FROM ${isEpic ? EPIC_FROM : ISSUE_FROM} CROSS JOIN ${owner} WHERE ${all(where)}` };
}

async function everything(
  asked: Asked,
): Promise<readonly { readonly id: number; readonly keys: readonly unknown[] }[]> {
  const { query, order, from } = plain(asked);
  const rows = await run(query, `SELECT w.id, ${keysOf(order)} AS keys ${from} ORDER BY ${orderBy(order, false)}`);
  return rows.map(({ id, keys }) => ({ id: Number(id), keys: keys as unknown[] }));
}

async function plainly(asked: Asked, cursors: readonly CursorAt[]): Promise<readonly number[]> {
  const { query, order, from } = plain(asked);
  const behind = cursors.map((cursor) => beyond(query, order, cursor));
  const ordered = `ORDER BY ${orderBy(order, asked.backward)} LIMIT ${asked.limit}`;
  return (await run(query, `SELECT w.id ${from} AND ${all(behind)} ${ordered}`)).map(({ id }) => Number(id));
}

/** The same by the way across groups, of these limits. */
async function across(asked: Asked, cursors: readonly CursorAt[], limits: AcrossLimits) {
  const { query, given, conditions, order, range, owner, isEpic } = asking(asked, limits);
  const state = stateOf(given);
  const of = {
    kind: isEpic ? ('epic' as const) : ('issue' as const),
    of: 'owner',
    root: 'owner.traversal_ids[1]',
    range,
    state,
    where: conditions({ ...given, state: null }),
    foundBy: foundBy(given.search, asked.iids !== null),
  };
  const { backward, limit } = asked;
  const ids = pageAcross(query, of, { order, cursors, backward, limit });
  const page = await run(
    query,
    `SELECT w.id FROM ${query.beside('owner', owner)} CROSS JOIN LATERAL (${ids}) page JOIN work_items w ON w.id = page.id ORDER BY ${orderBy(order, backward)}`,
  );
  const counting = asking(asked, limits);
  const whole = { ...of, where: counting.conditions({ ...given, state: null }) };
  const n = countAcross(counting.query, whole);
  const counted = await run(counting.query, `SELECT (${n}) AS n FROM ${counting.query.beside('owner', owner)}`);
  return {
    ids: page.map(({ id }) => Number(id)),
    count: Number(counted[0]?.n),
    bounded: of.where.length > 0 && of.foundBy !== 'numbers',
  };
}

test('AP-06.50, AP-06.51, AP-06.76 a page across groups is the same whichever way it is found, and so is its number up to the bound', async () => {
  await fc.assert(
    fc.asyncProperty(ASKED, async (asked) => {
      const list = await everything(asked);
      const cursors = asked.cursors.flatMap(({ side, at }): CursorAt[] => {
        const keys = list[at % Math.max(list.length, 1)]?.keys;
        return keys === undefined ? [] : [{ side, values: keys.map((key) => (key === null ? null : String(key))) }];
      });
      const found = await across(asked, cursors, asked.limits);
      expect(found.ids).toEqual(await plainly(asked, cursors));
      const { few, counted } = asked.limits;
      const most = Math.min(list.length, counted + 1);
      // Of 20 the kept numbers say on which side they are, and those are not seen here.
      const expected = !found.bounded || few === 5000 ? [list.length] : few === 0 ? [most] : [most, list.length];
      expect(expected).toContain(found.count);
    }),
    { numRuns: 600, seed: 20261126 },
  );
});

test('AP-06.56 a page and the numbers beside it share whose items may be seen, and how many these are', async () => {
  const { query, given, conditions, order, range, owner } = asking({ ...NEWEST_ISSUES, viewer: 3 });
  const of = { kind: 'issue', of: 'owner', root: 'owner.traversal_ids[1]', range, foundBy: 'filters' } as const;
  const where = conditions({ ...given, state: null });
  const page = pageAcross(query, { ...of, state: null, where }, { order, cursors: [], backward: false, limit: 100 });
  const numbers = (['opened', 'closed', null] as const).map(
    (state) => `(${countAcross(query, { ...of, state, where })})::integer`,
  );
  const ids = `(SELECT count(*) FROM (${page}) page)::integer`;
  const text = `SELECT ARRAY[${[...numbers, ids].join(', ')}] AS n FROM ${query.beside('owner', owner)}`;
  expect(text.split('FROM projects p')).toHaveLength(2);
  expect(text.split('item_counts')).toHaveLength(3);
  const [found] = await run(query, text);
  const [opened, closed, both, shown] = found?.n as [number, number, number, number];
  expect([opened > 0, closed > 0, opened + closed, shown]).toEqual([true, true, both, both]);
});

test('AP-06.50 what has no date comes only after everything that has one, also where more has than is looked at', async () => {
  for (const backward of [false, true]) {
    for (const limit of [1, 2, 3, 4, 5, 6, 7, 8]) {
      for (const each of [1, 3] as const) {
        const limits = { few: 0, each, worded: 1, vague: 5, counted: 100 } as const;
        const asked: Asked = {
          ...NEWEST_ISSUES,
          sort: 'DUE_DATE',
          direction: 'ASC',
          label: 'red',
          backward,
          limit,
          limits,
        };
        expect([limit, each, (await across(asked, [], asked.limits)).ids]).toEqual([
          limit,
          each,
          await plainly(asked, []),
        ]);
      }
    }
  }
});

test('AP-06.52 an index finds words with three letters or digits in a row', () => {
  const of = (text: string) => foundBy(text, false);
  expect(['ab', '"a b"', 'a-b -- x', '登录'].map(of)).toEqual(Array(4).fill('nothing'));
  expect(['abc', 'ab abc', '123', '"a bcd"', 'über', ''].map(of)).toEqual([...Array(5).fill('words'), 'filters']);
});

test('AP-06.52 words too short for an index are looked for among the first of the order, where many items may be seen', async () => {
  const asked: Asked = { ...NEWEST_ISSUES, search: 'an' };
  const whole = await plainly(asked, []);
  expect((await across(asked, [], { few: 1000, each: 1, worded: 1, vague: 10, counted: 100 })).ids).toEqual(whole);
  const found = await across(asked, [], asked.limits);
  expect(found.ids.length).toBeGreaterThan(0);
  expect(found.ids.length).toBeLessThan(10);
  expect(found.ids).toEqual(whole.slice(0, found.ids.length));
  expect(found.count).toBe(found.ids.length);
});

test('AP-06.51 the kept numbers are those of the items, whatever is done to these', async () => {
  const { db } = database;
  const differing = async () =>
    (
      await sql`SELECT * FROM (SELECT group_id, project_id, state, confidential, count(*)::integer AS items FROM work_items GROUP BY 1, 2, 3, 4) w
      FULL JOIN (SELECT * FROM item_counts WHERE items <> 0) c USING (group_id, state, confidential)
      WHERE w.project_id IS NOT DISTINCT FROM c.project_id AND w.items IS DISTINCT FROM c.items`.execute(db)
    ).rows;
  const total = async () => {
    const { rows } = await sql<{ kept: number; there: number }>`
      SELECT (SELECT sum(items) FROM item_counts)::integer AS kept, (SELECT count(*) FROM work_items)::integer AS there`.execute(
      db,
    );
    return rows[0]!;
  };
  const same = async () => {
    expect(await differing()).toEqual([]);
    const { kept, there } = await total();
    expect(kept).toBe(there);
  };
  await same();
  await sql`UPDATE work_items SET state = CASE state WHEN 'opened' THEN 'closed' ELSE 'opened' END WHERE id % 3 = 0`.execute(
    db,
  );
  await same();
  await sql`UPDATE work_items SET confidential = NOT confidential, title = title || '!' WHERE id % 4 = 0`.execute(db);
  await same();
  await sql`DELETE FROM work_items WHERE id % 5 = 0`.execute(db);
  await same();
  await sql`DELETE FROM groups WHERE full_path = 'top/open'`.execute(db);
  await same();
});

test('AP-06.51 a statement that changes many items changes each kept number once', async () => {
  const { db } = database;
  const written = await db.transaction().execute(async (tx) => {
    const count = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        SELECT (n_tup_ins + n_tup_upd)::integer AS n FROM pg_stat_xact_user_tables WHERE relname = 'item_counts'`.execute(
        tx,
      );
      return rows[0]?.n ?? NaN;
    };
    const before = await count();
    await sql`UPDATE work_items SET state = CASE state WHEN 'opened' THEN 'closed' ELSE 'opened' END`.execute(tx);
    const after = await count();
    await sql`UPDATE work_items SET title = title || '!'`.execute(tx);
    return { byState: after - before, byTitle: (await count()) - after };
  });
  const { rows } = await sql<{ items: number; numbers: number }>`
    SELECT (SELECT count(*) FROM work_items)::integer AS items, (SELECT count(*) FROM item_counts)::integer AS numbers`.execute(
    db,
  );
  expect(written.byTitle).toBe(0);
  expect(written.byState).toBeGreaterThan(0);
  expect(written.byState).toBeLessThanOrEqual(rows[0]!.numbers);
  expect(rows[0]!.numbers).toBeLessThan(rows[0]!.items);
});
