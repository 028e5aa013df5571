import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type OperationDefinitionNode, getOperationAST } from 'graphql';
import { type Plugin, createYoga } from 'graphql-yoga';
import { baseUrlOf } from '../base-url.ts';
import type { AppDeps } from '../deps.ts';
import { statusOf } from '../http-errors.ts';
import type { GraphqlContext } from './context.ts';
import { execute } from './execute.ts';
import { registerExplorer } from './explorer.ts';
import { LIMITS, badRequest, checkLimits } from './limits.ts';
import { schema } from './schema.ts';

const ENDPOINT = '/api/graphql';

interface ServerContext {
  readonly request_: FastifyRequest;
}

/** GraphQL over HTTP: POST (single and batched) and GET for queries, at /api/graphql. */
export async function registerGraphql(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const yoga = createYoga<ServerContext, GraphqlContext>({
    schema,
    graphqlEndpoint: ENDPOINT,
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    batching: { limit: LIMITS.batch },
    parserAndValidationCache: true,
    maskedErrors: { maskError: (error, message) => maskError(error, message, deps) },
    context: ({ request_ }) => ({
      db: deps.database.db,
      viewer: request_.viewer,
      now: deps.now().toISOString(),
      baseUrl: baseUrlOf(request_),
      ...idempotencyKey(request_),
    }),
    plugins: [limits, fast],
  });

  app.route({
    url: ENDPOINT,
    method: ['GET', 'POST'],
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const response = await yoga.handleNodeRequestAndResponse(request, reply, { request_: request });
      for (const [name, value] of response.headers) reply.header(name, value);
      reply.header('cache-control', 'no-store');
      const body = await response.text();
      return reply.status(statusFor(response.status, body)).send(body);
    },
  });
  registerExplorer(app);
}

function idempotencyKey(request: FastifyRequest): { idempotencyKey?: string } {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? { idempotencyKey: key } : {};
}

const limits: Plugin = {
  onParams: ({ params, setResult }) => {
    if (typeof params.query !== 'string' || params.query.length <= LIMITS.characters) return;
    setResult({ errors: [badRequest(`Query has more than ${LIMITS.characters} characters`)] });
  },
  onExecute: ({ args, setResultAndStopExecution }) => {
    const operation = getOperationAST(args.document, args.operationName) as OperationDefinitionNode | null;
    if (!operation) return setResultAndStopExecution({ errors: [badRequest('Unknown operation')] });
    try {
      checkLimits(args.document, operation, args.variableValues ?? {});
    } catch (error) {
      setResultAndStopExecution({ errors: [error as GraphQLError] });
    }
    return undefined;
  },
};

const fast: Plugin = {
  onExecute: ({ setExecuteFn }) => setExecuteFn(execute as never),
};

/**
 * An answer without `data` was never executed: the document cannot be parsed, does not fit the schema, or its variables do not. That is
 * the client's mistake, 400, whatever media type it accepts. (In a batch each part speaks for itself.)
 */
function statusFor(status: number, body: string): number {
  if (status !== 200 || !body.startsWith('{"errors"')) return status;
  return 'data' in (JSON.parse(body) as object) ? status : 400;
}

/** What may be said of an error: a refusal of ours is told, anything unforeseen only counted as our fault. */
function maskError(error: unknown, message: string, deps: AppDeps): Error {
  const original = error instanceof GraphQLError ? error.originalError : error;
  if (
    error instanceof GraphQLError &&
    (original === undefined || original === null || original instanceof GraphQLError)
  )
    return error;
  const { status } = statusOf(original);
  deps.reportError(original);
  const path = error instanceof GraphQLError ? { path: error.path, nodes: error.nodes } : {};
  if (status === 503)
    return new GraphQLError('The database does not answer', { ...path, extensions: { http: { status: 503 } } });
  if (status === 400) return new GraphQLError('A value is out of range', path);
  return new GraphQLError(message, path);
}
