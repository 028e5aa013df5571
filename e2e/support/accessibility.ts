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

/** The rules whose verdict the theme decides. What the others look at (names, roles, states, structure, sizes) is the same in both themes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe puts into the page. */
interface Axe {
  run(context: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>;
}

/**
 * Accessibility faults that axe finds on what is shown, in the light theme and in the dark one (of a viewer who has chosen neither), one line
 * each: theme, rule, impact, where, why. All rules run in the theme that is on, in the other one only those of colours: it keeps that theme.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  const faults: string[] = [];
  for (const [colorScheme, only] of [
    [first, { type: 'tag', values: TAGS }],
    [second, { type: 'rule', values: OF_COLOURS }],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const { id, impact, nodes } of await violations(page, only)) {
      for (const { html, failureSummary = '' } of nodes)
        faults.push(`${colorScheme}: ${id} (${impact ?? '?'}): ${html.slice(0, 160)} ${failureSummary}`);
    }
  }
  return faults;
}

/** Which rules are run. */
interface RunOnly {
  readonly type: 'tag' | 'rule';
  readonly values: readonly string[];
}

/** axe is put into each page once, and run there alone: its Playwright builder opens a tab of its own for every run, which takes six times as long. */
async function violations(page: Page, only: RunOnly): Promise<readonly Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    // Colours on their way are nobody's; when one has arrived, what inherits it sets out.
    for (let running = document.getAnimations(); running.length > 0; running = document.getAnimations())
      await Promise.all(running.map(({ finished }) => finished.catch(() => undefined)));
    const { axe: engine } = window as unknown as { readonly axe: Axe };
    const options = { runOnly, resultTypes: ['violations'], iframes: false };
    return (await engine.run(document, options)).violations;
  }, only);
}
