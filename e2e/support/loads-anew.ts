import type { Page } from 'playwright-core';

/** Waits for the page to load itself anew, which it says before. `during` loads it `first` times itself. */
export async function loadsAnew(page: Page, during: () => Promise<unknown>, first = 0): Promise<void> {
  let loads = 0;
  const anew = new Promise<void>((resolve) => {
    page.on('load', () => {
      loads += 1;
      if (loads === first + 1) resolve();
    });
  });
  await during();
  await page.getByRole('status').filter({ hasText: 'Loading the page anew' }).waitFor();
  await anew;
}

/** Waits until the service worker keeps all files, those whose names end like this among them. */
export async function kept(page: Page, ending = '.js'): Promise<void> {
  await page.evaluate(async (end) => {
    await navigator.serviceWorker.ready;
    const there = async () => {
      const names = await caches.keys();
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().some(({ url }) => url.includes('/assets/index-') && url.endsWith(end));
    };
    while (navigator.serviceWorker.controller?.state !== 'activated' || !(await there()))
      await new Promise((resolve) => setTimeout(resolve, 50));
  }, ending);
}
