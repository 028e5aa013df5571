import { hashOf, reused, withIdempotency } from '../http/idempotency.ts';
import { sqlStore } from '../store/sql/index.ts';
import type { GraphqlContext } from './context.ts';
import { mutations, type Mutations } from './mutations/index.ts';
import { answerMutation, type Mutation, type Payload } from './mutations/mutation.ts';

interface Traced {
  readonly clientMutationId?: string | null | undefined;
}

type Resolver<Input> = (input: Input, ctx: GraphqlContext) => Promise<Payload>;

/** Runs a mutation once for each Idempotency-Key. */
function resolverOf<Input, Value>(name: string, mutation: Mutation<Input, Value>): Resolver<Input & Traced> {
  return async (input, ctx) => {
    const { db, viewer, idempotencyKey, idempotencyPart } = ctx;
    const answer = await withIdempotency(
      db,
      viewer,
      idempotencyKey,
      hashOf(name, input),
      (tx) => answerMutation(mutation, sqlStore(tx), input, ctx),
      idempotencyPart,
    );
    const body = (answer.body ?? {}) as Readonly<Record<string, unknown>>;
    // The wrapper itself refuses with a message: another request under the same key, or a key that is none.
    const errors = Array.isArray(body['errors']) ? (body['errors'] as string[]) : [String(body['message'] ?? reused)];
    return { ...body, clientMutationId: input.clientMutationId ?? null, errors };
  };
}

type Resolvers = {
  readonly [Name in keyof Mutations]: Resolver<Mutations[Name] extends Mutation<infer Input, infer _> ? Input : never>;
};

/**
 * Resolvers of `Mutation`, by field name. An object in a payload is a stub with its database id (`{ epic: { id } }`), which the read side
 * resolves within the viewer's rights.
 */
export const mutationResolvers: Resolvers = Object.fromEntries(
  Object.entries(mutations).map(([name, mutation]) => [name, resolverOf(name, mutation as Mutation<Traced, unknown>)]),
) as unknown as Resolvers;
