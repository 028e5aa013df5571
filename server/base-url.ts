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
