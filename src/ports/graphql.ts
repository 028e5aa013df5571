/** The GraphQL port. */
import type { Answer, Cancellable, GraphqlPort, Operation, RequestOptions } from '@espalier/core/ports';
import type { CsrfToken } from './csrf.ts';
import type { Http } from './http.ts';
import { isRecord, messagesOf, wireError } from './wire-error.ts';

const ENDPOINT = '/api/graphql';
const ACCEPT = 'application/graphql-response+json, application/json';

export function createGraphql(http: Http, csrf: CsrfToken): GraphqlPort {
  return {
    request<Result, Given extends Record<string, unknown>>(
      { text }: Operation<Result, Given>,
      variables: Given,
      { idempotencyKey }: RequestOptions = {},
    ) {
      const abort = new AbortController();
      const key: Record<string, string> = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
      const body = { query: text, variables };
      const answer = csrf
        .carry(/^\s*mutation\b/.test(text) ? 'owner' : 'anyone', (token) =>
          http({ method: 'POST', url: ENDPOINT, headers: { Accept: ACCEPT, ...key, ...token }, body }, abort.signal),
        )
        .then(withoutErrors) as Cancellable<Answer<Result>>;
      answer.cancel = () => abort.abort();
      return answer;
    },
  };
}

/** Its data; a `WireError` where it says that something failed, which data beside it does not make good. */
function withoutErrors(answer: Answer<unknown>): Answer<unknown> {
  const { status, data: payload } = answer;
  if (!isRecord(payload)) throw wireError('malformed', { status });
  const { data, errors } = payload;
  if (errors !== undefined) throw wireError('graphql', { status, messages: messagesOf({ errors }) });
  return { ...answer, data };
}
