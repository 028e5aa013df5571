import { makeRouter, splitBarePath, splitPagePath } from '../../server/rest/router.ts';
import {
  bareTemplateRoutes,
  groupTemplateRoutes,
  projectTemplateRoutes,
  templateApi,
} from '../../server/rest/templates.ts';
import type { RestAnswer, RestContext } from '../../server/rest/types.ts';
import type { RestCall } from './rest-context.ts';
import type { Session } from './session.ts';

/** Description templates: the server's own handlers on the store in memory. Null where the call is about something else. */

const API = '/api/v4/';
const api = makeRouter(templateApi((_name, handle) => handle));
const pages = { group: makeRouter(groupTemplateRoutes), project: makeRouter(projectTemplateRoutes) };
const bare = makeRouter(bareTemplateRoutes);

export function answerTemplates(
  { store, rights }: Session,
  { method, path, query, body }: RestCall,
): RestAnswer | Promise<RestAnswer> | null {
  const isApi = path.startsWith(API);
  const page = isApi ? null : splitPagePath(path);
  const call = isApi ? null : (page ?? splitBarePath(path));
  const router = isApi ? api : page === null ? bare : pages[page.kind];
  const found = router(method, call?.rest ?? path.slice(API.length));
  if (found === null || !('route' in found)) return null;
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const context = { store, viewer: rights.viewer, groupPath: call?.groupPath ?? '', params: found.params };
  return found.route.handle({ ...context, query: texts, body, now: rights.world.now() } as unknown as RestContext);
}
