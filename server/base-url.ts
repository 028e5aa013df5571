import type { FastifyRequest } from 'fastify';
import type { Config } from './config.ts';

/**
 * How this server is addressed: as PUBLIC_URL says; without it as the client does, `http://host:port`, where a Host header that is no host is
 * not repeated.
 */
export function baseUrlOf(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  if (publicUrl !== undefined) return publicUrl;
  const host = request.host;
  const plain = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host);
  return `${request.protocol}://${plain ? host : 'localhost'}`;
}

/** Does a page of this server ask, as far as a browser says? Other programs say nothing, and carry no cookie that was not given to them. */
export function isOwnOrigin(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (config.publicUrl !== undefined) return origin === config.publicUrl;
  // Without PUBLIC_URL a proxy may speak TLS without saying so.
  return URL.canParse(origin) && new URL(origin).host === new URL(baseUrlOf(request, config)).host;
}
