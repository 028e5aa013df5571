import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { makeEpic, seedTiny } from '../db/testing-data.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

/** What the client starts from, and what an epic's page says of iterations, on a server with this setting. */
async function told(off: string) {
  const { groups } = await seedTiny(database.db);
  const epic = await makeEpic(database.db, { groupId: groups.acme, title: 'Epic' });
  const app = await createApp({ database, config: readConfig({ FEATURES_OFF: off }) });
  const { features } = (await app.inject('/-/session.json')).json() as { readonly features: unknown };
  const page = (await app.inject(`/groups/acme/-/epics/${epic.iid}.json`)).json() as {
    readonly initial: { readonly allowIterations: boolean };
  };
  await app.close();
  return { features, allowIterations: page.initial.allowIterations };
}

const ALL_ON = { epicColorHighlight: true, workItemsMvc: true, workItemsMvc2: true, iterations: true };

test('EP-16.2 every page is told which features are on', async () => {
  expect(await told('')).toEqual({ features: ALL_ON, allowIterations: true });
});

test.each(['epicColorHighlight', 'workItemsMvc', 'workItemsMvc2'])('EP-16.2 switched off: %s alone', async (name) => {
  expect(await told(name)).toEqual({ features: { ...ALL_ON, [name]: false }, allowIterations: true });
});

test('EP-16.2 without iterations an epic’s page takes none over to its children', async () => {
  expect(await told('iterations')).toEqual({ features: { ...ALL_ON, iterations: false }, allowIterations: false });
});
