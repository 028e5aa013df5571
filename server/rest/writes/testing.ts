import type { Viewer } from '../../access/viewer.ts';
import { NOW, type World } from '../../tree/testing.ts';
import { routes } from '../../routes.ts';
import { makeRouter, splitPagePath } from '../router.ts';
import { notFound, type RestAnswer, type RestContext, type RestMethod } from '../types.ts';

const routers = {
  api: makeRouter(routes.api),
  group: makeRouter(routes.groupPage),
  project: makeRouter(routes.projectPage),
};

export interface Call {
  readonly viewer?: Viewer;
  readonly body?: unknown;
  readonly query?: RestContext['query'];
  readonly headers?: RestContext['headers'];
}

/** Calls a route by its path, as the server would after reading the request. */
export async function call(
  world: World,
  method: RestMethod,
  path: string,
  { viewer = world.viewers.plan, body, query = {}, headers = {} }: Call = {},
): Promise<RestAnswer> {
  const page = path.startsWith('/api/v4/') ? null : splitPagePath(path);
  const router = page === null ? routers.api : routers[page.kind];
  const found = router(method, page === null ? path.slice('/api/v4/'.length) : page.rest);
  if (found === null || 'allowed' in found) return notFound;
  return found.route.handle({
    db: world.db,
    store: world.store,
    viewer,
    groupPath: page?.groupPath ?? '',
    params: found.params,
    query,
    body,
    headers,
    now: NOW,
    baseUrl: 'http://here',
  });
}
