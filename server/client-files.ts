import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A year: names of built files hold a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Serves the built client from `clientDir`: files under `assets/` for ever (their .br or .gz where the build made them), everything else
 * revalidated. Returns the sender of the client's page, which every HTML route shares.
 */
export async function serveClient(app: FastifyInstance, clientDir: string | undefined): Promise<SendPage> {
  if (clientDir === undefined || !existsSync(path.join(clientDir, 'index.html'))) return sendUnbuilt;
  const root = path.resolve(clientDir);
  const page = readFileSync(path.join(root, 'index.html'), 'utf8');
  const { default: fastifyStatic } = await import('@fastify/static');
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    globIgnore: ['**/*.br', '**/*.gz', 'index.html'],
    setHeaders: (reply, file) => {
      const hashed = file.startsWith(path.join(root, 'assets') + path.sep);
      reply.setHeader('cache-control', hashed ? IMMUTABLE : 'no-cache');
    },
  });
  return (_request, reply) => reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}

const sendUnbuilt: SendPage = (_request, reply) =>
  reply
    .status(503)
    .type('text/plain; charset=utf-8')
    .send('The client has not been built. Run "npm run build", or "npm start".\n');
