import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from './testing.ts';

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

const set = (id: number, fields: object) => server.db.updateTable('users').set(fields).where('id', '=', id).execute();

test('AP-09.57 a person’s account: to everybody, and the address to themselves and administrators', async () => {
  const profile = {
    bio: 'B',
    discord: 'D',
    job_title: 'J',
    linkedin: 'L',
    location: 'Here',
    organization: 'O',
    public_email: 'p@x',
  };
  const status = { status_emoji: 'tada', status_message: 'Off *now*', status_busy: true };
  await set(tiny.users.dev, {
    profile: JSON.stringify({ ...profile, twitter: 'T' }),
    email: 'd@x',
    created_at: '2026-01-02T03:04:05Z',
    ...status,
  });
  const text = `{ user(username: "dev") { bio bot commitEmail createdAt discord jobTitle linkedin location organization publicEmail
    status { availability emoji message messageHtml } twitter } }`;
  const ask = async (who: keyof TinyData['users']) =>
    (await server.graphql(text, {}, await server.token(tiny.users[who]))).data.user as Json;
  const told = {
    ...{ bio: 'B', bot: false, commitEmail: null, createdAt: '2026-01-02T03:04:05Z', discord: 'D', jobTitle: 'J' },
    ...{ linkedin: 'L', location: 'Here', organization: 'O', publicEmail: 'p@x', twitter: 'T' },
    status: { availability: 'BUSY', emoji: 'tada', message: 'Off *now*', messageHtml: 'Off <em>now</em>' },
  };
  expect(await ask('rep')).toEqual(told);
  for (const who of ['dev', 'root'] as const) expect(await ask(who)).toEqual({ ...told, commitEmail: 'd@x' });
  await set(tiny.users.dev, { status_until: '2026-11-21T11:00:00Z', kind: 'ghost', profile: '{}' });
  expect(await ask('rep')).toMatchObject({ status: null, bot: true, bio: null });
});

test('AP-09.58 users are narrowed to administrators, for administrators alone', async () => {
  await set(tiny.users.dev, { admin: true, created_at: '2020-01-01T00:00:00Z' });
  const ask = async (given: string, who: keyof TinyData['users'] = 'root') => {
    const { data } = await server.graphql(
      `{ users${given} { nodes { username } } }`,
      {},
      await server.token(tiny.users[who]),
    );
    return (data.users.nodes as Json[]).map(({ username }) => String(username));
  };
  expect(await ask('(admins: true)')).toEqual(['root', 'dev']);
  expect(await ask('(admins: true)', 'rep')).toEqual([]);
  expect(await ask('')).toEqual(['root', 'plan', 'dev', 'rep', 'guest', 'out']);
});
