import type { GraphQLObjectType } from 'graphql';
import { schema } from '../graphql/schema.ts';
import { routes } from '../routes.ts';
import type { RestRoute } from '../rest/types.ts';
import { mutationRows } from './testing/mutation-rows.ts';
import { queryRows } from './testing/query-rows.ts';
import { faultsOf, nameOf } from './testing/judge.ts';
import { WORD } from './testing/people.ts';
import { placeRows } from './testing/place-rows.ts';
import { restRows } from './testing/rest-rows.ts';
import { type MatrixWorld, openMatrix } from './testing/world.ts';

let world: MatrixWorld;
beforeAll(async () => {
  world = await openMatrix();
}, 60_000);
afterAll(() => world.close());

const rows = [...mutationRows, ...placeRows, ...restRows.filter(({ op }) => !op.startsWith('GET '))];

test.each(rows.map((row) => [nameOf(row), row] as const))(
  'EP-18.60 %s',
  async (_name, row) => {
    expect(await faultsOf(world, row)).toEqual([]);
  },
  60_000,
);

test('EP-18.61 every field of Query and Mutation and every route has its row', () => {
  const fields = (type: GraphQLObjectType | null | undefined) =>
    Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name ?? ''}.${name}`);
  const mounted = (prefix: string, routes: readonly RestRoute[]) =>
    routes.map(({ method, pattern }) => `${method} ${prefix}${pattern}`);
  const offered = [
    ...fields(schema.getQueryType()),
    ...fields(schema.getMutationType()),
    ...mounted('/api/v4/', routes.api),
    ...mounted('/-/', routes.site),
    ...mounted('/groups/*/-/', routes.groupPage),
    ...mounted('/*/-/', routes.projectPage),
    ...mounted('/*/', routes.project),
    ...mounted('/dashboard/', routes.dashboard),
  ];
  const asked = [...queryRows, ...mutationRows, ...placeRows, ...restRows].map(({ op }) => op);
  expect([...new Set(asked)].sort()).toEqual([...new Set(offered)].sort());
});

test('EP-18.64 a change publishes ids and kinds, no text', async () => {
  const { server, grounds, tokens } = world;
  const { group, epics } = grounds.closed;
  const url = `/groups/${group}/-/epics/${epics.secret.iid}.json`;
  const put = await server.rest('PUT', url, tokens.owner, {
    epic: { title: 'zqnewqz', confidential: true, color: '#abcdef' },
  });
  expect(put.status).toBe(200);
  const events = await server.db.selectFrom('events').selectAll().where('work_item_id', '=', epics.secret.id).execute();
  await world.undo();
  expect(events.length).toBeGreaterThan(1);
  expect(JSON.stringify(events).match(WORD)).toBeNull();
});

test('EP-18.61 what is mounted beside the routes of the matrix is known: pages, files and signing in', () => {
  const printed = world.server.app.printRoutes({ commonPrefix: false });
  const mounted = [...printed.matchAll(/(\S+) \(([A-Z, ]+)\)/g)].map(
    ([, path = '', methods = '']) => `${path} ${methods.split(', ').sort().join(' ')}`,
  );
  expect(mounted.filter((route) => !/graphql-explorer|\.(?:js|css|ico) GET/.test(route)).sort()).toEqual([
    '* DELETE GET HEAD PATCH POST PUT',
    // Whose subscriptions have a matrix of their own (server/live/rights.test.ts).
    '/-/cable GET',
    '/-/first-run POST',
    '/-/health GET HEAD',
    // Whoever holds the secret of the link may; without it there is nothing to see (server/member/invite-pages.test.ts).
    '/-/invites/:token GET HEAD',
    '/-/liveness GET HEAD',
    '/-/metrics GET HEAD',
    '/-/password POST',
    '/-/readiness GET HEAD',
    '/-/sign-in GET HEAD POST',
    '/-/sign-out POST',
    '/-/users/:id/sign_in_link POST',
    // Of /api/v4/personal_access_tokens, which stands above it (server/auth/tokens.test.ts).
    '/:id DELETE GET HEAD',
    // Of an invitation.
    '/accept POST',
    '/account POST',
    '/api/graphql GET HEAD POST',
    '/api/v4/personal_access_tokens GET HEAD',
    '/api/v4/user/personal_access_tokens POST',
    '/api/v4/users/:user/personal_access_tokens POST',
    '/cable GET',
    '/decline POST',
    // Of /api/v4/personal_access_tokens/:id.
    '/rotate POST',
  ]);
});
