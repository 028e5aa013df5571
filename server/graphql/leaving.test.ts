import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { makeEpic, seedTiny } from '../db/testing-data.ts';
import { occupy } from '../db/testing-occupied.ts';
import { type TestServer, openTestServer } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('AP-06.32 a large change whose client left before its turn is made all the same', async () => {
  const { users, groups } = await seedTiny(server.db);
  const { id } = await makeEpic(server.db, { groupId: groups.acme, iid: 1, title: 'Before' });
  const token = await server.token(users.plan);
  const identified = new Promise<void>((resolve) => {
    server.app.addHook('preParsing', (_request, _reply, payload, done) => (resolve(), done(null, payload)));
  });
  let heard: () => void = () => undefined;
  const read = new Promise<void>((resolve) => (heard = resolve));
  server.app.addHook('preHandler', ({ viewer }, _reply, done) => {
    if (viewer.userId !== null) heard();
    done();
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const lists = Array.from({ length: 35 }, (_, index) => `a${index}: children(first: 1) { nodes { id } }`).join(' ');
  const input = '{ groupPath: "acme", iid: "1", title: "After" }';
  const body = JSON.stringify({ query: `mutation { updateEpic(input: ${input}) { errors epic { ${lists} } } }` });
  const gone = new Promise<void>((resolve) => {
    server.app.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST /api/graphql HTTP/1.1\r\nHost: x\r\nPrivate-Token: ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n`,
  );
  await identified;
  const release = await occupy(server.database);
  const others = [1, 2].map(() => server.graphql(`{ group(fullPath: "acme") { epic(iid: "1") { ${lists} } } }`));
  while (server.database.pool().waiting < (server.database.kind === 'pglite' ? 1 : 2))
    await new Promise((resolve) => setImmediate(resolve));
  socket.write(body);
  await read;
  socket.destroy();
  await gone;
  await release();
  expect((await Promise.all(others)).map(({ errors }) => errors)).toEqual([undefined, undefined]);
  const title = async () =>
    (await server.db.selectFrom('work_items').select('title').where('id', '=', id).executeTakeFirstOrThrow()).title;
  for (let looks = 0; looks < 500 && (await title()) !== 'After'; looks += 1);
  expect(await title()).toBe('After');
});
