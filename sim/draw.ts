import { seededRandom } from '@espalier/core/testing';
import type { Outcome, RunOptions } from './simulation.ts';
import { FAULTS } from './faults.ts';
import { ELSEWHERE } from './operations-elsewhere.ts';
import { ALL_OPERATIONS } from './operations-all.ts';
import type { Schedule, Tables, Weighted } from './schedule.ts';
import { drawSchedule } from './schedule.ts';
import { Simulation } from './simulation.ts';

/** Operations that are drawn for one schedule; half of them find something to do, so that 3,000 schedules have about 300,000. */
export const OPERATIONS_EACH = 205;

const weighted = (table: Readonly<Record<string, Omit<Weighted, 'name'>>>): Weighted[] =>
  Object.entries(table).map(([name, { weight, part }]) => ({ name, weight, ...(part !== undefined && { part }) }));

/** A step says from which table its name is; operations of planners and what happens elsewhere are drawn together. */
export const TABLES: Tables = {
  operations: [...weighted(ALL_OPERATIONS), ...weighted(ELSEWHERE)],
  faults: weighted(FAULTS),
};

/** Draws and runs one schedule, every decision from the one source of this seed. */
export async function runSeed(seed: number, options: Omit<RunOptions, 'draw'> = {}): Promise<Outcome> {
  const random = seededRandom(seed);
  const { schedule, weather } = drawSchedule(random, seed, OPERATIONS_EACH, TABLES);
  return new Simulation(schedule, { ...options, draw: { random, weather } }).run();
}

/** Runs a schedule as its file says; nothing is drawn. */
export const runSchedule = (schedule: Schedule, options: Omit<RunOptions, 'draw'> = {}): Promise<Outcome> =>
  new Simulation(schedule, options).run();
