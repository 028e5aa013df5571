import { expect } from '@jest/globals';
import { sql } from 'kysely';
import type { Db } from './db/types.ts';
import type { TestServer } from './graphql/testing.ts';

/** Help for tests of bad input: a request over HTTP, its refusal, and the proof that nothing changed. */

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string | undefined;
}

export interface Refusal {
  readonly status: number;
  /** Every text in which the answer says why. */
  readonly texts: readonly string[];
}

export async function send({ app }: TestServer, { method = 'POST', url, body, headers, token }: Request) {
  return app.inject({
    method,
    url,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { 'private-token': token }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Every row that a plan is made of, as text. What signing in and asking leave behind is left out. */
export async function dump(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'kysely%'
      AND tablename NOT IN ('access_tokens', 'sessions', 'idempotency_keys') ORDER BY 1`.execute(db);
  const parts = tables.map(
    ({ name }) => `'${name}', (SELECT string_agg(t::text, E'\\n' ORDER BY t::text) FROM "${name}" t)`,
  );
  const { rows } = await sql<{
    all: Record<string, string>;
  }>`SELECT json_build_object(${sql.raw(parts.join(', '))}) AS all`.execute(db);
  return rows[0]?.all ?? {};
}

/** Sends a request that must be refused with a text, by a 4xx or by errors of a GraphQL answer, and must change nothing. */
export async function refusal(server: TestServer, request: Request): Promise<Refusal> {
  const before = await dump(server.db);
  const answer = await send(server, request);
  const texts = textsOf(answer.body);
  const graphql = answer.statusCode === 200 && request.url === '/api/graphql';
  if (!graphql) expect(`${answer.statusCode} ${answer.body.slice(0, 300)}`).toMatch(/^4\d\d /);
  expect(texts.filter((text) => text.trim() !== '' && text !== 'Unexpected error.')).not.toEqual([]);
  expect(texts).not.toContain('Unexpected error.');
  expect(await dump(server.db)).toEqual(before);
  return { status: answer.statusCode, texts };
}

/** The texts under `message`, `error` and `errors`, however deep. */
function textsOf(body: string): string[] {
  const texts: string[] = [];
  const collect = (value: unknown, telling: boolean): void => {
    if (typeof value === 'string') texts.push(...(telling ? [value] : []));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) collect(inner, telling || /^(message|errors?)$/.test(key));
    }
  };
  try {
    collect(JSON.parse(body), false);
  } catch {
    texts.push(body);
  }
  return texts;
}
