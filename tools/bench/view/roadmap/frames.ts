import type { Contestant } from '../../measure.ts';
import type { Opened } from '../chromium.ts';
import { contest, report } from '../../measure.ts';
import { longOnes } from './first-bars.ts';
import { collectGarbage, MANY, mount, NAMES, unmount, VIRTUAL, type Who } from './visits.ts';

const ROUNDS = 3;
const FRAMES = 90;

/** Ways to scroll: from where, and pixels further in each frame. */
const WAYS = {
  down: { from: { x: 0, y: 0 }, step: { x: 0, y: 123 } },
  sideways: { from: { x: 0, y: 5000 }, step: { x: 41, y: 0 } },
  'both at once': { from: { x: 0, y: 5000 }, step: { x: 41, y: 123 } },
} as const;
type Way = keyof typeof WAYS;

const scrolling = (who: Who, way: Way): string => `${NAMES[who]}, ${way}`;

/** Frames while scrolling among 10,000 epics, of which one in twenty takes longer. */
export async function benchFrames({ page }: Opened): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const tasks = new Map<string, number[]>();
  const contestant = (who: Who, way: Way): Contestant => ({
    name: scrolling(who, way),
    async round() {
      await collectGarbage(session);
      await mount(page, who, MANY);
      const { from, step } = WAYS[way];
      const { p95, longTasks } = await page.evaluate(([start, by, count]) => window.roadmaps.scroll(start, by, count), [
        from,
        step,
        FRAMES,
      ] as const);
      await unmount(page);
      tasks.set(scrolling(who, way), [...(tasks.get(scrolling(who, way)) ?? []), ...longTasks]);
      return p95;
    },
  });
  const ways = Object.keys(WAYS) as Way[];
  // One way of the peers' more or less tells nothing new.
  const among = (way: Way): readonly Who[] => (way === 'both at once' ? ['floor', 'espalier'] : VIRTUAL);
  const results = await contest(
    ways.flatMap((way) => among(way).map((who) => contestant(who, way))),
    ROUNDS,
  );
  const missed = ways.flatMap((way) =>
    report(
      `Frames while scrolling ${way} among 10,000 epics, of which one in twenty takes longer`,
      'ms',
      results.filter(({ name }) => name.endsWith(`, ${way}`)),
      [{ left: scrolling('espalier', way), right: scrolling('floor', way), atMost: 1.1 }],
    ),
  );
  return [...missed, ...longOnes(tasks)];
}
