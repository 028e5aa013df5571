/**
 * Makes the pictures of docs/screenshots from the built product and the demo data (`npm run build` first):
 *
 *   npx vite build --config tools/vite/server.ts --ssr e2e/support/screenshots.ts --outDir .cache/screenshots --logLevel warn
 *   CHROMIUM_PATH=/usr/bin/chromium node .cache/screenshots/screenshots.js
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { quiet } from './answers.ts';
import { DeveloperPanel } from './panel.ts';
import { RoadmapScreen } from './roadmap.ts';
import { Tree } from './tree.ts';
import { openWorld, type WindowOptions } from './world.ts';

const target = path.resolve('docs/screenshots');
const SIG_NODE = '/groups/kubernetes/sig-node/-/epics/1';
const KITCHEN_SINK = '/groups/kitchen-sink/-/epics/1';

/** SIG Node with what is below its dynamic resource allocation in sight. */
async function epicPage(page: Page): Promise<void> {
  const tree = await Tree.open(page, SIG_NODE, { draggable: true });
  await tree.expand('Graceful Node Shutdown');
  await tree.expand('Kubelet endpoint for device assignment observation details');
  await tree.grid.evaluate((grid) => grid.scrollTo(0, 0));
}

async function kitchenSink(page: Page): Promise<void> {
  const tree = await Tree.open(page, KITCHEN_SINK, { draggable: true });
  await tree.expand('Health, weights, milestones and iterations');
  await tree.expand('Titles that are hard to show');
  await tree.grid.evaluate((grid) => grid.scrollTo(0, 0));
}

async function list(page: Page): Promise<void> {
  await page.goto('/groups/kubernetes/-/epics');
  await page.getByRole('heading', { name: 'Epics', level: 1 }).waitFor();
}

/** A moment in which children are being read, and what its action changed. */
async function developerPanel(page: Page): Promise<void> {
  const tree = await Tree.open(page, KITCHEN_SINK, { draggable: true });
  await tree.expand('Health, weights, milestones and iterations');
  const panel = await DeveloperPanel.open(page);
  await panel.recorded('tree/itemToggled');
  await panel.tab(/^Difference/);
  await panel.actions.getByRole('option').filter({ hasText: 'tree/itemToggled' }).dblclick();
  const busy = tree.grid.locator('[aria-busy="true"]');
  // Something else that was read may come in between.
  for (let step = 0; step < 5 && !(await busy.isVisible()); step += 1) await panel.button('Step forward').click();
  await busy.waitFor();
  await tree.grid.evaluate((grid) => grid.scrollIntoView({ block: 'nearest' }));
}

/** The roadmap of a group, from the line of today back by so many pixels. */
const roadmap =
  (address: string, back: number, expand?: string) =>
  async (page: Page): Promise<void> => {
    const screen = await RoadmapScreen.open(page, address);
    if (expand !== undefined) await screen.grid.getByRole('button', { name: `Expand ${expand}`, exact: true }).click();
    await quiet(page);
    await screen.grid.evaluate((grid, by) => grid.scrollBy(-by, 0), back);
    await screen.painted();
  };

const KUBERNETES = '/groups/kubernetes/-/roadmap?timeframe_range_type';

const PICTURES: readonly (readonly [string, WindowOptions, (page: Page) => Promise<void>])[] = [
  ['epic-light', {}, epicPage],
  ['epic-dark', { theme: 'dark' }, epicPage],
  ['epic-narrow', { width: 390, height: 844 }, epicPage],
  ['kitchen-sink', { width: 1280, height: 1100 }, kitchenSink],
  ['developer-panel-light', {}, developerPanel],
  ['developer-panel-dark', { theme: 'dark' }, developerPanel],
  ['developer-panel-narrow', { width: 390, height: 844 }, developerPanel],
  ['roadmap-quarter', {}, roadmap('/groups/kitchen-sink/-/roadmap', 0, 'Everything in one place')],
  ['roadmap-year', { theme: 'dark' }, roadmap(`${KUBERNETES}=CURRENT_YEAR&layout=MONTHS`, 700)],
  ['roadmap-three-years', {}, roadmap(`${KUBERNETES}=THREE_YEARS&layout=QUARTERS`, 700, 'SIG Node')],
  ['epic-list', { width: 1280, height: 800 }, list],
];

const world = await openWorld();
try {
  mkdirSync(target, { recursive: true });
  for (const [name, options, show] of PICTURES) {
    const { page } = await world.open({ as: 'demo', ...options });
    await show(page);
    await quiet(page);
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.screenshot({ path: path.join(target, `${name}.png`), animations: 'disabled' });
  }
} finally {
  await world.close();
}
