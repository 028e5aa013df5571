import { hashOf, reused, withIdempotency } from '../../rest/writes/idempotency.ts';
import { hiddenText, type Outcome, Refusal } from '../../tree/command.ts';
import type { GraphqlContext } from '../context.ts';
import type { Db } from '../../db/types.ts';

type Payload = Readonly<Record<string, unknown>> & { readonly errors: readonly string[] };

interface Traced {
  readonly clientMutationId?: string | null | undefined;
}

/**
 * A mutation: runs a command and makes its payload. Refusals are texts in `errors`, with every other field null; what is hidden, and what
 * an anonymous visitor may not do, has one text for both.
 */
export function mutation<Input extends Traced, Value>(
  name: string,
  run: (db: Db, input: Input, ctx: GraphqlContext) => Promise<Outcome<Value>>,
  payload: (value: Value) => Readonly<Record<string, unknown>>,
) {
  return async (input: Input, ctx: GraphqlContext): Promise<Payload> => {
    const { clientMutationId } = input;
    const once = async (db: Db) => {
      const outcome = await attempt(() => run(db, input, ctx));
      return {
        status: outcome.ok ? 200 : outcome.status,
        body: outcome.ok ? payloadOf(payload(outcome.value)) : refused(outcome),
      };
    };
    const { db, viewer, idempotencyKey, idempotencyPart } = ctx;
    const answer = await withIdempotency(db, viewer, idempotencyKey, hashOf(name, input), once, idempotencyPart);
    const body = (answer.body ?? {}) as Readonly<Record<string, unknown>>;
    // The wrapper itself refuses with a message: another request under the same key, or a key that is none.
    const errors = Array.isArray(body['errors']) ? (body['errors'] as string[]) : [String(body['message'] ?? reused)];
    return { ...body, clientMutationId: clientMutationId ?? null, errors };
  };
}

const payloadOf = (fields: Readonly<Record<string, unknown>>) => ({ ...fields, errors: [] });

const refused = ({ status, errors }: { status: number; errors: readonly string[] }) => ({
  errors: status === 401 ? [hiddenText] : errors,
});

async function attempt<Value>(run: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, status: error.status, errors: error.errors };
    throw error;
  }
}
