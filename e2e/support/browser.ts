import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { logFaults, logsOf, takeLogsBeforeLeaving, type WindowLogs } from './logs.ts';
import { PASSWORD } from './seeded.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

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

/** A window of its own: no cookie, no storage. Uncaught errors and console errors are collected. */
export async function openPage(browser: Browser, baseURL: string, options: PageOptions = {}): Promise<OpenPage> {
  const { width = 1440, height = 900, theme = 'light', touch = false } = options;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: touch,
    isMobile: touch,
    locale: 'en-US',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  const logs = logsOf(page);
  takeLogsBeforeLeaving(page, logs);
  const close = async (): Promise<string[]> => {
    const texts = await logs.all();
    const isProduct = await page.evaluate(() => document.getElementById('app') !== null).catch(() => false);
    if (isProduct && texts.length === 0) faults.push('The page left no log of its actions.');
    const secrets = [PASSWORD, ...(await secretsOf(context))];
    await context.close();
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
