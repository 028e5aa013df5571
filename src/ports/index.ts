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
} from './browser.ts';
import { createGraphql, createHttp } from './http.ts';
import { lateRealtime } from './realtime.ts';
import { createRest } from './rest.ts';

/** The ports of a browser window. `follow` goes to a path of the product without a reload. */
export function createBrowserPorts(follow: (path: string) => void): Ports {
  const clock = createClock();
  const ids = createIds();
  const tabs = createTabs();
  const http = createHttp(clock);
  const { port: rest, csrf, viewerChanged } = createRest(http);
  return {
    graphql: createGraphql(http, csrf),
    rest,
    realtime: lateRealtime(async () => (await import('./cable.ts')).createCableLive({ clock, ids })),
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
  let shown: ShownSecret | null = null;
  const listeners = new Set<() => void>();
  const hold = (secret: ShownSecret | null): void => {
    if (shown === secret) return;
    shown = secret;
    for (const listener of listeners) listener();
  };
  return {
    show: (of, secret) => hold({ of, secret }),
    shown: () => shown,
    forget: () => hold(null),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
