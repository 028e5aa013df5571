import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './deps.ts';
import { policyFor } from './security-headers.ts';

/** A year: names of built files hold a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** What `/favicon.ico` answers is the same until the next build. */
const A_DAY = 'public, max-age=86400';

type SendPage = AppDeps['sendPage'];

/**
 * Serves the built client from `clientDir`: files under `assets/` for ever (their .br or .gz where the build made them), everything else
 * revalidated. Returns the sender of the client's page, which every HTML route shares.
 */
export async function serveClient(app: FastifyInstance, clientDir: string | undefined): Promise<SendPage> {
  if (clientDir === undefined || !existsSync(path.join(clientDir, 'index.html'))) {
    serveFavicon(app, null);
    return sendUnbuilt;
  }
  const root = path.resolve(clientDir);
  const page = readFileSync(path.join(root, 'index.html'), 'utf8');
  const policy = policyFor(page);
  if (!existsSync(path.join(root, 'favicon.ico'))) serveFavicon(app, readIcon(root, page));
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
  return (_request, reply, data = null) => {
    const text = data === null ? page : page.replace('</body>', () => `${data}</body>`);
    // What is the viewer's own is kept by nobody else.
    const keep = data === null ? 'no-cache' : 'private, no-cache';
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', keep)
      .type('text/html; charset=utf-8')
      .send(text);
  };
}

/**
 * Browsers ask for `/favicon.ico` by themselves where a page names no icon: the server's own pages, and answers that are not pages.
 * They get the client's icon; without one an empty answer, since a missing icon is no error.
 */
function serveFavicon(app: FastifyInstance, icon: Buffer | null): void {
  app.get('/favicon.ico', (_request, reply) => {
    if (icon === null) return reply.status(204).send();
    return reply.header('cache-control', A_DAY).type('image/svg+xml').send(icon);
  });
}

/** The SVG that the client's page names as its icon. */
function readIcon(root: string, page: string): Buffer | null {
  const link = /<link\b[^>]*\brel="icon"[^>]*>/.exec(page)?.[0] ?? '';
  const href = /\bhref="\/([^"?#]+\.svg)"/.exec(link)?.[1];
  const file = href === undefined ? null : path.join(root, href);
  return file !== null && existsSync(file) ? readFileSync(file) : null;
}

const sendUnbuilt: SendPage = (_request, reply) =>
  reply
    .status(503)
    .type('text/plain; charset=utf-8')
    .send('The client has not been built. Run "npm run build", or "npm start".\n');
