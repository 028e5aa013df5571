import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { PersonPageOperation } from '@espalier/core/api';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openTestDatabase, type TestDatabase } from './db/testing.ts';

let database: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.reset();
  app = await createApp({ database, config: readConfig({}) });
});
afterEach(() => app.close());

/** Every connection to the database taken, until what is given has run. */
async function whileBusy(run: () => Promise<void>): Promise<void> {
  const { used, idle } = database.pool();
  const all = database.kind === 'pglite' ? 1 : Math.max(5, used + idle);
  let free = (): void => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  const holding = Array.from({ length: all }, () => database.db.connection().execute(() => freed));
  while (database.pool().used < all) await new Promise((resolve) => setImmediate(resolve));
  try {
    await run();
  } finally {
    free();
    await Promise.all(holding);
  }
}

test('RP-02.420 liveness is green while the database is busy, readiness is not', async () => {
  expect((await app.inject('/-/readiness')).json()).toEqual({
    status: 'ok',
    checks: { database: 'ok', migrations: 'ok' },
  });
  await whileBusy(async () => {
    const alive = await app.inject('/-/liveness');
    expect([alive.statusCode, alive.json()]).toEqual([200, { status: 'ok' }]);
    // A token would have to be looked up: liveness asks nobody's name.
    const headers = { 'private-token': 'glpat-x', cookie: '_espalier_session=x' };
    expect((await app.inject({ url: '/-/liveness', headers })).statusCode).toBe(200);
    const ready = await app.inject('/-/readiness');
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: 'failed', checks: { database: 'failed', migrations: 'unknown' } },
    ]);
    expect((await app.inject('/-/health')).statusCode).toBe(503);
  });
  expect((await app.inject('/-/readiness')).statusCode).toBe(200);
});

test('RP-02.420 a database that lacks a migration is not ready', async () => {
  await sql`UPDATE kysely_migration SET name = 'x' || name WHERE name LIKE '002-%'`.execute(database.db);
  try {
    const answer = await app.inject('/-/readiness');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { status: 'failed', checks: { database: 'ok', migrations: 'missing' } },
    ]);
  } finally {
    await sql`UPDATE kysely_migration SET name = substr(name, 2) WHERE name LIKE 'x002-%'`.execute(database.db);
  }
});

const local = { host: 'localhost:3000' };
const metricsOf = async (on = app, headers: object = local, remoteAddress = '127.0.0.1') =>
  on.inject({ url: '/-/metrics', headers: { ...headers }, remoteAddress });

test('RP-02.421 without a token only who asks on the machine itself gets them', async () => {
  expect((await metricsOf()).statusCode).toBe(200);
  expect((await metricsOf(app, { host: '[::1]:3000' }, '::1')).statusCode).toBe(200);
  const others = [
    await metricsOf(app, local, '192.0.2.1'),
    await metricsOf(app, { ...local, 'x-forwarded-for': '127.0.0.1' }),
    await metricsOf(app, { ...local, forwarded: 'for=127.0.0.1' }),
    await metricsOf(app, { ...local, via: '1.1 proxy' }),
    await metricsOf(app, { host: 'plan.example.org' }),
  ];
  expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
});

test('RP-02.421 with a token it alone counts', async () => {
  const guarded = await createApp({ database, config: readConfig({ METRICS_TOKEN: 'a-token-of-metrics' }) });
  const bearing = (token: string) => ({ ...local, authorization: `Bearer ${token}` });
  expect((await metricsOf(guarded)).statusCode).toBe(401);
  expect((await metricsOf(guarded, bearing('a-token-of-metric'))).statusCode).toBe(401);
  expect((await metricsOf(guarded, bearing('a-token-of-metrics'), '192.0.2.1')).statusCode).toBe(200);
  await guarded.close();
});

test('RP-02.422 requests, operations of ours, connections and the process are counted, and no word of anybody', async () => {
  const ask = (payload: object) => app.inject({ method: 'POST', url: '/api/graphql', payload });
  const { name, text: query } = PersonPageOperation;
  await ask({ operationName: name, query, variables: { username: 'canary-person' } });
  await ask({ query: 'query CanaryName { currentUser { id } }' });
  await app.inject('/groups/canary-group/-/epics/1.json');
  await app.inject('/api/v4/groups/canary-group');
  const { body } = await metricsOf();
  const counted = (line: string) => new RegExp(`^${line.replace(/[{}()*]/g, '\\$&')} (\\d+)$`, 'm').exec(body)?.[1];
  expect(counted('espalier_http_request_duration_seconds_count{method="POST",route="/api/graphql",status="200"}')).toBe(
    '2',
  );
  expect(
    counted('espalier_http_request_duration_seconds_count{method="GET",route="/api/v4/groups/:id",status="404"}'),
  ).toBe('1');
  expect(counted(`espalier_graphql_operation_duration_seconds_count{operation="${name}",result="ok"}`)).toBe('1');
  expect(counted('espalier_graphql_operation_duration_seconds_count{operation="other",result="ok"}')).toBe('1');
  expect(body).toMatch(/^espalier_database_connections\{state="waiting"\} 0$/m);
  expect(body).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(body).toMatch(/^process_resident_memory_bytes /m);
  expect(body.toLowerCase()).not.toContain('canary');
});
