import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * No script but our own files, and in the client's page what it was built with. Inline styles stay allowed: the headless component and drag libraries insert style elements. Pictures may
 * come from elsewhere (avatars, pictures in descriptions).
 */
const CSP = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The policy of the client's page: beside our own files the scripts that are written into it, by their hashes. */
export function policyFor(page: string): string {
  const hashes = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return CSP.replace("script-src 'self'", (own) => own + hashes.join(''));
}

/** Headers of every answer. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', CSP);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('x-frame-options', 'DENY');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.header('cross-origin-opener-policy', 'same-origin');
    done();
  });
}
