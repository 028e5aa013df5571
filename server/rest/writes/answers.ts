import { hiddenText, Refusal, type Refused } from '../../tree/command.ts';
import { forbidden, notFound, type RestAnswer, type RestContext, unauthorized } from '../types.ts';
import { hashOf, withIdempotency } from './idempotency.ts';

/** A refusal as REST tells it: `message` for people and for old clients, `errors` for lists. Hidden things are simply not found. */
export function refusedAnswer({ status, errors }: Omit<Refused, 'ok'>): RestAnswer {
  if (status === 401) return unauthorized;
  if (errors.length === 1 && errors[0] === hiddenText) return status === 403 ? forbidden : notFound;
  return { status, body: { message: errors.join('. '), errors } };
}

/** Handles a write: once for each Idempotency-Key, and with bad input refused instead of thrown. */
export function write(
  name: string,
  handle: (ctx: RestContext) => Promise<RestAnswer>,
): (ctx: RestContext) => Promise<RestAnswer> {
  return async (ctx) => {
    const key = headerOf(ctx, 'idempotency-key');
    const hash = hashOf(name, ctx.groupPath, ctx.params, ctx.query, ctx.body);
    return withIdempotency(ctx.db, ctx.viewer, key, hash, async (db) => {
      try {
        return await handle({ ...ctx, db });
      } catch (error) {
        if (error instanceof Refusal) return refusedAnswer(error);
        throw error;
      }
    });
  };
}

function headerOf(ctx: RestContext, name: string): string | undefined {
  const value = ctx.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** `https://host:port` of this server, without a path. */
export function originOf(ctx: RestContext): string {
  return /^https?:\/\/[^/]+/.exec(ctx.baseUrl)?.[0] ?? ctx.baseUrl;
}
