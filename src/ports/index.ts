import type { Ports, Secrets, ShownSecret } from '@espalier/core/ports';
import {
  createClock,
  createConnection,
  createCookies,
  createIds,
  createLog,
  createNavigation,
  createStorage,
  createTabs,
  createVisibility,
  held,
} from './browser.ts';
import { createGraphql, createHttp } from './http.ts';
import { createPresence } from './presence.ts';
import { lateRealtime } from './realtime.ts';
import { createRest } from './rest.ts';

/** The ports of a browser window. `follow` goes to a path of the product without a reload. */
export function createBrowserPorts(follow: (path: string) => void): Ports {
  const clock = createClock();
  const ids = createIds();
  const tabs = createTabs();
  const http = createHttp(clock);
  const { port: rest, csrf, viewerChanged } = createRest(http);
  const realtime = lateRealtime(async () => (await import('./live.ts')).createCableLive({ clock, ids }));
  return {
    graphql: createGraphql(http, csrf),
    rest,
    realtime,
    presence: createPresence(realtime),
    clock,
    ids,
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

/** One secret at a time, in the memory of the page and nowhere else. */
function createSecrets(): Secrets {
  const { get, set, onChange } = held<ShownSecret>();
  return { show: (of, secret) => set({ of, secret }), shown: get, forget: () => set(null), onChange };
}
