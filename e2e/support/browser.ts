import AxeBuilder from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium that `npm test` found. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
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
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page, apart from answers that the test asked to be refused. */
  readonly faults: string[];
}

/** A window of its own: no cookie, no storage. Uncaught errors and console errors are collected. */
export async function openPage(browser: Browser, baseURL: string, options: PageOptions = {}): Promise<OpenPage> {
  const { width = 1440, height = 900, theme = 'light' } = options;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: theme,
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
  return { page, context, faults };
}

/** Opens the one-time link and presses its button, as a person does. */
export async function signInByLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: /sign in/i }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/-/sign-in'));
}

/**
 * Accessibility faults that axe finds on what is shown, one line each: rule, impact, where. `contrast` looks at colours only: the two themes
 * differ in nothing else.
 */
export async function accessibilityFaults(page: Page, what: 'all' | 'contrast' = 'all'): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (what === 'contrast') axe.withRules(['color-contrast', 'link-in-text-block']);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${id} (${impact ?? '?'}): ${node.html.slice(0, 160)}`),
  );
}
