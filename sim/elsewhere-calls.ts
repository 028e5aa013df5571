import type { ModelCall } from './server/index.ts';

/** Requests by other means than a planner. They carry no key. */

type Request = NonNullable<ModelCall['request']>;

export const rest = (method: Request['method'], path: string, rest: Partial<Request> = {}): ModelCall => ({
  what: `${method} ${path}`,
  text: null,
  variables: {},
  request: { method, path, ...rest },
  idempotencyKey: undefined,
});

export const mutation = (
  { name: what, text }: { readonly name: string; readonly text: string },
  input: Readonly<Record<string, unknown>>,
): ModelCall => ({ what, text, variables: { input }, request: null, idempotencyKey: undefined });
