import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule of WCAG 2.0 to 2.2 at the levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  readonly id: string;
  readonly impact?: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe puts into the page. */
interface Axe {
  run(context: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>;
}

/**
 * Accessibility faults that axe finds on what is shown, in the light theme and then in the dark one (of a viewer who has chosen neither), one
 * line each: theme, rule, impact, where, why.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const { id, impact, nodes } of await violations(page)) {
      for (const { html, failureSummary = '' } of nodes)
        faults.push(`${colorScheme}: ${id} (${impact ?? '?'}): ${html.slice(0, 160)} ${failureSummary}`);
    }
  }
  return faults;
}

/** axe is put into each page once, and run there alone: its Playwright builder opens a tab of its own for every run, which takes six times as long. */
async function violations(page: Page): Promise<readonly Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (tags) => {
    // Colours on their way are nobody's; when one has arrived, what inherits it sets out.
    for (let running = document.getAnimations(); running.length > 0; running = document.getAnimations())
      await Promise.all(running.map(({ finished }) => finished.catch(() => undefined)));
    const { axe: engine } = window as unknown as { readonly axe: Axe };
    const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'], iframes: false };
    return (await engine.run(document, options)).violations;
  }, TAGS);
}
