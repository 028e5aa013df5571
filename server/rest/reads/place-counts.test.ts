import { makeEpic, makeGroup, makeIssue, makeProject, seedTiny, type TinyData } from '../../db/testing-data.ts';
import { type Json, type TestServer, openTestServer } from '../../graphql/testing.ts';

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

const counts = async (query: string, who?: keyof TinyData['users']): Promise<Json> => {
  const token = who === undefined ? undefined : await server.token(tiny.users[who]);
  const { status, body } = await server.rest('GET', `/-/place_counts.json${query}`, token);
  expect(status).toBe(200);
  return body;
};

async function plan(): Promise<void> {
  const { groups, projects } = tiny;
  await makeEpic(server.db, { groupId: groups.acme, updated_at: '2026-01-01T00:00:00Z' });
  await makeEpic(server.db, { groupId: groups.web, updated_at: '2026-01-03T00:00:00Z', state: 'closed' });
  await makeEpic(server.db, { groupId: groups.web, updated_at: '2026-01-05T00:00:00Z', confidential: true });
  await makeIssue(server.db, { projectId: projects.app, updated_at: '2026-01-02T00:00:00Z' });
  await makeIssue(server.db, { projectId: projects.app, updated_at: '2026-01-01T00:00:00Z', type: 'task' });
  await makeIssue(server.db, { projectId: projects.api, updated_at: '2026-01-04T00:00:00Z', confidential: true });
  await makeEpic(server.db, { groupId: groups.hidden });
}

test('AP-05.26 a group counts what the viewer may see in it and below it, a project what is in it', async () => {
  await plan();
  const { groups, projects } = tiny;
  const query = `?groups=${groups.acme},${groups.web}&projects=${projects.app},${projects.api}`;
  expect(await counts(query, 'rep')).toEqual({
    groups: [
      {
        id: groups.acme,
        opened_epics: 2,
        opened_issues: 3,
        subgroups: 1,
        projects: 1,
        last_activity_at: '2026-01-05T00:00:00.000Z',
      },
      {
        id: groups.web,
        opened_epics: 1,
        opened_issues: 2,
        subgroups: 0,
        projects: 1,
        last_activity_at: '2026-01-05T00:00:00.000Z',
      },
    ],
    projects: [
      { id: projects.app, opened_issues: 2, last_activity_at: '2026-01-02T00:00:00.000Z' },
      { id: projects.api, opened_issues: 1, last_activity_at: '2026-01-04T00:00:00.000Z' },
    ],
  });
  const seen = await counts(query);
  expect(seen.groups[0]).toMatchObject({
    opened_epics: 1,
    opened_issues: 2,
    last_activity_at: '2026-01-03T00:00:00.000Z',
  });
  expect(seen.projects[1]).toEqual({ id: projects.api, opened_issues: 0, last_activity_at: null });
});

test('AP-05.26 a place that may not be seen is not told of, and not counted where it lies', async () => {
  await plan();
  const { groups } = tiny;
  const secret = await makeGroup(server.db, { path: 'secret', parentId: groups.acme, visibility: 'private' });
  const vault = await makeProject(server.db, { groupId: groups.acme, path: 'vault', visibility: 'private' });
  await makeIssue(server.db, { projectId: vault });
  const query = `?groups=${groups.acme},${groups.hidden},${secret}&projects=${vault}`;
  const seen = await counts(query, 'out');
  expect(seen.groups).toEqual([
    expect.objectContaining({ id: groups.acme, subgroups: 1, projects: 1, opened_issues: 2 }),
  ]);
  expect(seen.projects).toEqual([]);
  expect((await counts(query, 'plan')).groups).toEqual([
    expect.objectContaining({ id: groups.acme, subgroups: 2, projects: 2, opened_issues: 4 }),
    expect.objectContaining({ id: secret }),
  ]);
});

test('AP-05.26 the statements do not grow with the places, and what is no number is nobody', async () => {
  await plan();
  const { acme, web } = tiny.groups;
  const statements = async (query: string) => (await server.countStatements(() => counts(query))).statements.length;
  expect(await statements(`?groups=${acme},${web}&projects=${tiny.projects.app}`)).toBe(
    await statements(`?groups=${acme}`),
  );
  for (const query of ['', '?groups=', '?groups=x,1e3,-4,99999999999999999999&projects=none']) {
    expect(await counts(query)).toEqual({ groups: [], projects: [] });
  }
});
