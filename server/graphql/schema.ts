import {
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  buildSchema,
  isObjectType,
} from 'graphql';
import { contractText } from './contract-text.ts';
import type { GraphqlContext } from './context.ts';
import { mutationFields } from './mutation-fields.ts';
import { queryResolvers } from './queries.ts';
import { checkScalars } from './scalars.ts';
import { subscriptions } from './subscription-fields.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

const ROOTS = new Set(['Query', 'Mutation', 'Subscription']);

/** They are executed anew for every event (live/delivery.ts), which is what they resolve with. */
const subscriptionResolvers = Object.fromEntries(
  Object.entries(subscriptions).map(([name, { resolve }]) => [name, resolve as Resolver]),
);

/**
 * The contract twice. Rows come from SQL in the shape of the answer, so below the root nothing needs a resolver and the executor reads
 * properties: the fast schema. Where a document has aliases, one object may hold a field twice; rows are then keyed by alias, and the
 * second schema reads them by it.
 */
export const schema = makeSchema(false);
export const aliasedSchema = makeSchema(true);

function makeSchema(aliased: boolean): GraphQLSchema {
  const made = buildSchema(contractText());
  checkScalars(made);
  const roots: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
    Query: queryResolvers,
    ...mutationFields,
    Subscription: subscriptionResolvers,
  };
  for (const type of Object.values(made.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const own = roots[type.name];
    for (const field of Object.values(type.getFields())) {
      const resolver = own?.[field.name];
      if (resolver) field.resolve = resolver as GraphQLFieldResolver<unknown, unknown>;
      else if (ROOTS.has(type.name)) throw new TypeError(`no resolver for ${type.name}.${field.name}`);
      else if (aliased) field.resolve = byAlias;
    }
  }
  return made;
}

/** What SQL gave stands under the alias; what JavaScript made (permissions, page info) under the field's own name. */
function byAlias(source: unknown, _args: unknown, _context: unknown, info: GraphQLResolveInfo): unknown {
  const row = source as Record<string, unknown>;
  return Object.hasOwn(row, info.path.key) ? row[info.path.key] : row[info.fieldName];
}
