import { makeIssue, seedTiny } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';
import { sqlStore } from '../store/sql/index.ts';
import { countPiece } from '../store/sql/task-counts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('IE-06.70 IE-06.71 an issue tells how far its checklist is, whether it is counted already or not', async () => {
  const status = '1 of 2 checklist items completed';
  const some = { has_tasks: true, task_status: status, task_completion_status: { count: 2, completed_count: 1 } };
  const none = { has_tasks: false, task_completion_status: { count: 0, completed_count: 0 } };
  const tiny = await seedTiny(server.db);
  const issue = await makeIssue(server.db, { projectId: tiny.projects.api, description: '- [x] a\n- [ ] b\n- [~] c' });
  const get = async (url: string) => (await server.rest('GET', url)).body;
  const told = async () =>
    (
      await Promise.all([
        get('/api/v4/projects/acme%2Fapi/issues/1'),
        get('/api/v4/groups/acme/issues').then(([row]) => row),
      ])
    ).map(({ has_tasks, task_status, task_completion_status }) => ({ has_tasks, task_status, task_completion_status }));
  expect(await told()).toEqual([some, some]);
  await server.database.db.transaction().execute((tx) => countPiece(tx, { kind: 'countTasks', after: 0 }));
  // Nobody looks at the text any more.
  await server.db.updateTable('work_items').set({ description: 'x' }).where('id', '=', issue.id).execute();
  expect(await told()).toEqual([some, some]);
  await sqlStore(server.db).items.update(issue.id, { description: 'plain' });
  expect(await told()).toEqual([none, none]);
});
