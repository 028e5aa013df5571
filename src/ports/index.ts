import type { Ports } from '@espalier/core/ports';
import {
  createClock,
  createConnection,
  createCookies,
  createIds,
  createLog,
  createNavigation,
  createPolledRealtime,
  createStorage,
  createTabs,
  createVisibility,
} from './browser.ts';
import { createGraphql } from './graphql.ts';
import { createHttp } from './http.ts';
import { createRest } from './rest.ts';
import { createSecrets } from './secrets.ts';

/** The ports of a browser window. `follow` goes to a path of the product without a reload. */
export function createBrowserPorts(follow: (path: string) => void): Ports {
  const clock = createClock();
  const tabs = createTabs();
  const http = createHttp(clock);
  const { port: rest, csrf, viewerChanged } = createRest(http);
  return {
    graphql: createGraphql(http, csrf),
    rest,
    realtime: createPolledRealtime(),
    clock,
    ids: createIds(),
    storage: createStorage(),
    cookies: createCookies(),
    visibility: createVisibility(),
    connection: createConnection(),
    ...(tabs === undefined ? {} : { tabs }),
    secrets: createSecrets(),
    navigation: createNavigation(follow, viewerChanged),
    log: createLog(),
  };
}
