import type { Contestant, Result } from '../../measure.ts';
import type { Opened } from '../chromium.ts';
import { contest, report } from '../../measure.ts';
import { called, collectGarbage, MANY, mount, NAMES, SIZES, unmount, VIRTUAL, type Who } from './visits.ts';

const ROUNDS = 7;
const FEW = 200;
/** Seconds after which a chart is given up. */
const PATIENCE = 60;

/** From the moment in which everything is in hand to the painted bars. */
export async function benchFirstBars({ page }: Opened): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const tasks = new Map<string, number[]>();
  const contestant = (who: Who, size: number): Contestant => ({
    name: called(who, size),
    async round() {
      await collectGarbage(session);
      const { time, longTasks } = await mount(page, who, size);
      await unmount(page);
      // The first round is a warm-up here too.
      const before = tasks.get(called(who, size));
      tasks.set(called(who, size), before === undefined ? [] : [...before, ...longTasks]);
      return time;
    },
  });
  const contestants = [...SIZES].reverse().flatMap((size) => VIRTUAL.map((who) => contestant(who, size)));
  const results = await contest([...contestants, contestant('frappe', FEW)], ROUNDS);
  for (const size of [1000, MANY]) results.push(await onceOf(contestant('frappe', size)));
  const own = called('espalier', MANY);
  const missed = report('First bars, everything being in hand', 'ms', results, [
    ...SIZES.map((size) => ({ left: called('espalier', size), right: called('floor', size), atMost: 1.5 })),
    { left: own, right: called('espalier', FEW), atMost: 1.3 },
    { left: called('dhtmlx', MANY), right: own, atLeast: 1.5 },
    { left: called('svar', MANY), right: own, atLeast: 1.5 },
  ]);
  return [...missed, ...longOnes(tasks)];
}

/** One round of a chart that draws everything at once, and may take so long that nobody waits for it. */
async function onceOf({ name, round }: Contestant): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), PATIENCE * 1000)));
  const time = await Promise.race([round(), late]);
  clearTimeout(timer);
  if (time === null) console.log(`\n${name}: nothing within ${PATIENCE} seconds; given up`);
  const figure = time ?? PATIENCE * 1000;
  return {
    name: time === null ? `${name}, given up` : `${name}, one round`,
    median: figure,
    least: figure,
    most: figure,
  };
}

export function longOnes(tasks: ReadonlyMap<string, readonly number[]>): string[] {
  const missed: string[] = [];
  console.log('\nTasks over 50 ms in all of these rounds (none for Espalier)');
  for (const [name, long] of tasks) {
    const worst = long.length === 0 ? '' : `, the longest ${Math.max(...long).toFixed(0)} ms`;
    console.log(`  ${name.padEnd(64)} ${String(long.length).padStart(6)}${worst}`);
    if (name.startsWith(NAMES.espalier) && long.length > 0) missed.push(`${name}: ${long.length} tasks over 50 ms`);
  }
  return missed;
}
