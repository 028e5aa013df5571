import { Transform } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RequestPayload } from 'fastify';
import { anonymous } from './access/viewer.ts';
import { checkCsrf, checkScope, identify } from './auth/request.ts';
import { registerAuth } from './auth/routes.ts';
import { INSUFFICIENT_SCOPE, InsufficientScope } from './auth/scope.ts';
import { registerTokens } from './auth/token-routes.ts';
import { serveClient } from './client-files.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './db/connection.ts';
import type { AppDeps } from './deps.ts';
import { registerGraphql } from './graphql/register.ts';
import { Subscribing } from './graphql/subscribing.ts';
import { databaseAnswers } from './health.ts';
import { fieldsOf, multipartFields } from './http/forms.ts';
import { HttpError, RETRY_AFTER, statusOf } from './http-errors.ts';
import { LIVE, type LiveOptions, registerCable } from './live/cable.ts';
import { registerOidc } from './oidc/routes.ts';
import { registerInvites } from './member/invite-pages.ts';
import { registerRest } from './rest/register.ts';
import { routes } from './routes.ts';
import { createMetrics } from './operation/metrics.ts';
import { registerProbes } from './probes.ts';
import { keepPositions } from './auth/reading.ts';
import { type LogOptions, logError, logging, logRequests, requestIds } from './operation/request-log.ts';
import { trusting } from './trust.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { endConnections } from './stopping.ts';
import { DESCRIPTION_MAX } from './work-item/patch.ts';

/** In bytes: the longest description, if each of its characters takes four, and what stands around it. */
export const BODY_LIMIT = 4 * DESCRIPTION_MAX + 64 * 1024;
/** Who is not signed in writes nothing, and has as much less to say. */
const VISITOR_BODY_LIMIT = 1024 * 1024;
/** RM-02.20: an address with 100,000 characters in one parameter, each of them escaped, is still answered with its page. */
const HEADER_LIMIT = 384 * 1024;
const HEALTH_TIMEOUT_MS = 2000;

export interface AppOptions {
  readonly database: OpenDatabase;
  readonly config: Config;
  /** The built client; without it pages say that it has not been built. */
  readonly clientDir?: string;
  readonly now?: () => Date;
  /** Told about every error that is our own fault, beside the log. */
  readonly onError?: (error: unknown) => void;
  /** Without it nothing is logged. */
  readonly log?: LogOptions;
  /** For tests: other limits of the websocket. */
  readonly live?: Partial<LiveOptions>;
}

/** The whole server as a Fastify instance, not yet listening. Closing it does not close the database. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const trusts = trusting(options.config.trustedProxies);
  const metrics = createMetrics(options.database);
  const app = Fastify({
    ...logging(options.log),
    genReqId: requestIds(trusts),
    bodyLimit: BODY_LIMIT,
    http: { maxHeaderSize: HEADER_LIMIT },
    trustProxy: trusts,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1024 },
  });
  app.decorateRequest('session', null);
  app.decorateRequest('token', null);
  app.decorateRequest('viewer', null as never);
  app.decorateRequest('seen', null);
  endConnections(app);
  logRequests(app, metrics.requestEnded);
  addSecurityHeaders(app);
  const reportError: AppDeps['reportError'] = (request, error) => {
    logError(request?.log ?? app.log, request, error);
    options.onError?.(error);
  };
  answerErrors(app, reportError);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, fieldsOf(new URLSearchParams(String(body))));
  });
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    multipartFields(body, String(request.headers['content-type'])),
  );
  acceptEmptyJson(app);

  const { db } = options.database;
  const now = options.now ?? (() => new Date());
  const sendPage = await serveClient(app, options.clientDir);
  const deps: AppDeps = {
    database: options.database,
    config: options.config,
    reportError,
    metrics,
    now,
    sendPage,
  };

  app.get('/-/health', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (await databaseAnswers(db, HEALTH_TIMEOUT_MS)) return { status: 'ok', database: options.database.kind };
    return reply
      .status(503)
      .header('retry-after', RETRY_AFTER)
      .send({ status: 'failed', message: 'The database does not answer' });
  });

  registerProbes(app, { database: options.database, config: options.config, metrics });

  await app.register(async (site) => {
    site.addHook('onRequest', async (request) => {
      request.viewer = anonymous;
      await identify(db, request, now().toISOString());
      checkScope(request);
    });
    site.addHook('preParsing', async (request, _reply, payload) =>
      request.viewer.userId === null ? atMost(VISITOR_BODY_LIMIT, payload) : payload,
    );
    // Signing in is the one change that needs no CSRF token: a forgotten cookie must not lock anybody out.
    site.addHook('preValidation', async (request) => {
      if (request.url.split('?')[0] !== '/-/sign-in') checkCsrf(request);
    });
    keepPositions(site, deps);
    registerAuth(site, deps);
    registerTokens(site, deps);
    registerInvites(site, deps);
    registerOidc(site, deps);
    await registerGraphql(site, deps);
    registerCable(app, site, deps, new Subscribing(deps), { ...LIVE, ...options.live });
    registerRest(site, deps, routes);
  });
  return app;
}

/** The same body, as long as it has no more than so many bytes. */
function atMost(limit: number, payload: RequestPayload): RequestPayload {
  let length = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      done(length > limit ? new HttpError(413, 'Request body is too large') : null, chunk);
    },
  });
  // What ends early is told to the reader; the rest of a body that is too long is left to the connection.
  payload.once('error', (error) => counted.destroy(error));
  return payload.pipe(counted);
}

function answerErrors(app: FastifyInstance, reportError: AppDeps['reportError']): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof InsufficientScope) return reply.status(403).send(INSUFFICIENT_SCOPE);
    const { status, message } = statusOf(error);
    if (status >= 500) reportError(request, error);
    return answer(reply, status, message);
  });
  app.setNotFoundHandler((_request, reply) => answer(reply, 404, '404 Not Found'));
}

function answer(reply: FastifyReply, status: number, message: string): FastifyReply {
  if (status === 503) reply.header('retry-after', RETRY_AFTER);
  return reply.status(status).send({ message });
}

/** A DELETE with `content-type: application/json` and no body is common among clients; an empty body is no body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    // The parser's own message repeats what was sent; ours does not need to.
    parse(request, String(body), (error, value) => {
      if (error)
        return done(Object.assign(new Error('400 Bad request: the body is not valid JSON'), { statusCode: 400 }));
      return done(null, value);
    });
  });
}
