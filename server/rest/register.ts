import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../base-url.ts';
import { isReading } from '../auth/request.ts';
import type { AppDeps } from '../deps.ts';
import { readingDb } from '../auth/reading.ts';
import { fieldsOf } from '../http/forms.ts';
import { Refusal } from '../command/outcome.ts';
import { sqlStore } from '../store/sql/index.ts';
import { movedPage } from './reads/moved-page.ts';
import { makeRouter, type Router, splitBarePath, splitPagePath } from './router.ts';
import { isRoadmapPage, roadmapElement } from './roadmap-element.ts';
import { notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoutes } from './types.ts';

/** Mounts the REST API under /api/v4, the pages' own calls (`/groups/<path>/-/…`, `/<path>/-/…`) and, for everything else, the client. */
export function registerRest(app: FastifyInstance, deps: AppDeps, routes: RestRoutes): void {
  const api = makeRouter(routes.api);
  const prefixes = [
    ['/-/', makeRouter(routes.site)],
    ['/dashboard/', makeRouter(routes.dashboard)],
    ['/uploads/-/system/', makeRouter(routes.uploads)],
  ] as const;
  const bare = makeRouter(routes.project);
  const pages = { group: makeRouter(routes.groupPage), project: makeRouter(routes.projectPage) };

  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    handler: async (request, reply) => {
      const [pathname = '/'] = (request.raw.url ?? '/').split('?');
      if (pathname.startsWith('/api/v4/')) {
        const prefix = '/api/v4/';
        return run(api, { prefix, path: pathname.slice(prefix.length), groupPath: '' }, request, reply);
      }
      for (const [prefix, router] of prefixes) {
        const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : null;
        if (path !== null && router(request.method, path)) {
          return run(router, { prefix, path, groupPath: '' }, request, reply);
        }
      }
      const page = splitPagePath(pathname);
      const found = page && pages[page.kind](request.method, page.rest);
      // An address can be a page of the client and accept changes as well: a browser's GET of it is for the page.
      if (page && found && !('allowed' in found && wantsPage(request, pathname))) {
        const prefix = page.kind === 'group' ? '/groups/*/-/' : '/*/-/';
        return run(pages[page.kind], { prefix, path: page.rest, groupPath: page.groupPath }, request, reply);
      }
      // Unlike those with `/-/` these can be the path of a project: a browser gets its page.
      const call = request.headers.accept?.includes('text/html') === true ? null : splitBarePath(pathname);
      if (call !== null)
        return run(bare, { prefix: '/*/', path: call.rest, groupPath: call.groupPath }, request, reply);
      const isPage = wantsPage(request, pathname);
      request.routePattern = isPage ? '(page)' : '(none)';
      if (!isPage) return send(reply, notFound);
      const moved = await movedPage(await readingDb(deps.database, request), request.viewer, request.raw.url ?? '/');
      // Who keeps it would be led away from what has the path later.
      if (moved !== null) return reply.header('cache-control', 'no-store').redirect(moved, 301);
      if (page === null || !isRoadmapPage(page)) return deps.sendPage(request, reply);
      return deps.sendPage(
        request,
        reply,
        await roadmapElement(await readingDb(deps.database, request), request.viewer, page.groupPath),
      );
    },
  });

  async function run(
    router: Router,
    { prefix, path, groupPath }: { prefix: string; path: string; groupPath: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const found = router(request.method, path);
    request.routePattern = found && 'route' in found ? `${prefix}${found.route.pattern}` : '(none)';
    if (found === null) return send(reply, notFound);
    if ('allowed' in found) {
      return reply.status(405).header('allow', found.allowed.join(', ')).send({ message: '405 Method Not Allowed' });
    }
    const db = isReading(request) ? await readingDb(deps.database, request) : deps.database.db;
    const ctx: RestContext = {
      db,
      store: sqlStore(db),
      viewer: request.viewer,
      csrfToken: request.session?.csrfToken ?? null,
      groupPath,
      params: found.params,
      query: readQuery(request.raw.url ?? ''),
      body: request.body,
      headers: request.headers,
      path: request.raw.url ?? '/',
      now: deps.now().toISOString(),
      baseUrl: baseUrlOf(request, deps.config),
      features: deps.config.features,
      signInWith: deps.config.oidc?.label,
      mails: deps.config.mail !== undefined,
      trialDays: deps.config.trialDays,
    };
    try {
      return send(reply, await found.route.handle(ctx));
    } catch (error) {
      if (error instanceof Refusal) return send(reply, refusedAnswer(error));
      throw error;
    }
  }
}

function send(reply: FastifyReply, answer: RestAnswer): FastifyReply {
  reply.status(answer.status).headers(answer.headers ?? {});
  if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store');
  if (answer.body === undefined) return reply.send();
  if (answer.body instanceof Uint8Array) return reply.send(Buffer.from(answer.body));
  // AP-05.42: to a text Fastify would add a charset.
  return reply.type('application/json').send(Buffer.from(JSON.stringify(answer.body)));
}

/**
 * Is this a browser asking for a page of the client? Browsers name HTML in `accept` for pages only. Where the client accepts anything, an address that ends
 * like a file is not a page, so that a missing picture is a 404.
 */
function wantsPage(request: FastifyRequest, pathname: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (pathname.startsWith('/api/') || pathname.startsWith('/assets/')) return false;
  const accept = request.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  return accept.includes('*/*') && !/\.(?:json|js|mjs|css|map|png|svg|ico|woff2?|txt|xml|webmanifest)$/.test(pathname);
}

/** Query parameters as text, or lists of texts. NULs are dropped: no column can hold one. */
function readQuery(url: string): Record<string, string | string[]> {
  const cut = url.indexOf('?');
  const params = [...new URLSearchParams(cut < 0 ? '' : url.slice(cut + 1))];
  const texts = params.map(([name, value]) => [name, value.replaceAll('\0', '')] as const);
  return fieldsOf(texts) as Record<string, string | string[]>;
}
