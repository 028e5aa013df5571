import { sql } from 'kysely';
import type { DeletePerson } from '../command/job.ts';
import { makeIssue, seedTiny } from '../db/testing-data.ts';
import { transact } from '../db/transact.ts';
import { NOW, openTestServer, type TestServer } from '../graphql/testing.ts';
import { deletePersonPiece } from '../place/contributions.ts';
import { sqlStore } from '../store/sql/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('AP-09.102 AP-09.103 "User deletion" with `hard_delete`: what they made is deleted by jobs', async () => {
  const tiny = await seedTiny(server.db);
  const root = await server.token(tiny.users.root);
  const send = (method: 'GET' | 'DELETE', query = '') =>
    server.rest(method, `/api/v4/users/${tiny.users.rep}${query}`, root);
  const issue = (author_id: number) => makeIssue(server.db, { projectId: tiny.projects.app, title: 'One', author_id });
  const [theirs, other] = [await issue(tiny.users.rep), await issue(tiny.users.dev)];
  const note = (author_id: number) => ({ work_item_id: other.id, author_id, body: 'n' });
  await server.db
    .insertInto('notes')
    .values([note(tiny.users.rep), note(tiny.users.dev)])
    .execute();
  expect(await send('DELETE', '?hard_delete=perhaps')).toMatchObject({
    status: 400,
    body: { error: 'hard_delete is invalid' },
  });
  expect((await send('DELETE', '?hard_delete=true')).status).toBe(204);
  expect((await send('GET')).body).toMatchObject({ state: 'blocked' });
  const job: DeletePerson = { kind: 'deletePerson', id: tiny.users.rep, userId: tiny.users.root, at: NOW };
  for (let count = 0; count < 3; count += 1) await transact(server.db, (tx) => deletePersonPiece(sqlStore(tx), job));
  expect((await send('GET')).status).toBe(404);
  const { rows } =
    await sql`SELECT w.id, array_agg(n.author_id) AS by FROM work_items w LEFT JOIN notes n ON n.work_item_id = w.id
    WHERE w.id IN (${theirs.id}, ${other.id}) GROUP BY 1`.execute(server.db);
  expect(rows).toEqual([{ id: other.id, by: [tiny.users.dev] }]);
});
