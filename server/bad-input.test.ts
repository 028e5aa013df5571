import { BODY_LIMIT } from './app.ts';
import { type TinyData, link, makeEpic, makeIssue, seedTiny } from './db/testing-data.ts';
import { LIMITS } from './graphql/limits.ts';
import { type TestServer, openTestServer } from './graphql/testing.ts';
import { type Request, dump, refusal, send } from './testing-refusals.ts';
import { expectConsistent, settle } from './tree/testing.ts';

/** Bad input over HTTP, whole server, both databases. Nothing here may change a row, so the data is made once. */

let server: TestServer;
let tiny: TinyData;
const tokens: Record<string, string> = {};
/** Epics of acme: 1 is the parent of 2, 2 of issue 1 of acme/api; 3 to 9 are a chain of seven levels; 10 stands alone. */
beforeAll(async () => {
  server = await openTestServer();
  await server.database.reset();
  tiny = await seedTiny(server.db);
  const { db } = server;
  const epics: number[] = [];
  for (let made = 0; made < 10; made += 1) epics.push((await makeEpic(db, { groupId: tiny.groups.acme })).id);
  const issue = await makeIssue(db, { projectId: tiny.projects.api });
  await makeEpic(db, { groupId: tiny.groups.hidden });
  const at = (iid: number) => epics[iid - 1] ?? 0;
  await link(db, at(1), at(2));
  await link(db, at(2), issue.id);
  for (let iid = 3; iid < 9; iid += 1) await link(db, at(iid), at(iid + 1));
  await settle(db);
  for (const name of ['plan', 'guest', 'out'] as const) tokens[name] = await server.token(tiny.users[name]);
});
afterAll(() => server.close());

const epicId = async (iid: number, group = tiny.groups.acme) => {
  const found = server.db.selectFrom('work_items').select('id').where('group_id', '=', group).where('iid', '=', iid);
  return (await found.where('type', '=', 'epic').executeTakeFirstOrThrow()).id;
};
const asPlan = (request: Request) => refusal(server, { token: tokens.plan, ...request });
const graphql = (query: string, variables: object = {}) => ({ url: '/api/graphql', body: { query, variables } });
const quote = (text: string) => JSON.stringify(text);

const BAD_TITLES: readonly [string, string][] = [
  ['empty', ''],
  ['whitespace', ' \t\n\u00a0'],
  ['over-long', 'x'.repeat(256)],
  ['over-long in characters beyond the first plane', '💣'.repeat(256)],
  ['with a NUL', 'a\0b'],
];
const TITLE_FIELDS: readonly [string, (title: string) => Request][] = [
  ['new epic', (title) => ({ url: '/groups/acme/-/epics', body: { title } })],
  ['edited epic', (title) => ({ method: 'PUT', url: '/groups/acme/-/epics/1', body: { epic: { title } } })],
  ['new epic of the API', (title) => ({ url: '/api/v4/groups/acme/epics', body: { title } })],
  ['edited epic of the API', (title) => ({ method: 'PUT', url: '/api/v4/groups/acme/epics/1', body: { title } })],
  ['new issue', (title) => ({ url: '/acme/api/-/issues', body: { issue: { title } } })],
  ['new issue of the API', (title) => ({ url: '/api/v4/projects/acme%2Fapi/issues', body: { title } })],
  [
    'createEpic',
    (title) =>
      graphql('mutation A($t: String) { createEpic(input: { groupPath: "acme", title: $t }) { errors } }', {
        t: title,
      }),
  ],
  [
    'updateEpic',
    (title) =>
      graphql('mutation A($t: String) { updateEpic(input: { groupPath: "acme", iid: "1", title: $t }) { errors } }', {
        t: title,
      }),
  ],
];

describe.each(TITLE_FIELDS)('the title of a %s', (_field, request) => {
  test.each(BAD_TITLES)('is refused %s', async (_what, title) => {
    const { texts } = await asPlan(request(title));
    expect(texts.join()).toMatch(/title/i);
  });
});

const LONG = 'x'.repeat(300);
const OTHER_FIELDS: readonly [string, Request][] = [
  ['a colour that is none', { method: 'PUT', url: '/groups/acme/-/epics/1', body: { color: '<b>red' } }],
  [
    'a day that does not exist',
    { method: 'PUT', url: '/groups/acme/-/epics/1', body: { start_date_fixed: '2026-02-30' } },
  ],
  [
    'a day of another calendar',
    { method: 'PUT', url: '/groups/acme/-/epics/1', body: { due_date_fixed: '٢٠٢٦-٠١-٠١' } },
  ],
  ['a description with a NUL', { method: 'PUT', url: '/groups/acme/-/epics/1', body: { description: 'a\0' } }],
  ['a description that is a number', { method: 'PUT', url: '/groups/acme/-/epics/1', body: { description: 5 } }],
  ['an unknown state event', { method: 'PUT', url: '/groups/acme/-/epics/1', body: { state_event: 'explode' } }],
  ['an over-long label', { method: 'PUT', url: '/groups/acme/-/epics/1', body: { add_labels: [LONG] } }],
  ['a label with a NUL', { method: 'PUT', url: '/groups/acme/-/epics/1', body: { add_labels: ['\0'] } }],
  ['a stale lock_version', { method: 'PUT', url: '/groups/acme/-/epics/1', body: { title: 'x', lock_version: 7 } }],
  [
    'a huge lock_version',
    { method: 'PUT', url: '/groups/acme/-/epics/1', body: { title: 'x', lock_version: 2 ** 53 } },
  ],
  ['a weight beyond an integer', { url: '/acme/api/-/issues', body: { title: 'x', weight: 2 ** 31 } }],
  ['a negative weight', { url: '/acme/api/-/issues', body: { title: 'x', weight: -1 } }],
  ['an unknown milestone', { url: '/acme/api/-/issues', body: { title: 'x', milestone_id: 2 ** 52 } }],
  ['an unknown assignee', { url: '/acme/api/-/issues', body: { title: 'x', assignee_ids: [2 ** 40] } }],
  ['an unknown parent', { url: '/acme/api/-/issues', body: { title: 'x', epic_id: 999_999 } }],
  ['a parent that is no number', { url: '/api/v4/groups/acme/epics', body: { title: 'x', parent_id: {} } }],
  ['an unknown health', { url: '/acme/api/-/issues', body: { title: 'x', health_status: 'fine' } }],
  ['deletion without confirmation', { method: 'DELETE', url: '/groups/acme/-/epics/1' }],
];
test.each(OTHER_FIELDS)('%s is refused', async (_what, request) => {
  expect((await asPlan(request)).status).toBeGreaterThanOrEqual(400);
});

const add = (iid: number, reference: string) => ({
  url: `/groups/acme/-/epics/${iid}/links`,
  body: { issuable_references: [reference] },
});
const REFERENCES: readonly [string, Request, number][] = [
  ['unknown', add(10, '&999'), 404],
  ['nonsense', add(10, 'no reference'), 404],
  ['empty', add(10, ''), 404],
  ['markup', add(10, '<img src=x onerror=alert(1)>'), 404],
  ['beyond every number', add(10, '&99999999999999999999'), 404],
  ['foreign, to a group that may not be seen', add(10, 'hidden&1'), 404],
  ['duplicate', add(1, '&2'), 409],
  ['to itself', add(10, '&10'), 422],
  ['cyclic', add(2, '&1'), 422],
  ['too deep', add(9, '&10'), 422],
  ['of the other kind', add(10, 'acme/api#1'), 404],
];
test.each(REFERENCES)('a reference that is %s is refused', async (_what, request, status) => {
  const found = await asPlan(request);
  expect(found.texts.length).toBeGreaterThan(0);
  // The specification's own statuses; whether a rule answers 409 or 422 is the text's affair.
  expect(status === 404 ? [404] : [409, 422]).toContain(found.status);
});

test.each(['guest', 'out', undefined])('%s may read and is refused changes', async (person) => {
  const token = person === undefined ? undefined : tokens[person];
  // A Guest may relate epics (adminEpicRelation) and do nothing else here.
  const relations = [
    add(10, '&2'),
    { method: 'DELETE' as const, url: `/groups/acme/-/epics/1/links/${await epicId(2)}` },
  ];
  const changes: Request[] = [
    ...(person === 'guest' ? [] : relations),
    { url: '/groups/acme/-/epics', body: { title: 'x' } },
    { method: 'PUT', url: '/groups/acme/-/epics/1', body: { title: 'x' } },
    { method: 'DELETE', url: '/groups/acme/-/epics/1?destroy_confirm=true' },
    { method: 'PUT', url: '/api/v4/groups/acme/epics/1', body: { title: 'x' } },
    graphql('mutation { updateEpic(input: { groupPath: "acme", iid: "1", title: "x" }) { errors } }'),
  ];
  for (const request of changes) await refusal(server, { ...request, token });
});

test.each([
  ['GET', '/groups/hidden/-/epics/1.json'],
  ['PUT', '/groups/hidden/-/epics/1'],
  ['DELETE', '/groups/hidden/-/epics/1?destroy_confirm=true'],
  ['GET', '/groups/hidden/-/epics/1/links'],
  ['GET', '/api/v4/groups/hidden/epics/1'],
  ['GET', '/api/v4/groups/9223372036854775808/epics'],
  ['GET', '/api/v4/projects/0'],
  ['GET', '/groups/acme/-/epics/99999999999999999999.json'],
  ['DELETE', '/groups/acme/-/epics/1/links/9223372036854775807'],
  ['GET', '/groups/%00/-/epics/1.json'],
  ['GET', '/groups/nobody/-/epics/1.json'],
] as const)('%s %s is not found', async (method, url) => {
  const body = method === 'PUT' ? { body: { title: 'x' } } : {};
  expect((await asPlan({ method, url, ...body })).status).toBe(404);
});

describe('what is sent', () => {
  const title = { title: 'x' };
  test.each<[string, Request, number]>([
    ['half a JSON text', { url: '/groups/acme/-/epics', body: '{"title":' }, 400],
    ['a JSON list', { url: '/groups/acme/-/epics', body: '[1]' }, 400],
    ['a JSON text', { url: '/groups/acme/-/epics', body: '"title"' }, 400],
    ['half a GraphQL request', { url: '/api/graphql', body: '{"query":' }, 400],
    ['a query that is a number', { url: '/api/graphql', body: { query: 5 } }, 400],
    ['no query', { url: '/api/graphql', body: {} }, 400],
    ['half a query', graphql('{ group('), 400],
    ['an unknown field', graphql('{ secrets }'), 400],
    ['a missing variable', graphql('query A($p: ID!) { group(fullPath: $p) { id } }'), 400],
    ['a variable of the wrong type', graphql('query A($n: Int) { groups(first: $n) { count } }', { n: 'x' }), 400],
    ['variables that are a list', { url: '/api/graphql', body: { query: '{ __typename }', variables: [1] } }, 400],
    [
      'too large a batch',
      { url: '/api/graphql', body: Array.from({ length: 11 }, () => ({ query: '{ __typename }' })) },
      413,
    ],
    [
      'a body of an unknown type',
      { url: '/groups/acme/-/epics', body: 'title', headers: { 'content-type': 'image/png' } },
      415,
    ],
    [
      'a body over the limit',
      { url: '/groups/acme/-/epics', body: { description: 'x'.repeat(BODY_LIMIT), ...title } },
      413,
    ],
    ['a GraphQL body over the limit', graphql('{ __typename }', { x: 'x'.repeat(BODY_LIMIT) }), 413],
    ['a query over the limit', graphql(`{ group(fullPath: ${quote('x'.repeat(LIMITS.characters))}) { id } }`), 400],
    [
      'such a query in a batch, for itself',
      { url: '/api/graphql', body: [{ query: `{ __typename } # ${'x'.repeat(LIMITS.characters)}` }] },
      200,
    ],
  ])('%s is refused', async (_what, request, status) => {
    expect((await asPlan(request)).status).toBe(status);
  });

  test.each([
    ['PATCH', '/api/v4/groups/acme'],
    ['DELETE', '/api/v4/groups/acme/epics'],
    ['DELETE', '/api/graphql'],
    ['PUT', '/groups/acme/-/epics'],
    ['POST', '/-/health'],
  ] as const)('%s %s is no such method', async (method, url) => {
    expect([404, 405]).toContain((await asPlan({ method, url })).status);
  });
});

describe('GraphQL ids and moves', () => {
  const move = (moved: string, parent: string) =>
    graphql('mutation A($input: EpicTreeReorderInput!) { epicTreeReorder(input: $input) { errors } }', {
      input: { baseEpicId: 'gid://gitlab/Epic/1', moved: { id: moved, newParentId: parent } },
    });
  test.each([
    ['nonsense', 'nonsense', 'gid://gitlab/Epic/1'],
    ['of another type', 'gid://gitlab/User/1', 'gid://gitlab/Epic/1'],
    ['unknown', 'gid://gitlab/Epic/9007199254740991', 'gid://gitlab/Epic/1'],
    ['beyond every number', 'gid://gitlab/Epic/99999999999999999999', 'gid://gitlab/Epic/1'],
    ['empty', '', 'gid://gitlab/Epic/1'],
    ['with a NUL', 'gid://gitlab/Epic/1\0', 'gid://gitlab/Epic/1'],
    ['markup', '<script>', '<script>'],
  ])('an id that is %s is refused', async (_what, moved, parent) => {
    await asPlan(move(moved, parent));
  });

  test('a move below itself, below its child, too deep, or into a hidden group is refused', async () => {
    const gid = (id: number) => `gid://gitlab/Epic/${id}`;
    const [one, two, last, alone] = [await epicId(1), await epicId(2), await epicId(9), await epicId(10)];
    const hidden = await epicId(1, tiny.groups.hidden);
    for (const [moved, parent] of [
      [one, one],
      [one, two],
      [alone, last],
      [alone, hidden],
      [hidden, alone],
    ] as const) {
      await asPlan(move(gid(moved), gid(parent)));
    }
  });
});

test('markup and every script of the world are texts like any other, and come out harmless', async () => {
  const title = `<script>alert(1)</script> "q" 日本語 שלום \u202e😀 e\u0301`;
  const body = { title, description: '<img src=x onerror=alert(1)> [a](javascript:alert(1)) **b**' };
  const made = await send(server, { url: '/api/v4/groups/acme/epics', body, token: tokens.plan });
  const { iid } = made.json<{ iid: number }>();
  const { data } = await server.graphql(
    `{ group(fullPath: "acme") { epic(iid: "${iid}") { title titleHtml descriptionHtml } } }`,
  );
  const { title: kept, titleHtml, descriptionHtml } = data.group.epic as Record<string, string>;
  expect(kept).toBe(title);
  expect(titleHtml).not.toContain('<script');
  expect(descriptionHtml).not.toMatch(/onerror|href/);
  expect(descriptionHtml).toContain('<strong>b</strong>');
});

test('half a surrogate pair is never stored as such: it is refused, or reads back as a whole text', async () => {
  const before = await dump(server.db);
  const answer = await send(server, {
    url: '/api/v4/groups/acme/epics',
    body: '{"title":"half \\ud800 pair"}',
    token: tokens.plan,
  });
  if (answer.statusCode >= 400) expect(await dump(server.db)).toEqual(before);
  else expect(() => encodeURIComponent(answer.json<{ title: string }>().title)).not.toThrow();
  expect(answer.statusCode).toBeLessThan(500);
});

test('two people who move A under B and B under A at once: one of them is refused, and the tree stays a tree', async () => {
  const { db } = server;
  const [a, b] = [
    await makeEpic(db, { groupId: tiny.groups.acme, title: 'A' }),
    await makeEpic(db, { groupId: tiny.groups.acme, title: 'B' }),
  ];
  for (let round = 0; round < 5; round += 1) {
    await db.deleteFrom('parent_links').where('child_id', 'in', [a.id, b.id]).execute();
    await settle(db);
    const answers = await Promise.all([
      send(server, { ...add(a.iid, `&${b.iid}`), token: tokens.plan }),
      send(server, { ...add(b.iid, `&${a.iid}`), token: tokens.plan }),
    ]);
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses[0]).toBe(200);
    expect([409, 422]).toContain(statuses[1]);
    await expectConsistent(db);
  }
});
