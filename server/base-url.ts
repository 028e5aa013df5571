import type { FastifyRequest } from 'fastify';

/** `http://host:port` as the client addresses the server; a Host header that is no host is not repeated. */
export function baseUrlOf(request: FastifyRequest): string {
  const host = request.host;
  const plain = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host);
  return `${request.protocol}://${plain ? host : 'localhost'}`;
}
