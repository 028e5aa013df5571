import { makeIssue, seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let rep: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  rep = await server.token(tiny.users.rep);
});

const ISSUES = '/api/v4/projects/acme%2Fapi/issues';

describe('AP-05.160 a body is', () => {
  const post = async (type: string, payload: string | Buffer) => {
    const headers = { 'private-token': rep, 'content-type': type };
    const answer = await server.app.inject({ method: 'POST', url: ISSUES, headers, payload });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  const multipart = async (fields: readonly (readonly [string, string | Blob])[]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    const request = new Request('http://here', { method: 'POST', body: form });
    return post(request.headers.get('content-type') ?? '', Buffer.from(await request.arrayBuffer()));
  };
  const made = () => ({
    status: 201,
    body: {
      title: 'Größe & Co',
      labels: ['a', 'b'],
      assignees: [{ username: 'dev' }, { username: 'rep' }],
      confidential: true,
    },
  });
  const fields = () =>
    [
      ['title', 'Größe & Co'],
      ['labels', 'a,b'],
      ['assignee_ids[]', String(tiny.users.dev)],
      ['assignee_ids[]', String(tiny.users.rep)],
      ['confidential', 'true'],
    ] as const;

  test('JSON, a form, or multipart', async () => {
    const { dev, rep: own } = tiny.users;
    const json = { title: 'Größe & Co', labels: ['a', 'b'], assignee_ids: [dev, own], confidential: true };
    expect(await post('application/json', JSON.stringify(json))).toMatchObject(made());
    const form = new URLSearchParams(fields().map(([name, value]) => [name, value]));
    expect(await post('application/x-www-form-urlencoded', form.toString())).toMatchObject(made());
    expect(await multipart(fields())).toMatchObject(made());
  });

  test('not a file where a text is wanted, and nothing that is broken', async () => {
    const file = new File(['x'], 'title.txt', { type: 'text/plain' });
    expect(await multipart([['title', file]])).toEqual({ status: 400, body: { error: 'title is invalid' } });
    const broken = { status: 400, body: { message: '400 Bad request: the body is not valid multipart/form-data' } };
    expect(await post('multipart/form-data; boundary=x', 'title=x')).toEqual(broken);
    expect(await post('multipart/form-data', 'title=x')).toEqual(broken);
  });
});

test('AP-05.161 docs/api/rest/index.md, Keyset-based pagination: page after page, each item once', async () => {
  for (const [weight, due_date] of [
    [3, null],
    [1, '2026-01-02'],
    [null, '2026-01-01'],
    [3, '2026-01-01'],
    [null, null],
  ] as const)
    await makeIssue(server.db, { projectId: tiny.projects.api, weight, due_date });
  const walk = async (query: string) => {
    const iids: number[] = [];
    let url = `${ISSUES}?pagination=keyset&per_page=2&${query}`;
    for (let page = 1; url !== ''; page += 1) {
      const { body, headers, status } = await server.rest('GET', url);
      expect([status, headers['x-total']]).toEqual([200, undefined]);
      iids.push(...body.map(({ iid }: { iid: number }) => iid));
      // What comes first meanwhile moves nothing.
      if (page === 1 && query === '') await makeIssue(server.db, { projectId: tiny.projects.api });
      url = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1] ?? '';
    }
    return iids;
  };
  const whole = async (query: string) =>
    (await server.rest('GET', `${ISSUES}?${query}`)).body.map(({ iid }: { iid: number }) => iid);
  expect(await walk('')).toEqual([5, 4, 3, 2, 1]);
  for (const order of ['weight', 'due_date', 'title', 'updated_at', 'milestone_due', 'popularity', 'relative_position'])
    for (const sort of ['asc', 'desc']) {
      const query = `order_by=${order}&sort=${sort}`;
      expect([query, await walk(query)]).toEqual([query, await whole(query)]);
    }
  for (const cursor of ['x', Buffer.from('["w.id asc","1","2"]').toString('base64url')])
    expect(await server.rest('GET', `${ISSUES}?pagination=keyset&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'cursor is invalid' },
    });
  for (const path of [
    'groups',
    'projects',
    'groups/acme/labels',
    'groups/acme/milestones',
    'groups/acme/epics',
    'projects/acme%2Fapi/issues/1/notes',
  ])
    expect([path, (await server.rest('GET', `/api/v4/${path}?pagination=keyset&per_page=1`)).status]).toEqual([
      path,
      200,
    ]);
});
