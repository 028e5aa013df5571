import type { Viewer } from '../../access/viewer.ts';
import { hiddenText, type Outcome, Refusal } from '../../command/outcome.ts';
import type { PlanStore } from '../../command/plan-store.ts';

/** What a mutation knows of its request. */
export interface MutationContext {
  readonly viewer: Viewer;
  /** The instant of the request, ISO 8601 with Z. */
  readonly now: string;
  /** `http://host:port` as the client sees the server. */
  readonly baseUrl: string;
}

/** A mutation of the wire: a command, and its payload. Objects in a payload are stubs with a database id, `{ epic: { id } }`. */
export interface Mutation<Input, Value> {
  /** May throw a `Refusal` for an input that the command could not be given. */
  run(store: PlanStore, input: Input, ctx: MutationContext): Promise<Outcome<Value>>;
  /** With `errors` of its own where a part was refused and the rest done. */
  payload(value: Value): Readonly<Record<string, unknown>>;
  /** What a refusal holds beside its texts: fields of the payload that cannot be null. */
  readonly refused?: Readonly<Record<string, unknown>>;
}

export type Payload = Readonly<Record<string, unknown>> & { readonly errors: readonly string[] };

export const mutation = <Input, Value>(
  run: Mutation<Input, Value>['run'],
  payload: Mutation<Input, Value>['payload'],
  refused: Mutation<Input, Value>['refused'] = {},
): Mutation<Input, Value> => ({ run, payload, refused });

/**
 * Runs a mutation. Refusals are texts in `errors`, with every other field null; what is hidden, and what an anonymous visitor may not do, has
 * one text for both.
 */
export async function answerMutation<Input, Value>(
  { run, payload, refused = {} }: Mutation<Input, Value>,
  store: PlanStore,
  input: Input,
  ctx: MutationContext,
): Promise<{ readonly status: number; readonly body: Payload }> {
  try {
    const outcome = await run(store, input, ctx);
    return outcome.ok ? { status: 200, body: { errors: [], ...payload(outcome.value) } } : refusal(outcome, refused);
  } catch (error) {
    if (error instanceof Refusal) return refusal(error, refused);
    throw error;
  }
}

const refusal = (
  { status, errors }: { readonly status: number; readonly errors: readonly string[] },
  also: Readonly<Record<string, unknown>>,
) => ({ status, body: { ...also, errors: status === 401 ? [hiddenText] : errors } });
