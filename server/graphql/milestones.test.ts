import { sql } from 'kysely';
import { makeIssue, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from './testing.ts';

let server: TestServer;
let tiny: TinyData;
let milestone: number;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  milestone = await makeMilestone({ group_id: tiny.groups.acme }, { start_date: '2026-11-02', due_date: '2026-11-20' });
});

async function makeMilestone(owner: object, more: object): Promise<number> {
  const row = { iid: 1, title: 'M', ...owner, ...more };
  return (await server.db.insertInto('milestones').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** What happens to the items of the milestone on a day of November. */
async function on(day: number, happens: () => Promise<unknown>): Promise<void> {
  await happens();
  await sql`UPDATE milestone_days SET day = ${`2026-11-${String(day).padStart(2, '0')}`}::date
    WHERE day = (now() AT TIME ZONE 'UTC')::date`.execute(server.db);
}

const issue = (projectId: number, more: object = {}) =>
  makeIssue(server.db, { projectId, milestone_id: milestone, weight: 2, ...more });
const close = (id: number) =>
  server.db.updateTable('work_items').set({ state: 'closed' }).where('id', '=', id).execute();

const TOTAL = 'total { count weight } complete { count weight } incomplete { count weight }';
const SERIES = 'burnupTimeSeries { date scopeCount scopeWeight completedCount completedWeight }';
async function ask(fields: string, who?: keyof TinyData['users'], id = milestone): Promise<Json> {
  const token = who && (await server.token(tiny.users[who]));
  const query = `query ($id: MilestoneID!) { milestone(id: $id) { ${fields} } }`;
  const { data, errors } = await server.graphql(query, { id: `gid://gitlab/Milestone/${id}` }, token);
  expect(errors).toBeUndefined();
  return data.milestone;
}
const day = (date: string, [scopeCount, scopeWeight, completedCount, completedWeight]: readonly number[]) => ({
  date: `2026-11-${date}`,
  scopeCount,
  scopeWeight,
  completedCount,
  completedWeight,
});

test('AP-05.87 a report tells the totals of each day that changed something, from the first day to the last', async () => {
  const { app } = tiny.projects;
  let first = 0;
  await on(1, async () => {
    first = (await issue(app)).id;
    await issue(app, { weight: null });
  });
  await on(5, () => close(first));
  await on(9, () => issue(app));
  await on(21, () => issue(app));
  const { report } = await ask(`report { ${SERIES} error { code } stats { ${TOTAL} } }`);
  expect(report).toEqual({
    burnupTimeSeries: [day('02', [2, 2, 0, 0]), day('05', [2, 2, 1, 2]), day('09', [3, 4, 1, 2])],
    error: null,
    stats: {
      total: { count: 3, weight: 4 },
      complete: { count: 1, weight: 2 },
      incomplete: { count: 2, weight: 2 },
    },
  });
});

test('AP-05.87 without both dates a report says so; without items it is empty', async () => {
  expect(await ask(`report { ${SERIES} stats { total { count } } }`)).toEqual({
    report: { burnupTimeSeries: [], stats: { total: { count: 0 } } },
  });
  const undated = await makeMilestone({ group_id: tiny.groups.acme }, { iid: 2, start_date: '2026-11-02' });
  expect(
    await ask(`report { ${SERIES} stats { total { count } } error { code message } }`, undefined, undated),
  ).toEqual({
    report: {
      burnupTimeSeries: null,
      stats: null,
      error: { code: 'MISSING_DATES', message: 'Milestone must have a start and due date' },
    },
  });
});

test('AP-05.87 a report is narrowed to a group or project that may be seen', async () => {
  await on(3, () => issue(tiny.projects.app));
  await on(4, () => issue(tiny.projects.api));
  const count = async (path: string) =>
    (await ask(`report(fullPath: "${path}") { stats { total { count } } }`)).report?.stats.total.count ?? null;
  expect(await Promise.all(['acme', 'ACME/web', 'acme/api', 'hidden', 'none'].map(count))).toEqual([
    2,
    1,
    1,
    null,
    null,
  ]);
});

test('BD-05.90 AP-05.104 a report is narrowed to whoever had the path, too', async () => {
  await on(3, () => issue(tiny.projects.app));
  await on(4, () => issue(tiny.projects.api));
  const root = await server.token(tiny.users.root);
  const move = async (kind: 'group' | 'project', id: number, path: string) =>
    expect((await server.rest('PUT', `/api/v4/${kind}s/${id}`, root, { path })).status).toBe(200);
  await move('group', tiny.groups.web, 'site');
  await move('project', tiny.projects.api, 'rest');
  await move('group', tiny.groups.hidden, 'gone');
  const count = async (path: string) =>
    (await ask(`report(fullPath: "${path}") { stats { total { count } } }`)).report?.stats.total.count ?? null;
  expect(await Promise.all(['ACME/web', 'acme/site', 'acme/api', 'acme/rest', 'hidden', 'gone'].map(count))).toEqual([
    1,
    1,
    1,
    1,
    null,
    null,
  ]);
});

test('AP-05.88 the totals hold what the reader may see, and the statistics exactly that', async () => {
  const { db } = server;
  const { app, api } = tiny.projects;
  await db.updateTable('projects').set({ visibility: 'private' }).where('id', '=', api).execute();
  await on(3, async () => {
    await issue(app);
    await issue(app, { confidential: true, author_id: tiny.users.guest });
    await close((await issue(api)).id);
  });
  const told = async (who?: keyof TinyData['users']) => {
    const { report, stats } = await ask(
      'report { stats { total { count } } } stats { totalIssuesCount closedIssuesCount }',
      who,
    );
    return [report.stats.total.count, stats.totalIssuesCount, stats.closedIssuesCount];
  };
  expect([await told(), await told('out'), await told('guest'), await told('rep'), await told('root')]).toEqual([
    [1, 1, 0],
    [1, 1, 0],
    [2, 3, 1],
    [3, 3, 1],
    [3, 3, 1],
  ]);
  await db.updateTable('users').set({ state: 'banned' }).where('id', '=', tiny.users.guest).execute();
  expect([await told('rep'), await told('root')]).toEqual([
    [3, 2, 1],
    [3, 3, 1],
  ]);
});

test('AP-05.91 the description of a milestone is rendered, with the references of its place', async () => {
  const { iid } = await makeIssue(server.db, { projectId: tiny.projects.app, title: 'seen' });
  const id = await makeMilestone({ project_id: tiny.projects.app }, { description: `**bold** #${iid}` });
  const { descriptionHtml } = await ask('descriptionHtml', undefined, id);
  expect(descriptionHtml).toContain('<strong>bold</strong>');
  expect(descriptionHtml).toContain(`href="/acme/web/app/-/issues/${iid}"`);
  expect(await ask('descriptionHtml')).toEqual({ descriptionHtml: '' });
});

test('AP-05.88 a list of milestones with their statistics and reports is one statement', async () => {
  const count = async () => {
    const query = `{ group(fullPath: "acme") { milestones { nodes { title stats { totalIssuesCount } report { ${SERIES} } } } } }`;
    return (await server.countStatements(() => server.graphql(query))).statements.length;
  };
  const few = await count();
  for (const iid of [2, 3, 4]) await makeMilestone({ group_id: tiny.groups.acme }, { iid });
  expect([few, await count()]).toEqual([1, 1]);
});
