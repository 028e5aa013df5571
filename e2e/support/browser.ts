import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { watchTraffic } from './answers.ts';
import { FLAGS } from './flags.ts';
import { logFaults, logsOf, takeLogsBeforeLeaving, type WindowLogs } from './logs.ts';
import { PASSWORD } from './seeded.ts';

/** What a browser is wanted for. Pictures are compared in the Chromium with windows where there is one: it is the one that they were made with. */
export type BrowserUse = 'tests' | 'pictures';

/** The Chromium that `npm test` found. */
export function openBrowser(use: BrowserUse = 'tests'): Promise<Browser> {
  const { CHROMIUM_PATH, PICTURES_CHROMIUM_PATH } = process.env;
  const executablePath = use === 'pictures' ? (PICTURES_CHROMIUM_PATH ?? CHROMIUM_PATH) : CHROMIUM_PATH;
  if (executablePath === undefined || executablePath === '')
    throw new Error('CHROMIUM_PATH names no browser; run `npm test`.');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Milliseconds after which something that should have appeared counts as missing. */
const PATIENCE = 15_000;

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** A touch screen. */
  readonly touch?: boolean;
  /** Things move as they do for who has not asked for less motion; that takes much of the processor, and only tests of movement look at it. */
  readonly motion?: boolean;
  /** The service worker does its work, and the test cuts the network off instead of routing requests: those of a worker pass by a route. */
  readonly worker?: boolean;
  /** False: no push arrives, as behind a proxy that lets no websocket through, and the page polls. */
  readonly live?: boolean;
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page, apart from answers that the test asked to be refused. */
  readonly faults: string[];
  /** The action logs of its sessions. */
  readonly logs: WindowLogs;
  /** Closes it; says what went wrong in it, and what is wrong with its logs. */
  close(): Promise<string[]>;
}

/**
 * Where the windows of a server come from. None has a cookie, a permission or anything stored of another one; the files that never change it
 * may have of a window that was closed, as a browser that was here before: without them opening a page takes half as much processor time again.
 */
export class Windows {
  readonly #browser: Browser;
  readonly #baseURL: string;
  #idle: BrowserContext[] = [];
  /** Those that cannot be given to another window: their clock was taken, or a page in them has crashed. */
  readonly #spoiled = new WeakSet<BrowserContext>();

  constructor(browser: Browser, baseURL: string) {
    this.#browser = browser;
    this.#baseURL = baseURL;
  }

  async take({
    width = 1440,
    height = 900,
    theme = 'light',
    touch = false,
    motion = false,
    worker = false,
  }: PageOptions): Promise<Page> {
    const context = (touch || worker ? undefined : this.#idle.pop()) ?? (await this.#make(touch, worker));
    const page = await context.newPage();
    page.on('crash', () => this.#spoiled.add(context));
    const session = await context.newCDPSession(page);
    await Promise.all([
      session.send('Storage.clearDataForOrigin', { origin: this.#baseURL, storageTypes: 'all' }),
      page.setViewportSize({ width, height }),
      page.emulateMedia({ colorScheme: theme, reducedMotion: motion ? 'no-preference' : 'reduce' }),
    ]);
    await session.detach();
    return page;
  }

  async giveBack(context: BrowserContext): Promise<void> {
    if (this.#spoiled.has(context)) return context.close();
    await Promise.all(context.pages().map((page) => page.close()));
    await context.clearCookies();
    await context.clearPermissions();
    this.#idle.push(context);
  }

  async #make(touch: boolean, worker: boolean): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      baseURL: this.#baseURL,
      hasTouch: touch,
      isMobile: touch,
      locale: 'en-US',
      serviceWorkers: worker ? 'allow' : 'block',
    });
    const { clock } = context;
    const install = clock.install.bind(clock);
    clock.install = (options) => {
      this.#spoiled.add(context);
      return install(options);
    };
    if (touch || worker) this.#spoiled.add(context);
    return context;
  }
}

/** Answers that the test asked to be refused, the service worker where it may not work, and pushes while a server is away. */
const EXPECTED = /^Failed to load resource|^The files could not be kept for offline|^WebSocket connection to .* failed/;

/** A window of its own. Uncaught errors and console errors are collected. */
export async function openPage(windows: Windows, options: PageOptions = {}): Promise<OpenPage> {
  const page = await windows.take(options);
  const context = page.context();
  page.setDefaultTimeout(PATIENCE);
  if (options.live === false) await page.routeWebSocket('**/cable', (socket) => socket.close());
  watchTraffic(page);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  const logs = logsOf(page);
  takeLogsBeforeLeaving(page, logs);
  const close = async (): Promise<string[]> => {
    const texts = await logs.all();
    const isProduct = await page.evaluate(() => document.getElementById('app') !== null).catch(() => false);
    if (isProduct && texts.length === 0) faults.push('The page left no log of its actions.');
    const secrets = [PASSWORD, 'glpat-', ...(await secretsOf(context))];
    await windows.giveBack(context);
    return [...faults, ...texts.flatMap((text) => logFaults(text, secrets))];
  };
  return { page, context, faults, logs, close };
}

/** What must not stand in any log: the session's cookies and the token of its changes. */
async function secretsOf(context: BrowserContext): Promise<string[]> {
  const cookies = (await context.cookies()).map(({ value }) => value);
  const session = await context.request.get('/-/session.json').catch(() => null);
  const { csrfToken } = ((await session?.json().catch(() => null)) ?? {}) as { readonly csrfToken?: string | null };
  return [...cookies, csrfToken ?? ''].filter((secret) => secret.length >= 8);
}

/** Opens the one-time link and presses its button, as a person does. */
export async function signInByLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: /sign in/i }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/-/sign-in'));
}

/** Pixels by which the page is wider than its window: it may be scrolled down, never sideways. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth - window.innerWidth, 0));
