import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { buildPage, servePage, type PageName } from './build.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Stylesheets of peers ask for fonts of theirs.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

export interface Opened {
  readonly page: Page;
  readonly url: string;
}

/** A Chromium of its own, closed behind the work. Undefined where there is none. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T | undefined> {
  const { ensureChromium } = (await import(
    /* @vite-ignore */ pathToFileURL(path.resolve('tools/scripts/lib/chromium.mjs')).href
  )) as { ensureChromium(): Promise<{ readonly pictures: string } | undefined> };
  // The one with windows: the one that people look at.
  const executablePath = (await ensureChromium())?.pictures;
  if (executablePath === undefined) return undefined;
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Builds a page, shows it in a Chromium of its own, and closes everything behind the work. Undefined where there is no Chromium. */
export const withPage = <T>(
  name: PageName,
  viewport: { readonly width: number; readonly height: number },
  work: (opened: Opened) => Promise<T>,
): Promise<T | undefined> =>
  withBrowser(async (browser) => {
    await buildPage(name);
    const { server, url } = await servePage(name);
    try {
      const page = await browser.newPage({ viewport });
      page.on('pageerror', (error) => console.error(error));
      await page.goto(url);
      return await work({ page, url });
    } finally {
      server.close();
    }
  });
