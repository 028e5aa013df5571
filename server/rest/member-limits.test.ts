import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';

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

const GROUP = '/groups/acme/-/member_limit.json';
const PROJECT = '/acme/web/app/-/member_limit.json';

test('BD-13.4 who manages members is told the limit, administrators set it; invitations name who finds no room', async () => {
  const [root, plan, dev] = await Promise.all([1, tiny.users.plan, tiny.users.dev].map((id) => server.token(id)));
  const get = async (url: string, token = plan) => {
    const { status, body } = await server.rest('GET', url, token);
    return [status, body];
  };
  const told = { limit: null, members: 4, on_trial: false, group_name: 'Acme', owner: true, trial: null };
  for (const url of [GROUP, PROJECT]) expect(await get(url)).toEqual([200, { ...told, may_start_trial: true }]);
  for (const url of [GROUP, PROJECT]) expect(await get(url, dev)).toEqual([403, { message: '403 Forbidden' }]);
  for (const url of ['/groups/hidden/-/member_limit.json', '/groups/none/-/member_limit.json'])
    expect(await get(url)).toEqual([404, { message: '404 Not Found' }]);
  const put = async (body: object, token = root) => {
    const { status, body: told } = await server.rest('PUT', GROUP, token, body);
    return [status, told];
  };
  expect(await put({ limit: 5 }, plan)).toEqual([403, { message: '403 Forbidden' }]);
  for (const limit of ['x', 0, -1, 2 ** 31]) expect((await put({ limit }))[0]).toBe(422);
  expect((await put({}))[0]).toBe(422);
  expect(await put({ limit: 5 })).toMatchObject([200, { limit: 5, members: 4 }]);
  const invited = await server.rest('POST', '/api/v4/groups/acme/invitations', plan, {
    email: 'a@x.org,b@x.org',
    access_level: 30,
  });
  expect([invited.status, invited.body]).toMatchObject([
    201,
    {
      status: 'error',
      message: { 'b@x.org': "cannot be added since you've reached your 5 member limit for Acme" },
    },
  ]);
  expect(await get(PROJECT)).toMatchObject([200, { limit: 5, members: 5 }]);
  const added = await server.rest('POST', '/api/v4/groups/acme/members', plan, {
    user_id: tiny.users.out,
    access_level: 30,
  });
  expect([added.status, added.body]).toEqual([
    400,
    { message: { base: ["cannot be added since you've reached your 5 member limit for Acme"] } },
  ]);
  expect(await put({ limit: null })).toMatchObject([200, { limit: null, members: 5 }]);
});
