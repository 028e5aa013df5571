import { GroupEpicsOperation } from '@espalier/core/api';
import { getIntrospectionQuery } from 'graphql';
import { seedTiny, makeEpic, makeIssue, makeLabel, type TinyData } from '../db/testing-data.ts';
import { LIMITS } from './limits.ts';
import { schema } from './schema.ts';
import { type Json, type TestServer, openTestServer } from './testing.ts';

let server: TestServer;
let tiny: TinyData;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
});

/** A request as it is, for what no client library would send. */
async function raw(payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  const answer = await server.app.inject({ method: 'POST', url: '/api/graphql', headers, payload });
  return { status: answer.statusCode, body: answer.json<Json>() };
}

const errorsOf = async (query: string, variables?: Record<string, unknown>) => {
  const { status, errors } = await server.graphql(query, variables);
  return [status, errors?.map(({ message }) => message)];
};

describe('malformed requests are 400', () => {
  test.each([
    ['not JSON', '{"query": '],
    ['no query', '{"variables": {}}'],
    ['a query that is no text', '{"query": 12}'],
    ['a document that cannot be parsed', JSON.stringify({ query: '{ group(' })],
    ['an unknown field', JSON.stringify({ query: '{ group(fullPath: "acme") { secret } }' })],
    ['a missing argument', JSON.stringify({ query: '{ group { id } }' })],
    [
      'two operations and no name',
      JSON.stringify({ query: 'query A { metadata { version } } query B { metadata { version } }' }),
    ],
    ['an unknown operation name', JSON.stringify({ query: 'query A { metadata { version } }', operationName: 'C' })],
    ['variables that are no object', JSON.stringify({ query: '{ metadata { version } }', variables: 'x' })],
    [
      'a variable of the wrong type',
      JSON.stringify({ query: 'query A($n: Int) { groups(first: $n) { nodes { id } } }', variables: { n: 'x' } }),
    ],
    ['a missing variable', JSON.stringify({ query: 'query A($p: ID!) { group(fullPath: $p) { id } }' })],
    [
      'a date that does not exist',
      JSON.stringify({
        query: '{ group(fullPath: "acme") { epics(timeframe: { start: "2026-02-30", end: "2026-03-01" }) { count } } }',
      }),
    ],
  ])('%s', async (_what, payload) => {
    const { status, body } = await raw(payload);
    expect([status, body.data]).toEqual([400, undefined]);
    expect(body.message ?? body.errors[0].message).toEqual(expect.any(String));
  });

  test('a body over 1 MiB is 413', async () => {
    const { status } = await raw(JSON.stringify({ query: `{ metadata { version } } # ${'x'.repeat(1024 * 1024)}` }));
    expect(status).toBe(413);
  });
});

describe('limits are 400 with a clear text', () => {
  test('100 nodes with two nested lists are admitted', async () => {
    const query =
      '{ group(fullPath: "acme") { issues(first: 100) { nodes { id assignees { nodes { id } } labels { nodes { id } } } } } }';
    expect(await errorsOf(query)).toEqual([200, undefined]);
  });

  test('three lists of 100 inside one another are refused', async () => {
    const query = '{ group(fullPath: "acme") { epics { nodes { children { nodes { issues { nodes { id } } } } } } } }';
    expect(await errorsOf(query)).toEqual([
      400,
      ['Query has complexity of 1010101, which exceeds max complexity of 100000'],
    ]);
  });

  test('the page size in a variable or a fragment counts', async () => {
    const query = `query A($n: Int) { group(fullPath: "acme") { epics(first: $n) { ...rows } } }
      fragment rows on EpicConnection { nodes { children(first: $n) { nodes { issues(first: $n) { nodes { id } } } } } }`;
    expect((await errorsOf(query, { n: 100 }))[0]).toBe(400);
    expect(await errorsOf(query, { n: 5 })).toEqual([200, undefined]);
  });

  test('a list whose rows stand in a fragment counts its whole page, with no `first` too', async () => {
    const nested = `{ group(fullPath: "acme") { epics { ...a } } }
      fragment a on EpicConnection { nodes { children { ...b } } }
      fragment b on EpicConnection { ... on EpicConnection { nodes { children { ...c } } } }
      fragment c on EpicConnection { ...d }
      fragment d on EpicConnection { edges { node { id } } }`;
    expect(await errorsOf(nested)).toEqual([
      400,
      ['Query has complexity of 1010101, which exceeds max complexity of 100000'],
    ]);
    const noRows = `{ group(fullPath: "acme") { epics { ...a } } } fragment a on EpicConnection { count }`;
    expect(await errorsOf(noRows)).toEqual([200, undefined]);
  });

  test('depth', async () => {
    const deep = `{ group(fullPath: "acme") { epic(iid: 1) { ${'parent { '.repeat(25)} id ${'} '.repeat(25)} } } }`;
    expect(await errorsOf(deep)).toEqual([400, [`Query has depth of 28, which exceeds max depth of ${LIMITS.depth}`]]);
  });

  test('introspection: each list counts, under whatever alias', async () => {
    const types = (name: string) => `${name}: types { fields { type { fields { name } } } }`;
    const aliases = (count: number) => Array.from({ length: count }, (_, index) => types(`a${index}`)).join(' ');
    expect(await errorsOf(`{ __schema { ${aliases(3)} } }`)).toEqual([200, undefined]);
    const refused = [400, ['Query has complexity of 6660000, which exceeds max complexity of 100000']];
    expect(await errorsOf(`{ __schema { ${aliases(200)} } }`)).toEqual(refused);
    const inFragments = `{ ...a } fragment a on Query { __schema { ...b } } fragment b on __Schema { ${aliases(200)} }`;
    expect(await errorsOf(inFragments)).toEqual(refused);
    const fields = Array.from({ length: LIMITS.fields }, (_, index) => `a${index}: name`).join(' ');
    expect(await errorsOf(`{ __type(name: "Epic") { ${fields} } }`)).toEqual([
      400,
      [`Query has more than ${LIMITS.fields} fields`],
    ]);
  });

  test('the question by which tools learn the schema is admitted, also with everything that it may ask for', async () => {
    const asked = [
      getIntrospectionQuery(),
      getIntrospectionQuery({
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    ];
    for (const query of asked) expect(await errorsOf(query)).toEqual([200, undefined]);
    expect(Object.keys(schema.getTypeMap()).length).toBeLessThanOrEqual(LIMITS.types);
  });

  test('root fields and batches', async () => {
    const many = `{ ${Array.from({ length: 21 }, (_, index) => `a${index}: metadata { version }`).join(' ')} }`;
    expect((await errorsOf(many))[0]).toBe(400);
    const one = { query: '{ metadata { version } }' };
    const few = await raw(JSON.stringify([one, one]));
    expect([few.status, few.body.map(({ data }: Json) => data.metadata.version.slice(0, 2))]).toEqual([
      200,
      ['16', '16'],
    ]);
    expect((await raw(JSON.stringify(Array.from({ length: 11 }, () => one)))).status).toBeGreaterThanOrEqual(400);
  });
});

test('GET takes queries and refuses mutations', async () => {
  const get = (query: string) => server.app.inject(`/api/graphql?query=${encodeURIComponent(query)}`);
  expect((await get('{ metadata { version } }')).json()).toEqual({ data: { metadata: { version: '16.2.0-ee' } } });
  const mutation =
    'mutation { epicSetSubscription(input: { groupPath: "acme", iid: "1", subscribedState: true }) { errors } }';
  expect((await get(mutation)).statusCode).toBe(405);
});

test('introspection is on', async () => {
  const { data } = await server.graphql(
    '{ __schema { queryType { name } types { name fields { name type { name ofType { name ofType { name } } } } } } __type(name: "Epic") { name } __typename }',
  );
  expect([data.__schema.queryType.name, data.__type.name, data.__typename]).toEqual(['Query', 'Epic', 'Query']);
});

describe('ids and texts that fit nothing are refused or found nowhere, never a fault', () => {
  test.each([
    ['{ workItem(id: "gid://gitlab/WorkItem/999999999999999") { id } }', null],
    [
      '{ workItem(id: "gid://gitlab/WorkItem/9999999999999999999999") { id } }',
      '"gid://gitlab/WorkItem/9999999999999999999999" is not a valid GitLab ID.',
    ],
    ['{ workItem(id: "12") { id } }', '"12" is not a valid GitLab ID.'],
    ['{ issue(id: "gid://gitlab/Label/1") { id } }', '"gid://gitlab/Label/1" does not represent an instance of Issue'],
    ['{ group(fullPath: "a\\u0000b") { id } }', null],
    ['{ group(fullPath: "") { id } }', null],
    ['{ project(fullPath: "acme/none") { id } }', null],
  ])('%s', async (query, message) => {
    const { status, data, errors } = await server.graphql(query);
    expect(status).toBe(200);
    expect(Object.values(data as object)).toEqual([null]);
    expect(errors?.[0]?.message ?? null).toBe(message);
  });

  test.each(['99999999999999999999', '-1', '1.5', 'x', '\u0000', '', "1' OR '1'='1"])('iid %j', async (iid) => {
    await makeEpic(server.db, { groupId: tiny.groups.acme });
    const query =
      'query A($i: ID, $is: [ID!]) { group(fullPath: "acme") { epic(iid: $i) { id } epics(iids: $is) { count } } }';
    const { data, errors } = await server.graphql(query, { i: iid, is: [iid] });
    expect([data.group, errors]).toEqual([{ epic: null, epics: { count: 0 } }, undefined]);
  });

  test.each(['a\u0000b', '%', '_', '\\', "'", '"', 'x'.repeat(5000), '😀', '\u202eabc'])(
    'search %j',
    async (search) => {
      await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'plain' });
      const query =
        'query A($s: String) { group(fullPath: "acme") { epics(search: $s, authorUsername: null, labelName: null) { count } issues(search: $s) { count } } projects(search: $s) { count } }';
      const { data, errors } = await server.graphql(query, { s: search });
      expect([data, errors]).toEqual([
        { group: { epics: { count: 0 }, issues: { count: 0 } }, projects: { count: 0 } },
        undefined,
      ]);
    },
  );

  test('RL-12.40 a quoted phrase is searched as a whole', async () => {
    await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'two words here' });
    await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'words two' });
    const query = 'query A($s: String) { group(fullPath: "acme") { epics(search: $s) { count } } }';
    const count = async (s: string) => (await server.graphql(query, { s })).data.group.epics.count;
    expect([
      await count('"two words"'),
      await count("'two words'"),
      await count('two words'),
      await count('"two words" here'),
    ]).toEqual([1, 1, 2, 1]);
  });

  test('a title with wildcards, quotes and right-to-left text is found by itself', async () => {
    const title = `50% "off" \\ _x_ 'שלום' 😀`;
    await makeEpic(server.db, { groupId: tiny.groups.acme, title });
    await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'other' });
    const query =
      'query A($s: String) { group(fullPath: "acme") { epics(search: $s, in: [TITLE]) { nodes { title titleHtml } } } }';
    const { data } = await server.graphql(query, { s: title });
    expect(data.group.epics.nodes).toEqual([{ title, titleHtml: '50% &#34;off&#34; \\ _x_ &#39;שלום&#39; 😀' }]);
  });
});

describe('cursors', () => {
  const page = (args: string) =>
    server.graphql(
      `{ group(fullPath: "acme") { epics(${args}) { nodes { title } pageInfo { endCursor hasNextPage } edges { cursor node { title } } } } }`,
    );

  test.each([
    '',
    'x',
    '!',
    'bm90IGpzb24',
    'W10',
    'WyJDUkVBVEVEX0FUX0RFU0MiXQ',
    Buffer.from('["CREATED_AT_DESC","2026-02-31T00:00:00Z","1"]').toString('base64url'),
    Buffer.from('["CREATED_AT_DESC",{},"1"]').toString('base64url'),
  ])('a malformed one is refused: %j', async (cursor) => {
    const { status, errors } = await page(`after: ${JSON.stringify(cursor)}`);
    expect([status, errors?.[0]?.message]).toEqual([200, 'Please provide a valid cursor']);
  });

  test('one of another order is refused', async () => {
    await makeEpic(server.db, { groupId: tiny.groups.acme });
    const { data } = await page('sort: TITLE_ASC');
    const { errors } = await page(`sort: TITLE_DESC, after: "${data.group.epics.pageInfo.endCursor}"`);
    expect(errors?.[0]?.message).toBe('The cursor belongs to another order of the list');
  });

  test('first and last together, and negative sizes, are refused', async () => {
    expect((await page('first: 1, last: 1')).errors?.[0]?.message).toBe(
      'Can only provide either `first` or `last`, not both',
    );
    expect((await page('first: -1')).errors?.[0]?.message).toBe('`first` cannot be negative');
  });

  test.each([
    'START_DATE_ASC',
    'START_DATE_DESC',
    'END_DATE_ASC',
    'END_DATE_DESC',
    'TITLE_ASC',
    'CREATED_AT_DESC',
    'UPDATED_AT_ASC',
    'start_date_asc',
  ])('RM-04.20 pages of %s come without a gap, undated last, ties by id descending', async (sort) => {
    const dates = ['2026-03-01', null, '0900-01-01', '2026-03-01', null, '2026-02-01'];
    for (const [index, date] of dates.entries()) {
      await makeEpic(server.db, {
        groupId: tiny.groups.acme,
        title: `t${index % 3}`,
        start_date: date,
        due_date: date,
      });
    }
    const whole = await page(`sort: ${sort}`);
    const titles: string[] = [];
    let cursor: string | null = null;
    do {
      const { data }: Json = await server.graphql(
        `{ group(fullPath: "acme") { epics(sort: ${sort}, first: 2, after: ${JSON.stringify(cursor)}) { nodes { id startDate } pageInfo { endCursor hasNextPage } } } }`,
      );
      titles.push(...data.group.epics.nodes.map(({ id }: Json) => id));
      cursor = data.group.epics.pageInfo.hasNextPage ? data.group.epics.pageInfo.endCursor : null;
    } while (cursor !== null);
    expect(titles.length).toBe(6);
    expect(new Set(titles).size).toBe(6);
    expect(whole.data.group.epics.nodes.length).toBe(6);
    if (!/date/i.test(sort) || /updated/i.test(sort)) return;
    const { data } = await server.graphql(
      `{ group(fullPath: "acme") { epics(sort: ${sort}) { nodes { id startDate } } } }`,
    );
    const rows: { id: string; startDate: string | null }[] = data.group.epics.nodes;
    expect(rows.map(({ id }) => id)).toEqual(titles);
    const dated = ['0900-01-01', '2026-02-01', '2026-03-01', '2026-03-01'];
    expect(rows.map(({ startDate }) => startDate)).toEqual([
      ...(/desc/i.test(sort) ? dated.reverse() : dated),
      null,
      null,
    ]);
    const idOf = (id: string) => Number(id.split('/').pop());
    expect(idOf(rows[4]?.id ?? '')).toBeGreaterThan(idOf(rows[5]?.id ?? ''));
  });
});

test('RL-12.46 epics are filtered by all of the labels named, whole titles, whichever group owns the label', async () => {
  const { db } = server;
  const { acme, web } = tiny.groups;
  const put = async (title: string, groupId: number, ...labels: number[]) => {
    const { id } = await makeEpic(db, { groupId, title });
    for (const label_id of labels)
      await db.insertInto('work_item_labels').values({ work_item_id: id, label_id }).execute();
  };
  const bug = await makeLabel(db, acme, 'bug');
  const high = await makeLabel(db, acme, 'priority::high');
  const bugOfWeb = await makeLabel(db, web, 'bug');
  await put('both', acme, bug, high);
  await put('one', acme, bug);
  await put('below', web, bugOfWeb);
  await put('none', acme);
  const found = async (labelName: readonly string[] | null) => {
    const variables = { fullPath: 'acme', sort: 'TITLE_ASC', first: 20, labelName };
    const { data, errors } = await server.graphql(GroupEpicsOperation.text, variables);
    expect(errors).toBeUndefined();
    const { epics, opened, closed } = data.group;
    const { nodes } = epics;
    expect([opened.count, closed.count]).toEqual([nodes.length, 0]);
    return nodes.map(({ title }: Json) => title);
  };
  expect(await found(['bug'])).toEqual(['below', 'both', 'one']);
  expect(await found(['bug', 'priority::high'])).toEqual(['both']);
  for (const title of ['priority', 'priority::', 'BUG', 'b%', 'No such label', 'b\u0000g', "' OR TRUE --"]) {
    expect([title, await found([title])]).toEqual([title, []]);
  }
  expect(await found(['Any'])).toEqual(['below', 'both', 'one']);
  expect(await found(['None'])).toEqual(['none']);
  expect(await found([])).toHaveLength(4);
  expect(await found(null)).toHaveLength(4);
});

test('filters of issues', async () => {
  const { db } = server;
  await makeIssue(db, { projectId: tiny.projects.api, title: 'heavy', weight: 5, type: 'task' });
  const light = await makeIssue(db, { projectId: tiny.projects.api, title: 'light', state: 'closed' });
  await db
    .insertInto('work_item_people')
    .values({ work_item_id: light.id, role: 'assignee', user_id: tiny.users.dev })
    .execute();
  const titles = async (args: string) => {
    const { data, errors } = await server.graphql(
      `{ project(fullPath: "acme/api") { issues(${args}) { nodes { title } } } }`,
    );
    expect(errors).toBeUndefined();
    return data.project.issues.nodes.map(({ title }: Json) => title);
  };
  expect(await titles('sort: TITLE_ASC')).toEqual(['heavy', 'light']);
  expect(await titles('weight: "5"')).toEqual(['heavy']);
  expect(await titles('weight: "none"')).toEqual(['light']);
  expect(await titles('state: closed')).toEqual(['light']);
  expect(await titles('types: [TASK]')).toEqual(['heavy']);
  expect(await titles('assigneeUsernames: ["DEV"]')).toEqual(['light']);
  expect(await titles('assigneeWildcardId: NONE')).toEqual(['heavy']);
  expect(await titles('search: "LIGH"')).toEqual(['light']);
  expect(await titles('labelName: ["None"], milestoneWildcardId: NONE, epicWildcardId: NONE')).toHaveLength(2);
  expect(await titles('sort: WEIGHT_DESC')).toEqual(['heavy', 'light']);
  for (const sort of [
    'BLOCKING_ISSUES_DESC',
    'MILESTONE_DUE_ASC',
    'HEALTH_STATUS_ASC',
    'POPULARITY_DESC',
    'RELATIVE_POSITION_ASC',
  ]) {
    expect(await titles(`sort: ${sort}, first: 1`)).toHaveLength(1);
  }
});
