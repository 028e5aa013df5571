import { sql } from 'kysely';
import { openTestServer, type TestServer } from '../graphql/testing.ts';
import { makeIssue, seedTiny, type TinyData } from './testing-data.ts';

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

const words = async () =>
  (
    await sql<{ id: number; description: string; written: string }>`
      SELECT work_item_id AS id, description, xmin::text AS written FROM item_descriptions ORDER BY 1`.execute(
      server.db,
    )
  ).rows;

const found = async (text: string): Promise<string[]> => {
  const token = await server.token(tiny.users.plan);
  const told: string[] = [];
  for (const list of ['issues?scope=all&', 'groups/acme/issues?', 'projects/acme%2Fweb%2Fapp/issues?']) {
    const { body } = await server.rest('GET', `/api/v4/${list}search=${encodeURIComponent(text)}`, token);
    told.push((body as { title: string }[]).map(({ title }) => title).join());
  }
  return told;
};

test('AP-05.210 what searches find in descriptions follows every change of these', async () => {
  const project = { projectId: tiny.projects.app };
  const { id } = await makeIssue(server.db, { ...project, title: 'One', description: 'A zygote' });
  await makeIssue(server.db, { ...project, title: 'Zygotes' });
  expect(await found('zygote')).toEqual(Array(3).fill('Zygotes,One'));
  expect(await found('zygote one')).toEqual(Array(3).fill('One'));
  const change = (description: string | null) =>
    server.db.updateTable('work_items').set({ description }).where('id', '=', id).execute();
  await change('An embryo');
  expect(await found('zygote')).toEqual(Array(3).fill('Zygotes'));
  expect(await found('embryo')).toEqual(Array(3).fill('One'));
  expect(await words()).toMatchObject([{ id, description: 'An embryo' }]);
  for (const none of [null, '']) {
    await change(none);
    expect(await words()).toEqual([]);
    await change('Again');
    expect(await words()).toHaveLength(1);
  }
  await server.db.deleteFrom('work_items').where('id', '=', id).execute();
  expect(await words()).toEqual([]);
});

test('AP-05.210 no other edit writes them, and no index of the items holds a description', async () => {
  const { iid } = await makeIssue(server.db, { projectId: tiny.projects.app, description: 'A zygote' });
  const before = await words();
  const token = await server.token(tiny.users.plan);
  const edit = { title: 'New', weight: 3, labels: 'a,b', state_event: 'close' };
  const url = `/api/v4/projects/acme%2Fweb%2Fapp/issues/${iid}`;
  expect((await server.rest('PUT', url, token, edit)).status).toBe(200);
  expect(await words()).toEqual(before);
  expect((await server.rest('PUT', url, token, { description: 'An embryo' })).status).toBe(200);
  expect(await words()).not.toEqual(before);
  const { rows } = await sql`
    SELECT indexname FROM pg_indexes WHERE tablename = 'work_items' AND indexdef LIKE '%USING gin (description%'`.execute(
    server.db,
  );
  expect(rows).toEqual([]);
});
