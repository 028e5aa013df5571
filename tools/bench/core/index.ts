import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import type { Intake } from './intake/intake.ts';
import type { Shape } from './data.ts';
import { contest, report } from '../measure.ts';
import { HEAP_INTAKES, measureHeap } from './heap.ts';
import { espalier, espalierAsked, espalierFold } from './intake/espalier.ts';
import { floor } from './intake/floor.ts';
import { lastOf, takeIn } from './intake/index.ts';
import { apollo, normalizr, rtk, tanstack } from './intake/peers.ts';
import { dropping, overlay, planner } from './moves/espalier.ts';
import { moveAndRollBack, overlaps } from './moves/index.ts';
import * as peers from './moves/peers.ts';
import { splice } from './moves/splice.ts';
import { benchRoadmap } from './roadmap.ts';

const TEN_PARENTS: Shape = { parents: 10, childrenEach: 1000 };
const ONE_PARENT: Shape = { parents: 1, childrenEach: 10_000 };

const CONTESTANTS = [floor, espalier, espalierFold, normalizr, tanstack, rtk, apollo];
const DEMANDS = [
  { left: espalier.name, right: floor.name, atMost: 3 },
  { left: apollo.name, right: espalier.name, atLeast: 15 },
];

/** Each runs in a process of its own, so that none works on what another has left behind. */
const PARTS: Readonly<Record<string, () => Promise<string[]>>> = {
  tenParents: async () =>
    report(
      '10,000 children in pages of 100, 1,000 under each of 10 parents',
      'ms',
      await takeIn(CONTESTANTS, TEN_PARENTS, 9),
      DEMANDS,
    ),
  oneParent: async () =>
    report(
      '10,000 children in pages of 100, all under one parent',
      'ms',
      await takeIn([...CONTESTANTS, espalierAsked], ONE_PARENT, 7),
      DEMANDS,
    ),
  growth: benchGrowth,
  heap: benchHeap,
  moves: benchMoves,
  roadmap: benchRoadmap,
};

/** The core beside its peers and its floors, or one part of it. Gives the demands that are missed. */
export async function benchCore(only?: string): Promise<string[]> {
  if (only !== undefined && !Object.hasOwn(PARTS, only)) {
    throw new Error(`The core has no part "${only}". There are: ${Object.keys(PARTS).join(', ')}.`);
  }
  return (only === undefined ? Object.keys(PARTS) : [only]).flatMap((part) => {
    const { output, status } = spawnSync(process.execPath, [process.argv[1]!], {
      env: { ...process.env, BENCH_PART: part },
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The part "${part}" failed`);
    return JSON.parse(output[MISSED_FD]!) as string[];
  });
}

const MISSED_FD = 3;

/** The process of one part: prints its tables, and tells the process that started it what was missed. */
export async function runPart(part: string): Promise<void> {
  writeSync(MISSED_FD, JSON.stringify(await PARTS[part]!()));
}

const FURTHER = 5;

/** What a further item costs where there are many: the last 5 parents of 1,000 children each, after 10 or 50 others. */
async function benchGrowth(): Promise<string[]> {
  const name = ({ name: who }: Intake, thousands: number): string => `${who}, after ${thousands},000`;
  const contestants = [floor, espalier].flatMap((intake) =>
    [10, 50].map((thousands) => ({
      name: name(intake, thousands),
      round: async () =>
        (await lastOf(intake, { parents: thousands + FURTHER, childrenEach: 1000 }, FURTHER * 1000)) / FURTHER,
    })),
  );
  return report('An item among many', 'µs', await contest(contestants, 9), [
    { left: name(espalier, 50), right: name(espalier, 10), atMost: 1.5 },
  ]);
}

async function benchHeap(): Promise<string[]> {
  const contestants = HEAP_INTAKES.map(({ name }) => ({ name, round: () => measureHeap(name, TEN_PARENTS) }));
  const results = await contest(contestants, 1);
  return report('Heap of 10,000 children, 1,000 under each of 10 parents', 'MB', results, [
    { left: espalier.name, right: floor.name, atMost: 1.3 },
  ]);
}

async function benchMoves(): Promise<string[]> {
  const movers = [splice, overlay, planner, dropping, peers.tanstack, peers.apollo, peers.rtk];
  const missed = report(
    'An optimistic move and its rollback among 1,000 siblings',
    'a second',
    await moveAndRollBack(movers, 7),
    [
      { left: overlay.name, right: splice.name, atLeast: 0.5 },
      { left: planner.name, right: peers.tanstack.name, atLeast: 10 },
      { left: planner.name, right: splice.name, atLeast: 0.1 },
    ],
  );
  console.log('\nTwo overlapping moves, the first refused and the second accepted');
  for (const [name, right] of await overlaps(movers)) {
    console.log(`  ${name.padEnd(44)} ${right ? 'the second stands' : 'WRONG: something else is shown'}`);
    if (!right && name.startsWith('Espalier')) missed.push(`Two overlapping moves: ${name} is wrong`);
  }
  return missed;
}
