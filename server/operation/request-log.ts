import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { LogLevel } from '../config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of a route that our own router found below Fastify's `/*`; null elsewhere. */
    routePattern: string | null;
  }
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Takes one line of JSON at a time. */
  readonly stream: { write(line: string): unknown };
}

/** nginx's word for a client that went away before it was answered. */
const CLIENT_GONE = 499;

/** What Fastify is told about the log: lines of JSON with these fields and no other, or none at all. */
export function logging(log: LogOptions | undefined): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  const logController = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' });
  if (log === undefined) return { logController };
  return {
    logController,
    logger: {
      level: log.level,
      stream: log.stream,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: errorFields as never, req: () => undefined as never, res: () => undefined as never },
    },
  };
}

/**
 * RP-02.412: what is logged of an error: its kind, its place in the program, and of its message what no person wrote: messages of databases and
 * parsers quote the values that they stumble over.
 */
export function errorFields(error: unknown): Readonly<Record<string, unknown>> {
  if (typeof error !== 'object' || error === null) return { type: typeof error };
  const { name, message, code, constraint, table, stack, cause } = error as Record<string, unknown>;
  return {
    type: typeof name === 'string' ? name : 'Error',
    ...(typeof message === 'string' && { message: withoutValues(message) }),
    ...Object.fromEntries(Object.entries({ code, constraint, table }).filter(([, value]) => typeof value === 'string')),
    ...(typeof stack === 'string' && { stack: stack.split('\n').filter((line) => /^\s+at /.test(line)) }),
    ...(cause instanceof Error && { cause: errorFields(cause) }),
  };
}

/** From the first quotation mark to the last: PostgreSQL does not escape those inside a value, so which of them belong together is not to be known. */
const withoutValues = (message: string): string => message.replace(/["'`].*["'`]/s, '"…"').slice(0, 300);

const GIVEN_ID = /^[A-Za-z0-9._:=+/@-]{1,128}$/;

/** RP-02.413: the id that a trusted proxy has given, else one of our own. */
export function requestIds(trusts: (address: string | undefined) => boolean): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const taken = typeof given === 'string' && GIVEN_ID.test(given) && trusts(socket.remoteAddress);
    return taken ? given : randomUUID();
  };
}

// The pattern that a request met, never what was asked: `/groups/*/-/epics/:iid`, `(page)`, `(none)`.
export function routeOf(request: FastifyRequest): string {
  if (request.routePattern !== null) return request.routePattern;
  const url = request.is404 ? undefined : request.routeOptions.url;
  if (url === undefined) return '(none)';
  return url.startsWith('/assets/') ? '/assets/*' : url;
}

/** How a request ended. */
export interface Ended {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** RP-02.410: one line for each request, whether it was answered or the client went away; `told` hears of it as well. */
export function logRequests(app: FastifyInstance, told: (ended: Ended) => void): void {
  app.decorateRequest('routePattern', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    let sent = false;
    reply.raw.once('finish', () => (sent = true));
    // Heard for answers that were sent and for connections that broke, once each.
    reply.raw.once('close', () => {
      const status = sent ? reply.statusCode : CLIENT_GONE;
      const ended: Ended = {
        method: request.method,
        route: routeOf(request),
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      };
      told(ended);
      const user = request.viewer?.userId ?? null;
      request.log.info({ ...ended, ...(user !== null && { user }) }, 'request');
    });
    done();
  });
}

/** RP-02.411: an error that is our own fault, under the id of its request. */
export function logError(log: FastifyBaseLogger, request: FastifyRequest | undefined, error: unknown): void {
  log.error({ err: error, ...(request && { method: request.method, route: routeOf(request) }) }, 'error');
}
