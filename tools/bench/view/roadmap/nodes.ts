import type { Opened } from '../chromium.ts';
import { called, MANY, mount, NAMES, unmount } from './visits.ts';

const MOST_NODES = 600;
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];
const PRESETS = ['quarters', 'months', 'weeks'] as const;
const PLACES = [
  [0, 0],
  [1700, 7777],
  [3000, 100_000],
  [400, 499_000],
] as const;

/** Elements in the page, the most of four places to scroll to: for Espalier of the whole screen with filters, milestones and all. */
export async function benchNodes({ page }: Opened): Promise<string[]> {
  const missed: string[] = [];
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    const at = `${screen.width} × ${screen.height}`;
    console.log(`\nElements in the page at ${at}, the most of four places (at most ${MOST_NODES} for Espalier)`);
    const count = async (chart: string, size: number, name: string): Promise<number> => {
      await mount(page, chart, size);
      let most = 0;
      for (const [x, y] of PLACES) {
        await page.evaluate(([left, top]) => window.roadmaps.scrollTo(left, top), [x, y] as const);
        most = Math.max(most, await page.evaluate(() => window.roadmaps.nodes()));
      }
      await unmount(page);
      console.log(`  ${name.padEnd(64)} ${String(most).padStart(6)}`);
      return most;
    };
    for (const who of ['floor', 'espalier', 'dhtmlx', 'svar'] as const) await count(who, MANY, called(who, MANY));
    await count('frappe', 200, called('frappe', 200));
    for (const size of [200, MANY]) {
      for (const preset of PRESETS) {
        const name = `${NAMES.espalier}, the whole screen in ${preset}, ${size.toLocaleString('en')}`;
        const most = await count(preset, size, name);
        if (most > MOST_NODES) missed.push(`${name} at ${at}: ${most} elements`);
      }
    }
  }
  await page.setViewportSize(SCREENS[0]!);
  return missed;
}
