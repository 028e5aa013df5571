import type { Contestant, Result } from '../../measure.ts';
import type { Move, Mover } from './mover.ts';
import { contest } from '../../measure.ts';
import { issueGid } from '../data.ts';
import { initialIds, moved, parsed, SIBLINGS } from './mover.ts';

/** Milliseconds for which a contestant moves in each round. */
const ROUND_MS = 250;

/** The same moves for everybody, each of them far enough to be one. */
export function movesOf(count: number): Move[] {
  let seed = 20_261_121;
  const next = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return 1 + ((seed >>> 8) % SIBLINGS);
  };
  const moves: Move[] = [];
  while (moves.length < count) {
    const [child, before] = [next(), next()];
    if (Math.abs(child - before) > 2) moves.push({ child: issueGid(child), before: issueGid(before) });
  }
  return parsed(moves);
}

/** Moves and rollbacks a second. Throws where one does not show the moved list, or not the old one after the refusal. */
export async function moveAndRollBack(movers: readonly Mover[], rounds: number): Promise<Result[]> {
  const moves = movesOf(512);
  const contestants: Contestant[] = [];
  for (const { name, make } of movers) {
    const moving = await make();
    for (const move of moves.slice(0, 20)) {
      const seen: string[] = [];
      await moving.moveAndRollBack(move, (ids) => seen.push(ids.join()));
      if (seen[0] !== moved(initialIds(), move).join()) throw new Error(`${name} does not show the moved list`);
      if (seen[1] !== initialIds().join()) throw new Error(`${name} does not show the old list again`);
    }
    let turn = 0;
    contestants.push({
      name,
      async round() {
        const start = performance.now();
        let done = 0;
        for (let now = start; now - start < ROUND_MS; now = performance.now()) {
          for (let batch = 0; batch < 16; batch += 1) {
            const waiting = moving.moveAndRollBack(moves[(turn += 1) % moves.length]!);
            if (waiting !== undefined) await waiting;
          }
          done += 16;
        }
        return (done * 1000) / (performance.now() - start);
      },
    });
  }
  return contest(contestants, rounds);
}

/** Which contestants show the second of two overlapping moves alone, after the first was refused and the second accepted. */
export async function overlaps(movers: readonly Mover[]): Promise<ReadonlyMap<string, boolean>> {
  const first = { child: issueGid(11), before: issueGid(500) };
  const second = { child: issueGid(900), before: issueGid(6) };
  const expected = moved(initialIds(), second).join();
  const right = new Map<string, boolean>();
  for (const { name, make } of movers) {
    const ids = await (await make()).overlap(first, second);
    right.set(name, ids.join() === expected);
  }
  return right;
}
