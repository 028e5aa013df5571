import type { Intake } from './intake/intake.ts';
import { spawnSync } from 'node:child_process';
import { pagesOf, parse, type Shape } from './data.ts';
import { espalier } from './intake/espalier.ts';
import { floor } from './intake/floor.ts';
import { apollo, normalizr, rtk, tanstack } from './intake/peers.ts';
import { collectGarbage } from './gc.ts';

export const HEAP_INTAKES: readonly Intake[] = [floor, espalier, normalizr, tanstack, rtk, apollo];

const KEPT: unknown[] = [];

/**
 * Bytes that stay on the heap of a fresh process once everything is taken in: V8's used heap after full collections, with nothing alive but the
 * contestant (state, cache or store, with all that it keeps), less what was used before. The answers are parsed page by page and let go.
 */
async function heapOf(intake: Intake, shape: Shape): Promise<number> {
  const fill = async (size: Shape): Promise<object> => {
    const intaken = intake.make();
    for (const text of pagesOf(size, intake.typenames)) for (const page of parse([text])) await intaken.take(page);
    return intaken;
  };
  // What is compiled and remembered along the way is there before it counts.
  for (let turn = 0; turn < 3; turn += 1) await fill({ parents: 2, childrenEach: 500 });
  const before = settledHeap();
  KEPT.push(await fill(shape));
  return settledHeap() - before;
}

function settledHeap(): number {
  for (let turn = 0; turn < 4; turn += 1) collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** The process of one contestant: prints its bytes. */
export async function printHeap(asked: string): Promise<void> {
  const { name, shape } = JSON.parse(asked) as { readonly name: string; readonly shape: Shape };
  const intake = HEAP_INTAKES.find((one) => one.name === name)!;
  console.log(await heapOf(intake, shape));
}

/** MB of a contestant, measured in a process of its own. */
export function measureHeap(name: string, shape: Shape): number {
  const { stdout, status } = spawnSync(process.execPath, [process.argv[1]!], {
    env: { ...process.env, BENCH_HEAP: JSON.stringify({ name, shape }) },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The process of ${name} failed`);
  return Number(stdout) / 1e6;
}
