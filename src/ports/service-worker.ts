/**
 * Caches the files of one version of the client, so that whatever a page loads later is available, and a page opens offline. Pages themselves come from
 * the server whenever it answers: an old worker never shows an old page.
 */

import { clientsClaim, skipWaiting } from 'workbox-core';
import { matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SERVER_PAGES } from '@espalier/core/frame';
import type { KeptFiles } from './keep-files.ts';

/** Set by tools/vite/worker.ts. */
declare const KEPT: KeptFiles;
/** Of a service worker; the compiler knows this file as one of a page. */
declare const clients: { matchAll(which: object): Promise<readonly unknown[]> };

/** The HTML page that all addresses of the product share. */
const PAGE = '/';
/** What a proxy says while the server behind it is away. */
const AWAY = new Set([502, 503, 504]);

precache([...KEPT.files]);
clientsClaim();

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
);

registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      const answer = await fetch(request).catch((error: unknown) => error);
      if (answer instanceof Response && !AWAY.has(answer.status)) return answer;
      const kept = await matchPrecache(PAGE);
      if (kept !== undefined) return kept;
      if (answer instanceof Response) return answer;
      throw answer;
    },
    { denylist: [SERVER_PAGES] },
  ),
);

addEventListener('message', ({ data, ports }: MessageEvent<{ readonly type?: unknown } | null>) => {
  if (data?.type === 'SKIP_WAITING') void skipWaiting();
  if (data?.type === 'IF_ALONE') void activateIfAlone();
  if (data?.type === 'VERSION') ports[0]?.postMessage(KEPT.version);
});

/** RP-02.225: while other pages are open their files stay; when all are closed the browser activates it by itself. */
async function activateIfAlone(): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await skipWaiting();
}
