import type { FastifyInstance } from 'fastify';
import { hashSecret, newSecret } from '../auth/secrets.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Db } from '../db/types.ts';
import { type TestDatabase, openTestDatabase } from '../db/testing.ts';

/** The whole server on a test database, spoken to without a socket. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly db: Db;
  /** SQL statements since the last `countStatements`. */
  countStatements<T>(run: () => Promise<T>): Promise<{ result: T; statements: string[] }>;
  /** A personal access token of the user, made anew. */
  token(userId: number): Promise<string>;
  /** Sends a GraphQL operation; as nobody where no token is given. */
  graphql(query: string, variables?: Record<string, unknown>, token?: string): Promise<GraphqlAnswer>;
  rest(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token?: string, body?: unknown): Promise<RestResult>;
  close(): Promise<void>;
}

export interface GraphqlAnswer {
  readonly status: number;
  // Answers are as deep as the query; tests look into them by path.
  readonly data: Json;
  readonly errors: readonly { readonly message: string }[] | undefined;
}

export interface RestResult {
  readonly status: number;
  readonly body: Json;
  readonly headers: Record<string, string | number | string[] | undefined>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape of an answer is what a test is about to check
export type Json = any;

/** The clock of the test server. */
export const NOW = '2026-11-21T12:00:00.000Z';

/** Opens a test server; on a database that is open already, the server is new and the database stays open after it. */
export async function openTestServer(shared?: TestDatabase): Promise<TestServer> {
  const opened = shared ?? (await openTestDatabase());
  const statements: string[] = [];
  // The plain executor of every statement: one entry per round trip.
  const db = opened.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements.push('');
      return result;
    },
  });
  const database: TestDatabase = { ...opened, db };
  const failures: unknown[] = [];
  const app = await createApp({
    database,
    config: readConfig({}),
    now: () => new Date(NOW),
    onError: (error) => failures.push(error),
  });

  return {
    app,
    database,
    db,
    async countStatements(run) {
      statements.length = 0;
      const result = await run();
      return { result, statements: [...statements] };
    },
    async token(userId) {
      const secret = newSecret('test-');
      await opened.db
        .insertInto('access_tokens')
        .values({ user_id: userId, name: 'test', token_hash: hashSecret(secret), last_used_at: NOW })
        .execute();
      return secret;
    },
    async graphql(query, variables = {}, token) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/graphql',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(token !== undefined && { 'private-token': token }),
        },
        payload: JSON.stringify({ query, variables }),
      });
      throwFirst(failures);
      const body = answer.json<{ data: Json; errors?: GraphqlAnswer['errors'] }>();
      return { status: answer.statusCode, data: body.data, errors: body.errors };
    },
    async rest(method, url, token, body) {
      const answer = await app.inject({
        method,
        url,
        headers: {
          ...(token !== undefined && { 'private-token': token }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      throwFirst(failures);
      const type = String(answer.headers['content-type'] ?? '');
      return {
        status: answer.statusCode,
        body: type.includes('json') ? answer.json() : answer.body,
        headers: answer.headers,
      };
    },
    async close() {
      await app.close();
      if (!shared) await opened.close();
    },
  };
}

/** An error that is our own fault fails the test that caused it, with its own text. */
function throwFirst(failures: unknown[]): void {
  const [failure] = failures.splice(0);
  if (failure !== undefined) throw failure;
}
