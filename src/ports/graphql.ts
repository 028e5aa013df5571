/** The GraphQL port by graphql-request. */
import { ClientError, GraphQLClient } from 'graphql-request';
import type { Answer, Cancellable, Clock, GraphqlPort, Operation, RequestOptions } from '@espalier/core/ports';
import type { CsrfToken } from './csrf.ts';
import { CSRF_HEADER, isCsrfRefusal } from './csrf.ts';
import { TIMEOUT_MS } from './rest.ts';
import { isWireError, messagesOf, retryAfterOf, wireError } from './wire-error.ts';

type Variables = Record<string, unknown>;

/** A request before it has a token. */
interface Call {
  readonly operation: Operation<unknown, Variables>;
  readonly variables: Variables;
  readonly headers: Record<string, string>;
}

/** `endpoint` is an absolute URL. */
export function createGraphql(
  endpoint: string,
  csrf: CsrfToken,
  clock: Pick<Clock, 'now' | 'after'>,
  fetcher: typeof fetch = (input, init) => fetch(input, init),
): GraphqlPort {
  const client = new GraphQLClient(endpoint, {
    fetch: fetcher,
    credentials: 'same-origin',
    // Each text holds one operation, so nothing needs to be parsed here to name it.
    excludeOperationName: true,
  });

  async function send({ operation, variables, headers }: Call, abort: AbortController): Promise<Answer<unknown>> {
    let late = false;
    const stopWaiting = clock.after(TIMEOUT_MS, () => {
      late = true;
      abort.abort();
    });
    try {
      const token = await (/^\s*mutation\b/.test(operation.text) ? csrf.forChange() : csrf.get());
      const answer = await client.rawRequest<unknown, Variables>({
        query: operation.text,
        variables,
        requestHeaders: token === null ? headers : { ...headers, [CSRF_HEADER]: token },
        signal: abort.signal,
      });
      return { data: answer.data, status: answer.status, headers: plainHeaders(answer.headers) };
    } catch (error) {
      if (isWireError(error)) throw error;
      if (abort.signal.aborted) throw wireError(late ? 'timeout' : 'aborted');
      throw toWireError(error, clock.now());
    } finally {
      stopWaiting();
    }
  }

  async function sendAgainAfterStaleToken(call: Call, abort: AbortController): Promise<Answer<unknown>> {
    try {
      return await send(call, abort);
    } catch (error) {
      if (!isWireError(error) || !isCsrfRefusal(error.status, error.messages)) throw error;
      csrf.forget();
      return send(call, abort);
    }
  }

  return {
    request<Result, Given extends Variables>(
      operation: Operation<Result, Given>,
      variables: Given,
      options: RequestOptions = {},
    ) {
      const abort = new AbortController();
      const headers: Record<string, string> =
        options.idempotencyKey === undefined ? {} : { 'Idempotency-Key': options.idempotencyKey };
      const call: Call = { operation: { name: operation.name, text: operation.text }, variables, headers };
      const answer = sendAgainAfterStaleToken(call, abort) as Cancellable<Answer<Result>>;
      answer.cancel = () => abort.abort();
      return answer;
    },
  };
}

function plainHeaders(headers: Headers): Record<string, string> {
  const plain: Record<string, string> = {};
  headers.forEach((value, name) => {
    plain[name.toLowerCase()] = value;
  });
  return plain;
}

function toWireError(error: unknown, now: number) {
  if (!(error instanceof ClientError)) return wireError(error instanceof TypeError ? 'network' : 'malformed');
  const { status, errors } = error.response;
  const headers = (error.response as { headers?: Headers }).headers;
  const messages = messagesOf(errors === undefined ? parsed(error.response['body']) : { errors });
  if (status < 400) return wireError('graphql', { status, messages });
  return wireError('http', { status, messages, retryAfter: retryAfterOf(headers?.get('retry-after'), now) });
}

function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return null;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
