import {
  type DocumentNode,
  GraphQLError,
  type OperationDefinitionNode,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from 'graphql';
import type { Viewer } from '../access/viewer.ts';
import type { AppDeps } from '../deps.ts';
import type { Cause, Operations, Plan, SubscriptionPlan } from '../live/operations.ts';
import type { Asked } from '../live/protocol.ts';
import type { GraphqlContext } from './context.ts';
import { execute } from './execute.ts';
import { LIMITS, badRequest, checkLimits } from './limits.ts';
import { fieldsOf, objectType } from './plan/selection.ts';
import { maskError } from './register.ts';
import { schema } from './schema.ts';
import { subscriptions } from './subscription-fields.ts';

/** So many documents are kept: pages ask in a few texts, and each is read and compiled once. */
const DOCUMENTS = 500;

/** So many tables may a subscription read: it is answered again for each event, for each person who asks it. */
const TABLES = 50;

interface Known {
  readonly document: DocumentNode;
  readonly number: number;
}

type Deps = Pick<AppDeps, 'database' | 'now' | 'reportError'>;

/** What the websocket asks of GraphQL. */
export class Subscribing implements Operations {
  readonly #deps: Deps;
  readonly #documents = new Map<string, Known>();
  #numbers = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  plan(asked: Asked): Plan {
    try {
      return this.#plan(asked);
    } catch (error) {
      if (error instanceof GraphQLError) return { kind: 'refused', errors: [error.toJSON()] };
      // AP-07.2: nested so deep that neither parser nor writer comes to its end.
      if (error instanceof RangeError)
        return { kind: 'refused', errors: [badRequest('The query is nested too deep').toJSON()] };
      throw error;
    }
  }

  #plan(asked: Asked): Plan {
    if (asked.query === '') throw badRequest('No query string was present');
    const { document, number } = this.#known(asked.query);
    const operation = getOperationAST(document, asked.operationName);
    const variables = JSON.stringify(asked.variables);
    if (!operation) throw badRequest('Unknown operation');
    // Everything else is checked where it is asked.
    if (operation.operation !== 'subscription') return { kind: 'once' };
    const { field, args, key } = rootOf(document, operation, asked.variables);
    const { tables } = checkLimits(document, operation, asked.variables);
    if (tables > TABLES)
      throw badRequest(`Subscription reads ${tables} tables, which exceeds the maximum of ${TABLES}`);
    const plan: SubscriptionPlan = {
      kind: 'subscription',
      topic: field.topic(args),
      key: `${number} ${asked.operationName ?? ''} ${variables}`,
      isPersonal: field.isPersonal,
      first: { data: { [key]: null } },
      run: (viewer, baseUrl, cause) => this.#run(document, asked, key, { viewer, baseUrl, cause }),
    };
    return plan;
  }

  async #run(
    document: DocumentNode,
    { variables, operationName }: Asked,
    key: string,
    { viewer, baseUrl, cause }: { readonly viewer: Viewer; readonly baseUrl: string; readonly cause: Cause },
  ): Promise<object | null> {
    const { database, now } = this.#deps;
    const context: GraphqlContext = { db: database.db, viewer, baseUrl, now: now().toISOString() };
    const { data, errors } = await execute({
      schema,
      document,
      variableValues: variables,
      operationName,
      rootValue: cause,
      contextValue: context,
    });
    if (errors === undefined || errors.length === 0) return data?.[key] === null ? null : { data };
    return { data: data ?? null, errors: errors.map((error) => maskError(error, 'Unexpected error.', this.#deps)) };
  }

  /** Parsed and held against the schema. Throws its first fault. */
  #known(text: string): Known {
    const before = this.#documents.get(text);
    if (before !== undefined) return before;
    const document = parse(text, { maxTokens: LIMITS.fields * 2 });
    const [fault] = validate(schema, document, undefined, { maxErrors: 1 });
    if (fault !== undefined) throw fault;
    this.#numbers += 1;
    const known = { document, number: this.#numbers };
    if (this.#documents.size >= DOCUMENTS) this.#documents.delete(this.#documents.keys().next().value ?? '');
    this.#documents.set(text, known);
    return known;
  }
}

/** The one field of a subscription, and its name in the answer. */
function rootOf(document: DocumentNode, operation: OperationDefinitionNode, given: Asked['variables']) {
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...given });
  if (errors !== undefined) throw errors[0] ?? badRequest('A variable is missing');
  const fragments = Object.fromEntries(
    document.definitions.flatMap((node) => (node.kind === 'FragmentDefinition' ? [[node.name.value, node]] : [])),
  );
  const from = { schema, fragments, variables: coerced };
  const [root, ...others] = fieldsOf(from, objectType(schema, 'Subscription'), [operation.selectionSet]);
  const field = root && subscriptions[root.name];
  if (!field || others.length > 0) throw badRequest('A subscription has one field');
  return { field, args: root.args, key: root.key };
}
