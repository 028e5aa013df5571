import type { Page } from 'playwright-core';
import type { Contestant, Result } from '../measure.ts';
import { contest, median, report } from '../measure.ts';
import { withPage } from './chromium.ts';
import { checkTitles, dragOnce, scrollOnce, unfoldOnce, type Moved } from './visits.ts';

const MOST_NODES = 700;
const MANY = 10_000;
const FEW = 1000;

const NAMES: Readonly<Record<string, string>> = {
  floor: 'virtual list of the same rows (floor)',
  espalier: 'Espalier',
  arborist: 'react-arborist',
  'headless-tree': 'headless-tree',
};
const called = (tree: string, size: number): string => `${NAMES[tree]}, ${size.toLocaleString('en')} rows`;

const PARTS: Readonly<Record<string, (page: Page) => Promise<string[]>>> = {
  unfolding: benchUnfolding,
  nodes: benchNodes,
  frames: benchFrames,
  'drag-start': benchDragStart,
};

/** The tree in a Chromium beside its floor and its peers, or one part of it. Gives the demands that are missed. */
export async function benchTree(only?: string): Promise<string[]> {
  if (only !== undefined && !Object.hasOwn(PARTS, only)) {
    throw new Error(`The view has no part "${only}". There are: ${Object.keys(PARTS).join(', ')}, roadmap.`);
  }
  console.log('\nview: building the page of the trees …');
  const missed = await withPage('page', { width: 1280, height: 800 }, async ({ page }) => {
    await page.waitForFunction(() => 'bench' in window);
    await checkTitles(page, Object.keys(NAMES), MANY);
    const all: string[] = [];
    for (const [name, part] of Object.entries(PARTS)) {
      if (only === undefined || only === name) all.push(...(await part(page)));
    }
    return all;
  });
  return missed ?? ['view: not run, there is no Chromium'];
}

async function benchUnfolding(page: Page): Promise<string[]> {
  const sized = (tree: string, size: number): Contestant => ({
    name: called(tree, size),
    round: () => unfoldOnce(page, tree, size),
  });
  const many = Object.keys(NAMES).map((tree) => sized(tree, MANY));
  const results = await contest([...many, sized('espalier', FEW), sized('floor', FEW)], 7);
  return report('Unfolding, from the click to the painted rows', 'ms', results, [
    { left: called('espalier', MANY), right: called('floor', MANY), atMost: 1.5 },
    { left: called('espalier', MANY), right: called('arborist', MANY), atMost: 1 },
    { left: called('espalier', MANY), right: called('espalier', FEW), atMost: 1.3 },
  ]);
}

async function benchNodes(page: Page): Promise<string[]> {
  const missed: string[] = [];
  console.log(`\nElements in the page, the most of four places to scroll to (at most ${MOST_NODES} for Espalier)`);
  for (const [tree, size] of [
    ['floor', MANY],
    ['espalier', 100],
    ['espalier', FEW],
    ['espalier', MANY],
    ['espalier', 50_000],
    ['arborist', MANY],
    ['headless-tree', MANY],
  ] as const) {
    await page.evaluate(([name, count]) => window.bench.mount(name, count), [tree, size] as const);
    await page.evaluate((count) => window.bench.unfold(count), size);
    let most = 0;
    for (const top of [0, 7777, size * 20, size * 100]) {
      await page.evaluate((to) => window.bench.scrollTo(to), top);
      most = Math.max(most, await page.evaluate(() => window.bench.nodes()));
    }
    await page.evaluate(() => window.bench.unmount());
    console.log(`  ${called(tree, size).padEnd(52)} ${String(most).padStart(6)}`);
    if (tree === 'espalier' && most > MOST_NODES) missed.push(`${called(tree, size)}: ${most} elements`);
  }
  return missed;
}

/** Frames while scrolling, and in a drag; the floor's frames are those of its scrolling, for it has no drag. */
async function benchFrames(page: Page): Promise<string[]> {
  const tasks = new Map<string, number[]>();
  const contestant = (name: string, once: () => Promise<Moved>): Contestant => ({
    name,
    async round() {
      const { p95, longTasks } = await once();
      tasks.set(name, [...(tasks.get(name) ?? []), ...longTasks]);
      return p95;
    },
  });
  const scrolling = (tree: string) => contestant(`${NAMES[tree]}, scrolling`, () => scrollOnce(page, tree, MANY));
  const dragging = (tree: string) => contestant(`${NAMES[tree]}, dragging`, () => dragOnce(page, tree, MANY));
  const results = await contest([...Object.keys(NAMES).map(scrolling), ...['espalier', 'arborist'].map(dragging)], 3);
  const floor = `${NAMES.floor}, scrolling`;
  const missed = report('Frames among 10,000 rows, of which one in twenty takes longer', 'ms', results, [
    { left: `${NAMES.espalier}, scrolling`, right: floor, atMost: 1.1 },
    { left: `${NAMES.espalier}, dragging`, right: floor, atMost: 1.1 },
  ]);
  console.log('\nTasks over 50 ms in all of these rounds (none for Espalier)');
  for (const [name, long] of tasks) {
    const worst = long.length === 0 ? '' : `, the longest ${Math.max(...long).toFixed(0)} ms`;
    console.log(`  ${name.padEnd(52)} ${String(long.length).padStart(6)}${worst}`);
    if (name.startsWith(NAMES.espalier!) && long.length > 0) missed.push(`${name}: ${long.length} tasks over 50 ms`);
  }
  return missed;
}

async function benchDragStart(page: Page): Promise<string[]> {
  const figures = new Map<string, number[]>();
  for (let round = 0; round <= 5; round += 1) {
    for (const tree of ['arborist', 'espalier']) {
      const { start } = await dragOnce(page, tree, MANY, { frames: 0 });
      if (round > 0) figures.set(NAMES[tree]!, [...(figures.get(NAMES[tree]!) ?? []), start]);
    }
  }
  const results: Result[] = [...figures].map(([name, values]) => ({
    ...{ name, median: median(values), least: Math.min(...values), most: Math.max(...values) },
  }));
  return report('From the first move of the pressed pointer to the painted drag', 'ms', results, [
    { left: NAMES.espalier!, right: NAMES.arborist!, atMost: 1 },
  ]);
}
