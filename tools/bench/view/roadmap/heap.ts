import type { CDPSession } from 'playwright-core';
import type { Contestant } from '../../measure.ts';
import type { Opened } from '../chromium.ts';
import { contest, report } from '../../measure.ts';
import { called, collectGarbage, MANY, mount, unmount, VIRTUAL, type Who } from './visits.ts';

const ROUNDS = 3;
const MEGABYTE = 1e6;

/** V8's used heap of a page with one chart, after full collections, less what it took before there were any epics. */
export async function benchHeap({ page, url }: Opened): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const contestant = (who: Who): Contestant => ({
    name: called(who, MANY),
    async round() {
      await page.goto(url);
      await page.waitForFunction(() => 'roadmaps' in window);
      const before = await heapOf(session);
      await mount(page, who, MANY);
      const after = await heapOf(session);
      await unmount(page);
      return (after - before) / MEGABYTE;
    },
  });
  const results = await contest(VIRTUAL.map(contestant), ROUNDS);
  return report('Heap of 10,000 epics', 'MB', results, [
    { left: called('espalier', MANY), right: called('dhtmlx', MANY), atMost: 1 },
  ]);
}

async function heapOf(session: CDPSession): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) await collectGarbage(session);
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize;
}
