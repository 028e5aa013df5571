import { withPage, type Opened } from '../chromium.ts';
import { benchFirstBars } from './first-bars.ts';
import { benchFrames } from './frames.ts';
import { benchHeap } from './heap.ts';
import { benchNodes } from './nodes.ts';
import { checkCharts } from './visits.ts';

const PARTS: Readonly<Record<string, (opened: Opened) => Promise<string[]>>> = {
  nodes: benchNodes,
  frames: benchFrames,
  'first-bars': benchFirstBars,
  heap: benchHeap,
};

/** The roadmap in a Chromium beside its floor and its peers, or one part of it. Gives the demands that are missed. */
export async function benchRoadmap(only?: string): Promise<string[]> {
  if (only !== undefined && !Object.hasOwn(PARTS, only)) {
    throw new Error(`The roadmap has no part "${only}". There are: ${Object.keys(PARTS).join(', ')}.`);
  }
  console.log('\nview: building the page of the roadmaps …');
  const missed = await withPage('roadmap/page', { width: 1440, height: 900 }, async (opened) => {
    await opened.page.waitForFunction(() => 'roadmaps' in window);
    await checkCharts(opened.page);
    const all: string[] = [];
    for (const [name, part] of Object.entries(PARTS)) {
      if (only === undefined || only === name) all.push(...(await part(opened)));
    }
    return all;
  });
  return missed ?? ['view:roadmap: not run, there is no Chromium'];
}
