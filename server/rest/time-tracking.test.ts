import { makeIssue, seedTiny, type MadeItem, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let issue: MadeItem;
let rep: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  issue = await makeIssue(server.db, { projectId: tiny.projects.api });
  rep = await server.token(tiny.users.rep);
});

const base = () => `/api/v4/projects/acme%2Fapi/issues/${issue.iid}`;
const post = (name: string, body: object = {}, token: string | undefined = rep) =>
  server.rest('POST', `${base()}/${name}`, token, body);

const NONE = { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null };

test('WI-15.64 every step answers what is estimated and spent; the issue has the same', async () => {
  expect(await server.rest('GET', `${base()}/time_stats`)).toMatchObject({ status: 200, body: NONE });
  expect(await post('time_estimate', { duration: '3h30m' })).toEqual(
    expect.objectContaining({ status: 200, body: { ...NONE, time_estimate: 12600, human_time_estimate: '3h 30m' } }),
  );
  const spent = await post('add_spent_time', { duration: '1d', summary: 'most of it' });
  const both = {
    time_estimate: 12600,
    total_time_spent: 28800,
    human_time_estimate: '3h 30m',
    human_total_time_spent: '1d',
  };
  expect(spent).toMatchObject({ status: 201, body: both });
  expect((await server.rest('GET', base())).body.time_stats).toEqual(both);
  expect(await post('add_spent_time?duration=-2h')).toMatchObject({ status: 201, body: { total_time_spent: 21600 } });
  expect(await post('reset_time_estimate')).toMatchObject({ status: 200, body: { time_estimate: 0 } });
  expect(await post('reset_spent_time')).toMatchObject({ status: 200, body: NONE });
});

test('WI-15.64 what is wrong is refused with 400', async () => {
  for (const [name, duration, text] of [
    ['time_estimate', 'x', 'Time estimate must have a valid format and be greater than or equal to zero.'],
    ['add_spent_time', 'x', 'Time spent must be formatted correctly. For example: 1h 30m.'],
    ['add_spent_time', '-1h', 'Time to subtract exceeds the total time spent'],
  ] as const) {
    expect(await post(name, { duration })).toMatchObject({ status: 400, body: { message: text } });
  }
  expect(await post('time_estimate')).toMatchObject({ status: 400, body: { message: 'duration is missing' } });
  expect((await post('reset_spent_time', {}, await server.token(tiny.users.guest))).status).toBe(403);
  expect((await server.rest('GET', '/api/v4/projects/acme%2Fapi/issues/99/time_stats')).status).toBe(404);
  expect((await server.rest('POST', '/api/v4/projects/acme%2Fapi/issues/99/reset_spent_time', rep, {})).status).toBe(
    404,
  );
});

test('WI-15.65 GraphQL tells estimate, total and entries, the oldest first, and adds one', async () => {
  await post('time_estimate', { duration: '1w' });
  await post('add_spent_time', { duration: '30m' });
  const text = `mutation ($input: TimelogCreateInput!) { timelogCreate(input: $input) { errors timelog {
    timeSpent spentAt summary user { username } issue { iid totalTimeSpent } project { fullPath } } } }`;
  const create = async (timeSpent: string) => {
    const input = { issuableId: `gid://gitlab/Issue/${issue.id}`, timeSpent, spentAt: '2026-11-01', summary: 'before' };
    const { data, errors } = await server.graphql(text, { input }, rep);
    expect(errors).toBeUndefined();
    return data.timelogCreate;
  };
  expect(await create('1h')).toEqual({
    errors: [],
    timelog: {
      timeSpent: 3600,
      spentAt: '2026-11-01T00:00:00Z',
      summary: 'before',
      user: { username: 'rep' },
      issue: { iid: String(issue.iid), totalTimeSpent: 5400 },
      project: { fullPath: 'acme/api' },
    },
  });
  expect(await create('soon')).toEqual({
    errors: ['Time spent must be formatted correctly. For example: 1h 30m.'],
    timelog: null,
  });
  const query = `{ issue(id: "gid://gitlab/Issue/${issue.id}") {
    timeEstimate humanTimeEstimate totalTimeSpent humanTotalTimeSpent timelogs { count nodes { timeSpent } } } }`;
  expect((await server.graphql(query)).data.issue).toEqual({
    timeEstimate: 144000,
    humanTimeEstimate: '1w',
    totalTimeSpent: 5400,
    humanTotalTimeSpent: '1h 30m',
    timelogs: { count: 2, nodes: [{ timeSpent: 3600 }, { timeSpent: 1800 }] },
  });
});
