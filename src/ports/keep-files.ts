/** Registers the service worker, which keeps the client's files. Loaded when the page is idle. */

import { messageSW, Workbox } from 'workbox-window';
import type { Clock, Log, Visibility } from '@espalier/core/ports';
import { reloadPage } from './browser.ts';
import type { Renewal } from './renewal.ts';

/** An open page learns about a newer version within the hour, or when somebody comes back to it. */
const ASK_EVERY_MS = 3_600_000;

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly visibility: Visibility;
  readonly renewal: Renewal;
}

export function keepFiles({ clock, log, visibility, renewal }: Needs): void {
  // Exists only in secure contexts, and plain http on the local network is none.
  if (!('serviceWorker' in navigator)) return;
  const worker = new Workbox('/service-worker.js');
  worker.addEventListener('waiting', ({ sw }) => {
    if (sw === undefined) return;
    let wanted = false;
    const decide = async () => {
      // Other tabs may run an older version and would lose their files.
      if ((await messageSW(sw, { type: 'VERSION' })) === versionOfPage()) return messageSW(sw, { type: 'IF_ALONE' });
      worker.addEventListener('controlling', () => (wanted ? reloadPage() : renewal.missing()));
      renewal.newer(() => {
        wanted = true;
        worker.messageSkipWaiting();
      });
    };
    void decide().catch((error: unknown) => log.error('The new version did not answer', error));
  });
  const update = () => void worker.update().catch(() => undefined);
  const later = () => {
    clock.after(ASK_EVERY_MS, () => {
      update();
      later();
    });
  };
  worker.register().then(
    () => {
      visibility.onChange((hidden) => !hidden && update());
      later();
    },
    // The product works without it; nothing is cached then.
    (error: unknown) => log.error('The files could not be kept for offline', error),
  );
}

/** As the service worker says it: the path of the page's own script. */
function versionOfPage(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script === null ? null : new URL(script.src).pathname;
}

/** What the service worker keeps of a built client. */
export interface KeptFiles {
  /** The page's own script, whose name holds a hash of everything that it imports. */
  readonly version: string;
  /** Names of built files hold a hash of their content; the page's revision says its. */
  readonly files: readonly { readonly url: string; readonly revision: string | null }[];
}
