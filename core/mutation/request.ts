import type { Operation, Ports, RestRequest, WireError } from '../ports/index.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { call } from 'typed-redux-saga';
import { abortable, wireFault } from '../store/effects.ts';

/** The request of a mutation, as data: it can be repeated in the same words under the same key. */
export type WireRequest =
  | { readonly rest: RestRequest }
  | { readonly operation: { readonly name: string; readonly text: string }; readonly variables: object };

/** The request of a GraphQL mutation. Its payload is decoded if it is there and has no errors. */
export const graphql = <R, V extends object>(operation: Operation<R, V>, variables: V): WireRequest => ({
  operation,
  variables,
});

/** There is nothing to request: the thing, or its path, is no longer known. */
export const NOTHING_TO_ASK: WireError = wireFault('http', { status: 404 });

/** Sends a request and returns the answer. Throws a `WireError`, including for errors in a GraphQL payload, unless `isDone` says that it was carried out all the same. */
export function* say(
  // mutant: roadmap-key-of-its-own, also
  { graphql: wire, rest }: Ports,
  request: WireRequest,
  idempotencyKey: string,
  isDone?: (payload: never) => boolean,
): SagaGenerator<unknown> {
  // mutant: roadmap-key-of-its-own
  const options = { idempotencyKey };
  if ('rest' in request) {
    const { rest: asked } = request;
    // mutant: link-removed-without-a-key
    return (yield* call(() => abortable(rest.request<unknown>(asked, options)))).data;
  }
  const { operation, variables } = request;
  // mutant: change-without-a-key
  const { data } = yield* call(() => abortable(wire.request<object, never>(operation, variables as never, options)));
  const [payload] = Object.values(data as Readonly<Record<string, { readonly errors?: readonly string[] } | null>>);
  if (payload === null || payload === undefined) throw wireFault('graphql');
  // mutant: roadmap-refusal-is-success
  // mutant: refusal-in-the-payload-is-success
  if ((payload.errors ?? []).length > 0 && isDone?.(payload as never) !== true) {
    throw wireFault('graphql', { messages: payload.errors ?? [] });
  }
  return payload;
}
