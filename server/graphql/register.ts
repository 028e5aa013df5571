import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type OperationDefinitionNode, getOperationAST } from 'graphql';
import { type Plugin, createYoga } from 'graphql-yoga';
import { INSUFFICIENT_SCOPE } from '../auth/scope.ts';
import { baseUrlOf } from '../base-url.ts';
import { AskerLeftError } from '../db/asker.ts';
import type { AppDeps } from '../deps.ts';
import { RETRY_AFTER, statusOf } from '../http-errors.ts';
import { operationName } from '../operation/operations.ts';
import { readingDb } from '../auth/reading.ts';
import type { GraphqlContext } from './context.ts';
import { execute } from './execute.ts';
import { registerExplorer } from './explorer.ts';
import { FREE, LIMITS, type Price, badRequest, checkLimits } from './limits.ts';
import { schema } from './schema.ts';
import { Turns } from './turns.ts';

const ENDPOINT = '/api/graphql';

interface ServerContext {
  readonly request_: FastifyRequest;
  readonly left: AbortSignal;
  /** What the operations of this request cost so far. */
  readonly spent: { price: Price };
}

/** Whose operation is under way: Yoga tells who masks an error only the error. */
const asking = new AsyncLocalStorage<FastifyRequest>();
/** Large operations that run at once. The embedded database answers one statement at a time. */
const LARGE_AT_ONCE = { pglite: 1, postgres: 2 };

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
    context: ({ request_, left }) => ({
      left,
      db: deps.database.db,
      viewer: request_.viewer,
      now: deps.now().toISOString(),
      baseUrl: baseUrlOf(request_, deps.config),
      ...idempotencyKey(request_),
    }),
    plugins: [
      scope,
      limits(new Turns(LARGE_AT_ONCE[deps.database.kind])),
      reading(deps),
      counting(deps),
      fast,
      elsewhere,
    ],
  });

  app.route({
    url: ENDPOINT,
    method: ['GET', 'POST'],
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const context = { request_: request, left: leaving(reply), spent: { price: FREE } };
      const response = await asking.run(request, () => yoga.handleNodeRequestAndResponse(request, reply, context));
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

/** Aborted when the connection ends before the answer. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort(new AskerLeftError('The client has left.'));
  });
  return left.signal;
}

const limits = (turns: Turns): Plugin<object, ServerContext> => ({
  onParams: ({ params, setResult }) => {
    if (typeof params.query !== 'string' || params.query.length <= LIMITS.characters) return;
    setResult({ errors: [badRequest(`Query has more than ${LIMITS.characters} characters`)] });
  },
  onExecute: async ({ args, setResultAndStopExecution }) => {
    const operation = getOperationAST(args.document, args.operationName) as OperationDefinitionNode | null;
    if (!operation) return setResultAndStopExecution({ errors: [badRequest('Unknown operation')] });
    const { spent, left } = args.contextValue as unknown as ServerContext;
    try {
      const before = spent.price;
      spent.price = checkLimits(args.document, operation, args.variableValues ?? {}, before);
      if (spent.price.tables - before.tables <= LIMITS.large) return undefined;
      const end = await turns.take(operation.operation === 'query' ? left : undefined);
      return { onExecuteDone: end };
    } catch (error) {
      setResultAndStopExecution({ errors: [error as GraphQLError] });
    }
    return undefined;
  },
});

/** RP-02.117: with a token that reads only no operation but a query is executed. */
const scope: Plugin<ServerContext> = {
  onExecute: ({ args, setResultAndStopExecution }) => {
    const { request_ } = args.contextValue as unknown as ServerContext;
    const operation = getOperationAST(args.document, args.operationName)?.operation ?? 'query';
    if (request_.token?.scope !== 'read_api' || operation === 'query') return;
    const { error_description, ...refusal } = INSUFFICIENT_SCOPE;
    const extensions = { ...refusal, http: { status: 403 } };
    setResultAndStopExecution({ errors: [new GraphQLError(error_description, { extensions })] });
  },
};

/** AP-06.60: a query is answered from a replica where there is one. */
const reading = ({ database }: AppDeps): Plugin<ServerContext> => ({
  onExecute: async ({ args }) => {
    const { request_ } = args.contextValue as unknown as ServerContext;
    if (getOperationAST(args.document, args.operationName)?.operation !== 'query') request_.changes = true;
    else Object.assign(args.contextValue as object, { db: await readingDb(database, request_) });
  },
});

/** RP-02.422: counts operations, with the time that they take. */
const counting = ({ metrics }: AppDeps): Plugin => ({
  onExecute: ({ args }) => {
    const name = operationName(args.operationName ?? getOperationAST(args.document)?.name?.value);
    const start = performance.now();
    return {
      onExecuteDone: ({ result }) =>
        metrics.operationEnded(
          name,
          'errors' in result && result.errors !== undefined,
          (performance.now() - start) / 1000,
        ),
    };
  },
});

const fast: Plugin = {
  onExecute: ({ setExecuteFn }) => setExecuteFn(execute as never),
};

/** AP-07.2: what goes on being answered has a wire of its own. */
const elsewhere: Plugin = {
  onSubscribe: ({ setResultAndStopExecution }) => {
    setResultAndStopExecution({ errors: [badRequest('Subscriptions are answered through the websocket at /-/cable')] });
  },
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
export function maskError(error: unknown, message: string, deps: Pick<AppDeps, 'reportError'>): Error {
  const original = error instanceof GraphQLError ? error.originalError : error;
  if (
    error instanceof GraphQLError &&
    (original === undefined || original === null || original instanceof GraphQLError)
  )
    return error;
  // Nobody hears the answer, and nothing went wrong.
  if (original instanceof AskerLeftError) return new GraphQLError(original.message);
  const { status, message: told } = statusOf(original);
  // RP-02.411: what a client did wrong is no fault of ours.
  if (status >= 500) deps.reportError(asking.getStore(), original);
  const path = error instanceof GraphQLError ? { path: error.path, nodes: error.nodes } : {};
  const headers = { 'retry-after': RETRY_AFTER };
  if (status === 503 || status === 507)
    return new GraphQLError(told.slice(4), {
      ...path,
      extensions: { http: { status, ...(status === 503 && { headers }) } },
    });
  if (status === 400) return new GraphQLError('A value is out of range', path);
  return new GraphQLError(message, path);
}
